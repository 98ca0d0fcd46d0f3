"""How a model does on a part of a data set, class by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    confusion : ndarray of int, shape (n_classes, n_classes)
        Samples of the row's class that were called the column's.
    precision : ndarray, shape (n_classes,)
        Share of those called a class that are of it; 0 if none was called so.
    recall : ndarray, shape (n_classes,)
        Share of a class that was called so; 0 if there is none of it.
    f1 : ndarray, shape (n_classes,)
        Harmonic mean of both.
    support : ndarray of int, shape (n_classes,)
        Samples of each class.
    """

    class_names: tuple[str, ...]
    confusion: NDArray[np.int64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f1: NDArray[np.float64]
    support: NDArray[np.int64]

    @classmethod
    def of(cls, class_names: tuple[str, ...], confusion: NDArray[np.int64]) -> Report:
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
        return float(np.trace(self.confusion) / self.confusion.sum())

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each count as a share of its row's class; a class without samples has 0."""
        return _share(self.confusion, self.support[:, None])


def report(model: Model, data: Dataset, part: int) -> Report:
    """Judge a model by the samples of a part.

    A sample on the boundary gets the class that the model decides for; the training
    error counts it as a mistake.

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
    counts = np.bincount(pairs, minlength=n * n).reshape(n, n)
    return Report.of(data.class_names, counts.astype(np.int64))


def _share(part: NDArray[np.int64], whole: NDArray[np.int64]) -> NDArray[np.float64]:
    """Divide; of nothing the share is 0."""
    return part / np.where(whole > 0, whole, 1)
