"""How a run ends, in one line, and what may be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.dataset import VALIDATION
from engine.learners import learner
from engine.numbers import counted, percent
from engine.numbers import with_power as number
from engine.training.learning_rates import safe_rate
from engine.training.stop_reasons import LARGE_DATA

if TYPE_CHECKING:
    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.overfitting import ValidationCourse
    from engine.models.predictor import Predictor
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

MORE_EPOCHS = 5
"""Times as many epochs are offered to a run that was on its way."""
DIGITS = 3


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
    stable_rate: float | None = None,
) -> RunOutcome | None:
    """Say how a run ends, or None where that is not known yet.

    Parameters
    ----------
    tape : Tape
    diagnosis : Diagnosis, optional
        Of this run.
    at_end : bool
        Whether the playhead stands at its end: what was to come has come.
    stable_rate : float, optional
        Of a run that diverges, the η to offer instead.
    """
    if learner(tape.recipe.learner).by_hand:
        return _by_hand(tape)
    if diagnosis is not None and cannot_converge(diagnosis):
        return RunOutcome(_why_never(tape, diagnosis), "mistake", has_reason=True)
    if not tape.finished or not tape.steps:
        return None
    ending = _ending(tape, diagnosis, stable_rate, at_end=at_end)
    return ending._replace(ahead=not at_end)


def _ending(
    tape: Tape, diagnosis: Diagnosis | None, stable_rate: float | None, *, at_end: bool
) -> RunOutcome:
    """Say how a run ends that is recorded to its end."""
    if tape.diverged:
        return _divergence(tape, stable_rate, at_end=at_end)
    if tape.converged:
        return _convergence(tape, at_end=at_end)
    course = _course(tape)
    if course is not None and course.overfits:
        rise = " → ".join(percent(error) for error in course.validation)
        return RunOutcome(
            f"Over-fits after epoch {course.best:,}: validation error {rise}",
            "mistake",
            tape.recipe.replace(epochs=course.best),
            "Stop there",
            overfits=True,
        )
    return _end(tape, diagnosis, at_end=at_end)


def _by_hand(tape: Tape) -> RunOutcome | None:
    """Say only that all are right: what is wrong is to be seen, and still set."""
    if not tape.finished or not tape.steps:
        return None
    model = tape.model()
    if model.is_zero or model.training_error:
        return None
    return RunOutcome(wrong(tape, model), "good")


def cannot_converge(diagnosis: Diagnosis) -> bool:
    """Tell whether a perceptron can never be right on all samples."""
    return (
        diagnosis.is_perceptron
        and not diagnosis.separable
        and not diagnosis.ties_are_right
    )


def _why_never(tape: Tape, diagnosis: Diagnosis) -> str:
    if diagnosis.space == "kernel":
        return "Cannot converge: not separable in the kernel's features"
    if diagnosis.space == "classes":
        return "Cannot converge: no weights have every class ahead on its samples"
    if tape.problem.n_outputs > 1:
        return "Cannot converge: a class is not separable from the rest"
    if not tape.recipe.offset:
        return "Cannot converge: no boundary through the origin separates the classes"
    return "Cannot converge: the classes cross"


def _convergence(tape: Tape, *, at_end: bool) -> RunOutcome:
    """Say that it rests; only where it does is that good news."""
    said = f"Converges at step {tape.steps:,}"
    if at_end:
        updates, epochs = tape.frame(tape.steps).updates, len(tape.epochs)
        text = f"{counted(updates, 'update')} in {counted(epochs, 'epoch')}"
        said = f"Converged: {text}"
    if tape.model().training_error:  # of the weights used, such as their mean
        return RunOutcome(f"{said}, {wrong(tape, tape.model())}")
    return RunOutcome(said, "good" if at_end else "")


def _divergence(tape: Tape, rate: float | None, *, at_end: bool) -> RunOutcome:
    """Say that the weights left their range, and offer what keeps them in it."""
    recipe, eta = tape.recipe, tape.recipe.learning_rate
    where = f"Diverge{'d' if at_end else 's'} at step {tape.steps + 1:,}"
    if float(np.abs(tape.problem.training.X).max()) > LARGE_DATA:
        return RunOutcome(f"{where}: the data are too large", "mistake")
    safe = safe_rate(learner(recipe.learner), tape.problem)
    is_above = safe is not None and eta >= safe.value
    why = f"above {number(safe.value, DIGITS)}" if safe and is_above else "too large"
    text = f"{where}: η = {number(eta, DIGITS)} is {why}"
    if rate is None:
        return RunOutcome(text, "mistake")
    remedy = recipe.replace(learning_rate=rate)
    return RunOutcome(text, "mistake", remedy, f"Use η = {number(rate, 1)}")


def _course(tape: Tape) -> ValidationCourse | None:
    epochs = tape.epochs
    if epochs.validation_error is None:
        return None
    from engine.diagnosis.overfitting import validation_course

    n = len(tape.problem.parts[VALIDATION].X)
    return validation_course(epochs.training_error, epochs.validation_error, n)


def _end(tape: Tape, diagnosis: Diagnosis | None, *, at_end: bool) -> RunOutcome:
    """Say what is left at the end of a run that was not ended by being right."""
    epochs = len(tape.epochs)
    left = wrong(tape, tape.model())
    if tape.reason.startswith("stopped"):
        over = "is over" if epochs == 1 else "are over"
        text = f"{counted(epochs, 'epoch')} {over}, {left}"
        if not at_end:
            text = f"Ends after {counted(epochs, 'epoch')}, {left}"
        if diagnosis is not None and diagnosis.is_perceptron and diagnosis.separable:
            more = MORE_EPOCHS * tape.recipe.epochs
            recipe = tape.recipe.replace(epochs=more)
            return RunOutcome(text, "", recipe, f"Use {more:,} epochs")
        # Not ahead: a person may be asked what so many units can do.
        units = _more_units(tape) if at_end else 0
        if units:
            recipe = tape.recipe.replace(hidden=units)
            return RunOutcome(text, "", recipe, f"Try {units} hidden units")
        return RunOutcome(text)
    verb = "Settled" if tape.reason.startswith("settled") else "Reached the target"
    if not at_end:
        verb = verb.replace("Settled", "Settles").replace("Reached", "Reaches")
    return RunOutcome(f"{verb} after {counted(epochs, 'epoch')}, {left}")


def _more_units(tape: Tape) -> int:
    """Give how many hidden units may do what these have not; 0: that is not known.

    Of units that start elsewhere some are rather in the right places: more epochs
    seldom help what is stuck.
    """
    rule, hidden = learner(tape.recipe.learner), tape.recipe.get("hidden")
    if not hidden or not tape.model().training_error:
        return 0
    most = next(h.high for h in rule.hyperparameters if h.name == "hidden")
    return min(2 * hidden, int(most)) if hidden < most else 0


def wrong(tape: Tape, model: Predictor) -> str:
    """Say how much of the training samples a model has wrong."""
    training = tape.problem.training
    if training.sample_weights is not None:
        return f"{percent(model.training_error)} wrong"
    n = len(training.X)
    return f"{round(model.training_error * n):,} of {n:,} wrong"
