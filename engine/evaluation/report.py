"""How a model does on a part of a data set, class by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.models.model import Model


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
    """

    class_names: tuple[str, ...]
    confusion: NDArray[Any]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f1: NDArray[np.float64]
    support: NDArray[Any]

    @classmethod
    def of(cls, class_names: tuple[str, ...], confusion: NDArray[Any]) -> Report:
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
        )

    @property
    def accuracy(self) -> float:
        """Share of decisions that were right, 0 … 1."""
        return float(_share(np.trace(self.confusion), self.confusion.sum()))

    @property
    def is_weighted(self) -> bool:
        """Whether the counts are sums of weights."""
        return self.confusion.dtype.kind == "f"

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each count as a share of its row's class; a class without samples has 0."""
        return _share(self.confusion, self.support[:, None])


def report(model: Model, data: Dataset, part: int) -> Report:
    """Judge a model by the samples of a part.

    A sample on the boundary gets the class that the model decides for; the training
    error counts it as a mistake. Samples with weights count as much as these say, as in
    scikit-learn's reports with `sample_weight`.

    Parameters
    ----------
    model : Model
    data : Dataset
    part : int
        TRAINING, VALIDATION or TEST.

    Raises
    ------
    UserError
        If the part is empty.
    """
    rows = data.rows_of(part)
    if not len(rows):
        raise UserError("there are no samples in this part: split the data first")
    n = len(data.class_names)
    pairs = data.y[rows] * n + model.predict(data.X[rows])
    counts = np.bincount(pairs, data.weights_of(rows), minlength=n * n)
    return Report.of(data.class_names, counts.reshape(n, n))


def _share(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.float64]:
    """Divide; of nothing the share is 0."""
    shares: NDArray[np.float64] = part / np.where(whole > 0, whole, 1)
    return shares
