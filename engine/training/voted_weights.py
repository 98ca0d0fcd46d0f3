"""The voted perceptron's memory: every weight vector, and how long it survived."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.training.update_log import OutputVotes, UpdateLog

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.model import Votes
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

    def __init__(self, problem: Problem, former: tuple[UpdateLog, ...] = ()) -> None:
        # The start has no step of its own: it votes up to the first update.
        self._before = problem.plan.steps_before
        self._lists = [OutputVotes(one) for one in former or _starts(problem)]
        self._X = problem.training.X
        self._one = problem.plan.one
        self._terms = np.ascontiguousarray(problem.X.T)
        self._sums = np.zeros((problem.n_outputs, len(problem.X)))
        for total, one in zip(self._sums, self._lists, strict=True):
            self._add(total, one.until(one.last_step - 1))

    @property
    def log(self) -> tuple[UpdateLog, ...]:
        """What all were made of, per output."""
        used = np.unique(np.concatenate([one.rows for one in self._lists]))
        former = self._lists[0].former.samples
        samples = np.concatenate([former, self._samples(used)])
        return tuple(one.log(samples, used) for one in self._lists)

    def _samples(self, rows: NDArray[np.int32]) -> NDArray[np.float64]:
        """Give samples to learn from with what the offset is multiplied by."""
        return np.column_stack([self._X[rows], np.full(len(rows), self._one)])

    @staticmethod
    def most_steps(problem: Problem) -> int:
        """Give the steps after which the votes are to be counted."""
        return max(64, WORK_AT_ONCE // (problem.n_samples * problem.n_outputs))

    def add(self, runner: KernelRunner | BranchedRunner) -> None:
        """Take over what was made in the runner's last call, within one epoch."""
        for k, made in enumerate(runner.n_updates[:, 0].tolist()):
            if made:
                voters = self._lists[k]
                first = voters.size - 1
                steps, factors = runner.updates[k, :made].T
                steps = steps.astype(np.int64)
                rows = runner.places_of(steps - self._before)
                voters.append(steps, rows, factors.copy(), self._samples(rows))
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
        from engine.training.tiered_loops import votes_loop

        weights = np.ascontiguousarray(votes.weights)
        add_votes = votes_loop().for_work(weights.size * len(totals))
        add_votes(totals, self._terms, weights, votes.counts)


def _starts(problem: Problem) -> list[UpdateLog]:
    """Give each output's log before any update."""
    samples, steps = np.empty((0, problem.start.shape[1])), np.empty(0, np.int64)
    rows, factors = np.empty(0, np.int32), np.empty(0)
    return [
        UpdateLog(start.copy(), samples, steps, rows, factors)
        for start in problem.start
    ]
