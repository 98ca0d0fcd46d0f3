"""The learner in the set-up panel: which one, its rule, its hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.learners import learner, learners
from engine.learners.latex import plain
from gui.panels.convergence_panel import rate_help, rate_note
from gui.panels.hyperparameters import HyperparametersSection
from gui.widgets.combo_boxes import ComboBox

if TYPE_CHECKING:
    from gui.session.diagnosis import DiagnosisRunner
    from gui.session.session import Session


class LearnerSection(HyperparametersSection):
    """Which learner, its rule, and its hyperparameters."""

    def __init__(self, session: Session) -> None:
        super().__init__("Learner", session, "learner")
        self.choice = ComboBox()
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
        super().refresh()
        recipe = self._session.recipe
        own = learner(recipe.learner)
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(own.name))
        self.choice.blockSignals(False)
        rule = own.formula_lines(recipe.rule_settings, offset=recipe.offset)
        self._rule.setText("\n".join(map(plain, rule)))
        self._rule.setToolTip(f"{own.line}\n{own.source}")

    def follow(self, diagnoser: DiagnosisRunner) -> None:
        """Say beneath the learning rate which are safe, once it is known."""
        self._diagnoser = diagnoser
        diagnoser.changed.connect(self._note_rate)

    def _note_rate(self) -> None:
        recipe = self._session.recipe
        diagnosis, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        same = tape is not None and tape.recipe.learner == recipe.learner
        if diagnosis is not None and same:
            texts, safe = rate_note(diagnosis, recipe)
            role = "muted" if safe else "warning"
            self.set_note("learning_rate", "\n".join(texts), role, rate_help(recipe))
        elif not self._diagnoser.looking:
            self.set_note("learning_rate", "", "muted")

    def _choose(self) -> None:
        name = self.choice.currentData()
        recipe = self._session.recipe.replace(learner=name)
        self._session.change(recipe, f"choose {learner(name).title}")
