"""Controls that choose the folds: number, seed, stratified."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engine.evaluation.folds import Folds
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.number_boxes import IntegerBox

FEW, MOST = 5, 100
LARGEST_SEED = 2**31 - 1
BOX = 62
"""Pixels of a box for a number."""


class FoldsChooser(QWidget):
    """Controls in a row.

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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for name, box in (("Folds", self.k), ("Seed", self.seed)):
            box.setFixedWidth(BOX)
            row.addWidget(QLabel(name))
            row.addWidget(box)
            row.addSpacing(2)
        row.addWidget(self.stratified)
        self.k.valueChanged.connect(self.changed)
        self.seed.valueChanged.connect(self.changed)
        self.stratified.toggled.connect(self.changed)

    @property
    def folds(self) -> Folds:
        """What is set."""
        return Folds(
            self.k.value(), self.seed.value(), stratified=self.stratified.isChecked()
        )
