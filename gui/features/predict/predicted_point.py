"""The point whose class is predicted: feature values that are no sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal

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

    Signals
    -------
    changed
        `x`.
    pointed
        A place of the canvas was chosen.
    """

    pointed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.x: NDArray[np.float64] | None = None
        self.names: tuple[str, ...] = ()
        session.begun.connect(self.clear)
        session.data_changed.connect(self._follow_data)

    def choose(self, x: NDArray[np.float64]) -> None:
        """Predict for a row of feature values."""
        self.x, self.names = x, self._session.data.feature_names
        self.changed.emit()

    def set_value(self, feature: int, value: float) -> None:
        """Change a value; at first the others are at their means."""
        x = means(self._session.data) if self.x is None else self.x.copy()
        x[feature] = value
        self.choose(x)

    def clear(self) -> None:
        """Have no point to predict for."""
        if self.x is not None:
            self.x, self.names = None, ()
            self.changed.emit()

    def _follow_data(self) -> None:
        if self.x is not None and self.names != self._session.data.feature_names:
            self.clear()


def means(data: Dataset) -> NDArray[np.float64]:
    """Give the means of the features, rounded to be read."""
    return np.array([float(f"{mean:.{DIGITS}g}") for mean in data.centre.tolist()])
