"""How a model does on a part of a data set, class by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from engine.models.tie import decide, on_boundary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.models.predictor import Predictor
    from engine.models.tie import Tie

Score = Literal["accuracy", "balanced", "f1"]
"""What a recipe is judged by: accuracy, balanced accuracy, mean F₁ of the classes."""
ERRORS: dict[Score, str] = {
    "accuracy": "error", "balanced": "balanced error", "f1": "1 − F₁",
}  # fmt: skip
"""How 1 − the score is called: what recipes are compared by, the lowest is best."""


@dataclass(frozen=True, eq=False)
class Report:
    """Counts and shares of a model's decisions.

    Attributes
    ----------
    class_names : tuple of str
    confusion : ndarray of int or float, shape (n_classes, n_classes)
        Samples of the row's class that were called the column's; where they have
        weights, the sum of these.
    precision : ndarray, shape (n_classes,)
        Share of those called a class that are of it; 0 if none was called so.
    recall : ndarray, shape (n_classes,)
        Share of a class that was called so; 0 if there is none of it.
    f1 : ndarray, shape (n_classes,)
        Harmonic mean of both.
    support : ndarray of int or float, shape (n_classes,)
        Samples of each class, or their weight.
    on_boundary : int or float
        Samples called what they are though they lie on a boundary, or their weight:
        these are mistakes.
    """

    class_names: tuple[str, ...]
    confusion: NDArray[Any]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f1: NDArray[np.float64]
    support: NDArray[Any]
    on_boundary: float = 0

    @classmethod
    def of(
        cls,
        class_names: tuple[str, ...],
        confusion: NDArray[Any],
        on_boundary: float = 0,
    ) -> Report:
        """Find the shares of counts."""
        right, support = np.diagonal(confusion), confusion.sum(axis=1)
        called = confusion.sum(axis=0)
        return cls(
            class_names,
            confusion,
            precision=_share(right, called),
            recall=_share(right, support),
            f1=_share(2 * right, called + support),
            support=support,
            on_boundary=on_boundary,
        )

    @property
    def mistakes(self) -> float:
        """How many were not strictly on the right side, or their weight."""
        whole: float = self.confusion.sum().item()
        right: float = np.trace(self.confusion).item()
        return whole - right + self.on_boundary

    @property
    def error(self) -> float:
        """Their share, 0 … 1: as the training error is measured."""
        return self.mistakes / float(self.confusion.sum())

    @property
    def boundary_words(self) -> str:
        """Say what the matrix does not: which of the right ones are mistakes."""
        if not self.on_boundary:
            return ""
        several = self.on_boundary != 1
        own, said = ("their", "mistakes") if several else ("its", "a mistake")
        return (
            f"on the boundary: {self.on_boundary:.15g} of {own} own class in the "
            f"matrix, but {said}, as in a training error"
        )

    @property
    def accuracy(self) -> float:
        """Share of decisions that were right, 0 … 1."""
        return float(_share(np.trace(self.confusion), self.confusion.sum()))

    @property
    def balanced_accuracy(self) -> float:
        """Mean recall of the classes that samples are of, 0 … 1."""
        there = np.count_nonzero(self.support)
        return float(self.recall.sum() / max(there, 1))

    @property
    def mean_f1(self) -> float:
        """Mean F₁ of the classes that samples are of, or are called, 0 … 1."""
        there = np.count_nonzero(self.support + self.confusion.sum(axis=0))
        return float(self.f1.sum() / max(there, 1))

    @property
    def matthews(self) -> float:
        """Matthews' correlation of classes and decisions, −1 … 1.

        Of more than two classes as Gorodkin has it (2004). NaN where all samples are of
        one class or are called one: there is nothing to correlate.
        """
        whole = float(self.confusion.sum())
        of = self.support / whole
        called = self.confusion.sum(axis=0) / whole
        spread = (1 - of @ of) * (1 - called @ called)
        if np.count_nonzero(of) < 2 or np.count_nonzero(called) < 2:
            return float("nan")
        return float((self.accuracy - of @ called) / np.sqrt(spread))

    def error_by(self, score: Score) -> float:
        """Give what a score lacks of 1; by accuracy a tie is a mistake."""
        if score == "accuracy":
            return self.error
        return 1.0 - (self.mean_f1 if score == "f1" else self.balanced_accuracy)

    @property
    def is_weighted(self) -> bool:
        """Whether the counts are sums of weights."""
        return self.confusion.dtype.kind == "f"

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each count as a share of its row's class; a class without samples has 0."""
        return _share(self.confusion, self.support[:, None])


def report(model: Predictor, data: Dataset, part: int) -> Report:
    """Judge a model by the samples of a part.

    A sample on the boundary gets the class that the model decides for; the training
    error counts it as a mistake. Samples with weights count as much as these say, as in
    scikit-learn's reports with `sample_weight`.

    Parameters
    ----------
    model : Predictor
    data : Dataset
    part : int
        TRAINING, VALIDATION or TEST.

    Raises
    ------
    UserError
        If the part is empty.
    """
    from engine.evaluation.score_report import scored

    _, tie, scores, y, weights = scored(model, data, part)
    return report_of_scores(scores, y, data.class_names, tie, weights)


def report_of_scores(
    scores: NDArray[np.float64],
    y: NDArray[np.int64],
    class_names: tuple[str, ...],
    tie: Tie = "mistake",
    sample_weights: NDArray[np.float64] | None = None,
) -> Report:
    """Judge scores (n, n_outputs) of samples of classes y, by their weights."""
    n = len(class_names)
    decided = decide(scores, tie)
    counts = np.bincount(y * n + decided, sample_weights, minlength=n * n)
    tied = (decided == y) & on_boundary(scores, tie)
    ties = tied.sum() if sample_weights is None else sample_weights[tied].sum()
    return Report.of(class_names, counts.reshape(n, n), ties.item())


def _share(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.float64]:
    """Divide; of nothing the share is 0."""
    shares: NDArray[np.float64] = part / np.where(whole > 0, whole, 1)
    return shares
