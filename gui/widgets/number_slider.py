"""A slider along which the number of a box is dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QSlider

if TYPE_CHECKING:
    from gui.widgets.number_boxes import NumberBox

NOTCHES = 100


class NumberSlider(QSlider):
    """Goes from the least number of a box to another one, beyond which one types.

    Parameters
    ----------
    box : NumberBox
    high : float
        The number at the right end.
    """

    def __init__(self, box: NumberBox, high: float) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._box, self._low, self._high = box, box.minimum(), high
        self.setRange(0, NOTCHES)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(box.accessibleName())
        self.setToolTip(box.toolTip())
        self.valueChanged.connect(self._set_number)
        box.valueChanged.connect(self._show_value)
        self._show_value()

    def _set_number(self, notch: int) -> None:
        number = self._low + notch * (self._high - self._low) / NOTCHES
        self._box.setValue(float(f"{number:.6g}"))

    def _show_value(self) -> None:
        share = (self._box.value() - self._low) / (self._high - self._low)
        with QSignalBlocker(self):
            self.setValue(round(NOTCHES * min(share, 1.0)))
