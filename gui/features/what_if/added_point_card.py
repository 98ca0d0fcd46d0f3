"""What one more point would change, on the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.floating_card import FloatingCard
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.features.what_if.added_point import AddedPoint


class AddedPointCard(FloatingCard):
    """Says it in a line, as long as there is a point to say it of."""

    def __init__(self, added: AddedPoint, plane: CanvasPlot) -> None:
        super().__init__(plane, low=True)
        self._added = added
        in_row(self, self.words, margins=(12, 5, 12, 5))
        added.changed.connect(self.show_effect)

    def show_effect(self) -> None:
        """Say the newest."""
        effect = self._added.effect
        self.setVisible(bool(effect))
        if effect and effect != self.words.text():
            self.words.setText(effect)
            self.place()
