"""The games with a score: made when one is first played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.widgets.later_content import LaterContent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.features.lessons.game_player import GamePlayer
    from gui.part import PartContext


class Games(LaterContent):
    """Plays games, and has their card; what is open lies aside meanwhile."""

    def __init__(self, context: PartContext) -> None:
        super().__init__()
        self._context = context
        self.player: GamePlayer | None = None
        self.hide()
        context.offer("game", self.play)

    def play(self, name: str) -> None:
        """Play a game with a score."""
        self._context.run("leave start")
        self._made().begin(name)

    def play_on_page(self, name: str) -> None:
        """Play the game of a lesson's page; empty: none."""
        if name or self.player is not None:
            self._made().show_page(name)

    @property
    def yields(self) -> tuple[QWidget, ...]:
        """What a low window has no room for: the words of the task."""
        return () if self.player is None else self._card.yields

    @property
    def moves(self) -> int:
        """The moves that were made in the present one."""
        return 0 if self.player is None else self.player.moves_now

    def _made(self) -> GamePlayer:
        from gui.features.lessons.game_card import GameCard
        from gui.features.lessons.game_player import GamePlayer

        if self.player is None:
            context, files = self._context, self._context.files
            self.player = GamePlayer(
                context.session, context.canvas, files.set_aside, files.take_back,
                context.parent,
            )  # fmt: skip
            files.taken_back.connect(self.player.forget)
            self._card = GameCard(self.player, context.canvas.plot)
            self.put(self._card)
            self.set_theme(context.theme())
            self.player.changed.connect(self._show_card)
        return self.player

    def _show_card(self) -> None:
        self.setVisible(self.player is not None and self.player.game is not None)
