"""The card of a game, on the canvas: its task, what is counted, what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel

from gui.canvas.floating_card import EDGE, FloatingCard
from gui.style.icons import icon
from gui.widgets.buttons import push_button, tool_button
from gui.widgets.labels import set_text_and_role
from gui.widgets.layouts import in_column, row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from gui.canvas.plot import CanvasPlot
    from gui.features.lessons.game_player import GamePlayer

WIDTH = 420
"""Pixels in which the task is read in a few lines."""


class GameCard(FloatingCard):
    """Tells how a game stands.

    Parameters
    ----------
    player : GamePlayer
    plane : CanvasPlot
        On which it stands.
    """

    def __init__(self, player: GamePlayer, plane: CanvasPlot) -> None:
        super().__init__(plane, low=True)
        self._player = player
        self.title, self.counts, self.result = QLabel(), QLabel(), QLabel()
        self.title.setProperty("role", "title")
        self.result.setWordWrap(True)
        self.counts.setWordWrap(True)
        tip = "Leave the game: what was there comes back (Esc)"
        self.close_button = tool_button(tip=tip, name="Leave the game", look="quiet")
        self.close_button.clicked.connect(player.leave)
        self.again_button = push_button("Begin again")
        self.again_button.clicked.connect(player.again)
        head = row_of((self.title, 1), self.close_button)
        foot = row_of((self.counts, 1), self.again_button)
        in_column(
            self,
            head,
            self.words,
            self.result,
            foot,
            margins=(14, 8, 10, 10),
            spacing=6,
        )
        self._escape = QShortcut(QKeySequence("Esc"), plane.window())
        self._escape.activated.connect(player.leave)
        self._escape.activatedAmbiguously.connect(player.leave)
        player.begun.connect(self._begin_game)
        player.changed.connect(self._show_game)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep what is pressed on it from the plane under it."""
        event.accept()

    def _begin_game(self) -> None:
        """Stand below where the game is played."""
        game = self._player.game
        if game is not None:
            self._show_game()
            reach = 1.05 * game.reach
            field = QRectF(-reach, -reach, 2 * reach, 2 * reach)
            self._plane.view.setRange(field, padding=0)
            self._fit(round(self._plane.view.sceneBoundingRect().width()) - 2 * EDGE)
            self.make_room()
            self.place()

    def _show_game(self) -> None:
        player, game = self._player, self._player.game
        self.setVisible(game is not None)
        self._escape.setEnabled(game is not None and not player.on_page)
        if game is None:
            return
        standing, best = player.standing, player.best
        theme = self._plane.theme
        self.close_button.setIcon(icon("close", theme, theme.muted))
        self.close_button.setVisible(not player.on_page)
        self.title.setText(game.title)
        self.words.setText(game.task)
        self.words.setVisible(not standing.over)
        known = "" if best is None else f"best {best}"
        self.counts.setText(" · ".join(filter(None, (standing.counts, known))))
        good = standing.over and standing.score is not None
        role = "good" if good else "mistake"
        set_text_and_role(self.result, standing.said, role)
        self.result.setVisible(bool(standing.said))
        self.place()

    def place(self) -> None:
        """Stay at the lower edge, also over points: room was made there."""
        room = self._plane.view.sceneBoundingRect()
        self._fit(round(room.width()) - 2 * EDGE)
        left = (room.width() - self.width()) / 2
        low = room.height() - self.height() - EDGE
        self.move((room.topLeft() + QPointF(left, low)).toPoint())

    def _fit(self, width: int) -> None:
        """Break what is said into lines; the card is no wider for it."""
        width = min(width, WIDTH)
        self.words.setWordWrap(True)
        self.resize(width, self.heightForWidth(width))
