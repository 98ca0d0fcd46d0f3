"""The dialog that asks which plot, how large, and where to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class PlotExportDialog(QDialog):
    """Asks for the plot and its size in pixels; vectors have the same proportions."""

    def __init__(self, plots: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a plot")
        self._choices = QButtonGroup(self)
        choices = QVBoxLayout()
        choices.setSpacing(6)
        for i, name in enumerate(plots):
            button = QRadioButton(name)
            button.setChecked(i == 0)
            self._choices.addButton(button, i)
            choices.addWidget(button)
        self.wide, self.high = _size_box(900), _size_box(675)
        size = QHBoxLayout()
        size.addWidget(self.wide)
        size.addWidget(QLabel("×"))
        size.addWidget(self.high)
        size.addStretch()
        form = QFormLayout()
        form.setVerticalSpacing(12)
        form.addRow("Plot", choices)
        form.addRow("Size", size)
        note = QLabel("PNG at twice this size; SVG and PDF keep lines as lines.")
        note.setProperty("role", "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        go_on = buttons.addButton(
            "Choose file…", QDialogButtonBox.ButtonRole.AcceptRole
        )
        go_on.setProperty("primary", True)
        go_on.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(buttons)

    @property
    def chosen(self) -> int:
        """Index of the plot."""
        return self._choices.checkedId()

    @property
    def size_chosen(self) -> QSize:
        """Size in logical pixels."""
        return QSize(self.wide.value(), self.high.value())


def _size_box(value: int) -> QSpinBox:
    box = QSpinBox(suffix=" px")
    box.setRange(200, 4000)
    box.setSingleStep(50)
    box.setValue(value)
    return box
