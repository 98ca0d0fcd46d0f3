"""The weights set by hand: a box for each, and one for the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QLabel, QWidget

from engine.data.feature_map import pretty
from engine.errors import UserError
from engine.families.network.layers import unit_names
from engine.hyperparameter import LARGEST_WEIGHT
from engine.learners import learner
from engine.training.manual_weights import rows_of, with_weights
from engine.training.prepared_samples import features_of
from gui.session.undo import next_stroke
from gui.style.text import plain, weight_names, without_mnemonic
from gui.widgets.labels import ElidedLabel, with_role
from gui.widgets.layouts import in_grid
from gui.widgets.number_boxes import NumberBox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine import Dataset, Recipe
    from gui.session.session import Session

MOST_BOXES = 40
NARROW = 44
"""Pixels for a box, from which a number of four digits can be read."""
STEP, USUAL = 0.1, (0.05, 20.0)
"""By how much the arrows step, as long as the largest weight is of a usual size."""
FIRES = "fires where {score} {above} threshold = −b"
AT_THE_THRESHOLD = "At the threshold, z = 0, too? In Set-up, Mistakes, that is chosen"


class WeightBox(NumberBox):
    """A box for a weight."""

    def __init__(self, name: str, *, alone: bool) -> None:
        super().__init__()
        self.setRange(-LARGEST_WEIGHT, LARGEST_WEIGHT)
        self.setAccessibleName(name)
        self.setMinimumWidth(NARROW)
        # Without arrows; not by NoButtons, which under a style sheet leaves no text.
        self.setProperty("narrow", not alone)

    def show_number(self, value: float, step: float) -> None:
        """Show another number, without a signal."""
        self.setSingleStep(step)
        self.setToolTip(self.textFromValue(value))
        if value != self.value():
            with QSignalBlocker(self):
                self.setValue(value)


class WeightBoxes(QWidget):
    """A box for each weight and for the offset; beside it one for the threshold."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._boxes: dict[tuple[int, int], WeightBox] = {}
        self._thresholds: list[WeightBox] = []
        self._shown: tuple[object, ...] = ()
        self._alone = True
        self._stroke = next_stroke()
        self._grid = in_grid(self, 6, 5)
        self._weights_of: tuple[Recipe, Dataset] | None = None
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the weights of the recipe, in boxes that fit."""
        recipe, data = self._session.recipe, self._session.data
        if self._weights_of == (recipe, data):
            return  # the playhead moved: what is half typed stays
        self._weights_of = recipe, data
        by_hand = learner(recipe.learner).by_hand
        self.setVisible(by_hand)
        rows = rows_of(recipe) if by_hand else []
        if not rows:
            return
        try:
            terms = features_of(data, recipe)
        except UserError:  # a message says so
            return
        outputs = data.class_names if data.n_outputs > 1 else ("",)
        tie, hidden = recipe.get("tie"), recipe.get("hidden", 0)
        shown = (terms.names, terms.is_linear, outputs, recipe.offset, tie, hidden)
        if shown != self._shown:
            self._shown = shown
            self._remove_boxes()
            self._alone = max(hidden, len(outputs)) == 1
            names, first = weight_names(terms.names), 0
            if hidden:
                units = unit_names([hidden], outputs)[0]
                self._lay_boxes(names, units, offset=recipe.offset)
                outputs = outputs if data.n_outputs > 1 else ("output",)
                names, first = [*units, "b"], hidden
            self._lay_boxes(names, outputs, offset=recipe.offset, first=first)
            above = "≥" if tie == "positive" else ">"
            self._explain("w·x" if terms.is_linear else "w·φ(x)", above)
        self._show_weights(rows)

    def _remove_boxes(self) -> None:
        self._boxes, self._thresholds = {}, []
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _lay_boxes(
        self,
        names: Sequence[str],
        heads: Sequence[str],
        *,
        offset: bool,
        first: int = 0,
    ) -> None:
        """Make boxes for the rows from `first` on, a column for each."""
        top = self._grid.rowCount() if first else 0
        for k, head in enumerate(heads):
            if head:
                self._grid.addWidget(_muted(pretty(head)), top, k + 1)
            self._grid.setColumnStretch(k + 1, 1)
        last = len(names) - 1
        for column in [*range(last)[:MOST_BOXES], *([last] if offset else [])]:
            name = names[column]
            row = self._row_of_boxes(top + column + 1, name, name, heads)
            for k, box in enumerate(row, first):
                box.valueChanged.connect(self._setter(k, column, 1.0, name))
                self._boxes[k, column] = box
        if last > MOST_BOXES:
            more = _muted(f"… {last - MOST_BOXES} more")
            self._grid.addWidget(more, top + MOST_BOXES + 1, 0, 1, 2)
        if offset and not self._session.recipe.get("hidden"):
            label = "threshold" if self._alone else "−b"
            place = top + len(names) + 1
            row = self._row_of_boxes(place, label, "threshold", heads)
            for k, box in enumerate(row, first):
                box.valueChanged.connect(self._setter(k, last, -1.0, "the threshold"))
            self._thresholds += row

    def _row_of_boxes(
        self, row: int, label: str, name: str, heads: Sequence[str]
    ) -> list[WeightBox]:
        self._grid.addWidget(_muted(pretty(label)), row, 0)
        boxes = []
        for k, head in enumerate(heads):
            box = WeightBox(f"{name} {head}".strip(), alone=self._alone)
            box.editingFinished.connect(self._end_run)
            self._grid.addWidget(box, row, k + 1)
            boxes.append(box)
        return boxes

    def _explain(self, score: str, above: str) -> None:
        note = QLabel(FIRES.format(score=score, above=above), wordWrap=True)
        note.setToolTip(AT_THE_THRESHOLD)
        if self._session.recipe.get("hidden"):
            note.setText("a unit gives 1 where z = w·x + b > 0, else 0")
            note.setToolTip("")
        elif len(self._session.data.class_names) > 2:
            note.setText("the class of the highest score wins")
            note.setToolTip("")
        note.setProperty("role", "muted")
        rows = self._grid.rowCount()
        self._grid.addWidget(note, rows, 0, 1, self._grid.columnCount())

    def _end_run(self) -> None:
        self._stroke = next_stroke()

    def _setter(
        self, k: int, column: int, sign: float, name: str
    ) -> Callable[[float], None]:
        def apply(value: float) -> None:
            recipe = self._session.recipe
            rows = rows_of(recipe)
            rows[k][column] = sign * value
            changed = with_weights(recipe, rows)
            text = f"set {without_mnemonic(plain(name))}"
            self._session.change(changed, text, self._stroke)

        return apply

    def _show_weights(self, rows: Sequence[NDArray[np.float64]]) -> None:
        step = arrow_step(max(float(abs(row).max()) for row in rows))
        for (k, column), box in self._boxes.items():
            box.show_number(float(rows[k][column]), step)
        for row, box in zip(rows, self._thresholds, strict=False):
            box.show_number(0.0 - float(row[-1]), step)


def arrow_step(largest: float) -> float:
    """Give the arrows' step: a power of ten, some hundredth of the largest weight."""
    if not largest or USUAL[0] <= largest < USUAL[1]:
        return STEP
    return float(f"1e{int(np.floor(np.log10(largest))) - 1}")


def _muted(text: str) -> QLabel:
    label = with_role(ElidedLabel(text), "muted")
    label.setToolTip(plain(text))
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return label
