"""Where the weights of a run repeat, so that it goes round for ever."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from engine.errors import Cancelled, never
from engine.training.loops.rate_schedule import CONSTANT
from engine.training.loops.structures import LAST

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from engine.training.kernel_runner import KernelRunner
    from engine.training.keyframes import State
    from engine.training.problem import Problem

MOST_EPOCHS = 20_000
MOST_WORK = 300_000_000
"""Multiplications after which the search is given up: a second at most."""
MOST_CHANGES, MOST_STEPS = 12, 20_000
"""Updates and steps of a cycle up to which each update is told."""
BETWEEN_LOOKS_SECONDS = 0.01
"""Seconds between two looks whether the loops are compiled."""


@dataclass(frozen=True, eq=False)
class Cycle:
    """Epochs that repeat for ever.

    Attributes
    ----------
    before : int
        Epochs before the first of them.
    epochs : int
        How many they are.
    updates : int
        Updates made in them.
    changes : tuple of ndarray, each of shape (n_outputs, n_terms + 1)
        What each of these adds to the weights, the offset last; empty of too many.
        They sum to zero, or the weights would not come back.
    """

    before: int
    epochs: int
    updates: int
    changes: tuple[NDArray[np.float64], ...] = ()


def can_repeat(problem: Problem) -> bool:
    """Tell whether an epoch depends on nothing but the weights at its begin."""
    return problem.plan.schedule == CONSTANT and not problem.plan.shuffled


def epochs_searched(problem: Problem) -> int:
    """Give how many epochs `find_cycle` looks at, at most."""
    work = problem.n_samples * problem.start.size
    return min(MOST_EPOCHS, MOST_WORK // work)


def find_cycle(
    problem: Problem, learner: str, stop: Callable[[], bool] = never
) -> Cycle | None:
    """Find the first epochs whose end has the very weights of their begin.

    A digest of the weights at each epoch's end is kept: the first that was there before
    ends the cycle.

    Parameters
    ----------
    problem : Problem
        One of which `can_repeat` is true.
    learner : str
        Name of the learner.
    stop : callable
        Asked at every epoch whether the answer is no longer wanted.

    Returns
    -------
    Cycle or None
        None if nothing repeats in the epochs searched.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    from engine.training.kernel_runner import KernelRunner

    # Only the weights of the rule count, whatever is made of them.
    plan = problem.plan._replace(combination=LAST)
    runner = KernelRunner(replace(problem, plan=plan), learner, log=None)
    return _EpochRun(problem, runner, stop).cycle(epochs_searched(problem))


@dataclass(frozen=True, eq=False)
class _EpochRun:
    """A run that is played an epoch at a time."""

    problem: Problem
    runner: KernelRunner
    stop: Callable[[], bool]

    def play_epoch(self, state: State) -> None:
        if self.stop():
            raise Cancelled
        # A long search would take the interpreter from the window for many seconds.
        while self.runner.is_overdue:
            time.sleep(BETWEEN_LOOKS_SECONDS)
            if self.stop():
                raise Cancelled
        self.runner.go(state, state.step + self.problem.steps_per_epoch)

    def cycle(self, most: int) -> Cycle | None:
        """Play so many epochs at most, until the weights are as they were."""
        state = self.problem.start_state()
        seen = {_digest(state): (0, 0)}
        for epoch in range(1, most + 1):
            self.play_epoch(state)
            now = epoch, state.updates
            before, updates = seen.setdefault(_digest(state), now)
            if before < epoch:
                made = state.updates - updates
                length = epoch - before
                return Cycle(before, length, made, self._changes(before, length, made))
        return None

    def _changes(
        self, before: int, length: int, updates: int
    ) -> tuple[NDArray[np.float64], ...]:
        """Play the cycle once more, step by step, if it is short."""
        steps = length * self.problem.steps_per_epoch
        if updates > MOST_CHANGES or steps > MOST_STEPS:
            return ()
        state = self.problem.start_state()
        for _ in range(before):
            self.play_epoch(state)
        changes = []
        for _ in range(steps):
            former = state.copy()
            self.runner.go(state, state.step + 1)
            if state.updates > former.updates:
                change = state.parameters - former.parameters
                changes.append(change.reshape(self.problem.start.shape))
        return tuple(changes)


def _digest(state: State) -> bytes:
    """Give a stand-in for the weights, of 128 bits: no others have the same."""
    values = state.parameters + 0.0  # −0 and 0 are one weight
    return blake2b(values.tobytes(), digest_size=16).digest()
