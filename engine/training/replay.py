"""The past of a run: any step rebuilt by replaying from the nearest state kept."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from engine.training.loops.structures import MISTAKE, MISTAKES, STEP, TOO_LARGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.training.branch import BranchPoint
    from engine.training.kernel_runner import BranchedRunner, KernelRunner
    from engine.training.keyframes import Keyframes, State
    from engine.training.problem import Problem

    Walked = tuple[State, State, NDArray[np.int32], NDArray[np.uint8]]
    """A step: before, after, the rows it looked at, their marks."""
    Pass = tuple[State, NDArray[np.int32], NDArray[np.uint8]]
    """Steps of an epoch: before them, the places they looked at, their marks."""


class Replay:
    """Rebuilds states between keyframes. For any thread, one at a time.

    Parameters
    ----------
    problem : Problem
    learner : str
        Name of the learner.
    keyframes : Keyframes
        Those that the recording keeps; they may grow meanwhile.
    branch_point : BranchPoint or None
        Where the run leaves another.
    """

    def __init__(
        self,
        problem: Problem,
        learner: str,
        keyframes: Keyframes,
        branch_point: BranchPoint | None,
    ) -> None:
        self._problem = problem
        self._learner = learner
        self._keyframes = keyframes
        self._branch_point = branch_point
        self._lock = Lock()
        self._latest: State | None = None

    @cached_property
    def _runner(self) -> KernelRunner | BranchedRunner:
        return self._new_runner()

    def _new_runner(self) -> KernelRunner | BranchedRunner:
        from engine.training.kernel_runner import runner_of

        return runner_of(self._problem, self._learner, self._branch_point, log=None)

    def state(self, k: int) -> State:
        """Rebuild the state after step k, from which the run goes on."""
        with self._lock:
            return self._state(k)

    def step(self, k: int) -> Walked:
        """Rebuild step k ≥ 1: before, after, the rows it looked at, their marks.

        The state after it is kept: a playhead moves forward by few steps.
        """
        with self._lock:
            state = self._state(k - 1)
            before = state.copy()
            self._runner.go(state, k)
            places, marks = self._looked_at(self._runner, k - 1, k)
            self._latest = state.copy()
        return before, state, self._problem.rows[places], marks

    def _looked_at(
        self, runner: KernelRunner | BranchedRunner, after: int, last: int
    ) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Give the places that an epoch's newest steps looked at, and their marks."""
        problem, batch = self._problem, self._problem.plan.batch
        first = after % problem.steps_per_epoch * batch
        end = min(first + (last - after) * batch, problem.n_samples)
        return runner.order[first:end].copy(), runner.marks[first:end].copy()

    def order(self, epoch: int) -> NDArray[np.int32]:
        """Give the places, among the samples to learn from, in an epoch's order."""
        problem = self._problem
        if not problem.plan.shuffled:
            return problem.order
        first = (epoch - 1) * problem.steps_per_epoch
        with self._lock:
            self._runner.go(self._state(first), first + 1)
            return self._runner.order.copy()

    def walk(self, first: int, last: int) -> Iterator[Walked]:
        """Make steps `first` ≥ 1 … `last`, one after the other, on a runner of its own.

        Yields
        ------
        State, State, ndarray, ndarray
            As `step` gives them.
        """
        runner = self._new_runner()
        state = self.state(first - 1)
        for k in range(first, last + 1):
            before = state.copy()
            runner.go(state, k)
            places, marks = self._looked_at(runner, k - 1, k)
            yield before, state.copy(), self._problem.rows[places], marks

    def last_sound(self, low: State, high: int) -> State:
        """Find the last step before `high` whose weights are in range: its state."""
        with self._lock:
            while high - low.step > 1:
                state = low.copy()
                self._runner.go(state, (low.step + high) // 2)
                if is_sound(state):
                    low = state
                else:
                    high = state.step
        return low

    def next(self, k: int, last: int, entry: int) -> int | None:
        """Find the first step after k, up to the last, at which a tally grows."""
        with self._lock:
            count = int(self._state(k).tally[entry])
            if int(self._state(last).tally[entry]) == count:
                return None
            return self._first_with(entry, count + 1, last)

    def previous(self, k: int, entry: int) -> int | None:
        """Find the last step before k at which a tally grows."""
        with self._lock:
            count = int(self._state(max(k - 1, 0)).tally[entry])
            return self._first_with(entry, count, k - 1) if count else None

    def _first_with(self, entry: int, count: int, high: int) -> int:
        """Bisect for the first step at which a count that only grows is reached."""
        low = self._keyframes.last_below(entry, count)
        high = min(high, low.step + self._keyframes.stride)
        while high - low.step > 1:
            state = low.copy()
            self._runner.go(state, (low.step + high) // 2)
            if state.tally[entry] < count:
                low = state
            else:
                high = state.step
        return high

    def mistakes(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Count the mistakes up to each of the steps, which must not decrease."""
        last = int(steps[-1]) if len(steps) else 0
        epochs = -(-last // self._problem.steps_per_epoch)
        if len(steps) > epochs:
            return self._mistakes_by_epoch(np.asarray(steps), epochs)
        counts = []
        with self._lock:
            state = self._state(0)
            for k in steps:
                self._runner.go(state, k)
                counts.append(state.mistakes)
        return np.array(counts, dtype=np.float64)

    def _mistakes_by_epoch(
        self, steps: NDArray[np.int64], epochs: int
    ) -> NDArray[np.float64]:
        """Count them by the marks of whole epochs: far fewer calls of the loops."""
        per_epoch, last = self._problem.steps_per_epoch, int(steps[-1])
        counts, before = np.zeros(len(steps)), 0
        for epoch in range(1, epochs + 1):
            first = (epoch - 1) * per_epoch
            made = self.mistaken(epoch, min(first + per_epoch, last))
            so_far = np.append(0, np.cumsum(made)) + before
            inside = slice(*np.searchsorted(steps, (first + 1, first + per_epoch + 1)))
            visited = (steps[inside] - first) * self._problem.plan.batch
            counts[inside] = so_far[np.minimum(visited, len(made))]
            before = so_far[-1]
        return counts

    def weights(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Rebuild the weights after each of the steps, which must not decrease."""
        rebuilt = np.empty((len(steps), *self._problem.start.shape))
        with self._lock:
            state = self._state(steps[0])
            for i, k in enumerate(steps):
                nearest = self._keyframes.at_or_before(k)
                if nearest.step > state.step:
                    state = nearest
                self._runner.go(state, k)
                rebuilt[i] = state.parameters.reshape(rebuilt.shape[1:])
        return rebuilt

    def mistaken(self, epoch: int, until: int) -> NDArray[np.bool_]:
        """Tell which positions of an epoch, visited up to a step, were mistakes."""
        plan, stride = self._problem.plan, self._keyframes.stride
        first = (epoch - 1) * self._problem.steps_per_epoch
        with self._lock:
            state = self._state(first)
            while state.step < until:
                self._runner.go(state, min(until, state.step + stride))
            samples = min((until - first) * plan.batch, self._problem.n_samples)
            return (self._runner.marks[:samples] & MISTAKE).astype(bool)

    def mistaken_rows(self, after: int, last: int) -> Iterator[NDArray[np.int32]]:
        """Find the samples that were mistakes in steps `after` + 1 … `last`.

        On a runner of its own; some steps at a time, at most an epoch.

        Yields
        ------
        ndarray of int
            Rows of the data, one as often as it was a mistake.
        """
        for _, places, marks in self.passes(after, last):
            yield self._problem.rows[places[(marks & MISTAKE).astype(bool)]]

    def passes(self, after: int, last: int) -> Iterator[Pass]:
        """Go through steps `after` + 1 … `last`, some at a time, at most an epoch.

        Yields
        ------
        State, ndarray of int, ndarray of uint8
            That before them; the places, among the samples to learn from, that they
            looked at; their marks.
        """
        per_epoch, point = self._problem.steps_per_epoch, self._branch_point
        runner, state = self._new_runner(), self.state(after)
        while state.step < last:
            before = state.copy()
            until = min(state.step + self._keyframes.stride, last)
            until = min(until, state.step - state.step % per_epoch + per_epoch)
            if point is not None and state.step < point.step:
                until = min(until, point.step)
            runner.go(state, until)
            yield before, *self._looked_at(runner, before.step, state.step)

    def rough_mistakes(
        self, steps: Sequence[int], last: int, by_epoch: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Count the mistakes between keyframes and ends of epochs by interpolation.

        Parameters
        ----------
        steps : sequence of int
        last : int
            The last recorded step.
        by_epoch : ndarray of int
            Mistakes in each finished epoch.
        """
        tallies, end = self._keyframes.tallies(), self.state(last)
        ends = np.arange(1, len(by_epoch) + 1) * self._problem.steps_per_epoch
        at = np.concatenate([tallies[:, STEP], ends, [end.step]])
        count = np.concatenate(
            [tallies[:, MISTAKES], np.cumsum(by_epoch), [end.mistakes]]
        )
        at, first = np.unique(at, return_index=True)
        counted: NDArray[np.float64] = np.interp(steps, at, count[first])
        return counted

    def _state(self, k: int) -> State:
        state, latest = self._keyframes.at_or_before(k), self._latest
        if latest is not None and state.step < latest.step <= k:
            state = latest.copy()
        if state.step < k:
            self._runner.go(state, k)
        if self._branch_point is not None:
            self._branch_point.set_by_hand(state)
        return state


def is_sound(state: State) -> bool:
    """Tell whether all parameters are numbers within range."""
    return bool((np.abs(state.parameters) <= TOO_LARGE).all())
