"""The separating line, or plane, of largest margin."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from engine.diagnosis.nearest_point import (
    ExactRows,
    bits_of,
    float_of,
    nearest_point,
    product,
    root,
)
from engine.errors import Cancelled, never

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.diagnosis.nearest_point import NearestPoint, Vector

    Extreme = Callable[[NDArray[np.float64]], NDArray[np.float64]]

MOST_ROUNDS = 2000
ACCURACY = 1e-5
"""Relative difference to what no margin exceeds at which one is told."""
TOLERANCE = 1e-10
"""Relative difference to the largest margin at which the search ends."""
SUPPORT_TOLERANCE = 1e-6
"""Relative difference within which a sample counts as a nearest one."""


@dataclass(frozen=True, eq=False)
class LargestMarginLine:
    """The separating line of largest margin.

    Attributes
    ----------
    weights : ndarray, shape (d + 1,)
        Of the length with which the nearest samples have y·z = 1.
    margin : float
        γ, the distance of the nearest samples from the line.
    support : ndarray of int, shape (m,)
        Rows of the nearest samples.
    """

    weights: NDArray[np.float64]
    margin: float
    support: NDArray[np.intp]


def largest_margin(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    *,
    offset: bool,
    stop: Callable[[], bool] = never,
) -> LargestMarginLine | None:
    """Find the line whose nearest sample is as far away as can be, exactly.

    With an offset it halves the way between the nearest points of the classes' convex
    hulls; through the origin the samples y·x have one hull, and the line is at right
    angles to its nearest point.

    Parameters
    ----------
    X : ndarray, shape (n, d)
        Samples that are separable, of few features.
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    offset : bool
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Returns
    -------
    LargestMarginLine or None
        None where nothing limits the margin, with an offset and one class only, and
        where margin or weights are beyond all floats.
    """
    if offset and len(np.unique(y)) < 2:
        return None
    bits = bits_of(X)
    unit = Fraction(1, 2**bits)
    if not offset:
        rows = ExactRows.of_floats(X * y[:, None], bits)
        nearest = nearest_point(rows.least, rows.row(0), stop=stop)
        w, margin = _weights(nearest, 1, unit)
        return _line(w, 0.0, margin, lambda: y * (X @ w))
    above = ExactRows.of_floats(X[y > 0], bits)
    below = ExactRows.of_floats(-X[y < 0], bits)

    def least(direction: Vector) -> Vector:
        return _sum(above.least(direction), below.least(direction))

    nearest = nearest_point(least, _sum(above.row(0), below.row(0)), stop=stop)
    w, margin = _weights(nearest, 2, unit)
    first, second = above.least(nearest.vector), below.least(nearest.vector)
    b = 1 - 2 * product(nearest.vector, first) / (nearest.denominator * nearest.square)
    # Scores beside those of the nearest samples: exact far from the origin, too.
    beside = np.array([[float_of(x * unit) for x in row] for row in (first, second)])
    return _line(
        w,
        float_of(b),
        margin,
        lambda: 1 + np.where(y > 0, (X - beside[0]) @ w, -(X + beside[1]) @ w),
    )


def _sum(a: Vector, b: Vector) -> Vector:
    return tuple(map(int.__add__, a, b))


def _weights(
    nearest: NearestPoint, sides: int, unit: Fraction
) -> tuple[NDArray[np.float64], float]:
    """Give w with score 1 at the nearest samples, and their distance from the line."""
    scale = sides / (nearest.square * nearest.denominator * unit)
    w = np.array([float_of(scale * component) for component in nearest.vector])
    return w, root(nearest.square * (unit / sides) ** 2)


def _line(
    w: NDArray[np.float64],
    b: float,
    margin: float,
    scores_of: Callable[[], NDArray[np.float64]],
) -> LargestMarginLine | None:
    """Make the line, if floats can hold it, with the samples whose score is least."""
    if margin < np.finfo(float).tiny or not np.isfinite([*w, b]).all():
        return None
    scores = scores_of()
    support = np.flatnonzero(scores <= scores.min() * (1 + SUPPORT_TOLERANCE))
    return LargestMarginLine(np.append(w, b), margin, support)


def largest_margin_of_wide(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    weights: NDArray[np.float64],
    *,
    offset: bool,
    stop: Callable[[], bool] = never,
) -> LargestMarginLine | None:
    """Find the same line of samples of any number of features, by floats.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    weights : ndarray, shape (d + 1,)
        Any that separate, from which the search begins.
    offset : bool
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Returns
    -------
    LargestMarginLine or None
        None where nothing limits the margin, with an offset and one class only, and
        where the margin is too small to be computed.
    """
    first, one_class = weights[:-1], len(np.unique(y)) < 2
    if not first.any() or (offset and one_class):
        return None
    if offset:
        centre = X.min(axis=0) / 2 + X.max(axis=0) / 2
        centred = X - centre
        w, b, margin = _between(centred[y > 0], centred[y < 0], first, stop)
    else:
        centre, centred = np.zeros(X.shape[1]), X
        w, margin = margin_through_origin(X * y[:, None], first, stop)
        b = 0.0
    if margin < np.finfo(float).tiny:
        return None
    own_b = (b - float(w @ centre)) / margin
    return _line(w / margin, own_b, margin, lambda: y * (centred @ w + b) / margin)


def _between(
    above: NDArray[np.float64],
    below: NDArray[np.float64],
    first: NDArray[np.float64],
    stop: Callable[[], bool],
) -> tuple[NDArray[np.float64], float, float]:
    """Find the unit w, the offset and the margin that keep two sets farthest apart."""

    def nearest_pair(w: NDArray[np.float64]) -> NDArray[np.float64]:
        difference: NDArray[np.float64] = (
            above[(above @ w).argmin()] / 2 - below[(below @ w).argmax()] / 2
        )
        return difference

    radius = max(longest(above), longest(below))
    w, margin = _largest(nearest_pair, first, radius, stop)
    b = -float((above @ w).min() / 2 + (below @ w).max() / 2)
    return w, b, margin


def margin_through_origin(
    rows: NDArray[np.float64],
    weights: NDArray[np.float64],
    stop: Callable[[], bool] = never,
) -> tuple[NDArray[np.float64], float]:
    """Find the w of length 1 with the largest γ ≤ rows @ w, and γ.

    0 if γ cannot be computed; never more than the true one, so that a bound made of it
    holds.

    Parameters
    ----------
    rows : ndarray, shape (n, d)
        The samples y·x.
    weights : ndarray, shape (d,)
        Any with rows @ weights > 0.
    """
    return _largest(lambda w: rows[(rows @ w).argmin()], weights, longest(rows), stop)


def longest(rows: NDArray[np.float64]) -> float:
    """Give the length of the longest of the rows (n, d), however small they are."""
    largest = float(np.abs(rows).max())
    if not largest:
        return 0.0
    return largest * float(np.sqrt(((rows / largest) ** 2).sum(axis=1)).max())


def _largest(
    extreme: Extreme,
    first: NDArray[np.float64],
    radius: float,
    stop: Callable[[], bool],
) -> tuple[NDArray[np.float64], float]:
    """Find the unit w whose least score is largest, by cutting planes.

    The rows that had the least score in each round are few; among them the problem is
    solved exactly, which no other row can improve on: the two close in on each other.

    Parameters
    ----------
    extreme : callable
        Gives the row with the least score, of those that count.
    first : ndarray, shape (d,)
        Weights with which every row's score is above 0.
    radius : float
        No row is longer.
    """
    if not (first.any() and radius):
        return first, 0.0
    best = first / np.abs(first).max()  # whose squares are numbers
    best /= np.sqrt(best @ best)
    row = extreme(best) / radius
    margin = float(row @ best)
    rows = [row]
    most = float("inf")
    for _ in range(MOST_ROUNDS):
        if stop():
            raise Cancelled
        if margin <= 0:
            return best, 0.0
        w, above = _shortest(np.array(rows), margin)
        most = min(most, above)
        length = float(np.sqrt(w @ w))
        if not 0 < length <= 1 or margin >= margin / length * (1 - TOLERANCE):
            break
        w /= length
        row = extreme(w) / radius
        if float(row @ w) > margin:
            best, margin = w, float(row @ w)
        elif any((row == other).all() for other in rows):
            break
        rows.append(row)
    if margin < most * (1 - ACCURACY):
        return best, 0.0  # rounding has the last word
    return best, margin * radius


def _shortest(
    rows: NDArray[np.float64], least: float
) -> tuple[NDArray[np.float64], float]:
    """Find the shortest w with rows @ w ≥ least, by non-negative least squares.

    And what no margin can exceed: the length of some point of the rows' hull.

    Least distance programming: C. Lawson & R. Hanson, Solving Least Squares Problems
    (1974), chapter 23. Zeros where it fails.
    """
    from scipy.optimize import nnls

    E = np.vstack([rows.T, np.full(len(rows), least)])
    target = np.append(np.zeros(rows.shape[1]), 1.0)
    try:
        u, _ = nnls(E, target)
    except RuntimeError:
        return np.zeros(rows.shape[1]), float("inf")
    r = E @ u - target
    total = u.sum()
    most = float(np.linalg.norm(rows.T @ u) / total) if total else float("inf")
    shortest: NDArray[np.float64] = -r[:-1] / r[-1] if r[-1] else np.zeros(len(r) - 1)
    return shortest, most
