"""The scores w·x + b of many samples, and the errors that rows of weights make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.models.scaling import BLOCK
from engine.models.tie import wrong

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.models.tie import Tie

    Scorer = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]

FEW_TERMS = 4
"""Terms up to which scores are added in the order of the loops, wherever they are
asked for; more are left to the library of linear algebra."""
FROM_THE_LEFT = 8
"""Terms up to which the loops add from the left; more are added as four sums."""


def linear_scores(
    phi: NDArray[np.float64], weights: NDArray[np.float64], *, in_order: bool = False
) -> NDArray[np.float64]:
    """Score φ (n, n_terms) with weights (n_outputs, n_terms + 1).

    Few terms are added in the order of the loops that train: a tie of theirs is one
    here, too, of a sample alone as among others.

    Parameters
    ----------
    phi, weights : ndarray
    in_order : bool
        However many there are, add them as `engine.training.loops.scores.dot` does, to
        the last bit.

    Returns
    -------
    ndarray, shape (n, n_outputs)
    """
    n_terms = phi.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        if n_terms <= FEW_TERMS:
            few = weights[:, -1:].repeat(len(phi), axis=1)
            for j, column in enumerate(phi.T):
                few += weights[:, j : j + 1] * column
            return np.ascontiguousarray(few.T)
        if in_order:
            return _as_the_loops(phi, weights)
        product: NDArray[np.float64] = phi @ weights[:, :-1].T + weights[:, -1]
    return product


def _as_the_loops(
    phi: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    coef, offsets = weights[:, :-1], weights[:, -1:]
    if phi.shape[1] <= FROM_THE_LEFT:
        return np.ascontiguousarray(_added(offsets, coef, phi).T)
    fours = phi.shape[1] // 4 * 4
    nothing = np.zeros_like(offsets)
    s0, s1, s2, s3 = (
        _added(nothing, coef[:, k:fours:4], phi[:, k:fours:4]) for k in range(4)
    )
    rest = _added(offsets, coef[:, fours:], phi[:, fours:])
    return np.ascontiguousarray((rest + ((s0 + s1) + (s2 + s3))).T)


def _added(
    start: NDArray[np.float64], coef: NDArray[np.float64], phi: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Add the terms to start (n_outputs, 1), from the left; returns (n_outputs, n)."""
    if len(phi) < phi.shape[1]:
        products = coef[:, None, :] * phi
        starts = np.broadcast_to(start[:, :, None], (*products.shape[:2], 1))
        terms = np.concatenate([starts, products], axis=2)
        last: NDArray[np.float64] = np.add.accumulate(terms, axis=2)[:, :, -1]
        return last
    total = start.repeat(len(phi), axis=1)
    for weights, column in zip(coef.T, phi.T, strict=True):
        total += weights[:, None] * column
    return total


def share_wrong(
    phi: NDArray[np.float64],
    weights: NDArray[np.float64],
    y: NDArray[np.int64],
    tie: Tie = "mistake",
    sample_weights: NDArray[np.float64] | None = None,
    score: Scorer = linear_scores,
) -> float:
    """Give the share of φ (n, n_terms) that weights do not put strictly right, 0 … 1.

    In blocks that stay in the processor's cache: it is asked for at every frame.
    `score` makes scores (n, n_outputs) of φ and the weights.
    """
    blocks = [slice(first, first + BLOCK) for first in range(0, len(y), BLOCK)]
    count = sum(
        count_wrong(
            phi[rows],
            weights,
            y[rows],
            tie,
            None if sample_weights is None else sample_weights[rows],
            score,
        )
        for rows in blocks
    )
    total = len(y) if sample_weights is None else float(sample_weights.sum())
    return count / (total or 1)


def count_wrong(
    phi: NDArray[np.float64],
    weights: NDArray[np.float64],
    y: NDArray[np.int64],
    tie: Tie = "mistake",
    sample_weights: NDArray[np.float64] | None = None,
    score: Scorer = linear_scores,
) -> float:
    """Count the rows of φ (n, n_terms) that weights do not put strictly right.

    With weights of the samples these are summed.
    """
    mistaken = wrong(score(phi, weights), y, tie)
    if sample_weights is None:
        return int(np.count_nonzero(mistaken))
    return float(sample_weights[mistaken].sum())
