"""How much each class counts: not at all otherwise, balanced, or set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from engine.data.classes import spoken_class
from engine.data.dataset import LARGEST
from gui.style.text import plain
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.drag_label import DragLabel
from gui.widgets.labels import LEAST
from gui.widgets.layouts import in_grid
from gui.widgets.number_boxes import NumberBox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.learners import Hyperparameter, Value

MOST_BY_HAND = 10
"""Classes up to which there is a number for each."""
BY_HAND = "by hand"
PLAYED_RANGE = 0.1, 10.0
"""The range of a weight that is worth looking at."""
INDENT, WIDTH = 12, 96
"""Pixels before a class's name, and of its number."""


class ClassWeightBox(ComboBox):
    """A list to choose from; by hand, a number for each class stands in `numbers`.

    Attributes
    ----------
    numbers : QWidget
        To be put beneath it.
    boxes : dict of str to NumberBox
        By the names of the classes.

    Signals
    -------
    changed
        Other weights were chosen or set.
    named(DragLabel, NumberBox, callable)
        There is a number of a class, its name, and what gives the range to look at.
    """

    changed = Signal()
    named = Signal(object, object, object)

    def __init__(self, parameter: Hyperparameter) -> None:
        super().__init__()
        self.addItem("none", None)
        for choice in parameter.choices:
            self.addItem(choice, choice)
        self.addItem(BY_HAND, BY_HAND)
        self.boxes: dict[str, NumberBox] = {}
        self.numbers = QWidget()
        self._grid = in_grid(self.numbers, 8, 8, (INDENT, 0, 0, 0))
        self._grid.setColumnStretch(0, 1)
        self.numbers.hide()
        self.currentIndexChanged.connect(self._show_numbers)

    def show_classes(self, names: Sequence[str]) -> None:
        """Have a number for each class, if they are not too many."""
        if list(names) == list(self.boxes):
            return
        while item := self._grid.takeAt(0):
            if widget := item.widget():
                widget.hide()  # what plays a number of it stops
                widget.deleteLater()
        self.boxes = {}
        for row, name in enumerate(names if len(names) <= MOST_BY_HAND else ()):
            tip = plain(f"How much each sample of {name} counts")
            box = NumberBox(f"Weight of {spoken_class(name)}", tip, log=True)
            box.setRange(0.0, LARGEST)
            box.setValue(1.0)
            box.setFixedWidth(WIDTH)
            box.valueChanged.connect(self.changed)
            label = DragLabel(name, box)
            label.setMinimumWidth(LEAST)
            label.setToolTip(plain(name))
            self.named.emit(label, box, lambda: PLAYED_RANGE)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(box, row, 1)
            self.boxes[name] = box

    def value(self) -> Value:
        """Give what is chosen, as a recipe has it."""
        chosen = self.currentData()
        if chosen != BY_HAND:
            return chosen if chosen is None else str(chosen)
        return tuple(sorted((name, box.value()) for name, box in self.boxes.items()))

    def setValue(self, value: Value) -> None:
        by_hand = isinstance(value, tuple)
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(BY_HAND if by_hand else value))
        weights = dict(value) if isinstance(value, tuple) else {}
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setValue(weights.get(name, 1.0))
        self.numbers.setVisible(by_hand and bool(self.boxes))

    def _show_numbers(self) -> None:
        by_hand = self.currentData() == BY_HAND
        self.numbers.setVisible(by_hand and bool(self.boxes))
        self.changed.emit()
