"""Samples of any number of features as places in a plane, for small pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def plane_projection(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each sample a place.

    Parameters
    ----------
    X : ndarray, shape (n, d)

    Returns
    -------
    ndarray, shape (n, 2)
        The features themselves where there are two; one feature on a line; of more
        the first two principal components of the standardised features.
    """
    if X.shape[1] == 1:
        return np.column_stack([X[:, 0], np.zeros(len(X))])
    if X.shape[1] == 2:
        return X
    spread = X.std(axis=0)
    rows = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    _, axes = np.linalg.eigh(rows.T @ rows)
    # An axis has no sign of its own: its largest part points up.
    axes = axes[:, :-3:-1]
    largest = np.take_along_axis(axes, abs(axes).argmax(axis=0)[None], axis=0)
    places: NDArray[np.float64] = rows @ (axes * np.sign(largest))
    return places
