"""How large a learning rate can be before the steps grow without bound."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.numbers import rounded_down
from engine.numbers import with_power as number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.training.problem import Problem


DIGITS = 3
MOST_DIGITS = 17
"""With them two floats are told apart."""
ROUNDING = 1e-9
"""Below it, beside what it is a part of, a number may be 0 but for rounding."""
SQUARES = "max Σ‖x‖²"
"""Over a batch of any samples: what λmax is never above."""
MOST_TERMS = 200
"""Up to which it is asked whether a run can leave along the steepest direction."""


@dataclass(frozen=True)
class SafeRate:
    """The learning rate below which steps cannot grow without bound.

    Attributes
    ----------
    formula : str
    value : float
    is_limit : bool
        Whether above it they do. Else it is not known: larger ones may be safe, too.
    """

    formula: str
    value: float
    is_limit: bool = False

    @property
    def said(self) -> str:
        """The value as it is written wherever it stands: one number for one bound.

        It is rounded down, so that what is below the number written is safe.
        """
        return number(rounded_down(self.value, DIGITS), DIGITS)

    def told_above(self, rate: float) -> str:
        """Write a rate that is above it, with the digits by which it is seen to be."""
        bound, digits = rounded_down(self.value, DIGITS), DIGITS
        while digits < MOST_DIGITS and float(f"{rate:.{digits - 1}e}") <= bound:
            digits += 1
        return number(rate, digits)


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
    of_curvature = "λmax" in safe.formula or SQUARES in safe.formula
    return RateLimits(safe, condition_number(problem) if of_curvature else None)


def safe_rate(rule: Learner, problem: Problem) -> SafeRate | None:
    """Give the safe range of the learning rate, where the learner knows it."""
    if rule.safe_rate is None:
        return None
    curvature = largest_curvature(problem)
    if not 0.0 < curvature < np.inf:
        return None
    with suppress(ZeroDivisionError):
        formula, value = rule.safe_rate(curvature, problem.settings)
        is_limit = "λmax" in formula and _leaves_along_steepest(problem, curvature)
        if _has_any_batches(problem):
            squares = f"({SQUARES} + λ)" if penalty_of(problem) else f"({SQUARES})"
            formula = formula.replace("λmax", squares)
        return SafeRate(formula, value, is_limit)
    return None


def largest_curvature(problem: Problem) -> float:
    """Give λmax, the largest eigenvalue of Σ x·xᵀ + λ·diag(1, …, 1, 0) over a batch.

    x has the 1 of the offset, where there is one; λ is that of the penalty, which
    leaves the offset out. Of several batches and outputs it is the largest of all.
    Shuffled batches can be any: of them the largest sum of ‖x‖², the trace, and λ
    are not below it.
    """
    batch, n, penalty = problem.plan.batch, problem.n_samples, penalty_of(problem)
    most = 0.0
    for X in samples_with_ones(problem):
        with np.errstate(over="ignore"):
            lengths = (X**2).sum(axis=1)
            if not np.isfinite(lengths.sum()):
                return float("inf")
        if _has_any_batches(problem):
            most = max(most, float(np.sort(lengths)[-batch:].sum()) + penalty)
            continue
        if batch == 1:
            most = max(most, _largest_of_single(X, penalty))
            continue
        X = X[problem.order]
        whole = n // batch * batch
        batches = X[:whole].reshape(-1, batch, X.shape[1])
        for part in (batches, X[None, whole:]):
            most = max(most, _largest_eigenvalue(part, penalty))
    return most


def _has_any_batches(problem: Problem) -> bool:
    return problem.plan.shuffled and 1 < problem.plan.batch < problem.n_samples


def penalty_of(problem: Problem) -> float:
    """Give the λ by which a step shrinks the weights, but not the offset."""
    return problem.plan.strength if problem.plan.decays else 0.0


def condition_number(problem: Problem) -> float:
    """Give λmax/λmin of Σ x·xᵀ over all samples: how slow the slowest direction is.

    Of several outputs the largest. Infinite where the samples leave some direction of
    the weights undetermined.
    """
    return max(_condition_of(X, problem) for X in samples_with_ones(problem))


def _condition_of(X: NDArray[np.float64], problem: Problem) -> float:
    X = X if problem.plan.offset_input else X[:, :-1]
    if len(X) < X.shape[1] or not X.any():
        return float("inf")
    lengths = np.linalg.svd(X / np.abs(X).max(), compute_uv=False)
    if lengths[-1] <= lengths[0] * np.finfo(float).eps * len(X):
        return float("inf")
    return float((lengths[0] / lengths[-1]) ** 2)


def samples_with_ones(problem: Problem) -> list[NDArray[np.float64]]:
    """Give the samples to learn from with what the offset is multiplied by.

    Each by the root of its weight, which stands in x·xᵀ as often as the sample counts:
    once for each output, or once where they count alike for all.
    """
    ones = np.full(problem.n_samples, problem.plan.offset_input)
    X = np.column_stack([problem.training.X, ones])
    return [X if s is None else np.sqrt(s)[:, None] * X for s in _weights(problem)]


def _weights(problem: Problem) -> list[NDArray[np.float64] | None]:
    """Give how much each sample counts for each output; None where each is one."""
    if not problem.is_weighted:
        return [None]
    alike = problem.coupled or bool((problem.class_weights == 1.0).all())
    outputs = range(1 if alike else problem.n_outputs)
    return [problem.weights_of(problem.rows, k) for k in outputs]


def _largest_of_single(X: NDArray[np.float64], penalty: float) -> float:
    """Give λmax of x·xᵀ + penalty·diag(1, …, 1, 0) over single samples X (n, d).

    It is that of its two dimensions, along the features of x and along the offset.
    """
    squared, offset = (X[:, :-1] ** 2).sum(axis=1), X[:, -1] ** 2
    middle, apart = (squared + penalty + offset) / 2, (squared + penalty - offset) / 2
    mixed = np.sqrt(squared) * X[:, -1]
    return float((middle + np.hypot(apart, mixed)).max())


def _largest_eigenvalue(batches: NDArray[np.float64], penalty: float) -> float:
    """Give λmax of Σ x·xᵀ + penalty·diag(1, …, 1, 0) over batches (k, m, d)."""
    features, ones = batches[..., :-1], batches[..., -1:]
    if features.shape[1] < features.shape[2]:  # in the space that few samples span
        features = np.linalg.qr(features.transpose(0, 2, 1)).R.transpose(0, 2, 1)
    X = np.concatenate([features, ones], axis=2)
    curvature = X.transpose(0, 2, 1) @ X + _of_penalty(X.shape[2], penalty)
    return float(np.linalg.eigvalsh(curvature).max(initial=0.0))


def _of_penalty(d: int, penalty: float) -> NDArray[np.float64]:
    diagonal = np.full(d, penalty)
    diagonal[-1] = 0.0
    return np.diag(diagonal)


def _leaves_along_steepest(problem: Problem, curvature: float) -> bool:
    """Tell whether full batches move the weights along the direction of λmax at all.

    From there on what is wrong along it grows with each step of an η above 2/λmax.
    """
    X, y = problem.training.X, problem.training.codes
    if problem.plan.batch < problem.n_samples or X.shape[1] > MOST_TERMS:
        return False
    X = np.column_stack([X, np.full(len(X), problem.plan.offset_input)])
    of_penalty = _of_penalty(X.shape[1], penalty_of(problem))
    for k, start in enumerate(problem.start):
        weighted = problem.weights_of(problem.rows, k)[:, None] * X
        values, directions = np.linalg.eigh(X.T @ weighted + of_penalty)
        steepest = directions[:, values > curvature * (1.0 - ROUNDING)]
        labels = problem.labels(y, k)
        gradient = weighted.T @ (labels - X @ start) - of_penalty @ start
        scale = np.abs(weighted).sum() + curvature * np.abs(start).sum()
        if np.abs(steepest.T @ gradient).max(initial=0.0) > ROUNDING * scale:
            return True
    return False
