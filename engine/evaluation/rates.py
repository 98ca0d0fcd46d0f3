"""How large a learning rate can be before the steps grow without bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.problem import Problem


def largest_curvature(problem: Problem) -> float:
    """Give λmax, the largest eigenvalue of Σ x·xᵀ over the samples of one batch.

    x has the 1 of the offset, where there is one. Shuffled batches can be any: of
    them the largest sum of ‖x‖², the trace, which is not below λmax.
    """
    batch, n = problem.plan.batch, problem.n_samples
    X = np.column_stack([problem.training.X, np.full(n, problem.plan.one)])
    with np.errstate(over="ignore"):
        lengths = (X**2).sum(axis=1)
        if batch == 1:
            return float(lengths.max())
        if not np.isfinite(lengths.sum()):
            return float("inf")
        if problem.plan.shuffled and batch < n:
            return float(np.sort(lengths)[-batch:].sum())
    X = X[problem.order]
    whole = n // batch * batch
    batches = X[:whole].reshape(-1, batch, X.shape[1])
    return max(_largest_eigenvalue(part) for part in (batches, X[None, whole:]))


def _largest_eigenvalue(batches: NDArray[np.float64]) -> float:
    """Give λmax of the Gram matrices of the batches (k, m, d), in the smaller form."""
    transposed = batches.transpose(0, 2, 1)
    wide = batches.shape[1] < batches.shape[2]
    grams = batches @ transposed if wide else transposed @ batches
    return float(np.linalg.eigvalsh(grams).max(initial=0.0))
