"""Whether weights exist that have every sample on its right side, and how far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from engine.diagnosis.largest_margin import (
    largest_margin,
    largest_margin_of_wide,
    longest,
    margin_through_origin,
)
from engine.diagnosis.mistake_bound import UNBOUNDED, mistake_bound
from engine.diagnosis.nearest_point import (
    ExactRows,
    bits_of,
    float_of,
    nearest_point,
    root,
)
from engine.diagnosis.wide_separability import propose, separates, surround_origin
from engine.errors import never

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.diagnosis.largest_margin import LargestMarginLine
    from engine.diagnosis.nearest_point import NearestPoint, Vector

EXACT_TERMS = 12
"""Of a sample, up to which all is exact: half a second. Of more, floats propose."""
KNOWN_RATIO = 1e4
"""R/γ up to which floats tell γ of many terms to six digits."""


@dataclass(frozen=True, eq=False)
class Separation:
    """How one output's samples lie: its class against the rest.

    Or of outputs that learn together how all samples lie: each in its own class.

    Attributes
    ----------
    separable : bool or None
        Whether weights exist that have each of them on its side; None where that
        could not be told.
    line : LargestMarginLine or None
        The separating line of largest margin, among the features as trained; None
        where there is none or it cannot be computed.
    margin : float
        γ of the bound, 0 if not known: the largest margin of weights of length 1, the
        offset among them, each sample having 1 as one more feature. Without an
        offset the same as `line.margin`.
    radius : float
        R of the bound: the length of the longest sample, with that 1.
    bound : float
        (R/γ)², infinite if γ is not known.
    direction : ndarray, shape (d,) or (d + 1,), optional
        u, the weights of length 1 that have the margin of the bound, with an offset
        also that; among the features as trained, where γ is known there.
    against : tuple of int
        Where no weights exist: samples, few, that no weights have all right.
    """

    separable: bool | None
    line: LargestMarginLine | None = None
    margin: float = 0.0
    radius: float = 0.0
    bound: float = UNBOUNDED
    direction: NDArray[np.float64] | None = None
    against: tuple[int, ...] = ()


def separation(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    *,
    offset: bool,
    drawn: bool = True,
    resting: NDArray[np.float64] | None = None,
    stop: Callable[[], bool] = never,
) -> Separation:
    """Tell how samples lie.

    The point of the hull of all y·x that is nearest to the origin decides: it is the
    origin where nothing separates (P. Gordan, Mathematische Annalen 6, 1873), else the
    weights of largest margin.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    offset : bool
        Whether b may differ from 0.
    drawn : bool
        Whether the line of largest margin is wanted.
    resting : ndarray, shape (d + 1,), optional
        Weights at which a run came to rest: they may separate.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    Cancelled
        If `stop` said so.
    UserError
        If a linear program was not solved in time.

    Examples
    --------
    >>> X, y = np.array([[0.0], [1.0], [1e20]]), np.array([-1.0, 1.0, 1.0])
    >>> separation(X, y, offset=True).separable
    True
    """
    rows = signed_rows(X, y, offset=offset)
    if rows.shape[1] > EXACT_TERMS:
        return _of_wide(X, y, offset, drawn, resting, stop)
    exact = ExactRows.of_floats(rows, bits := bits_of(X))
    nearest = nearest_point(exact.least, exact.row(0), stop=stop)
    if nearest.is_origin:
        return Separation(False, against=_rows_of(nearest.vertices, rows, bits))
    line = largest_margin(X, y, offset=offset, stop=stop) if drawn else None
    known = of_nearest(nearest, exact.longest(), Fraction(1, 4**bits), line)
    return replace(known, direction=_direction(nearest.vector))


def _direction(vector: Vector) -> NDArray[np.float64]:
    """Give a vector of whole numbers the length 1."""
    largest = max(map(abs, vector))
    u = np.array([component / largest for component in vector])
    unit: NDArray[np.float64] = u / np.sqrt(u @ u)
    return unit


def of_nearest(
    nearest: NearestPoint,
    longest_square: int,
    unit: Fraction,
    line: LargestMarginLine | None = None,
) -> Separation:
    """Give margin, radius and bound by the nearest point of the hull.

    Parameters
    ----------
    nearest : NearestPoint
    longest_square : int
        The square of the longest sample, in the whole numbers of the point.
    unit : Fraction
        What 1 of such a square is worth.
    line : LargestMarginLine, optional
    """
    if nearest.is_origin:
        return Separation(False)
    return Separation(
        True,
        line,
        margin=root(nearest.square * unit),
        radius=root(longest_square * unit),
        bound=float_of(longest_square / nearest.square),
    )


def _rows_of(
    vertices: tuple[Vector, ...], rows: NDArray[np.float64], bits: int
) -> tuple[int, ...]:
    """Find the rows that are some vertices, in whole numbers of 2^−bits."""
    indices = []
    for vertex in vertices:
        place = np.array([component / 2**bits for component in vertex])
        indices.append(int((rows == place).all(axis=1).argmax()))
    return tuple(sorted(indices))


def signed_rows(
    X: NDArray[np.float64], y: NDArray[np.float64], *, offset: bool
) -> NDArray[np.float64]:
    """Give y·x, with an offset y·(x, 1): rows that weights have to score above 0."""
    signs = y[:, None]
    return np.column_stack([X * signs, signs]) if offset else X * signs


def _of_wide(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    offset: bool,
    drawn: bool,
    resting: NDArray[np.float64] | None,
    stop: Callable[[], bool],
) -> Separation:
    """Prove what floats propose: weights, or samples that forbid any."""
    rows = signed_rows(X, y, offset=offset)
    proposed, against = propose(X, y, offset=offset, stop=stop)
    weights = next(
        (
            known
            for known in (proposed, resting)
            if known is not None and separates(known, X, y, offset=offset)
        ),
        None,
    )
    if weights is None:
        if not surround_origin(rows[against], stop):
            return Separation(None)
        return Separation(False, against=tuple(against.tolist()))
    line = (
        largest_margin_of_wide(X, y, weights, offset=offset, stop=stop)
        if drawn
        else None
    )
    if line and not offset:
        u, margin = line.weights[:-1] * line.margin, line.margin
    else:
        u, margin = margin_through_origin(rows, weights[: rows.shape[1]], stop)
    radius = longest(rows)
    known = radius <= KNOWN_RATIO * margin
    margin = margin if known else 0.0
    bound, direction = mistake_bound(radius, margin), u if known else None
    return Separation(True, line, margin, radius, bound, direction)
