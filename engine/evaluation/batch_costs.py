"""What the batch size does: the cost J with which a run ends, per sample or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.spaces.cost import cost_of
from engine.training.fit import compares_soon, fit
from engine.training.loops.rate_schedule import CONSTANT
from engine.training.safe_rates import safe_rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.training.problem import Problem
    from engine.training.safe_rates import SafeRate
    from engine.training.tape import Tape


@dataclass(frozen=True)
class BatchCost:
    """Where a run with batches of one size ends.

    Attributes
    ----------
    batch : int
        Samples in a step; 0 is the full batch.
    is_own : bool
        Whether it is the run itself.
    cost : float or None
        J at the end; None of a run that diverged.
    safe : SafeRate or None
        The constant learning rate below which its steps cannot grow without bound.
    """

    batch: int
    is_own: bool
    cost: float | None
    safe: SafeRate | None


def batch_costs(tape: Tape, stop: Callable[[], bool]) -> tuple[BatchCost, ...]:
    """Compare a run with those that differ in the batch size only.

    Parameters
    ----------
    tape : Tape
        Of a run that has ended.
    stop : callable
        Asked about every millisecond whether the answer is no longer wanted.

    Returns
    -------
    tuple of BatchCost
        Per sample, by the run's own batches and by the full batch; empty where the
        learner has no batches or no cost, or one that depends on them, where the run
        is long, and where it left another.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    recipe, n = tape.recipe, tape.problem.n_samples
    rule = learner(recipe.learner)
    own = recipe.get("batch_size")
    penalties = {rule.penalty(tape.problem.settings, steps) for steps in (1, n)}
    if own is None or not rule.has_cost or len(penalties) > 1 or n < 2:
        return ()
    if not compares_soon(tape):
        return ()
    own = own if own < n else 0
    sizes = (1, 0) if own in (0, 1) else (1, own, 0)
    costs = []
    for size in sizes:
        posed = tape.problem.under(recipe.replace(batch_size=size))
        constant = posed.plan.schedule == CONSTANT
        costs.append(
            BatchCost(
                size,
                size == own,
                _cost(posed, recipe.learner, stop),
                safe_rate(rule, posed) if constant else None,
            )
        )
    return tuple(costs)


def _cost(posed: Problem, name: str, stop: Callable[[], bool]) -> float | None:
    weights = fit(posed, name, stop)
    if weights is None:
        return None
    cost = cost_of(posed, learner(name), weights).total
    return cost if np.isfinite(cost) else None
