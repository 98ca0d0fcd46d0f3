"""Which part of the samples a report is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from engine.data.dataset import TEST, TRAINING, VALIDATION

if TYPE_CHECKING:
    from engine import Dataset

NAMES = {TRAINING: "Training", VALIDATION: "Validation", TEST: "Test"}
NONE = "No samples are held out for this: “Hold samples out…” in the set-up does it"


class PartChooser(QWidget):
    """A button for each part, with its number of samples.

    Signals
    -------
    changed
        Another part: `part`.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.part = TRAINING
        self.buttons: dict[int, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for part in NAMES:
            button = QToolButton(checkable=True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._group.addButton(button, part)
            self.buttons[part] = button
            row.addWidget(button)
        self._group.idClicked.connect(self._choose)
        self.buttons[TRAINING].setChecked(True)

    def show_data(self, data: Dataset) -> None:
        """Offer the parts that the data have; leave one that is gone."""
        for part, button in self.buttons.items():
            n = len(data.rows_of(part))
            button.setText(f"{NAMES[part]}  {n:,}")
            button.setEnabled(n > 0 or part == TRAINING)
            button.setToolTip("" if button.isEnabled() else NONE)
        if not self.buttons[self.part].isEnabled():
            self.buttons[TRAINING].setChecked(True)
            self._choose(TRAINING)

    def _choose(self, part: int) -> None:
        if part != self.part:
            self.part = part
            self.changed.emit()
