"""What can be said of the settings by the numbers of this run, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSizePolicy

from gui.panels.setting_notes import (
    WHY_IT_SCALES,
    batch_note,
    only_scales,
    rate_help,
    rate_note,
    standardise_note,
    strength_note,
)
from gui.widgets.cards import Section
from gui.widgets.labels import WrappedLabel, set_text_and_role

if TYPE_CHECKING:
    from engine import Recipe
    from gui.session.diagnosis import DiagnosisRunner
    from gui.session.session import Session
    from gui.session.setting_effects import SettingEffectsRunner

NOTES = ("learning_rate", "strength", "batch_size", "standardise")
"""The hyperparameters of which something may be said, in this order."""


class AdviceSection(Section):
    """A note for each setting of which there is something to say; else it is not there.

    It is the last in its panel: what comes and goes moves nothing else.

    Attributes
    ----------
    notes : dict of str to QLabel
        By the names of hyperparameters.
    """

    def __init__(
        self,
        session: Session,
        diagnoser: DiagnosisRunner,
        effects: SettingEffectsRunner,
    ) -> None:
        super().__init__("Advice")
        self._session, self._diagnoser, self._effects = session, diagnoser, effects
        self.notes = {name: WrappedLabel() for name in NOTES}
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        for note in self.notes.values():
            note.setSizePolicy(policy)
            note.hide()
            self.rows.addWidget(note)
        self.hide()
        diagnoser.changed.connect(self._say_of_rate)
        diagnoser.changed.connect(self._say_of_scales)
        session.tape_changed.connect(self._say_of_rate)
        effects.changed.connect(self._say_of_effects)

    def _say(
        self, name: str, text: str, role: str, more: str, *, outdated: bool = False
    ) -> None:
        note = self.notes[name]
        set_text_and_role(note, text, role)
        note.setToolTip(more)
        note.setEnabled(not outdated)
        note.setVisible(bool(text))
        self.setVisible(any(bool(note.text()) for note in self.notes.values()))

    def _say_of_effects(self) -> None:
        recipe, looking = self._session.recipe, self._effects.looking
        lengths, costs = self._effects.effects
        for name, (note, more) in (
            ("strength", strength_note(lengths, recipe)),
            ("batch_size", batch_note(costs, recipe)),
        ):
            self._say(name, note, "muted", more, outdated=looking)

    def _say_of_scales(self) -> None:
        note, more = standardise_note(self._diagnoser.effect, self._session.recipe)
        self._say("standardise", note, "muted", more, outdated=self._diagnoser.looking)

    def _say_of_rate(self) -> None:
        recipe = self._session.recipe
        rates, tape = self._diagnoser.rates, self._diagnoser.tape
        same = tape is not None and tape.recipe.learner == recipe.learner
        if rates is not None and same:
            texts, safe = rate_note(rates, recipe, self._diagnoser.effect)
            text, role = "\n".join(texts), "muted" if safe else "warning"
            self._say("learning_rate", text, role, rate_help(recipe))
        elif self._only_scales(recipe):
            self._say("learning_rate", only_scales(recipe), "muted", WHY_IT_SCALES)
        elif not self._diagnoser.looking:
            self._say("learning_rate", "", "muted", "")

    def _only_scales(self, recipe: Recipe) -> bool:
        tape = self._session.tape
        if tape is None or tape.recipe.learner != recipe.learner:
            return False
        from engine.evaluation.rate_scaling import rate_only_scales

        return rate_only_scales(tape)
