"""What would let a run end better: another recipe, whose run has been recorded."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.diagnosis.run_outcome import TriedRemedy
from engine.errors import Cancelled, UserError, never
from engine.learners import learner
from engine.numbers import counted, percent
from engine.numbers import with_power as number
from engine.training.loops.rate_schedule import CONSTANT, INVERSE
from engine.training.loops.structures import LAST
from engine.training.safe_rates import safe_rate
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from engine.diagnosis.convergence import Diagnosis
    from engine.hyperparameter import Hyperparameter

SECONDS, SLICE_SECONDS = 2.0, 0.02
"""For all that is tried together, and between two looks whether it is still wanted."""
PARTS = (1, 3, 10, 30)
"""Of the largest rate that may do, what parts are tried."""
ENOUGH = 100
"""Epochs in which a perceptron should have learned standardised samples."""
TIMES_FEWER = 10
"""Times as many epochs are no remedy where standardising is one."""
HALF = 0.5
"""Of what is wrong may be left where standardising is to be worth a hint."""


class _Trial(NamedTuple):
    """A remedy, the training error at its end, and the epochs it takes."""

    remedy: TriedRemedy
    error: float
    epochs: int


@dataclass(frozen=True)
class _Recorder:
    """Records runs that differ from one in some settings, as long as there is time."""

    tape: Tape
    stop: Callable[[], bool]
    deadline: float

    def run(
        self, until: Callable[[Tape], bool] = lambda run: run.finished, **changes: Any
    ) -> Tape | None:
        """Record as much as is wanted; None of what cannot be begun, or diverges."""
        try:
            recipe = self.tape.recipe.replace(**changes)
            run = Tape(self.tape.data, recipe, branch=self.tape.branch)
        except UserError:
            return None
        while not (run.finished or until(run)) and time.monotonic() < self.deadline:
            if self.stop():
                raise Cancelled
            run.extend(SLICE_SECONDS)
        return None if run.diverged else run

    def end(self, **changes: Any) -> Tape | None:
        """Record to the end; None also where there is no time for it."""
        run = self.run(**changes)
        return run if run is not None and run.finished else None


def may_end_better(tape: Tape, diagnosis: Diagnosis | None) -> bool:
    """Tell whether it is worth while to look for a remedy."""
    if learner(tape.recipe.learner).by_hand or not (tape.finished and tape.steps):
        return False
    if tape.converged or (diagnosis is not None and diagnosis.never_rests):
        return False
    if tape.reason.startswith("reached"):
        return False
    return tape.diverged or tape.model().training_error > 0.0


def tried_remedy(
    tape: Tape,
    diagnosis: Diagnosis | None = None,
    stop: Callable[[], bool] = never,
    *,
    seconds: float = SECONDS,
) -> TriedRemedy | None:
    """Give the one change of the recipe that helps most, of those tried.

    They are: a smaller η, or c₁, where it diverges; more epochs for a perceptron that
    can converge; more hidden units; and standardised samples.

    Parameters
    ----------
    tape : Tape
        Of a run that has ended.
    diagnosis : Diagnosis, optional
        Of this run.
    stop : callable
        Asked every few milliseconds whether the answer is no longer wanted.
    seconds : float
        For all together.

    Returns
    -------
    TriedRemedy or None
        None if each one tried ends no better, diverges or takes too long.

    Raises
    ------
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe
    >>> data = Dataset([[1000, 1000], [1000.001, 1000]], [0, 1])
    >>> tape = Tape(data, Recipe("perceptron"))
    >>> tape.extend()
    >>> tried_remedy(tape).text
    'Standardise: 2 epochs'
    """
    if not may_end_better(tape, diagnosis):
        return None
    now = time.monotonic()
    may_converge = diagnosis is not None and diagnosis.is_perceptron
    enough = ENOUGH if may_converge else 1
    first = _Recorder(tape, stop, now + seconds / 2)
    standardised = _standardised(tape, first, max(tape.recipe.epochs, enough))
    recorder = _Recorder(tape, stop, now + seconds)
    if tape.diverged:
        other = _smaller_rate(tape, recorder)
    elif diagnosis is not None and may_converge:
        most = int(_hyperparameter(tape, "epochs").high)
        if standardised is not None and not standardised.error:
            most = min(most, TIMES_FEWER * standardised.epochs)
        other = _more_epochs(tape, diagnosis, recorder, most)
    else:
        other = _more_units(tape, recorder)
    trials = [trial for trial in (other, standardised) if trial is not None]
    return min(trials, key=lambda trial: trial.error).remedy if trials else None


def _standardised(tape: Tape, recorder: _Recorder, most: int) -> _Trial | None:
    """Try standardised samples: in as many epochs, or if that takes more in `most`."""
    own = tape.recipe.epochs
    if tape.recipe.get("standardise", True):
        return None
    run = recorder.run(
        lambda run: len(run.epochs) >= own and not run.epochs.training_error.all(),
        standardise=True,
        epochs=most,
    )
    if run is None:
        return None
    errors = run.epochs.training_error
    right = np.flatnonzero(errors == 0.0) + 1
    if run.converged:
        at = takes = len(errors)
    elif len(errors) >= own and not (errors[own - 1] and len(right)):
        at = own
    elif len(right):
        at = int(right[0])
    else:
        return None
    error = _error_after(run, at)
    if error > HALF * tape.model().training_error:
        return None
    if not run.converged:  # from then on all are right
        takes = int(np.flatnonzero(errors[:at]).max(initial=-1)) + 2
    result = f"{percent(error)} wrong" if error else counted(takes, "epoch")
    epochs = max(own, at) if run.converged else at
    recipe = tape.recipe.replace(standardise=True, epochs=epochs)
    return _Trial(TriedRemedy(recipe, f"Standardise: {result}"), error, takes)


def _error_after(run: Tape, epochs: int) -> float:
    """Give the training error of the model after so many epochs."""
    return run.model(epochs * run.problem.steps_per_epoch).training_error


def _smaller_rate(tape: Tape, recorder: _Recorder) -> _Trial | None:
    """Try smaller η, or c₁: of those that end with as few mistakes the largest."""
    recipe, plan = tape.recipe, tape.problem.plan
    if plan.schedule == CONSTANT:
        name, sign, first_step = "learning_rate", "η", 1.0
    elif plan.schedule == INVERSE:
        name, sign, first_step = "c1", "c₁", 1.0 + plan.c2
    else:
        return None
    most = recipe.get(name)
    if most is None:
        return None
    safe = safe_rate(learner(recipe.learner), tape.problem)
    if safe is not None:
        most = min(most, safe.value * first_step)
    best, least = None, tape.model().training_error
    for part in PARTS:
        value = below(most / part)
        run = recorder.end(**{name: value})
        if run is None:
            continue
        error = run.model().training_error
        if error < least or (best is None and error == least):
            best, least = value, error
    if best is None:
        return None
    text = f"Use {sign} = {number(best, 1)}"
    remedy = TriedRemedy(recipe.replace(**{name: best}), text)
    return _Trial(remedy, least, recipe.epochs)


def _more_epochs(
    tape: Tape, diagnosis: Diagnosis, recorder: _Recorder, most: int
) -> _Trial | None:
    """Look how many epochs a perceptron takes until it rests; else ask the bound."""
    recipe = tape.recipe
    if not tape.reason.startswith("stopped") or most <= recipe.epochs:
        return None
    run = recorder.run(lambda run: not run.epochs.mistakes.all(), epochs=most)
    if run is None:
        return None
    resting = np.flatnonzero(run.epochs.mistakes == 0)
    if len(resting):
        takes = int(resting[0]) + 1
        error = _error_after(run, takes)
    elif run.finished or not _is_bounded(tape, diagnosis, most):
        return None
    else:
        takes, error = math.ceil(diagnosis.bound) + 1, 0.0
    if error >= tape.model().training_error:
        return None
    epochs = takes
    if recipe.get("stop_without_mistake"):  # so that more do not change the end
        epochs = min(rounded_up(takes), int(_hyperparameter(tape, "epochs").high))
    text = f"Use {counted(epochs, 'epoch')}"
    return _Trial(TriedRemedy(recipe.replace(epochs=epochs), text), error, takes)


def _is_bounded(tape: Tape, diagnosis: Diagnosis, most: int) -> bool:
    """Tell whether so many epochs are enough by Novikoff's bound on the updates.

    Each epoch but the last has an update. Of a mean, or of votes, it tells nothing.
    """
    return (
        diagnosis.is_bounded
        and diagnosis.bound < most
        and tape.problem.plan.combination == LAST
    )


def _more_units(tape: Tape, recorder: _Recorder) -> _Trial | None:
    """Try twice as many hidden units: of more that start elsewhere some are lucky."""
    hidden = tape.recipe.get("hidden")
    if not hidden or not tape.reason.startswith("stopped"):
        return None
    units = min(2 * hidden, int(_hyperparameter(tape, "hidden").high))
    run = recorder.end(hidden=units) if units > hidden else None
    if run is None:
        return None
    error = run.model().training_error
    if error >= tape.model().training_error:
        return None
    remedy = TriedRemedy(run.recipe, f"Try {units} hidden units", only_at_end=True)
    return _Trial(remedy, error, tape.recipe.epochs)


def _hyperparameter(tape: Tape, name: str) -> Hyperparameter:
    return learner(tape.recipe.learner).by_name[name]


def below(value: float) -> float:
    """Give the largest number of one digit below a positive one.

    Examples
    --------
    >>> below(0.11), below(0.1), below(7.0)
    (0.1, 0.09, 6.0)
    """
    exponent = math.floor(math.log10(value))
    digit = math.ceil(value / 10.0**exponent - 1e-9) - 1
    return float(f"{digit}e{exponent}" if digit else f"9e{exponent - 1}")


def rounded_up(number: int) -> int:
    """Give the least whole number of one digit and zeros that is not below.

    Examples
    --------
    >>> rounded_up(7), rounded_up(20), rounded_up(21), rounded_up(306), rounded_up(951)
    (7, 20, 30, 400, 1000)
    """
    power: int = 10 ** (len(str(number)) - 1)
    return -(-number // power) * power
