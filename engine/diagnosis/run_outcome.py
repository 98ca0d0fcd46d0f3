"""How a run ends, in one line, and what may be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.diagnosis.convergence import has_rested
from engine.learners import learner
from engine.numbers import counted, percent
from engine.numbers import with_power as number
from engine.training.loops.rate_schedule import CONSTANT, rate
from engine.training.safe_rates import safe_rate
from engine.training.stop_reasons import LARGE_DATA
from engine.training.wrong_samples import wrong

if TYPE_CHECKING:
    from engine.diagnosis.convergence import Diagnosis
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

DIGITS = 3


@dataclass(frozen=True)
class TriedRemedy:
    """Another recipe, with which the run has been seen to end better.

    Attributes
    ----------
    recipe : Recipe
    text : str
        What is on the button that takes it.
    only_at_end : bool
        Whether it is not to be offered ahead: a person may be asked what ends badly.
    """

    recipe: Recipe
    text: str
    only_at_end: bool = False


class RunOutcome(NamedTuple):
    """How a run ends.

    Attributes
    ----------
    text : str
    role : {"good", "mistake", ""}
        Of the label: whether it is good news.
    remedy : Recipe or None
        Another recipe, by which it ends better.
    remedy_text : str
        What is on the button that takes it.
    has_reason : bool
        Whether the panel “Will it converge?” tells why.
    overfits : bool
        Whether it tells of over-fitting.
    ahead : bool
        Whether it tells of what is to come: at the playhead's step it is not so yet.
    """

    text: str
    role: str = ""
    remedy: Recipe | None = None
    remedy_text: str = ""
    has_reason: bool = False
    overfits: bool = False
    ahead: bool = False


def run_outcome(
    tape: Tape,
    diagnosis: Diagnosis | None = None,
    *,
    at_end: bool,
    tried: TriedRemedy | None = None,
) -> RunOutcome | None:
    """Say how a run ends, or None where that is not known yet.

    Parameters
    ----------
    tape : Tape
    diagnosis : Diagnosis, optional
        Of this run.
    at_end : bool
        Whether the playhead stands at its end: what was to come has come.
    tried : TriedRemedy, optional
        What to offer: nothing that has not been tried.
    """
    if learner(tape.recipe.learner).by_hand:
        return _by_hand(tape)
    if diagnosis is not None and diagnosis.never_rests and not has_rested(tape):
        return RunOutcome(_why_never(tape, diagnosis), "mistake", has_reason=True)
    if not tape.finished or not tape.steps:
        return None
    if tried is not None and tried.only_at_end and not at_end:
        tried = None
    ending = _ending(tape, tried, at_end=at_end)
    return ending._replace(ahead=not at_end)


def _ending(tape: Tape, tried: TriedRemedy | None, *, at_end: bool) -> RunOutcome:
    """Say how a run ends that is recorded to its end."""
    if tape.diverged:
        text = _divergence(tape, at_end=at_end)
        return _with_remedy(RunOutcome(text, "mistake"), tried)
    if tape.converged:
        return _convergence(tape, at_end=at_end)
    from engine.diagnosis.overfitting import course_of

    course = course_of(tape)
    if course is not None and course.overfits:
        rise = " → ".join(percent(error) for error in course.validation)
        return RunOutcome(
            f"Over-fits after epoch {course.best:,}: validation error {rise}",
            "mistake",
            tape.recipe.replace(epochs=course.best),
            "Stop there",
            overfits=True,
        )
    return _with_remedy(RunOutcome(_end(tape, at_end=at_end)), tried)


def _with_remedy(outcome: RunOutcome, tried: TriedRemedy | None) -> RunOutcome:
    if tried is None:
        return outcome
    return outcome._replace(remedy=tried.recipe, remedy_text=tried.text)


def _by_hand(tape: Tape) -> RunOutcome | None:
    """Say only that all are right: what is wrong is to be seen, and still set."""
    if not tape.finished or not tape.steps:
        return None
    model = tape.model()
    if model.is_zero or model.training_error:
        return None
    return RunOutcome(wrong(model.training_error, tape.problem), "good")


def _why_never(tape: Tape, diagnosis: Diagnosis) -> str:
    if diagnosis.obstacle == "rounding":
        return "Cannot converge: standardised samples are rounded until classes meet"
    if diagnosis.space == "kernel":
        return "Cannot converge: not separable in the kernel's features"
    if diagnosis.space == "classes":
        return "Cannot converge: no weights have every class ahead on its samples"
    if tape.problem.n_outputs > 1:
        return "Cannot converge: a class is not separable from the rest"
    if len(np.unique(tape.problem.training.codes)) == 1:
        return "Cannot converge: no boundary through the origin has all on its one side"
    if not tape.recipe.offset:
        return "Cannot converge: no boundary through the origin separates the classes"
    return "Cannot converge: the classes are not separable"


def _convergence(tape: Tape, *, at_end: bool) -> RunOutcome:
    """Say that it rests; only where it does is that good news."""
    said = f"Converges at step {tape.steps:,}"
    if at_end:
        updates, epochs = tape.frame(tape.steps).updates, len(tape.epochs)
        text = f"{counted(updates, 'update')} in {counted(epochs, 'epoch')}"
        said = f"Converged: {text}"
    if tape.model().training_error:  # of the weights used, such as their mean
        return RunOutcome(f"{said}, {wrong(tape.model().training_error, tape.problem)}")
    return RunOutcome(said, "good" if at_end else "")


def _divergence(tape: Tape, *, at_end: bool) -> str:
    """Say that the weights left their range, and by which η."""
    plan, step = tape.problem.plan, tape.steps
    where = f"Diverge{'d' if at_end else 's'} after step {step:,}"
    if float(np.abs(tape.problem.training.X).max()) > LARGE_DATA:
        return f"{where}: the data are too large"
    eta = rate(plan, step + 1 + plan.steps_before)
    safe = safe_rate(learner(tape.recipe.learner), tape.problem)
    whose = "" if plan.schedule == CONSTANT else "its "
    if safe is not None and eta > safe.value:
        return f"{where}: {whose}η = {safe.told_above(eta)}, safe below {safe.said}"
    return f"{where}: {whose}η = {number(eta, DIGITS)} is too large"


def _end(tape: Tape, *, at_end: bool) -> str:
    """Say what is left at the end of a run that was not ended by being right."""
    epochs = len(tape.epochs)
    left = wrong(tape.model().training_error, tape.problem)
    if tape.reason.startswith("stopped"):
        over = "is over" if epochs == 1 else "are over"
        if at_end:
            return f"{counted(epochs, 'epoch')} {over}, {left}"
        return f"Ends after {counted(epochs, 'epoch')}, {left}"
    verb = "Settled" if tape.reason.startswith("settled") else "Reached the target"
    if not at_end:
        verb = verb.replace("Settled", "Settles").replace("Reached", "Reaches")
    return f"{verb} after {counted(epochs, 'epoch')}, {left}"
