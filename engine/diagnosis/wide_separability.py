"""Separability of samples with many terms: floats propose an answer, which is proved.

Neither weights nor samples that forbid any are believed because a solver says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.diagnosis.nearest_point import (
    ROUNDING,
    ExactRows,
    bits_of,
    nearest_point,
    product,
    whole_rows,
)
from engine.errors import Cancelled, UserError, never

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

SMALLEST_MARGIN = 1e-12
"""Margin, with samples of length 1, at which the search for weights is given up."""
FIRST_SAMPLES, MORE_SAMPLES = 200, 100
"""Samples in the first linear program, and added to each further one."""
SMALLEST_SPREAD = 1e-290
"""Of a feature; weights for smaller ones would be beyond all numbers."""
FEASIBILITY_TOLERANCE = 1e-10
"""Tolerance of the linear program, the least that HiGHS allows."""
SOLVER_SECONDS, TIME_IS_UP = 20.0, 1
"""After so long a program is given up: of some samples HiGHS turns in a circle."""
SMALLEST_SHARE = 1e-11
"""Of a sample among those that forbid all weights; a smaller one is rounding."""
MOST_VERTICES = 25
"""Samples up to which it is proved in whole numbers that they forbid all weights."""


class ProposedAnswer(NamedTuple):
    """What a linear program says: weights, or samples that forbid any.

    Attributes
    ----------
    weights : ndarray, shape (d + 1,), or None
        w and b that separate, up to rounding.
    against : ndarray of int
        Rows of samples that no weights have right, up to rounding; else empty.
    """

    weights: NDArray[np.float64] | None
    against: NDArray[np.intp]


def propose(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    *,
    offset: bool,
    stop: Callable[[], bool] = never,
) -> ProposedAnswer:
    """Look for weights with y·(w·x + b) > 0 for all samples, by a linear program.

    The program asks for the largest t with y·(w·x + b) ≥ t and weights from −1 to 1.
    It is asked of a few samples first, then of those that it had wrong as well, so
    that it stays small for any number of samples.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    offset : bool
        Whether b may differ from 0.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    Cancelled
        If `stop` said so.
    UserError
        If a program was not solved in `SOLVER_SECONDS`.
    """
    centre, spread = _centre_and_spread(X, offset=offset)
    rows = (X - centre) / spread
    if offset:
        rows = np.column_stack([rows, np.ones(len(X))])
    lengths = np.sqrt((rows**2).sum(axis=1, keepdims=True))
    if not lengths.all():  # at the origin every score is 0
        return ProposedAnswer(None, np.flatnonzero(lengths == 0)[:1])
    solution, against = _separating(rows * (y[:, None] / lengths), stop)
    if solution is None:
        return ProposedAnswer(None, against)
    # So many times smaller weights separate as well, and are numbers.
    least = float(spread.min())
    unit = least if least < SMALLEST_SPREAD else 1.0
    w = solution[: X.shape[1]] * (unit / spread)
    b = solution[-1] * unit - w @ centre if offset else 0.0
    return ProposedAnswer(np.append(w, b), against)


def _centre_and_spread(
    X: NDArray[np.float64], *, offset: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give centre and spread that bring samples to −1 … 1; neither changes answers."""
    low, high = X.min(axis=0), X.max(axis=0)
    if offset:
        centre, spread = low / 2 + high / 2, high / 2 - low / 2
    else:
        centre, spread = np.zeros_like(low), np.maximum(abs(low), abs(high))
    return centre, np.where(spread > 0, spread, 1.0)


