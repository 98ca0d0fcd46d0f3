"""What a search tries: a row for each hyperparameter that the learner declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from engine.data.feature_map import feature_map
from engine.errors import UserError
from engine.evaluation.search_space import (
    FEATURES,
    ValueRange,
    read_values,
    usual_features,
    usual_values,
)
from engine.learners import learner
from gui.evaluation.search.setting_text import setting_words, value_words
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.labels import note_label

if TYPE_CHECKING:
    from engine import Dataset
    from engine.learners import Hyperparameter
    from engine.training.recipe import Recipe

HOW = (
    "Values: 0.01, 0.1, 1 · a range: 0.001..1 · with their number: 0.001..1:5 · "
    "nothing: some usual values"
)
HOW_TERMS = "Lists of terms: x1,x2; x1,x2,x1*x2 · nothing: polynomials up to degree 3"
FIRST = ("strength", "tolerance", "learning_rate")
"""What tells most comes first: from zero a perceptron learns the same at any rate."""
EDIT = 96
"""Least width of a field in pixels."""


class HyperparameterRow(QObject):
    """A check box, a field for the values, and room for what is wrong with them.

    Signals
    -------
    changed
    """

    changed = Signal()

    def __init__(self, name: str, parameter: Hyperparameter | None) -> None:
        super().__init__()
        self.name, self.parameter = name, parameter
        self.box = CheckBox(parameter.label if parameter is not None else "Features")
        self.box.setToolTip(
            parameter.help if parameter is not None else "Lists of terms to try"
        )
        self.field = QLineEdit()
        self.field.setMinimumWidth(EDIT)
        self.field.setToolTip(HOW if parameter is not None else HOW_TERMS)
        self.field.setAccessibleName(f"Values of {self.box.text()}")
        self.error = note_label("warning")
        self.error.hide()
        self.box.toggled.connect(self.changed)
        self.field.textEdited.connect(self._type)
        self.field.editingFinished.connect(lambda: self.field.home(False))

    def _type(self) -> None:
        """Try what is typed, without being told so."""
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(self.field.text().strip()) or self.box.isChecked())
        self.changed.emit()

    def show_values(self, base: Recipe, data: Dataset) -> None:
        """Say in the empty field what is tried, or what is set."""
        if not self.box.isChecked():
            self.field.setPlaceholderText(setting_words(base, self.name))
        elif self.parameter is None:
            degrees = len(usual_features(data.feature_names))
            self.field.setPlaceholderText(f"degrees 1 to {degrees}")
        else:
            usual = ", ".join(map(value_words, usual_values(self.parameter)))
            self.field.setPlaceholderText(usual)

    def values(self, base: Recipe, data: Dataset, *, drawn: bool) -> Any:
        """Read the field; each value once.

        Raises
        ------
        UserError
            If a value is not possible.
        """
        text = self.field.text().strip()
        if self.parameter is None and not text:
            return usual_features(data.feature_names)
        found = read_values(base, self.name, text, drawn=drawn)
        if self.parameter is None:
            for terms in found:
                feature_map(
                    data.feature_names, terms, squares=base.get("squares", False)
                )
        return found if isinstance(found, ValueRange) else tuple(dict.fromkeys(found))

    def say(self, text: str) -> None:
        """Say what is wrong beside the field; nothing if it is empty."""
        self.error.setText(text)
        self.error.setVisible(bool(text))
        if self.field.property("invalid") != bool(text):
            self.field.setProperty("invalid", bool(text))
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)

    def set_visible(self, *, visible: bool) -> None:
        """Show the row, or leave it out."""
        for part in (self.box, self.field):
            part.setVisible(visible)
        if not visible:
            self.say("")


class HyperparameterRows(QWidget):
    """The rows of the present learner.

    Signals
    -------
    changed
        Something else is to be tried.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, HyperparameterRow] = {}
        self._learner = ""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)

    def follow(self, base: Recipe, data: Dataset) -> None:
        """Have the rows of the recipe's learner; those that matter are shown."""
        if base.learner != self._learner:
            self._learner = base.learner
            self._renew(base)
        for row in self.rows.values():
            row.set_visible(visible=self._matters(row, base))
            row.show_values(base, data)

    def values(
        self, base: Recipe, data: Dataset, *, drawn: bool
    ) -> dict[str, Any] | None:
        """Read all rows that are checked; None if something is wrong with one."""
        wanted: dict[str, Any] = {}
        sound = True
        for row in self._checked(base):
            try:
                wanted[row.name] = row.values(base, data, drawn=drawn)
                row.say("")
            except UserError as error:
                row.say(str(error))
                sound = False
        for row in self.rows.values():
            if not row.box.isChecked():
                row.say("")
        return wanted if sound else None

    def _checked(self, base: Recipe) -> list[HyperparameterRow]:
        rows = self.rows.values()
        return [row for row in rows if row.box.isChecked() and self._matters(row, base)]

    def _matters(self, row: HyperparameterRow, base: Recipe) -> bool:
        if row.parameter is None or row.parameter.matters(base.get):
            return True
        return any(self.rows[one].box.isChecked() for one, _ in row.parameter.shown_if)

    def _renew(self, base: Recipe) -> None:
        for row in self.rows.values():
            for part in (row.box, row.field, row.error):
                self._grid.removeWidget(part)
                part.deleteLater()
        parameters = [
            k for k in learner(base.learner).all_hyperparameters if k.group != "weights"
        ]
        made = [
            HyperparameterRow(parameter.name, parameter) for parameter in parameters
        ]
        if not learner(base.learner).by_hand:
            made.append(HyperparameterRow(FEATURES, None))
        self.rows = {row.name: row for row in made}
        for i, row in enumerate(made):
            self._grid.addWidget(row.box, 2 * i, 0)
            self._grid.addWidget(row.field, 2 * i, 1)
            self._grid.addWidget(row.error, 2 * i + 1, 0, 1, 2)
            row.changed.connect(self.changed)
        for name in _first(base):
            with QSignalBlocker(self.rows[name].box):
                self.rows[name].box.setChecked(True)


def _first(base: Recipe) -> list[str]:
    """Choose what is tried at first: the learner's own number, and the epochs."""
    own = [
        parameter.name
        for parameter in learner(base.learner).hyperparameters
        if parameter.kind == "float" and parameter.matters(base.get)
    ]
    last = [name for name in FIRST if name in own] or own
    names = {parameter.name for parameter in learner(base.learner).all_hyperparameters}
    return [*last[:1], *(["epochs"] if "epochs" in names else [])]
