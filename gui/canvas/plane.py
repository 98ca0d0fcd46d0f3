"""The plane on screen: two features of the data, the others held at their mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset

    Place = tuple[float, float]
    """A point of the plane."""
    Rect = tuple[float, float, float, float]
    """A part of the plane: left, bottom, right, top."""


@dataclass(frozen=True, eq=False)
class Plane:
    """Which features are across and up, and where the others are held.

    Attributes
    ----------
    across, up : int
        Indices of features; `up` is −1 for data of one feature, drawn on a line.
    held : ndarray, shape (n_features,)
        Values of the features that are not shown.
    alike : bool, optional
        Whether both axes have one scale, so that right angles are right.
    stretch : float, optional
        How many times as long a unit of `up` is drawn as one of `across`, where
        features are measured in unlike units.
    """

    across: int
    up: int
    held: NDArray[np.float64]
    alike: bool = True
    stretch: float = 1.0

    @classmethod
    def of(
        cls, data: Dataset, across: int = 0, up: int = 1, stretch: float = 1.0
    ) -> Plane:
        """Show two features, the first two by default; hold the others at their mean.

        Where the data do not have them, the first two. As long as all this is the same
        it is one plane: what was found on it need not be found anew.
        """
        if not 0 <= across < data.n_features or not 0 <= up < data.n_features:
            across, up, stretch = 0, 1, 1.0
        up = up if data.n_features > 1 else -1
        # Of so many samples even a mean takes its time: only where it is of use.
        held = data.centre if data.n_features > 2 else np.zeros(data.n_features)
        return _plane(across, up, held.tobytes(), stretch)

    @property
    def free(self) -> tuple[int, ...]:
        """Indices of the features that are shown."""
        return (self.across,) if self.up < 0 else (self.across, self.up)

    def project(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the place on screen of samples (n, n_features), shape (n, 2)."""
        up = self.stretch * X[:, self.up] if self.up >= 0 else np.zeros(len(X))
        return np.column_stack([X[:, self.across], up])

    def corners(self, data: Dataset) -> NDArray[np.float64]:
        """Give the lowest and the highest place of samples, shape (2, 2)."""
        places = np.zeros((2, 2))
        places[:, 0] = data.span(self.across)
        if self.up >= 0:
            places[:, 1] = np.multiply(self.stretch, data.span(self.up))
        return places

    def lift(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the samples (n, n_features) at places (n, 2) on screen."""
        X = np.empty((len(points), len(self.held)))
        X[:] = self.held
        X[:, self.across] = points[:, 0]
        if self.up >= 0:
            X[:, self.up] = points[:, 1] / self.stretch
        return X

    def moved(
        self, X: NDArray[np.float64], by: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Move samples (n, n_features) by (2,) on screen, keeping the rest."""
        result = X.copy()
        result[:, self.across] += by[0]
        if self.up >= 0:
            result[:, self.up] += by[1] / self.stretch
        return result

    def names(self, data: Dataset) -> tuple[str, str]:
        """Name the axes."""
        up = data.feature_names[self.up] if self.up >= 0 else ""
        return data.feature_names[self.across], up


@lru_cache(maxsize=16)
def _plane(across: int, up: int, held: bytes, stretch: float) -> Plane:
    return Plane(across, up, np.frombuffer(held), stretch=stretch)
