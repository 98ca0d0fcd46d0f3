"""All that is said of a run that has ended: how, why, and what would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.diagnosis.convergence import diagnose
from engine.diagnosis.remedy_trials import tried_remedy
from engine.diagnosis.run_outcome import run_outcome
from engine.diagnosis.sentences import bound_text, sentences
from engine.diagnosis.separating_terms import remedy_of
from engine.errors import UserError, never
from engine.learners import learner
from engine.training.safe_rates import rate_limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.run_outcome import RunOutcome
    from engine.diagnosis.separating_terms import Remedy
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape


@dataclass(frozen=True, eq=False)
class RunVerdict:
    """What panel and canvas of the window say of a run, in one value.

    Attributes
    ----------
    recipe : Recipe
    diagnosis : Diagnosis or None
        None where there are too many terms or classes to tell.
    outcome : RunOutcome or None
        How it ended.
    remedy : Remedy or None
        What would make the samples separable.
    sentences : tuple of str
        All of it in words, the outcome first.
    """

    recipe: Recipe
    diagnosis: Diagnosis | None
    outcome: RunOutcome | None
    remedy: Remedy | None
    sentences: tuple[str, ...]

    @property
    def facts(self) -> dict[str, Any]:
        """The same as plain values; what is not known is None."""
        diagnosis, outcome = self.diagnosis, self.outcome
        cycle = diagnosis and diagnosis.cycle
        return {
            "separable": diagnosis and diagnosis.separable,
            "can_be_right": diagnosis and diagnosis.can_be_right,
            "margin": diagnosis and diagnosis.margin,
            "bound": diagnosis.bound if diagnosis and diagnosis.is_bounded else None,
            "outcome": outcome and outcome.text,
            "cycle": cycle
            and {
                "before": cycle.before,
                "epochs": cycle.epochs,
                "updates": cycle.updates,
            },
            "remedy": self._remedy_facts,
            "sentences": [*self.sentences],
        }

    @property
    def _remedy_facts(self) -> dict[str, Any] | None:
        """Tell the settings that would help: those of the outcome, or of the panel."""
        outcome, remedy = self.outcome, self.remedy
        if outcome is not None and outcome.remedy is not None:
            text, recipe = outcome.remedy_text, outcome.remedy
        elif remedy is not None:
            text, recipe = remedy.text, remedy.recipe
        else:
            return None
        before = self.recipe.to_dict()
        changed = {
            name: value
            for name, value in recipe.to_dict().items()
            if name not in before or before[name] != value
        }
        return {"text": text, "settings": changed}


def verdict(tape: Tape, stop: Callable[[], bool] = never) -> RunVerdict:
    """Tell all of a run that has ended.

    Raises
    ------
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> tape = Tape(Dataset([[0], [1], [3]], [0, 1, 1]), Recipe())
    >>> tape.extend()
    >>> verdict(tape).sentences[:2]
    ('Converged: 5 updates in 4 epochs', 'Separable')
    """
    try:
        diagnosis = diagnose(tape, stop)
    except UserError as error:
        tried = tried_remedy(tape, None, stop)
        outcome = run_outcome(tape, at_end=True, tried=tried)
        said = (*([outcome.text] if outcome else []), str(error))
        return RunVerdict(tape.recipe, None, outcome, None, said)
    tried = tried_remedy(tape, diagnosis, stop)
    outcome = run_outcome(tape, diagnosis, at_end=True, tried=tried)
    remedy = remedy_of(tape, diagnosis, stop)
    rates = rate_limits(learner(tape.recipe.learner), tape.problem)
    panel = sentences(diagnosis, tape, remedy=remedy, rates=rates)
    bound = bound_text(diagnosis, offset=tape.recipe.offset)
    said = (
        *([outcome.text] if outcome else []),
        *panel.lines,
        *([f"updates: {bound}"] if bound else []),
    )
    return RunVerdict(tape.recipe, diagnosis, outcome, remedy, said)
