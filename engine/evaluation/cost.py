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
    weights : ndarray, shape (n_outputs, n_terms + 1)
        As trained, the offset last.
    """
    X, codes, own = problem.training
    total = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for k, w in enumerate(weights):
            is_own = codes == (1 if problem.n_outputs == 1 else k)
            counts = problem.class_weights[k][is_own.astype(int)]
            losses = losses_of(rule, problem, X @ w[:-1] + w[-1], 2.0 * is_own - 1.0)
            total += float((losses * counts * (1.0 if own is None else own)).sum())
        strength = rule.penalty(problem.settings, problem.steps_per_epoch)
        squares = float((weights[:, :-1] ** 2).sum()) if strength else 0.0
    loss = total / (problem.n_samples if problem.plan.mean else 1.0)
    return Cost(loss, strength / 2.0 * squares)


def losses_of(
    rule: Learner, problem: Problem, z: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give the learner's loss of each score z with its label y = ±1, unweighted."""
    pairs = zip(z, y, strict=True)
    return np.array([rule.loss(*pair, problem.settings) for pair in pairs], np.float64)


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
