"""Which number is played, in the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.recipe.number_player import NumberPlayer


class PlayingLine(StripLine):
    """Says it as long as one is."""

    def __init__(self, player: NumberPlayer) -> None:
        super().__init__()
        self._player = player
        in_row(self, self.words)
        player.changed.connect(self.say_number)

    def say_number(self) -> None:
        """Say which, as it is now."""
        said = self._player.said
        if said:
            self.words.set_alternatives(f"{said} · any touch stops it", said)
        self.want(bool(said))
