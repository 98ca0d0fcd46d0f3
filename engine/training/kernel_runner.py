"""The loops at work on one problem, with their scratch arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.training.compiled.tiered_loops import CALL_WORK, run_loop
from engine.training.loops.structures import (
    RUNNING,
    VOTED,
    CombinationState,
    RunRecord,
    RunState,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.branch import BranchPoint
    from engine.training.keyframes import State
    from engine.training.problem import Problem


class KernelRunner:
    """Moves a state forward through a run. Not for two threads at once.

    Parameters
    ----------
    problem : Problem
    learner : str
        Name of the learner.
    log : int, optional
        Epochs for which mistakes, errors and losses are to be written down, from the
        first; after those the run only ends where it must. Default: not even that, as
        when replaying what has been recorded.

    Attributes
    ----------
    log : ndarray, shape (log, 4)
        Mistakes of each epoch, then errors on each part.
    losses : ndarray, shape (log, 4)
        Summed losses of each part, then ‖w‖² if the learner penalises it.
    order : ndarray of int32, shape (n,)
        The samples at the positions of the epoch visited last.
    marks : ndarray of uint8, shape (n,)
        What happened at each of them.
    updates : ndarray, shape (n_outputs, m, 2)
        Voted only: of each update that the last `go` made the step, and what
        multiplied the sample.
    n_updates : ndarray of int64, shape (n_outputs, 1)
        How many of them there are.
    """

    def __init__(self, problem: Problem, learner: str, *, log: int | None) -> None:
        n, start = problem.n_samples, problem.start
        self._problem = problem
        plain = problem.is_plain
        self._loop = run_loop(learner, plain=plain)
        self._samples = problem.samples(plain=plain)
        self.order: NDArray[np.int32] = self._samples.order
        self._epoch_work = n * problem.work
        self._held_out = problem.parts_for_loops(plain=plain)[1:]
        self._order_epoch = np.full(1, -1, dtype=np.int64)
        self.marks = np.zeros(n, dtype=np.uint8)
        self._former = start.ravel().copy()
        self._recording = log is not None
        self.updates = np.empty((problem.n_outputs, 0, 2))
        self.n_updates = np.zeros((problem.n_outputs, 1), dtype=np.int64)
        # Not touched, not there: pages of an empty array cost memory when written.
        self.log = np.empty((log or 0, 4))
        self.losses = np.empty((log or 0, 4))

    @property
    def is_compiled(self) -> bool:
        """Whether the loops are compiled by now."""
        return self._loop.is_compiled

    @property
    def is_overdue(self) -> bool:
        """Whether who is in no hurry had better wait until the loops are compiled."""
        return self._loop.is_overdue

    def go(self, state: State, until: int) -> int:
        """Move the state, in place, to step `until`; tell how the loops came back."""
        p = self._problem
        self.n_updates[:] = 0
        room = until - state.step
        if p.plan.combination == VOTED and room > self.updates.shape[1]:
            self.updates = np.empty((p.n_outputs, room, 2))
        work = room * p.plan.batch * p.work
        if self._epoch_work > CALL_WORK:
            run = self._loop.compiled()
        else:
            run = self._loop.for_work(work, go_on=self._recording)
        combination = CombinationState(
            state.memory, state.counts, self.updates, self.n_updates
        )
        moved = RunState(state.parameters, combination, self._former, state.tally)
        record = RunRecord(self._order_epoch, self.marks, self.log, self.losses)
        ending: int = run(
            moved, self._samples, self._held_out, record, p.plan, p.settings, until,
            self._recording,
        )  # fmt: skip
        return ending

    def begin_after(self, former: NDArray[np.float64]) -> None:
        """Take over in a run whose last finished epoch ended with these weights."""
        self._former[:] = former


class BranchedRunner:
    """Two runners in turn, one before the branch and one after it.

    Parameters
    ----------
    branch_point : BranchPoint
    problem : Problem
        After the branch.
    learner : str
    log : int, optional
        As for a runner.

    Attributes
    ----------
    log, losses, marks
        One for both.
    """

    def __init__(
        self,
        branch_point: BranchPoint,
        problem: Problem,
        learner: str,
        *,
        log: int | None,
    ) -> None:
        self._branch_point = branch_point
        self._before = KernelRunner(branch_point.before, branch_point.learner, log=log)
        self._after = KernelRunner(problem, learner, log=log)
        self._last = self._before
        self.log = self._after.log = self._before.log
        self.losses = self._after.losses = self._before.losses
        self.marks = self._after.marks = self._before.marks

    @property
    def updates(self) -> NDArray[np.float64]:
        """Updates of the runner whose turn it was last."""
        return self._last.updates

    @property
    def n_updates(self) -> NDArray[np.int64]:
        """How many of them there are."""
        return self._last.n_updates

    @property
    def order(self) -> NDArray[np.int32]:
        """The samples in the order of the epoch visited last."""
        return self._last.order

    def begin_after(self, former: NDArray[np.float64]) -> None:
        """Let the second take over from the first."""
        self._after.begin_after(former)

    @property
    def is_compiled(self) -> bool:
        """Whether the loops of both are compiled by now."""
        return self._before.is_compiled and self._after.is_compiled

    def go(self, state: State, until: int) -> int:
        """Move the state, in place, to step `until`, or to where the first ends."""
        last = self._branch_point.step
        if state.step < last:
            self._last = self._before
            ending = self._before.go(state, min(until, last))
            if ending != RUNNING or until <= last:
                return ending
        self._branch_point.set_by_hand(state)
        self._last = self._after
        return self._after.go(state, until)


def runner_of(
    problem: Problem,
    learner: str,
    branch_point: BranchPoint | None,
    *,
    log: int | None,
) -> KernelRunner | BranchedRunner:
    """Give the runner of a run, whether it branches or not."""
    if branch_point is None:
        return KernelRunner(problem, learner, log=log)
    return BranchedRunner(branch_point, problem, learner, log=log)
