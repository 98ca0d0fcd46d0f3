"""How large a learning rate can be before the steps grow without bound."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.training.problem import Problem


@dataclass(frozen=True)
class SafeRate:
    """The learning rate below which steps cannot grow without bound.

    Attributes
    ----------
    formula : str
    value : float
    """

    formula: str
    value: float


@dataclass(frozen=True)
class RateLimits:
    """What is known of the learning rate of a run before it begins.

    Attributes
    ----------
    safe : SafeRate
    condition : float or None
        λmax/λmin, where the safe rate is one of λmax.
    """

    safe: SafeRate
    condition: float | None


def rate_limits(rule: Learner, problem: Problem) -> RateLimits | None:
    """Give the safe range and what it is made of, where the learner knows it."""
    safe = safe_rate(rule, problem)
    if safe is None:
        return None
    of_curvature = "λmax" in safe.formula
    return RateLimits(safe, condition_number(problem) if of_curvature else None)


def safe_rate(rule: Learner, problem: Problem) -> SafeRate | None:
    """Give the safe range of the learning rate, where the learner knows it."""
    if rule.safe_rate is None:
        return None
    curvature = largest_curvature(problem)
    if not 0.0 < curvature < np.inf:
        return None
    with suppress(ZeroDivisionError):
        return SafeRate(*rule.safe_rate(curvature, problem.settings))
    return None


def largest_curvature(problem: Problem) -> float:
    """Give λmax, the largest eigenvalue of Σ x·xᵀ over the samples of one batch.

    x has the 1 of the offset, where there is one. Shuffled batches can be any: of
    them the largest sum of ‖x‖², the trace, which is not below λmax.
    """
    batch, n = problem.plan.batch, problem.n_samples
    X = samples_with_ones(problem)
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


def condition_number(problem: Problem) -> float:
    """Give λmax/λmin of Σ x·xᵀ over all samples: how slow the slowest direction is.

    Infinite where the samples leave some direction of the weights undetermined.
    """
    X = samples_with_ones(problem)
    X = X if problem.plan.offset_input else X[:, :-1]
    if len(X) < X.shape[1] or not X.any():
        return float("inf")
    lengths = np.linalg.svd(X / np.abs(X).max(), compute_uv=False)
    if lengths[-1] <= lengths[0] * np.finfo(float).eps * len(X):
        return float("inf")
    return float((lengths[0] / lengths[-1]) ** 2)


def samples_with_ones(problem: Problem) -> NDArray[np.float64]:
    """Give the samples to learn from with what the offset is multiplied by.

    Each by the root of its weight, which stands in x·xᵀ as often as the sample counts.
    """
    ones = np.full(problem.n_samples, problem.plan.offset_input)
    X = np.column_stack([problem.training.X, ones])
    if not problem.is_weighted:
        return X
    weights = [problem.weights_of(problem.rows, k) for k in range(problem.n_outputs)]
    heavy: NDArray[np.float64] = np.sqrt(np.max(weights, axis=0))[:, None] * X
    return heavy


def _largest_eigenvalue(batches: NDArray[np.float64]) -> float:
    """Give λmax of the Gram matrices of the batches (k, m, d), in the smaller form."""
    transposed = batches.transpose(0, 2, 1)
    wide = batches.shape[1] < batches.shape[2]
    grams = batches @ transposed if wide else transposed @ batches
    return float(np.linalg.eigvalsh(grams).max(initial=0.0))
