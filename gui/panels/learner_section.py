"""The sections built from what the learner declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QSizePolicy, QWidget

from engine.learners import learner, learners
from engine.learners.formulas import lines
from engine.learners.latex import plain
from gui.panels.convergence_words import rate_help, rate_note
from gui.panels.hyperparameters import Control, told
from gui.session.undo import Stroke
from gui.widgets.combo_boxes import Choice
from gui.widgets.section import Section, dress

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.session.diagnosis import DiagnosisRunner
    from gui.session.session import Session

TAKEN = "While streaming: one pass in the order of arrival, one sample a step"


class HyperparametersSection(Section):
    """The learner's hyperparameters of one group, each with its control.

    Attributes
    ----------
    elsewhere : tuple of str
        Hyperparameters of the group that other controls set.
    """

    elsewhere: tuple[str, ...] = ()

    def __init__(self, title: str, session: Session, group: str) -> None:
        super().__init__(title)
        self._session = session
        self._group = group
        self._controls: dict[str, Control] = {}
        self._form_holder: QWidget | None = None
        self._form: QFormLayout | None = None
        self._notes: dict[str, QLabel] = {}
        self._shown: tuple[object, ...] = ()
        self._taken: frozenset[str] = frozenset()
        session.recipe_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the recipe; other controls if the learner declares others."""
        recipe = self._session.recipe
        parameters = tuple(
            k
            for k in learner(recipe.learner).all_hyperparameters
            if k.group == self._group and k.name not in self.elsewhere
        )
        if parameters != self._shown:
            self._shown = parameters
            self._controls = {
                parameter.name: Control(parameter) for parameter in parameters
            }
            self._rebuild()
        for name, control in self._controls.items():
            control.show_value(recipe.get(name))
            if control.parameter.shown_if is not None and self._form is not None:
                other, value = control.parameter.shown_if
                self._form.setRowVisible(control.widget, recipe.get(other) == value)

            self._show_taken(control)

    def take_over(self, names: Iterable[str]) -> None:
        """Leave these hyperparameters to the stream, until told otherwise."""
        self._taken = frozenset(names)
        for control in self._controls.values():
            self._show_taken(control)

    def _show_taken(self, control: Control) -> None:
        taken = control.parameter.name in self._taken
        if control.widget.isEnabled() == taken:
            control.widget.setEnabled(not taken)
            control.widget.setToolTip(TAKEN if taken else told(control.parameter))

    def set_note(self, name: str, text: str, role: str, more: str = "") -> None:
        """Write a line beneath a control, if it is there; none if it is empty."""
        control, note = self._controls.get(name), self._notes.get(name)
        if control is None or self._form is None or not (text or note):
            return
        if note is None:
            note = self._notes[name] = QLabel()
            note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            row, _ = self._form.getWidgetPosition(control.widget)
            self._form.insertRow(row + 1, note)
        dress(note, text, role)
        note.setToolTip(more)
        self._form.setRowVisible(note, bool(text))

    def _rebuild(self) -> None:
        if self._form_holder is not None:
            self.rows.removeWidget(self._form_holder)
            self._form_holder.deleteLater()
        self._notes = {}
        self._form_holder = QWidget()
        self._form = form = QFormLayout(self._form_holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for control in self._controls.values():
            if control.parameter.kind == "bool":
                form.addRow(control.widget)
            else:
                form.addRow(control.parameter.label, control.widget)
            control.changed.connect(self._setter(control))
        self.rows.addWidget(self._form_holder)

    def _setter(self, control: Control) -> object:
        parameter, stroke = control.parameter, Stroke()

        def apply() -> None:
            recipe = self._session.recipe.replace(**{parameter.name: control.value})
            self._session.change(recipe, f"set {parameter.label}", stroke.number)

        return apply


class LearnerSection(HyperparametersSection):
    """Which learner, its rule, and its hyperparameters."""

    def __init__(self, session: Session) -> None:
        super().__init__("Learner", session, "learner")
        self.choice = Choice()
        self.choice.setAccessibleName("Learner")
        for one in learners().values():
            self.choice.addItem(one.title, one.name)
            self.choice.setItemData(
                self.choice.count() - 1, one.line, Qt.ItemDataRole.ToolTipRole
            )
        self._rule = QLabel(wordWrap=True)
        self._rule.setProperty("role", "muted")
        self.rows.addWidget(self.choice)
        self.rows.addWidget(self._rule)
        self.choice.currentIndexChanged.connect(self._choose)
        self.refresh()

    def refresh(self) -> None:
        """Show the recipe's learner."""
        super().refresh()
        own = learner(self._session.recipe.learner)
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(own.name))
        self.choice.blockSignals(False)
        self._rule.setText("\n".join(map(plain, lines(own))))
        self._rule.setToolTip(f"{own.line}\n{own.source}")

    def follow(self, diagnoser: DiagnosisRunner) -> None:
        """Say beneath the learning rate which are safe, once it is known."""
        self._diagnoser = diagnoser
        diagnoser.changed.connect(self._note_rate)

    def _note_rate(self) -> None:
        recipe = self._session.recipe
        told, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        same = tape is not None and tape.recipe.learner == recipe.learner
        if told is not None and same:
            texts, safe = rate_note(told, recipe)
            role = "muted" if safe else "warning"
            self.set_note("learning_rate", "\n".join(texts), role, rate_help(recipe))
        elif not self._diagnoser.looking:
            self.set_note("learning_rate", "", "muted")

    def _choose(self) -> None:
        name = self.choice.currentData()
        recipe = self._session.recipe.replace(learner=name)
        self._session.change(recipe, f"choose {learner(name).title}")
