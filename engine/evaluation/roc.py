"""ROC and precision–recall curves: what scores decide at every threshold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from engine.evaluation.probabilities import has_probabilities
from engine.learners import learners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.tie import Tie


@dataclass(frozen=True)
class ThresholdCounts:
    """What is decided at one threshold: samples, or the sum of their weights.

    Attributes
    ----------
    true_positives, false_positives, false_negatives, true_negatives : float
    """

    true_positives: float
    false_positives: float
    false_negatives: float
    true_negatives: float

    @property
    def true_positive_rate(self) -> float:
        """The recall: the share of the positive ones called so."""
        return _share(self.true_positives, self.false_negatives)

    @property
    def false_positive_rate(self) -> float:
        """The share of the negative ones called positive."""
        return _share(self.false_positives, self.true_negatives)

    @property
    def precision(self) -> float:
        """The share of those called positive that are; NaN where none is."""
        return _share(self.true_positives, self.false_positives)

    @property
    def accuracy(self) -> float:
        """The share of decisions that are right."""
        right = self.true_positives + self.true_negatives
        return _share(right, self.false_positives + self.false_negatives)


def counts_at(
    scores: NDArray[np.float64],
    positive: NDArray[np.bool_],
    threshold: float,
    tie: Tie = "mistake",
    sample_weights: NDArray[np.float64] | None = None,
) -> ThresholdCounts:
    """Count the decisions of scores (n,) at another threshold than 0.

    A score on the threshold is called positive where the tie says so, as at 0.
    """
    called = scores >= threshold if tie == "positive" else scores > threshold
    counts = np.bincount(2 * positive + called, sample_weights, minlength=4)
    true_negatives, false_positives, false_negatives, true_positives = counts.tolist()
    return ThresholdCounts(
        true_positives, false_positives, false_negatives, true_negatives
    )


@dataclass(frozen=True, eq=False)
class ThresholdCurve:
    """Decisions for one class at every threshold, from none to all called positive.

    Equal scores are called so together, as in scikit-learn's curves.

    Attributes
    ----------
    thresholds : ndarray, shape (m + 1,)
        ∞, then every score that occurs, falling: from each on, scores are positive.
    true_positives, false_positives : ndarray of int or float, shape (m + 1,)
        Samples called positive at each, or the sum of their weights, from 0 on.
    """

    thresholds: NDArray[np.float64]
    true_positives: NDArray[Any]
    false_positives: NDArray[Any]

    @classmethod
    def of(
        cls,
        scores: NDArray[np.float64],
        positive: NDArray[np.bool_],
        sample_weights: NDArray[np.float64] | None = None,
    ) -> ThresholdCurve:
        """Go through scores (n,), of which some are of positive samples.

        Examples
        --------
        >>> curve = ThresholdCurve.of(
        ...     np.array([1.0, 2, 2, 3]), np.array([False, False, True, True])
        ... )
        >>> curve.true_positives.tolist(), curve.false_positives.tolist()
        ([0, 1, 2, 2], [0, 0, 1, 2])
        >>> curve.area
        0.875
        """
        order = np.argsort(scores)[::-1]
        falling, positive = scores[order], positive[order]
        # Of equal scores the last: they are called positive together.
        last = np.append(falling[1:] != falling[:-1], True)[: len(falling)]
        ends = np.flatnonzero(last)
        counted = np.ones(len(order), int)
        weights = counted if sample_weights is None else sample_weights[order]
        true, false = (
            np.concatenate([[0], np.cumsum(np.where(side, weights, 0))[ends]])
            for side in (positive, ~positive)
        )
        return cls(np.concatenate([[np.inf], falling[ends]]), true, false)

    @property
    def positives(self) -> float:
        """How many samples are of the class, or their weight."""
        return float(self.true_positives[-1])

    @property
    def negatives(self) -> float:
        """How many are not."""
        return float(self.false_positives[-1])

    @property
    def is_defined(self) -> bool:
        """Whether there are samples of the class, and others."""
        return self.positives > 0 and self.negatives > 0

    @cached_property
    def true_positive_rates(self) -> NDArray[np.float64]:
        """The recall at each threshold; NaN without positive samples."""
        return _shares(self.true_positives, self.positives)

    @cached_property
    def false_positive_rates(self) -> NDArray[np.float64]:
        """The share of the others called positive; NaN where there are none."""
        return _shares(self.false_positives, self.negatives)

    @cached_property
    def precisions(self) -> NDArray[np.float64]:
        """The precision at each threshold; 1 where nothing is called positive."""
        called = self.true_positives + self.false_positives
        shares: NDArray[np.float64] = np.where(
            called > 0, self.true_positives / np.where(called > 0, called, 1), 1.0
        )
        return shares

    @cached_property
    def area(self) -> float:
        """The area under the ROC curve.

        It is the share of pairs, one positive, one not, in which the positive sample
        has the higher score, equal ones counted half (Mann & Whitney, 1947). Counts
        are whole numbers, so that it is exact; NaN if all samples are of one side.
        """
        if not self.is_defined:
            return float("nan")
        heights = self.true_positives[1:] + self.true_positives[:-1]
        twice = float((np.diff(self.false_positives) * heights).sum())
        return twice / (2 * self.positives * self.negatives)

    @cached_property
    def average_precision(self) -> float:
        """The mean of the precisions, each by the recall that it adds.

        NaN if all samples are of one side.
        """
        if not self.is_defined:
            return float("nan")
        return float((np.diff(self.true_positive_rates) * self.precisions[1:]).sum())

    def index_at(self, threshold: float, tie: Tie = "mistake") -> int:
        """Find which of the `thresholds` decides as another one does."""
        side: Literal["left", "right"] = "right" if tie == "positive" else "left"
        rising = -self.thresholds
        return max(int(np.searchsorted(rising, -threshold, side)) - 1, 0)

    def counts(self, index: int) -> ThresholdCounts:
        """Give what is decided at one of the `thresholds`."""
        true, false = self.true_positives[index], self.false_positives[index]
        return ThresholdCounts(
            true.item(),
            false.item(),
            (self.true_positives[-1] - true).item(),
            (self.false_positives[-1] - false).item(),
        )

    def between(self, index: int) -> float:
        """Give a threshold that decides as one of the `thresholds`, but on no score.

        It is near the middle between this score and the next lower one, of as few
        digits as lie there; at the ends as far from the outermost score as scores are
        from each other.
        """
        scores, last = self.thresholds[1:], len(self.thresholds) - 1
        if not last:
            return 0.0
        apart = (scores[0] - scores[-1]) / (last - 1) if last > 1 else 1.0
        high = scores[0] + apart if index == 0 else scores[index - 1]
        low = scores[-1] - apart if index == last else scores[index]
        return _roundest(float(low), float(high))


def own_scores(
    learner: str, scores: NDArray[np.float64], code: int
) -> NDArray[np.float64]:
    """Give the scores for a class against the rest, (n,), of scores (n, n_outputs).

    Two classes share one score: it is that of the second. Of more each has its own;
    where these learn together, only their differences mean anything: then it is the
    logarithm of the odds of the class, or, of scores that are no probabilities, what it
    is ahead of the highest other.
    """
    if scores.shape[1] == 1:
        return scores[:, 0] if code else -scores[:, 0]
    own: NDArray[np.float64] = scores[:, code]
    if is_coupled(learner):
        rest = np.delete(scores, code, axis=1)
        reduced = np.logaddexp if has_probabilities(learner) else np.maximum
        own = own - reduced.reduce(rest, axis=1)
    return own


def is_coupled(learner: str) -> bool:
    """Tell whether the outputs of a learner learn together."""
    known = learners().get(learner)
    return known is not None and known.coupled


def curve_of_class(
    learner: str,
    scores: NDArray[np.float64],
    y: NDArray[np.integer[Any]],
    code: int,
    sample_weights: NDArray[np.float64] | None = None,
) -> ThresholdCurve:
    """Go through the scores (n, n_outputs) for a class against the rest.

    Parameters
    ----------
    learner : str
        Whose they are.
    scores : ndarray, shape (n, n_outputs)
    y : ndarray of int, shape (n,)
        Class indices.
    code : int
    sample_weights : ndarray, shape (n,), optional
    """
    own = own_scores(learner, scores, code)
    return ThresholdCurve.of(own, y == code, sample_weights)


def _roundest(low: float, high: float) -> float:
    """Give a number of few digits between two, near their middle."""
    middle = low + (high - low) / 2
    for digits in range(1, 17):
        rounded = float(f"{middle:.{digits}g}")
        if low < rounded < high:
            return rounded
    return middle


def _share(part: float, rest: float) -> float:
    """Give a part of the part and the rest together; of nothing NaN."""
    return part / (part + rest) if part + rest else float("nan")


def _shares(part: NDArray[Any], whole: float) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = part / (whole or float("nan"))
    return shares
