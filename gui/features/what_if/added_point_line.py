"""What one more point would change, in the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.features.what_if.added_point import AddedPoint


class AddedPointLine(StripLine):
    """Says it as long as there is a point to say it of."""

    def __init__(self, added: AddedPoint) -> None:
        super().__init__()
        self._added = added
        in_row(self, self.words)
        added.changed.connect(self.show_effect)

    def show_effect(self) -> None:
        """Say the newest."""
        effect = self._added.effect
        if effect:
            change = effect.partition(": ")[2] or effect
            self.words.set_alternatives(effect, change, change.split(", ")[0])
        self.want(bool(effect))
