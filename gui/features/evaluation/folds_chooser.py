"""Controls that choose the folds: number, seed, stratified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from engine.evaluation.folds import Folds
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.labels import note_label, show_words
from gui.widgets.layouts import STRETCH, fill, in_column, row_of
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from engine import Dataset

FEW, MOST = 5, 100
LARGEST_SEED = 2**31 - 1
FOLDS_TIP = "Each fold is held out once, while the others are learned"
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
        self.k = IntegerBox("Folds", FOLDS_TIP, low=2, high=MOST)
        self.k.setValue(FEW)
        self.seed = IntegerBox(
            "Seed of the folds", "Same seed, same folds", high=LARGEST_SEED
        )
        tip = "Every fold has the classes in the same shares"
        self.stratified = CheckBox("Stratified", tip, checked=True)
        self.note = note_label()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        row = row_of(spacing=6)
        in_column(self, row, self.note)
        self.note.hide()
        for name, box in (("Folds", self.k), ("Seed", self.seed)):
            box.setFixedWidth(BOX)
            row.addWidget(QLabel(name))
            row.addWidget(box)
            row.addSpacing(2)
        fill(row, self.stratified, STRETCH)
        self.k.valueChanged.connect(self.changed)
        self.seed.valueChanged.connect(self.changed)
        self.stratified.toggled.connect(self.changed)

    def tell(self, data: Dataset) -> None:
        """Note which class has too few samples for the folds, if one has."""
        show_words(self.note, " ".join(self.folds.notes(data)))

    @property
    def folds(self) -> Folds:
        """How many folds, of which seed, stratified or not."""
        return Folds(
            self.k.value(), self.seed.value(), stratified=self.stratified.isChecked()
        )
