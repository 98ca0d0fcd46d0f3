"""How much each class counts: not at all otherwise, balanced, or set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from engine.data.dataset import LARGEST
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.number_boxes import NumberBox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.learners import Hyperparameter, Value

MOST_BY_HAND = 10
"""Classes up to which there is a number for each."""
BY_HAND = "by hand"


class ClassWeightBox(QWidget):
    """A list to choose from; by hand, a number for each class beneath it.

    Signals
    -------
    changed
        Other weights were chosen or set.
    """

    changed = Signal()

    def __init__(self, parameter: Hyperparameter) -> None:
        super().__init__()
        self.choice = ComboBox()
        self.choice.setAccessibleName(parameter.label)
        self.choice.addItem("none", None)
        for choice in parameter.choices:
            self.choice.addItem(choice, choice)
        self.choice.addItem(BY_HAND, BY_HAND)
        self.boxes: dict[str, NumberBox] = {}
        self._weights = QWidget()
        self._grid = QGridLayout(self._weights)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._weights.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.choice)
        layout.addWidget(self._weights)
        self.choice.currentIndexChanged.connect(self._choose)

    def show_classes(self, names: Sequence[str]) -> None:
        """Have a number for each class, if they are not too many."""
        if list(names) == list(self.boxes):
            return
        while item := self._grid.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        self.boxes = {}
        for row, name in enumerate(names if len(names) <= MOST_BY_HAND else ()):
            label, box = QLabel(name), NumberBox(log=True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setToolTip(name)
            label.setMinimumWidth(1)
            box.setRange(0.0, LARGEST)
            box.setValue(1.0)
            box.setMinimumWidth(72)
            box.setAccessibleName(f"Weight of class {name}")
            box.valueChanged.connect(self.changed)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(box, row, 1)
            self.boxes[name] = box

    def value(self) -> Value:
        """Give what is chosen, as a recipe has it."""
        chosen = self.choice.currentData()
        if chosen != BY_HAND:
            return chosen if chosen is None else str(chosen)
        return tuple(sorted((name, box.value()) for name, box in self.boxes.items()))

    def setValue(self, value: Value) -> None:
        by_hand = isinstance(value, tuple)
        with QSignalBlocker(self.choice):
            index = self.choice.findData(BY_HAND if by_hand else value)
            self.choice.setCurrentIndex(index)
        weights = dict(value) if isinstance(value, tuple) else {}
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setValue(weights.get(name, 1.0))
        self._weights.setVisible(by_hand and bool(self.boxes))

    def _choose(self) -> None:
        by_hand = self.choice.currentData() == BY_HAND
        self._weights.setVisible(by_hand and bool(self.boxes))
        self.changed.emit()
