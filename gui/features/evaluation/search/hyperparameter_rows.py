"""What a search tries: a row for each hyperparameter that the learners declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.data.feature_map import feature_map
from engine.errors import UserError
from engine.evaluation.search_space import (
    FEATURES,
    ValueRange,
    finer_values,
    read_values,
    usual_features,
    usual_values,
)
from engine.learners import learner
from gui.features.evaluation.search.setting_text import value_words
from gui.style.theme import mark_invalid
from gui.widgets.cards import unfold
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.labels import note_label, show_words
from gui.widgets.layouts import in_grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Dataset
    from engine.learners import Hyperparameter
    from engine.training.recipe import Recipe

HOW = (
    "Values: 0.01, 0.1, 1 · a range: 0.001..1 · with their number: 0.001..1:5 · "
    "nothing: some usual values"
)
HOW_TERMS = "Lists of terms: x1,x2; x1,x2,x1*x2 · nothing: polynomials up to degree 3"
DIFFERENT = "each its own"
FIRST = ("tolerance", "learning_rate", "strength")
"""What tells most comes first: from zero a perceptron learns the same at any rate."""
EDIT = 96
"""Least width of a field in pixels."""


class HyperparameterRow(QObject):
    """A check box, a field for the values, and room for what is wrong with them.

    Attributes
    ----------
    alone : bool
        Whether nothing else is tried: then more of the usual values are.

    Signals
    -------
    changed
    """

    changed = Signal()

    def __init__(self, name: str, parameter: Hyperparameter | None) -> None:
        super().__init__()
        self.name, self.parameter = name, parameter
        self.box = CheckBox(parameter.label if parameter is not None else "Features")
        self.field = QLineEdit()
        self.field.setMinimumWidth(EDIT)
        self.field.setAccessibleName(f"Values of {self.box.text()}")
        self.error = note_label("warning")
        self.error.hide()
        self.alone = False
        self.box.toggled.connect(self.changed)
        self.field.textEdited.connect(self._type)
        self.field.editingFinished.connect(lambda: self.field.home(False))

    def _type(self) -> None:
        """Try what is typed, without being told so."""
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(self.field.text().strip()) or self.box.isChecked())
        self.changed.emit()

    def declared_by(self, base: Recipe) -> bool:
        """Tell whether the recipe's learner has it."""
        return self.parameter is None or learner(base.learner).declares(self.name)

    def show_values(self, bases: Sequence[Recipe], data: Dataset) -> None:
        """Say in the empty field what is tried, or what is set."""
        own = {
            learner(base.learner).title: self._left_empty(base, data)
            for base in bases
            if self.declared_by(base)
        }
        having, same = list(own), len(set(own.values())) == 1
        self.field.setPlaceholderText(own[having[0]] if same else DIFFERENT)
        each = (
            "" if same else "".join(f"\n{title}: {text}" for title, text in own.items())
        )
        self.field.setToolTip(f"{HOW if self.parameter else HOW_TERMS}{each}")
        tip = "Lists of terms to try" if self.parameter is None else self.parameter.help
        only = f"\nOnly of {', '.join(having)}" if len(having) < len(bases) else ""
        self.box.setToolTip(f"{tip}{only}")

    def _left_empty(self, base: Recipe, data: Dataset) -> str:
        """Write what is tried of a learner if nothing is typed, or what is set."""
        if not self.box.isChecked():
            shown = base.get(self.name) if self.parameter else base.features or "all"
            return value_words(shown)
        if self.parameter is None:
            return f"degrees 1 to {len(usual_features(data.feature_names))}"
        every = learner(base.learner).all_hyperparameters
        declared = next(parameter for parameter in every if parameter.name == self.name)
        values = finer_values(declared) if self.alone else usual_values(declared)
        return ", ".join(map(value_words, values))

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
        if self.parameter is not None and not text and self.alone and not drawn:
            return finer_values(self.parameter)
        values = read_values(base, self.name, text, drawn=drawn)
        if self.parameter is None:
            for terms in values:
                feature_map(
                    data.feature_names, terms, squares=base.get("squares", False)
                )
        return (
            values if isinstance(values, ValueRange) else tuple(dict.fromkeys(values))
        )

    def say(self, text: str) -> None:
        """Say what is wrong beside the field; nothing if it is empty."""
        show_words(self.error, text)
        if text:
            unfold(self.error)
        mark_invalid(self.field, bool(text))

    def set_visible(self, *, visible: bool) -> None:
        """Show the row, or leave it out."""
        for part in (self.box, self.field):
            part.setVisible(visible)
        if not visible:
            self.say("")


