"""How unlike the scales of the features are, and what standardising makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, UserError, never
from engine.learners import learner, perceptron
from engine.training.problem import problem
from engine.training.safe_rates import (
    condition_number,
    rate_limits,
    samples_with_ones,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.learners import Learner
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe
    from engine.training.safe_rates import RateLimits

MOST_NUMBERS = 2_000_000
"""Numbers in the samples up to which both ways are compared: below a second."""
MOST_WORK, MOST_STEPS = 50_000_000, 20_000
"""Multiplications and steps of an epoch up to which it is asked how far one comes."""
NEVER = 1e-13
"""How far a factor is below 1 at least, or rounding decides."""


@dataclass(frozen=True)
class Conditioning:
    """How unlike the directions are in which a learner sees its samples.

    Attributes
    ----------
    condition : float
        κ = λmax/λmin of XᵀX, the 1 of the offset in each row: along the slowest
        direction of the weights a gradient is κ times as small as along the steepest.
        Of several outputs the largest.
    limits : RateLimits or None
        Learning rates that are safe, where the learner knows it.
    epochs_to_halve : float or None
        Epochs in which, at half of the safe rate, the slowest part of the distance to
        where the weights come to rest is halved. None where that is not known.
    """

    condition: float
    limits: RateLimits | None
    epochs_to_halve: float | None


@dataclass(frozen=True)
class StandardisationEffect:
    """The same samples as they are, and standardised."""

    plain: Conditioning
    standardised: Conditioning


def goes_down_a_bowl(rule: Learner) -> bool:
    """Tell whether its cost is curved: else no direction is slow by κ."""
    return rule.heading == "Gradient learners" and rule.pull is not perceptron.pull


def standardisation_effect(
    data: Dataset, recipe: Recipe, stop: Callable[[], bool] = never
) -> StandardisationEffect | None:
    """Compare the conditioning of the samples with that of standardised ones.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
        All of it but whether it standardises is meant.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Returns
    -------
    StandardisationEffect or None
        None where κ says nothing of the learner, or the samples are too many.

    Raises
    ------
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe
    >>> data = Dataset([[1, 100], [2, 300], [3, 200], [4, 500]], [0, 0, 1, 1])
    >>> effect = standardisation_effect(data, Recipe("adaline", batch_size=0))
    >>> f"{effect.plain.condition:,.0f} → {effect.standardised.condition:.1f}"
    '675,103 → 10.9'
    """
    rule = learner(recipe.learner)
    if not goes_down_a_bowl(rule) or data.X.size > MOST_NUMBERS:
        return None
    conditionings = []
    for standardise in (False, True):
        if stop():
            raise Cancelled
        try:
            posed = problem(data, recipe.replace(standardise=standardise))
        except UserError:  # too large to learn from as they are
            return None
        conditionings.append(conditioning(posed, rule, stop))
    return StandardisationEffect(*conditionings)


def conditioning(
    problem: Problem, rule: Learner, stop: Callable[[], bool] = never
) -> Conditioning:
    """Measure it for samples as a learner sees them."""
    limits = rate_limits(rule, problem)
    if limits is None or limits.condition is None:
        return Conditioning(condition_number(problem), limits, None)
    rate = limits.safe.value / 2
    epochs = epochs_to_halve(problem, rule, rate, stop)
    return Conditioning(limits.condition, limits, epochs)


def epochs_to_halve(
    problem: Problem, rule: Learner, rate: float, stop: Callable[[], bool] = never
) -> float | None:
    """Give the epochs in which the slowest part of what is left is halved.

    An epoch of a rule whose steps are linear in the weights multiplies what separates
    them from where they come to rest by a matrix, the product of those of its steps;
    its largest eigenvalue is what is left of the slowest part. Of a shuffled order,
    that as given is looked at.

    Returns
    -------
    float or None
        None where some direction is never learned, or an epoch is too long to ask.
    """
    factor = max(
        _left_after_an_epoch(X[problem.order], problem, rule, rate, stop)
        for X in samples_with_ones(problem)
    )
    if factor > 1.0 - NEVER:
        return None
    return float(np.log(0.5) / np.log(factor)) if factor else 0.0


def _left_after_an_epoch(
    X: NDArray[np.float64],
    problem: Problem,
    rule: Learner,
    rate: float,
    stop: Callable[[], bool],
) -> float:
    """Give what is left of the slowest part; infinite of an epoch too long to ask."""
    offset, batch = bool(problem.plan.offset_input), problem.plan.batch
    X = X if offset else X[:, :-1]
    n, d = X.shape
    if n * d * d > MOST_WORK or n > MOST_STEPS * batch:
        return float("inf")
    shrink = np.full((d, 1), rule.decay(rate, problem.settings))
    if offset:
        shrink[-1] = 1.0  # the offset is not penalised
    left: NDArray[np.float64] = np.eye(d)
    with np.errstate(over="ignore", invalid="ignore"):
        for first in range(0, n, batch):
            if stop():
                raise Cancelled
            rows = X[first : first + batch]
            left = shrink * left - rate * (rows.T @ (rows @ left))
    if not np.isfinite(left).all():
        return float("inf")
    return float(np.abs(np.linalg.eigvals(left)).max())
