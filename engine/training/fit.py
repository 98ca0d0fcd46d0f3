"""A run straight to its end: the same weights as a tape's, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import Cancelled, never
from engine.training.loops.measures import combined
from engine.training.loops.structures import DIVERGED, RUNNING, VOTED
from engine.training.replay import is_sound
from engine.training.tape import CHUNK_WORK

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from engine.training.problem import Problem
    from engine.training.tape import Tape


SOON_WORK = 100_000_000
"""Multiplications of a run up to which others are made beside it: half a second."""


def compares_soon(tape: Tape) -> bool:
    """Tell whether a tape's run can be compared at once with runs of other recipes.

    Not a long one, nor one that left another: what they would share is not said.
    """
    return tape.work <= SOON_WORK and tape.branch is None


def fit(
    problem: Problem, learner: str, stop: Callable[[], bool] = never
) -> NDArray[np.float64] | None:
    """Give the weights that are used at the run's end, bit for bit those of a tape.

    Epochs are measured only where the run may end by what is measured: that costs as
    much as the learning.

    Parameters
    ----------
    problem : Problem
        Of a run that goes on from no other.
    learner : str
        Name of the learner.
    stop : callable
        Asked about every millisecond whether the answer is no longer wanted.

    Returns
    -------
    ndarray, of the shape of the start, or None
        As trained. None where one set of weights does not say it all, or not exactly:
        votes, and a run that diverged, which a tape ends at the last sound step.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    from engine.training.kernel_runner import KernelRunner

    plan = problem.plan
    if plan.combination == VOTED:
        return None
    chunk = max(1, CHUNK_WORK // (problem.work * plan.batch))
    log = problem.epochs if plan.target_error >= 0 else 0
    runner = KernelRunner(problem, learner, log=log)
    now, ending = problem.start_state(), RUNNING
    while ending == RUNNING and now.step < problem.most_steps:
        if stop():
            raise Cancelled
        ending = runner.go(now, min(problem.most_steps, now.step + chunk))
        if ending == DIVERGED or not is_sound(now):
            return None
    used: NDArray[np.float64] = combined(now.parameters, now.memory, plan, now.step)
    return used.reshape(problem.start.shape)
