"""The area under the ROC curve: how well scores put one class before the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def area_under_roc(scores: NDArray[np.float64], positive: NDArray[np.bool_]) -> float:
    """Give the share of pairs in which the positive sample has the higher score.

    One of each class makes a pair; equal scores count half (Mann & Whitney, 1947), so
    that it is the area under the curve. NaN if all samples are of one side.

    Parameters
    ----------
    scores : ndarray, shape (n,)
    positive : ndarray of bool, shape (n,)

    Examples
    --------
    >>> area_under_roc(np.array([1.0, 2, 2, 3]), np.array([False, False, True, True]))
    0.875
    """
    above, below = scores[positive], scores[~positive]
    if not len(above) or not len(below):
        return float("nan")
    above.sort()  # copies already: of very many scores, no more of these
    below.sort()
    # Sums of whole numbers: exact, however many pairs there are.
    lower = int(np.searchsorted(below, above, "left").sum())
    not_higher = int(np.searchsorted(below, above, "right").sum())
    return (lower + not_higher) / (2 * len(above) * len(below))


def areas_by_class(
    scores: NDArray[np.float64], y: NDArray[np.integer[Any]], n_classes: int
) -> NDArray[np.float64]:
    """Give the area for each class against the rest, shape (n_classes,).

    By the class's own score; of two classes, which share one, both are the same.

    Parameters
    ----------
    scores : ndarray, shape (n, n_outputs)
    y : ndarray of int, shape (n,)
        Class indices.
    n_classes : int
    """
    if scores.shape[1] == 1:
        return np.full(n_classes, area_under_roc(scores[:, 0], y == 1))
    return np.array(
        [area_under_roc(scores[:, code], y == code) for code in range(n_classes)]
    )
