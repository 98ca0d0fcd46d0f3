"""The margin view: distance to the boundary across, what varies most of the rest up.

In it any linear classifier is one vertical line, however many terms there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_VALUES = 500_000
"""Numbers that are measured; of more samples, evenly chosen ones."""
MOST_AXES = 64
"""Principal components that are kept."""
STABILITY = 0.9
"""Share of the greatest variance down to which a component is kept: a picture that
plays does not jump."""


@dataclass(frozen=True, eq=False)
class PrincipalComponents:
    """How samples spread in the space of the terms.

    Attributes
    ----------
    mean : ndarray, shape (n_terms,)
    axes : ndarray, shape (n_axes, n_terms)
        Principal components, the one of greatest variance first, each times the
        deviation along it; all in one common unit.
    """

    mean: NDArray[np.float64]
    axes: NDArray[np.float64]

    @classmethod
    def of(cls, phi: NDArray[np.float64]) -> PrincipalComponents:
        """Measure samples φ (n, n_terms)."""
        every = max(1, phi.size // MOST_VALUES)
        rows = phi[::every]
        mean = rows.mean(axis=0) if len(rows) else np.zeros(phi.shape[1])
        rest = rows - mean
        # Squares of the largest numbers would overflow: measure shares of them.
        rest = rest / (np.abs(rest).max(initial=0.0) or 1.0)
        largest = slice(None, -MOST_AXES - 1, -1)
        if 0 < len(rows) < phi.shape[1]:  # by the samples: they are fewer
            shares = np.linalg.eigh(rest @ rest.T)[1].T[largest]
            return cls(mean, shares @ rest / np.sqrt(len(rows)))
        variances, axes = np.linalg.eigh(rest.T @ rest / max(len(rows), 1))
        deviations = np.sqrt(variances.clip(min=0.0))[largest]
        return cls(mean, deviations[:, None] * axes.T[largest])

    def variance(self, direction: NDArray[np.float64]) -> float:
        """Give the variance along a unit vector."""
        along = self.axes @ direction
        return float(along @ along)

    def first_without(self, direction: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the first principal component at right angles to a unit vector.

        What remains of the axes A without their part along u has the products
        A·Aᵀ − (Au)(Au)ᵀ; its first eigenvector leads back to the component. The
        largest entry is positive. Zeros where nothing remains.
        """
        along = self.axes @ direction
        products = self.axes @ self.axes.T - np.outer(along, along)
        first = np.linalg.eigh(products)[1][:, -1] @ self.axes
        component = _orthogonal_part(first, direction)
        if not component.any():
            # Nothing varies beside u: any direction at right angles will do.
            rest = np.zeros(len(direction))
            rest[np.abs(direction).argmin()] = 1.0
            component = _orthogonal_part(rest, direction)
        return component * (np.sign(component[np.abs(component).argmax()]) or 1.0)


@dataclass(frozen=True, eq=False)
class MarginView:
    """A plane in the space of the terms, through the samples' mean.

    Attributes
    ----------
    across : ndarray, shape (n_terms,)
        Unit vector along the weights; without any, the first principal component.
    up : ndarray, shape (n_terms,)
        Unit vector at right angles to it: the first principal component of the rest.
    length : float
        ‖w‖ without the offset; 0 while there is no boundary.
    shift : float
        b/‖w‖, added to what lies across.
    mean : ndarray, shape (n_terms,)
    chosen : float
        The variance along `up` when it was chosen.
    """

    across: NDArray[np.float64]
    up: NDArray[np.float64]
    length: float
    shift: float
    mean: NDArray[np.float64]
    chosen: float

    @classmethod
    def of(
        cls,
        components: PrincipalComponents,
        weights: NDArray[np.float64],
        before: MarginView | None = None,
    ) -> MarginView:
        """Look along one row of weights (n_terms + 1,), the offset last.

        Parameters
        ----------
        components : PrincipalComponents
            Of the samples, in the units of the weights.
        weights : ndarray
        before : MarginView, optional
            Of a neighbouring step: its component is kept as long as it explains
            nearly as much as when it was chosen, and else its sign is.
        """
        w = weights[:-1]
        length = float(np.linalg.norm(w))
        if length:
            across, shift = w / length, float(weights[-1]) / length
        else:
            across = components.first_without(np.zeros(len(w)))
            shift = -float(components.mean @ across)
        turned = None if before is None else before.up_beside(components, across)
        if before is not None and turned is not None:
            return cls(across, turned, length, shift, components.mean, before.chosen)
        up = components.first_without(across)
        if before is not None and up @ before.up < 0:
            up = -up
        return cls(across, up, length, shift, components.mean, components.variance(up))

    def up_beside(
        self, components: PrincipalComponents, across: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        """Turn `up` to right angles with another direction; None if it is outdone."""
        turned = _orthogonal_part(self.up, across)
        rival = _orthogonal_part(components.axes[0], across)
        least = STABILITY * max(self.chosen, components.variance(rival))
        if not turned.any() or components.variance(turned) < least:
            return None
        return turned

    def places(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give distance and component of samples φ (n, n_terms), shape (n, 2)."""
        distance = phi @ self.across + self.shift
        return np.column_stack([distance, phi @ self.up - self.mean @ self.up])

    def weights(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn weights (n_outputs, n_terms + 1) into those on a place, (n_outputs, 3).

        The score at a place is that of the sample on this plane which lies there.
        """
        w = weights[:, :-1]
        a, b = w @ self.across, w @ self.up
        here = self.mean @ self.across + self.shift
        return np.column_stack([a, b, w @ self.mean + weights[:, -1] - a * here])

    @property
    def own_weights(self) -> NDArray[np.float64]:
        """The weights looked along, on a place: exactly one vertical line, (1, 3)."""
        return np.array([[self.length, 0.0, 0.0]])


def _orthogonal_part(
    vector: NDArray[np.float64], direction: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Take a unit vector's part out and make the rest a unit vector, or zeros."""
    size = float(np.linalg.norm(vector))
    for _ in range(2):  # once more, for what rounding has left
        vector = vector - (vector @ direction) * direction
    length = float(np.linalg.norm(vector))
    if length <= 1e-9 * size or not length:
        return np.zeros(len(vector))
    rest: NDArray[np.float64] = vector / length
    return rest
