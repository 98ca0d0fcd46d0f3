"""The point whose class is predicted: typed, a place of the plane, or a sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal

from gui.canvas.selection import same_samples
from gui.session.derived import Derived

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from gui.session.session import Session

DIGITS = 5
"""Of a mean that stands for a value that was not given."""


class PredictedPoint(Derived):
    """The feature values that the model predicts for; other features clear them.

    The values are those that can be read: means are rounded.

    Attributes
    ----------
    x : ndarray, shape (n_features,), or None
        There is none.
    names : tuple of str
        The features that they are of.
    row : int or None
        The sample that they are of.

    Signals
    -------
    changed
        `x`.
    pointed
        A place or a sample of the canvas was chosen.
    """

    pointed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.x: NDArray[np.float64] | None = None
        self.names: tuple[str, ...] = ()
        self.row: int | None = None
        self._data = session.data
        session.begun.connect(self.clear)
        session.data_changed.connect(self._follow_data)

    def choose(self, x: NDArray[np.float64]) -> None:
        """Predict for a row of feature values."""
        self._predict_for(x, None)

    def pin(self, row: int) -> None:
        """Predict for a sample, and follow it when it is moved."""
        self._predict_for(self._session.data.X[row], row)
        self.pointed.emit()

    def _predict_for(self, x: NDArray[np.float64], row: int | None) -> None:
        self.x, self.row = x, row
        self.names = self._session.data.feature_names
        self.changed.emit()

    def set_value(self, feature: int, value: float) -> None:
        """Change a value; at first the others are at their means."""
        x = means(self._session.data) if self.x is None else self.x.copy()
        x[feature] = value
        self.choose(x)

    def clear(self) -> None:
        """Have no point to predict for."""
        if self.x is not None:
            self.x, self.names, self.row = None, (), None
            self.changed.emit()

    def _follow_data(self) -> None:
        before, self._data = self._data, self._session.data
        if self.x is None:
            return
        of_others = self.names != self._data.feature_names
        if of_others or not (self.row is None or same_samples(before, self._data)):
            self.clear()
        elif self.row is not None:
            self._predict_for(self._data.X[self.row], self.row)


def means(data: Dataset) -> NDArray[np.float64]:
    """Give the means of the features, rounded to be read."""
    return np.array([float(f"{mean:.{DIGITS}g}") for mean in data.centre.tolist()])
