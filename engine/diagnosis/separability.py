"""Whether weights exist that have every sample on its right side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, UserError, never

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

SMALLEST_MARGIN = 1e-12
"""Margin, with samples of length 1, below which rounding decides: counted as none."""
FIRST_SAMPLES, MORE_SAMPLES = 200, 100
"""Samples in the first linear program, and added to each further one."""
SMALLEST_SPREAD = 1e-290
"""Of a feature; weights for smaller ones would be beyond all numbers."""
FEASIBILITY_TOLERANCE = 1e-10
"""Tolerance of the linear program, the least that HiGHS allows."""
SOLVER_SECONDS, TIME_IS_UP = 20.0, 1
"""After so long a program is given up: of some samples HiGHS turns in a circle."""


def separating_weights(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    *,
    offset: bool,
    stop: Callable[[], bool] = never,
) -> NDArray[np.float64] | None:
    """Find weights with y·(w·x + b) > 0 for all samples, by a linear program.

    The program asks for the largest t with y·(w·x + b) ≥ t and weights from −1 to 1.
    It is asked of a few samples first, then of those that it had wrong as well, so
    that it stays small for any number of samples. An answer is checked on all.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    offset : bool
        Whether b may differ from 0.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Returns
    -------
    ndarray, shape (d + 1,), or None
        w and b; None if there are no such weights.

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
    if not lengths.all():
        return None  # at the origin every score is 0
    solution = _separating(rows * (y[:, None] / lengths), stop)
    if solution is None:
        return None
    # So many times smaller weights separate as well, and are numbers.
    least = float(spread.min())
    unit = least if least < SMALLEST_SPREAD else 1.0
    w = solution[: X.shape[1]] * (unit / spread)
    b = solution[-1] * unit - w @ centre if offset else 0.0
    return np.append(w, b)


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
) -> NDArray[np.float64] | None:
    """Find w with rows @ w > 0, the rows having length 1."""
    few = np.linspace(0, len(rows) - 1, min(len(rows), FIRST_SAMPLES)).astype(np.intp)
    chosen = np.unique(few)
    while True:
        if stop():
            raise Cancelled
        w = _best(rows[chosen])
        scores = rows @ w
        if scores.min() > SMALLEST_MARGIN:
            return w
        if scores[chosen].min() <= SMALLEST_MARGIN:
            return None
        worst = np.argsort(scores)[:MORE_SAMPLES]
        chosen = np.union1d(chosen, worst[scores[worst] <= SMALLEST_MARGIN])


def _best(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve: the largest t with rows @ w ≥ t, −1 ≤ w ≤ 1; returns w."""
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
    return w
