"""Which number is played, in the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.recipe.number_player import NumberPlayer
from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.session.session import Session


class PlayingLine(StripLine):
    """Says it as long as one is."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._player = NumberPlayer.of(session)
        in_row(self, self.words)
        self._player.changed.connect(self._say_number)

    def _say_number(self) -> None:
        said = self._player.said
        if said:
            self.words.set_alternatives(f"{said} · any touch stops it", said)
        self.want(bool(said))
