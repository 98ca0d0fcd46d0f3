"""Over-fitting: from which epoch on the training error falls and validation rises."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import VALIDATION

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.training.tape import Tape

FEWEST_AFTER = 6
"""Epochs after the best one of which a trend can be told from an accident."""
ERRORS_APART = 2.0
"""Standard errors by which the later of these epochs must differ from the earlier."""
CHANCE = 0.05
"""Of the sign test of McNemar (1947), below which a rise is no accident.

If the model were no worse, each validation sample on which the two epochs differ would
be as likely to have become right as wrong: five that all became wrong would come by
chance once in 2⁵ = 32 times, four once in 16. It counts samples, whatever they weigh.
"""


@dataclass(frozen=True)
class ValidationCourse:
    """Where the validation error was lowest, and what came of it.

    Attributes
    ----------
    best : int
        The first epoch with the lowest validation error, from 1.
    training, validation : tuple of (float, float)
        The errors at its end and at the end of the last epoch, 0 … 1.
    overfits : bool
        Whether the training error fell from then on and the validation error rose,
        both at the end and as a trend: errors that jump up and down do neither. More
        samples must have become wrong than right, by more than `CHANCE`.
    last : int
        The last epoch.
    """

    best: int
    training: tuple[float, float]
    validation: tuple[float, float]
    overfits: bool
    last: int


def course_of(tape: Tape, until: int | None = None) -> ValidationCourse | None:
    """Look for the best epoch of a run, or of its epochs up to one.

    Returns
    -------
    ValidationCourse or None
        None without validation samples, and before the first epoch has ended.
    """
    training, validation = tape.epochs.training_error, tape.epochs.validation_error
    if validation is None:
        return None
    training, validation = training[:until], validation[:until]

    def changed(best: int) -> tuple[int, int]:
        each = tape.problem.steps_per_epoch
        before, after = (
            tape.wrong_on(VALIDATION, tape.model(min(epoch * each, tape.steps)))
            for epoch in (best, len(validation))
        )
        return int((after & ~before).sum()), int((before & ~after).sum())

    return validation_course(training, validation, changed)


def validation_course(
    training_error: NDArray[np.float64],
    validation_error: NDArray[np.float64],
    changed: Callable[[int], tuple[int, int]],
) -> ValidationCourse | None:
    """Look for the best epoch and for over-fitting after it.

    Parameters
    ----------
    training_error, validation_error : ndarray, shape (n_epochs,)
        Shares, by the samples' weights.
    changed : callable
        Given the best epoch, counts the validation samples that are right after it and
        wrong after the last, and those of which it is the other way round.

    Returns
    -------
    ValidationCourse or None
        None before the first epoch has ended.

    Examples
    --------
    >>> training = np.linspace(0.3, 0.1, 21)
    >>> validation = 0.2 + (np.linspace(-1, 1, 21)) ** 2 / 10
    >>> course = validation_course(training, validation, lambda best: (6, 0))
    >>> course.best, course.overfits
    (11, True)
    """
    if not len(validation_error):
        return None
    at = int(np.argmin(validation_error))
    fell = training_error[at], training_error[-1]
    rose = validation_error[at], validation_error[-1]
    overfits = (
        len(validation_error) - 1 - at >= FEWEST_AFTER
        and fell[1] < fell[0]
        and rose[1] > rose[0]
        and _rises(validation_error[at:])
        and _rises(-training_error[at:])
        and chance_of(*changed(at + 1)) < CHANCE
    )
    return ValidationCourse(
        at + 1,
        (float(fell[0]), float(fell[1])),
        (float(rose[0]), float(rose[1])),
        bool(overfits),
        len(validation_error),
    )


def chance_of(worse: int, better: int) -> float:
    """Give the chance of so many heads, or more, in so many throws of a fair coin.

    Examples
    --------
    >>> round(chance_of(5, 0) * 2**5), round(chance_of(4, 1) * 2**5)
    (1, 6)
    """
    n = worse + better
    whole = lgamma(n + 1) - n * log(2)
    return sum(
        exp(whole - lgamma(k + 1) - lgamma(n - k + 1)) for k in range(worse, n + 1)
    )


def _rises(errors: NDArray[np.float64]) -> bool:
    """Tell whether the later half lies above the earlier by more than they scatter."""
    half = len(errors) // 2
    early, late = errors[:half], errors[half:]
    scatter = early.var() / len(early) + late.var() / len(late)
    more: float = late.mean() - early.mean()
    return bool(more > ERRORS_APART * np.sqrt(scatter) and more > 0)
