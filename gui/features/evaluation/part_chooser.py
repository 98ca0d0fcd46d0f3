"""Which part of the samples a page judges by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from engine.data.dataset import TEST, TRAINING, VALIDATION
from gui.widgets.buttons import tool_button
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from engine import Dataset

NAMES = {TRAINING: "Training", VALIDATION: "Validation", TEST: "Test"}
NONE = "No samples are held out for this: More ▸ Split in the set-up does it"

OUT_OF_FOLD = len(NAMES)
"""In place of a part: the folds of a cross-validation."""
FOLDS_TIP = "Each sample by the model of the fold that held it out"


class PartChooser(QWidget):
    """A button for each part, with its number of samples.

    Parameters
    ----------
    out_of_fold : bool
        Offer all samples too, each by the model of the fold that held it out.

    Signals
    -------
    changed
        Another part: `part`.
    """

    changed = Signal()

    def __init__(self, *, out_of_fold: bool = False) -> None:
        super().__init__()
        self.part = TRAINING
        self.buttons: dict[int, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = in_row(self, spacing=6)
        for part in (*NAMES, *((OUT_OF_FOLD,) if out_of_fold else ())):
            button = tool_button()
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            self._group.addButton(button, part)
            self.buttons[part] = button
            row.addWidget(button)
        if out_of_fold:
            self.buttons[OUT_OF_FOLD].setText("Out of fold")
            self.buttons[OUT_OF_FOLD].setToolTip(FOLDS_TIP)
        self._group.idClicked.connect(self._choose_part)
        self.buttons[TRAINING].setChecked(True)

    def show_data(self, data: Dataset) -> None:
        """Offer the parts that the data have; leave one that is gone."""
        for part, button in self.buttons.items():
            if part == OUT_OF_FOLD:
                continue
            n = len(data.counted_rows_of(part))
            button.setText(f"{NAMES[part]}  {n:,}")
            button.setEnabled(n > 0 or part == TRAINING)
            button.setToolTip("" if button.isEnabled() else NONE)
        if not self.buttons[self.part].isEnabled():
            self.buttons[TRAINING].setChecked(True)
            self._choose_part(TRAINING)

    def _choose_part(self, part: int) -> None:
        if part != self.part:
            self.part = part
            self.changed.emit()