class HyperparameterRows(QWidget):
    """The rows of what any of the learners declares.

    Signals
    -------
    changed
        Something else is to be tried.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, HyperparameterRow] = {}
        self._learners: frozenset[str] = frozenset()
        self._grid = in_grid(self, 8, 5)
        self._grid.setColumnStretch(1, 1)

    def follow(self, bases: Sequence[Recipe], data: Dataset) -> None:
        """Have the rows of the recipes' learners; those that matter are shown.

        What is set stays where a learner comes to others or leaves them.
        """
        names = frozenset(base.learner for base in bases)
        if names != self._learners:
            before = self.rows if names & self._learners else {}
            self._learners = names
            self._renew(bases, before)
        tried = self.tried(bases)
        for row in self.rows.values():
            row.alone = len(bases) == 1 and tried == [row]
            row.set_visible(visible=self._matters(row, bases))
            row.show_values(bases, data)

    def tried(self, bases: Sequence[Recipe]) -> list[HyperparameterRow]:
        """Give the rows that are checked and play a part."""
        rows = self.rows.values()
        return [
            row for row in rows if row.box.isChecked() and self._matters(row, bases)
        ]

    def values(
        self, bases: Sequence[Recipe], data: Dataset, *, drawn: bool
    ) -> dict[str, dict[str, Any]] | None:
        """Read all rows that are checked; None if something is wrong with one.

        Returns
        -------
        dict
            Values by the name of the hyperparameter and that of the learner.
        """
        wanted: dict[str, dict[str, Any]] = {}
        tried, sound = self.tried(bases), True
        for row in self.rows.values():
            row.say("")
            if row not in tried:
                continue
            try:
                wanted[row.name] = {
                    base.learner: row.values(base, data, drawn=drawn)
                    for base in bases
                    if row.declared_by(base)
                }
            except UserError as error:
                row.say(error.fault)
                sound = False
        return wanted if sound else None

    def _matters(self, row: HyperparameterRow, bases: Sequence[Recipe]) -> bool:
        parameter = row.parameter
        if parameter is None:
            return True
        tried = any(
            self.rows[other].box.isChecked()
            for other, _ in parameter.shown_if
            if other in self.rows
        )
        having = (base for base in bases if row.declared_by(base))
        return tried or any(parameter.matters(base.get) for base in having)

    def _renew(
        self, bases: Sequence[Recipe], before: dict[str, HyperparameterRow]
    ) -> None:
        for row in self.rows.values():
            for part in (row.box, row.field, row.error):
                self._grid.removeWidget(part)
                part.deleteLater()
        each = [learner(base.learner) for base in bases]
        declared: dict[str, Hyperparameter] = {}
        own, common = [x.hyperparameters for x in each], [x.common for x in each]
        for parameters in own + common:
            for parameter in parameters:
                if parameter.group != "weights":
                    declared.setdefault(parameter.name, parameter)
        made = [HyperparameterRow(*named) for named in declared.items()]
        if not learner(bases[0].learner).by_hand:
            made.append(HyperparameterRow(FEATURES, None))
        self.rows = {row.name: row for row in made}
        for i, row in enumerate(made):
            self._grid.addWidget(row.box, 2 * i, 0)
            self._grid.addWidget(row.field, 2 * i, 1)
            self._grid.addWidget(row.error, 2 * i + 1, 0, 1, 2)
            row.changed.connect(self.changed)
        first = [] if before else _first(bases[0])
        checked = [name for name, row in before.items() if row.box.isChecked()]
        for name, row in self.rows.items():
            with QSignalBlocker(row.box):
                row.box.setChecked(name in (*first, *checked))
            if name in before:
                row.field.setText(before[name].field.text())


def _first(base: Recipe) -> list[str]:
    """Choose what is tried at first: the number that decides, else the epochs."""
    own = [
        parameter.name
        for parameter in learner(base.learner).hyperparameters
        if parameter.kind == "float" and parameter.matters(base.get)
    ]
    last = [name for name in FIRST if name in own] or own
    names = {parameter.name for parameter in learner(base.learner).all_hyperparameters}
    return last[:1] or [name for name in ("epochs",) if name in names]
