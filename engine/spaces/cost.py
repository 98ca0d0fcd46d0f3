"""The cost J of single weights: after each of the steps of one epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.errors import Cancelled, go_on
from engine.learners import learner

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.training.problem import Problem
    from engine.training.tape import Tape

MOST_STEPS = 200
"""Steps of an epoch up to which each is measured; of more, some evenly chosen."""


class Cost(NamedTuple):
    """What weights cost on the samples to learn from: J = loss + penalty."""

    loss: float
    penalty: float

    @property
    def total(self) -> float:
        """The cost J."""
        return self.loss + self.penalty


def cost_of(problem: Problem, rule: Learner, weights: NDArray[np.float64]) -> Cost:
    """Measure weights as the loops measure those at an epoch's end.

    Parameters
    ----------
    problem : Problem
    rule : Learner
        Whose `has_cost` is true.
    weights : ndarray
        As trained, of the learner's shape.
    """
    X, codes, _ = problem.training
    total = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        scores = rule.scores(X, weights, problem.settings)
        for k in range(1 if problem.coupled else problem.n_outputs):
            own_scores, own = scores, codes
            if not problem.coupled:
                own_scores, own = (
                    scores[:, [k]],
                    problem.is_positive(codes, k).astype(int),
                )
            losses = rule.losses(own_scores, own, problem.settings)
            total += float((losses * problem.weights_of(problem.rows, k)).sum())
        strength = rule.penalty(problem.settings, problem.steps_per_epoch)
        squares = 0.0
        if strength:
            squares = rule.penalised(weights, X.shape[1], problem.settings)
    loss = total / (problem.n_samples if problem.plan.mean else 1.0)
    return Cost(loss, strength / 2.0 * squares)


def step_costs(
    tape: Tape, epoch: int, progress: Callable[[float], bool] = go_on
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Measure the weights used after the steps of an epoch.

    Parameters
    ----------
    tape : Tape
        Of a learner that has a cost.
    epoch : int
        From 1; of one that has not ended, as far as it is recorded.
    progress : callable, optional
        Told the share that is done; False cancels.

    Returns
    -------
    steps : ndarray of int, shape (m,)
        From the last of the epoch before, at most `MOST_STEPS` and one.
    costs : ndarray, shape (m,)

    Raises
    ------
    IndexError
        If nothing of the epoch is recorded.
    Cancelled
        If `progress` says so.
    """
    each = tape.problem.steps_per_epoch
    if not 1 <= epoch <= tape.epoch_of(tape.steps):
        raise IndexError(f"epoch {epoch} is not recorded")
    first, last = (epoch - 1) * each, min(epoch * each, tape.steps)
    many = min(last - first, MOST_STEPS) + 1
    steps = np.linspace(first, last, many).round().astype(np.int64)
    costs = np.empty(many)
    for i, k in enumerate(steps.tolist()):
        problem, rule = tape.problem_at(k), learner(tape.learner_at(k))
        costs[i] = cost_of(problem, rule, tape.frame(k).used).total
        if not progress((i + 1) / many):
            raise Cancelled
    return steps, costs
