"""Where the weights of a run repeat, so that it goes round for ever."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, never
from engine.training.loops.schedule import CONSTANT
from engine.training.loops.structures import LAST

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.training.kernel_runner import KernelRunner
    from engine.training.keyframes import State
    from engine.training.problem import Problem

MOST_EPOCHS = 20_000
MOST_WORK = 300_000_000
"""Multiplications after which the search is given up: a second at most."""
MOST_CHANGES, MOST_STEPS = 12, 20_000
"""Updates and steps of a cycle up to which each update is told."""
BETWEEN_LOOKS = 0.01
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

    R. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980): one run,
    compared at the ends of epochs with a former state of itself, then two runs as far
    apart as the cycle is long.

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
    run = _EpochRun(problem, runner, stop)
    length = run.cycle_length(epochs_searched(problem))
    return None if length is None else run.cycle(length)


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
            time.sleep(BETWEEN_LOOKS)
            if self.stop():
                raise Cancelled
        self.runner.go(state, state.step + self.problem.steps_per_epoch)

    def cycle_length(self, most: int) -> int | None:
        """Find after how many epochs the weights are the same, at some time."""
        state = self.problem.start_state()
        former, power, length = state.copy(), 1, 0
        for _ in range(most):
            self.play_epoch(state)
            length += 1
            if np.array_equal(state.parameters, former.parameters):
                return length
            if length == power:
                former, power, length = state.copy(), 2 * power, 0
        return None

    def cycle(self, length: int) -> Cycle:
        """Find where epochs that repeat with this length begin."""
        behind, ahead = self.problem.start_state(), self.problem.start_state()
        for _ in range(length):
            self.play_epoch(ahead)
        before = 0
        while not np.array_equal(behind.parameters, ahead.parameters):
            self.play_epoch(behind)
            self.play_epoch(ahead)
            before += 1
        updates = ahead.updates - behind.updates
        return Cycle(before, length, updates, self._changes(behind, length, updates))

    def _changes(
        self, state: State, length: int, updates: int
    ) -> tuple[NDArray[np.float64], ...]:
        """Play the cycle once more, step by step, if it is short."""
        steps = length * self.problem.steps_per_epoch
        if updates > MOST_CHANGES or steps > MOST_STEPS:
            return ()
        changes = []
        for _ in range(steps):
            before = state.copy()
            self.runner.go(state, state.step + 1)
            if state.updates > before.updates:
                change = state.parameters - before.parameters
                changes.append(change.reshape(self.problem.start.shape))
        return tuple(changes)
