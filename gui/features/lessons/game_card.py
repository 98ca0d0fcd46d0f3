"""The card of a game, under the canvas: its task, what is counted, what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLabel

from gui.style.icons import icon
from gui.widgets.buttons import push_button, tool_button
from gui.widgets.labels import set_text_and_role
from gui.widgets.layouts import STRETCH, in_column, row_of

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.features.lessons.game_player import GamePlayer
    from gui.style.theme import Theme


class GameCard(QFrame):
    """Tells how a game stands.

    Parameters
    ----------
    player : GamePlayer
    plane : CanvasPlot
        On which it is played.
    """

    def __init__(self, player: GamePlayer, plane: CanvasPlot) -> None:
        super().__init__()
        self._player, self._plane = player, plane
        self.title, self.words = QLabel(), QLabel()
        self.counts, self.result = QLabel(), QLabel()
        self.title.setProperty("role", "title")
        for label in (self.words, self.counts, self.result):
            label.setWordWrap(True)
        # The plane keeps its size whatever is said.
        kept = self.result.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.result.setSizePolicy(kept)
        self.yields = (self.words,)
        tip = "Leave the game: what was there comes back (Esc)"
        self.close_button = tool_button(tip=tip, name="Leave the game", look="quiet")
        self.close_button.clicked.connect(player.leave)
        self.again_button = push_button("Begin again")
        self.again_button.clicked.connect(player.again)
        in_column(
            self,
            row_of(self.title, STRETCH, self.again_button, self.close_button),
            self.words,
            self.counts,
            self.result,
            margins=(14, 6, 10, 8),
            spacing=4,
        )
        self.setProperty("card", True)
        self.hide()
        self._escape = QShortcut(QKeySequence("Esc"), self)
        self._escape.activated.connect(player.leave)
        self._escape.activatedAmbiguously.connect(player.leave)
        player.begun.connect(self._show_field)
        player.changed.connect(self._show_game)

    def set_theme(self, theme: Theme) -> None:
        self.close_button.setIcon(icon("close", theme, theme.muted))

    def _show_field(self) -> None:
        """Show where the game is played."""
        game = self._player.game
        if game is not None:
            reach = 1.05 * game.reach
            field = QRectF(-reach, -reach, 2 * reach, 2 * reach)
            self._plane.view.setRange(field, padding=0)

    def _show_game(self) -> None:
        player, game = self._player, self._player.game
        self.setVisible(game is not None)
        self._escape.setEnabled(game is not None and not player.on_page)
        if game is None:
            return
        standing, best = player.standing, player.best
        self.close_button.setVisible(not player.on_page)
        self.title.setText(game.title)
        self.words.setText(game.task)
        known = "" if best is None else f"best {best}"
        self.counts.setText(" · ".join(filter(None, (standing.counts, known))))
        good = standing.over and standing.score is not None
        role = "good" if good else "mistake"
        set_text_and_role(self.result, standing.said, role)
        self.result.setVisible(bool(standing.said))