def _separating(
    rows: NDArray[np.float64], stop: Callable[[], bool]
) -> tuple[NDArray[np.float64] | None, NDArray[np.intp]]:
    """Find w with rows @ w > 0, the rows having length 1; else rows that forbid it."""
    few = np.linspace(0, len(rows) - 1, min(len(rows), FIRST_SAMPLES)).astype(np.intp)
    chosen = np.unique(few)
    while True:
        if stop():
            raise Cancelled
        w, shares = _best(rows[chosen])
        scores = rows @ w
        if scores.min() > SMALLEST_MARGIN:
            return w, chosen[:0]
        if scores[chosen].min() <= SMALLEST_MARGIN:
            return None, chosen[shares > SMALLEST_SHARE]
        worst = np.argsort(scores)[:MORE_SAMPLES]
        chosen = np.union1d(chosen, worst[scores[worst] <= SMALLEST_MARGIN])


def _best(
    rows: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Solve: the largest t with rows @ w ≥ t, −1 ≤ w ≤ 1; give w and dual shares."""
    from scipy.optimize import linprog

    n, d = rows.shape
    answer = linprog(
        np.append(np.zeros(d), -1.0),
        A_ub=np.column_stack([-rows, np.ones(n)]),
        b_ub=np.zeros(n),
        bounds=[*[(-1.0, 1.0)] * d, (None, None)],
        method="highs",
        options={
            "time_limit": SOLVER_SECONDS,
            "primal_feasibility_tolerance": FEASIBILITY_TOLERANCE,
            "dual_feasibility_tolerance": FEASIBILITY_TOLERANCE,
        },
    )
    if answer.status == TIME_IS_UP:
        raise UserError("whether classes are separable was not found in time")
    if answer.x is None:
        raise ArithmeticError(f"the linear program was not solved: {answer.message}")
    w: NDArray[np.float64] = answer.x[:d]
    return w, -answer.ineqlin.marginals


def separates(
    weights: NDArray[np.float64],
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    *,
    offset: bool,
) -> bool:
    """Tell whether w, with some offset where one is allowed, has all samples right."""
    (w,) = whole_rows(weights[None, :-1], bits_of(weights[:-1]))
    bits = bits_of(X)
    sides = [ExactRows.of_floats(X[y == side] * side, bits) for side in (1.0, -1.0)]
    least = [product(rows.least(w), w) for rows in sides if len(rows)]
    if offset:
        return len(least) < 2 or sum(least) > 0
    return min(least) > 0


def surround_origin(
    rows: NDArray[np.float64], stop: Callable[[], bool] = never
) -> bool:
    """Tell whether the origin is for certain in the hull of some rows.

    Of few rows it is found in whole numbers. Of one more row than there are columns
    shares that sum the rows to 0 are computed, with a bound on their error: S. Rump,
    Verification methods, Acta Numerica 19 (2010), theorem 10.2.

    Parameters
    ----------
    rows : ndarray, shape (m, d)
    """
    m, d = rows.shape
    if not m:
        return False
    if m <= MOST_VERTICES:
        exact = ExactRows.of_floats(rows, bits_of(rows))
        nearest = nearest_point(exact.least, exact.row(0), stop=stop)
        return nearest.is_origin
    if m != d + 1:
        return False
    A, target = _balanced(rows).T[:, :d], -_balanced(rows)[d]
    inverse = np.linalg.pinv(A)
    shares = inverse @ target
    size = abs(inverse) @ abs(A)
    contraction = np.abs(np.eye(d) - inverse @ A) + (d + 2) * ROUNDING * size
    norm = float(contraction.sum(axis=1).max())
    missed = abs(target - A @ shares)
    missed += (d + 3) * ROUNDING * (abs(A) @ abs(shares) + abs(target))
    if not norm < 0.5:
        return False
    error = 2 * (1 + (d + 3) * ROUNDING) * float((abs(inverse) @ missed).max())
    return bool(shares.min() > error)


def _balanced(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bring rows and columns to about 1 by powers of two, which changes no answer."""
    columns = np.ldexp(rows, -np.frexp(abs(rows).max(axis=0))[1])
    balanced: NDArray[np.float64] = np.ldexp(
        columns, -np.frexp(abs(columns).max(axis=1))[1][:, None]
    )
    return balanced
