"""Controls that choose the folds: number, seed, stratified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.evaluation.folds import Folds
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.labels import note_label
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from engine import Dataset

FEW, MOST = 5, 100
LARGEST_SEED = 2**31 - 1
BOX = 62
"""Pixels of a box for a number."""


class FoldsChooser(QWidget):
    """Controls in a row, and a note under them.

    Signals
    -------
    changed
        Other `folds` are wanted.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.k, self.seed = IntegerBox(), IntegerBox()
        self.k.setRange(2, MOST)
        self.k.setValue(FEW)
        self.k.setToolTip("Each fold is held out once, while the others are learned")
        self.k.setAccessibleName("Folds")
        self.seed.setRange(0, LARGEST_SEED)
        self.seed.setToolTip("Same seed, same folds")
        self.seed.setAccessibleName("Seed of the folds")
        self.stratified = CheckBox("Stratified")
        self.stratified.setChecked(True)
        self.stratified.setToolTip("Every fold has the classes in the same shares")
        self.note = note_label()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        layout, row = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.note)
        self.note.hide()
        row.setSpacing(6)
        for name, box in (("Folds", self.k), ("Seed", self.seed)):
            box.setFixedWidth(BOX)
            row.addWidget(QLabel(name))
            row.addWidget(box)
            row.addSpacing(2)
        row.addWidget(self.stratified)
        row.addStretch(1)
        self.k.valueChanged.connect(self.changed)
        self.seed.valueChanged.connect(self.changed)
        self.stratified.toggled.connect(self.changed)

    def tell(self, data: Dataset) -> None:
        """Note which class has too few samples for the folds, if one has."""
        self.note.setText(" ".join(self.folds.notes(data)))
        self.note.setVisible(bool(self.note.text()))

    @property
    def folds(self) -> Folds:
        """How many folds, of which seed, stratified or not."""
        return Folds(
            self.k.value(), self.seed.value(), stratified=self.stratified.isChecked()
        )
