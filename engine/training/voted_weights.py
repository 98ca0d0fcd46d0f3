"""The voted perceptron's memory: every weight vector, and how long it survived."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.models.model import Votes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.kernel_runner import BranchedRunner, KernelRunner
    from engine.training.problem import Problem

WORK_AT_ONCE = 20_000_000
"""Votes between two looks at the clock, if every step were an update."""


class VotedWeights:
    """The weight vectors of each output, in the order in which they were made.

    A vector made at step n votes once for every step from n to the one before the
    next (Freund & Schapire 1999: with c = 1 when made, one more for each sample that
    it is right on). The votes on all samples are kept up as vectors come.
    """

    def __init__(
        self, problem: Problem, voters: tuple[NDArray[np.float64], ...] = ()
    ) -> None:
        # The start has no step of its own: it votes up to the first update.
        starts = [np.concatenate([[0.0], row])[None] for row in problem.start]
        self._before = problem.plan.steps_before
        self._lists = [_OutputVotes(rows) for rows in voters or starts]
        self._terms = np.ascontiguousarray(problem.X.T)
        self._sums = np.zeros((problem.n_outputs, len(problem.X)))
        for total, one in zip(self._sums, self._lists, strict=True):
            self._add(total, one.until(one.last_step - 1))

    @property
    def voters(self) -> tuple[NDArray[np.float64], ...]:
        """Steps and weights of all, per output."""
        return tuple(one.rows.copy() for one in self._lists)

    @staticmethod
    def most_steps(problem: Problem) -> int:
        """Give the steps after which the votes are to be counted."""
        return max(64, WORK_AT_ONCE // (problem.n_samples * problem.n_outputs))

    def add(self, runner: KernelRunner | BranchedRunner) -> None:
        """Take over what was made in the runner's last call."""
        for k, made in enumerate(runner.n_voters[:, 0].tolist()):
            if made:
                voters = self._lists[k]
                first = voters.size - 1
                voters.append(runner.voters[k, :made])
                done = voters.until(voters.last_step - 1, first)
                self._add(self._sums[k], done)

    def at(self, step: int) -> tuple[Votes, ...]:
        """Give the votes after a step, one set per output, as trained."""
        return tuple(voters.until(step + self._before) for voters in self._lists)

    def scores(self, step: int) -> NDArray[np.float64]:
        """Score all samples after the newest step, (n, n_outputs)."""
        totals = self._sums.copy()
        for total, voters in zip(totals, self._lists, strict=True):
            last = voters.until(step + self._before, voters.size - 1)
            self._add(total, last)
        return totals.T

    def scores_of(self, votes: tuple[Votes, ...]) -> NDArray[np.float64]:
        """Score all samples by votes of any step, (n, n_outputs)."""
        totals = np.zeros_like(self._sums)
        for total, some in zip(totals, votes, strict=True):
            self._add(total, some)
        return totals.T

    def _add(self, totals: NDArray[np.float64], votes: Votes) -> None:
        from engine.training.compiler import compiled_votes

        weights = np.ascontiguousarray(votes.weights)
        compiled_votes()(totals, self._terms, weights, votes.counts)


class _OutputVotes:
    """Weight vectors with the steps that made them, in arrays with room to grow."""

    def __init__(self, rows: NDArray[np.float64]) -> None:
        self.size = len(rows)
        self._rows = rows

    @property
    def rows(self) -> NDArray[np.float64]:
        """Steps and weights."""
        return self._rows[: self.size]

    @property
    def last_step(self) -> int:
        """The step that made the newest."""
        return int(self._rows[self.size - 1, 0])

    def append(self, more: NDArray[np.float64]) -> None:
        """Append rows of a step and the weights it made."""
        size = self.size + len(more)
        if size > len(self._rows):
            # Not in place: others have views of the old rows.
            rows = np.empty((2 * size, more.shape[1]))
            rows[: self.size] = self._rows[: self.size]
            self._rows = rows
        self._rows[self.size : size] = more
        self.size = size

    def until(self, step: int, first: int = 0) -> Votes:
        """Give those made up to a step, with the votes they had by then.

        `first` is the index of the first that is wanted.
        """
        rows = self._rows[first : self.size]
        steps = rows[:, 0]
        size = int(np.searchsorted(steps, step, side="right"))
        ends = np.append(steps[1:size], step + 1)
        counts = ends - np.maximum(steps[:size], 1)
        return Votes(rows[:size, 1:], counts)
