"""Over-fitting: from which epoch on the training error falls and validation rises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_AFTER = 6
"""Epochs after the best one of which a trend can be told from an accident."""
ERRORS_APART = 2.0
"""Standard errors by which the later of these epochs must differ from the earlier."""
FEWEST_WORSE = 5
"""Validation samples that must be wrong at the end beyond those that were at the best.

That is the sign test of McNemar at 5 %: if the model were no worse, each sample on
which the two epochs differ would be as likely to have become right as wrong, and five
that all became wrong would come by chance once in 2⁵ = 32 times, four once in 16.
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
        both at the end and as a trend: errors that jump up and down do neither. The
        rise must be of `FEWEST_WORSE` samples at least: one or two are an accident.
    last : int
        The last epoch.
    """

    best: int
    training: tuple[float, float]
    validation: tuple[float, float]
    overfits: bool
    last: int


def validation_course(
    training_error: NDArray[np.float64],
    validation_error: NDArray[np.float64],
    n_validation: int,
) -> ValidationCourse | None:
    """Look for the best epoch and for over-fitting after it.

    Parameters
    ----------
    training_error, validation_error : ndarray, shape (n_epochs,)
    n_validation : int
        Samples on which the validation error was measured.

    Returns
    -------
    ValidationCourse or None
        None before the first epoch has ended.

    Examples
    --------
    >>> training = np.linspace(0.3, 0.1, 21)
    >>> validation = 0.2 + (np.linspace(-1, 1, 21)) ** 2 / 10
    >>> course = validation_course(training, validation, 60)
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
        and round((rose[1] - rose[0]) * n_validation) >= FEWEST_WORSE
        and _rises(validation_error[at:])
        and _rises(-training_error[at:])
    )
    return ValidationCourse(
        at + 1,
        (float(fell[0]), float(fell[1])),
        (float(rose[0]), float(rose[1])),
        bool(overfits),
        len(validation_error),
    )


def _rises(errors: NDArray[np.float64]) -> bool:
    """Tell whether the later half lies above the earlier by more than they scatter."""
    half = len(errors) // 2
    early, late = errors[:half], errors[half:]
    scatter = early.var() / len(early) + late.var() / len(late)
    more: float = late.mean() - early.mean()
    return bool(more > ERRORS_APART * np.sqrt(scatter) and more > 0)
