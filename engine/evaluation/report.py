"""How a model does on a part of a data set, class by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.evaluation.model import Model


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

    @property
    def accuracy(self) -> float:
        """Share of decisions that were right, 0 … 1."""
        return float(np.trace(self.confusion) / self.confusion.sum())


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
    from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

    rows = data.rows_of(part)
    if not len(rows):
        raise UserError("there are no samples in this part: split the data first")
    truth, decided = data.y[rows], model.predict(data.X[rows])
    labels = np.arange(len(data.class_names))
    shares = precision_recall_fscore_support(
        truth, decided, labels=labels, zero_division=0.0
    )
    confusion = confusion_matrix(truth, decided, labels=labels)
    return Report(data.class_names, confusion.astype(np.int64), *shares)
