"""The voted perceptron's memory: every weight vector, and how long it survived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.models.model import Votes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.kernel_runner import BranchedRunner, KernelRunner
    from engine.training.problem import Problem

WORK_AT_ONCE = 20_000_000
"""Votes between two looks at the clock, if every step were an update."""


@dataclass(frozen=True, eq=False)
class UpdateLog:
    """What made the weight vectors of one output: as little as rebuilds them.

    Each is the one before it and a multiple of a sample, to the bit.

    Attributes
    ----------
    start : ndarray, shape (n_terms + 1,)
        The first weights, the offset last.
    samples : ndarray, shape (n, n_terms + 1)
        Those of the updates, with what the offset is multiplied by; shared by outputs.
    steps : ndarray of int64, shape (m,)
        When each update was made.
    rows : ndarray of int32, shape (m,)
        Its sample.
    factors : ndarray, shape (m,)
        What multiplied it.
    """

    start: NDArray[np.float64]
    samples: NDArray[np.float64]
    steps: NDArray[np.int64]
    rows: NDArray[np.int32]
    factors: NDArray[np.float64]

    def votes(self, step: int) -> Votes:
        """Rebuild the vectors up to a step, with the votes that they had by then."""
        return _OutputVotes(self).until(step)


class VotedWeights:
    """The weight vectors of each output, in the order in which they were made.

    A vector made at step n votes once for every step from n to the one before the
    next (Freund & Schapire 1999: with c = 1 when made, one more for each sample that
    it is right on). The votes on all samples are kept up as vectors come.
    """

    def __init__(self, problem: Problem, former: tuple[UpdateLog, ...] = ()) -> None:
        # The start has no step of its own: it votes up to the first update.
        self._before = problem.plan.steps_before
        self._lists = [_OutputVotes(one) for one in former or _starts(problem)]
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
        from engine.training.compiler import compiled_votes

        weights = np.ascontiguousarray(votes.weights)
        compiled_votes()(totals, self._terms, weights, votes.counts)


def _starts(problem: Problem) -> list[UpdateLog]:
    """Give each output's log before any update."""
    samples, steps = np.empty((0, problem.start.shape[1])), np.empty(0, np.int64)
    rows, factors = np.empty(0, np.int32), np.empty(0)
    return [
        UpdateLog(start.copy(), samples, steps, rows, factors)
        for start in problem.start
    ]


class _OutputVotes:
    """Weight vectors with the steps that made them, in arrays with room to grow.

    Attributes
    ----------
    former : UpdateLog
        What was made before this run.
    size : int
        Vectors so far, the first of all included.
    """

    def __init__(self, former: UpdateLog) -> None:
        self.former = former
        self._steps = np.zeros(1, np.int64)
        self._weights = former.start[None]
        self._rows: list[NDArray[np.int32]] = [np.empty(0, np.int32)]
        self._factors: list[NDArray[np.float64]] = []
        self.size = 1
        if len(former.steps):
            self._grow(former.steps, former.factors, former.samples[former.rows])

    @property
    def rows(self) -> NDArray[np.int32]:
        """The samples of this run's updates."""
        return np.concatenate(self._rows)

    @property
    def last_step(self) -> int:
        """The step that made the newest."""
        return int(self._steps[self.size - 1])

    def append(
        self,
        steps: NDArray[np.int64],
        rows: NDArray[np.int32],
        factors: NDArray[np.float64],
        samples: NDArray[np.float64],
    ) -> None:
        """Append what updates made: at these steps, by so many times these samples."""
        self._rows.append(rows)
        self._factors.append(factors)
        self._grow(steps, factors, samples)

    def _grow(
        self,
        steps: NDArray[np.int64],
        factors: NDArray[np.float64],
        samples: NDArray[np.float64],
    ) -> None:
        size = self.size + len(steps)
        if size > len(self._weights):
            # Not in place: others have views of the old vectors.
            self._steps = _longer(self._steps, self.size, 2 * size)
            self._weights = _longer(self._weights, self.size, 2 * size)
        self._steps[self.size : size] = steps
        made = self._weights[self.size - 1 : size]
        made[1:] = factors[:, None] * samples
        np.add.accumulate(made, axis=0, out=made)
        self.size = size

    def log(self, samples: NDArray[np.float64], used: NDArray[np.int32]) -> UpdateLog:
        """Say what all were made of.

        Parameters
        ----------
        samples : ndarray
            Those of the former log, then those used in this run.
        used : ndarray of int32, ascending
            The rows that the latter had.
        """
        former = self.former
        rows = np.searchsorted(used, self.rows) + len(former.samples)
        return UpdateLog(
            former.start,
            samples,
            self._steps[1 : self.size].copy(),
            np.concatenate([former.rows, rows.astype(np.int32)]),
            np.concatenate([former.factors, *self._factors]),
        )

    def until(self, step: int, first: int = 0) -> Votes:
        """Give those made up to a step, with the votes they had by then.

        `first` is the index of the first that is wanted.
        """
        steps = self._steps[first : self.size]
        size = int(np.searchsorted(steps, step, side="right"))
        ends = np.append(steps[1:size], step + 1)
        counts = ends - np.maximum(steps[:size], 1)
        weights = self._weights[first : first + size]
        return Votes(weights, counts.astype(np.float64))


def _longer(array: NDArray[Any], size: int, room: int) -> NDArray[Any]:
    longer = np.empty((room, *array.shape[1:]), array.dtype)
    longer[:size] = array[:size]
    return longer
