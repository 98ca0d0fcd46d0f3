"""How far off an error may be that was measured on few samples, in few folds.

Folds that happen to agree are no certainty: three folds of four samples, all right,
leave room for an error of a quarter. So at each end the wider of two 95 % intervals is
taken: Student's t of the folds' errors (1908), which knows how these scatter and how
few they are, and the exact interval of a share of n samples by Clopper & Pearson
(1934), which knows how few were judged. Samples with weights count as their effective
number (Korn & Graubard, 1998).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.dataset import VALIDATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.evaluation.report import Score

MISSED = 0.05
"""How often the truth lies outside."""


class Interval(NamedTuple):
    """From `low` to `high`."""

    low: float
    high: float

    def around(self, other: Interval) -> Interval:
        """Give the least interval that holds both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def minus(self, value: float) -> Interval:
        """Shift it."""
        return Interval(self.low - value, self.high - value)


def mean_interval(values: NDArray[np.float64]) -> Interval:
    """Give Student's interval of the mean of k values; of a single one all numbers."""
    k = len(values)
    if k < 2:
        return Interval(-np.inf, np.inf)
    from scipy.special import stdtrit

    mean, error = float(values.mean()), float(values.std(ddof=1) / np.sqrt(k))
    half = float(stdtrit(k - 1, 1 - MISSED / 2)) * error
    return Interval(mean - half, mean + half)


def share_interval(share: float, n: float) -> Interval:
    """Give Clopper & Pearson's interval of a share of n samples.

    Examples
    --------
    >>> none = share_interval(0.0, 12)
    >>> round(none.low, 3), round(none.high, 3)
    (0.0, 0.265)
    """
    from scipy.special import betaincinv

    of, rest = share * n, (1 - share) * n
    low = float(betaincinv(of, rest + 1, MISSED / 2)) if of > 0 else 0.0
    high = float(betaincinv(of + 1, rest, 1 - MISSED / 2)) if rest > 0 else 1.0
    return Interval(low, high)


def error_interval(errors: NDArray[np.float64], n: float) -> Interval:
    """Give the interval of a mean error.

    Parameters
    ----------
    errors : ndarray, shape (k,)
        Of each fold, 0 … 1; of a single one only what n knows counts.
    n : float
        Samples held out in all: their effective number.
    """
    of_share = share_interval(float(errors.mean()), n)
    if len(errors) < 2:
        return of_share
    low, high = of_share.around(mean_interval(errors))
    return Interval(max(0.0, low), min(1.0, high))


def fall_interval(
    before: NDArray[np.float64], after: NDArray[np.float64], n: float
) -> Interval:
    """Give the interval of the fall from one mean error to another, by fold.

    Both are of the same n samples. Their intervals are put together as Newcombe does
    (1998, method 10), as if of different ones: what they share makes it narrower only.
    """
    first, second = float(before.mean()), float(after.mean())
    earlier, later = share_interval(first, n), share_interval(second, n)
    fall = first - second
    of_shares = Interval(
        fall - float(np.hypot(first - earlier.low, later.high - second)),
        fall + float(np.hypot(earlier.high - first, second - later.low)),
    )
    return of_shares.around(mean_interval(before - after))


def gap_interval(
    training: NDArray[np.float64], validation: NDArray[np.float64], n: float
) -> Interval:
    """Give the interval of what validation errors are above the training errors.

    The training errors are those of the samples learned from, and known.
    """
    of_share = share_interval(float(validation.mean()), n)
    gap = of_share.minus(float(training.mean()))
    return gap.around(mean_interval(validation - training))


def effective_number(
    data: Dataset, folds: Sequence[NDArray[np.uint8]], score: Score = "accuracy"
) -> float:
    """Give the number of samples held out in all, as an interval wants it.

    With weights it is (Σw)²/Σw² (Kish, 1965). Of a score that counts each class alike
    the rarest class says how much is known of it, times the number of classes.

    Parameters
    ----------
    data : Dataset
    folds : sequence of ndarray of uint8, shape (n_samples,)
        The parts of the samples in each fold.
    score : {"accuracy", "balanced", "f1"}
    """
    times = sum((parts == VALIDATION).astype(np.float64) for parts in folds)
    weights = times if data.sample_weights is None else times * data.sample_weights
    if score == "accuracy":
        return _effective(weights)
    of_classes = [_effective(weights[data.y == code]) for code in np.unique(data.y)]
    present = [n for n in of_classes if n]
    return len(present) * min(present, default=0.0)


def _effective(weights: NDArray[np.float64]) -> float:
    largest = weights.max(initial=0.0)
    if not largest:
        return 0.0
    relative = weights / largest  # whose squares are numbers
    return float(relative.sum() ** 2 / (relative**2).sum())
