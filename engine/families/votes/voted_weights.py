"""The voted perceptron's memory: every weight vector, and how long it survived."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.families.votes.loops import CELL
from engine.families.votes.update_log import OutputVotes, UpdateLog
from engine.models.tie import LEAST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.votes import Votes
    from engine.training.kernel_runner import BranchedRunner, KernelRunner
    from engine.training.problem import Problem

WORK_AT_ONCE = 300_000_000
"""Multiplications between two looks at the clock, if every step were an update and
every vote had to be asked for."""
VECTORS_AT_ONCE = 512
"""Vectors that are counted together: as many again would not be much sooner."""
MOST_AXES = 3
"""Axes by which samples are put side by side: along more, few would be neighbours."""


class VotedWeights:
    """The weight vectors of each output, in the order in which they were made.

    A vector made at step n votes once for every step from n to the one before the
    next (Freund & Schapire 1999: with c = 1 when made, one more for each sample that
    it is right on). The votes on all samples are kept up as vectors come.

    Attributes
    ----------
    most_steps : int
        Steps after which what was made is to be added.
    """

    def __init__(self, problem: Problem, former: tuple[UpdateLog, ...] = ()) -> None:
        # The start has no step of its own: it votes up to the first update.
        self._before = problem.plan.steps_before
        self.most_steps = max(
            64, WORK_AT_ONCE // (problem.n_samples * problem.start.size)
        )
        self._lists = [OutputVotes(voters) for voters in former or _starts(problem)]
        self._X = problem.training.X
        self._offset_input = problem.plan.offset_input
        self._least = LEAST[problem.tie]
        n, n_terms = problem.X.shape
        axes = min(MOST_AXES, n_terms, len(problem.features.used_features))
        self._places = _side_by_side(problem.X, np.arange(n), axes)
        self._terms = np.ascontiguousarray(problem.X[self._places].T)
        self._sums = np.zeros((problem.n_outputs, len(problem.X)))
        self._counted = [0] * problem.n_outputs

    @property
    def log(self) -> tuple[UpdateLog, ...]:
        """What all were made of, per output."""
        used = np.unique(np.concatenate([voters.rows for voters in self._lists]))
        former = self._lists[0].former.samples
        samples = np.concatenate([former, self._samples(used)])
        return tuple(voters.log(samples, used) for voters in self._lists)

    def _samples(self, rows: NDArray[np.int32]) -> NDArray[np.float64]:
        """Give samples to learn from with what the offset is multiplied by."""
        return np.column_stack([self._X[rows], np.full(len(rows), self._offset_input)])

    def add(self, runner: KernelRunner | BranchedRunner) -> None:
        """Take over what was made in the runner's last call, within one epoch."""
        for k, made in enumerate(runner.n_updates[:, 0].tolist()):
            if made:
                voters = self._lists[k]
                steps, factors = runner.updates[k, :made].T
                steps = steps.astype(np.int64)
                rows = runner.order[(steps - self._before - 1) % len(self._X)]
                voters.append(steps, rows, factors.copy(), self._samples(rows))
                if voters.size - self._counted[k] > VECTORS_AT_ONCE:
                    self._count_final_votes(k)

    def _count_final_votes(self, k: int) -> None:
        """Count the votes of all vectors that will have no more."""
        voters = self._lists[k]
        done = voters.until(voters.last_step - 1, self._counted[k])
        self._add_votes(self._sums[k], done)
        self._counted[k] = voters.size - 1

    def at(self, step: int) -> tuple[Votes, ...]:
        """Give the votes after a step, one set per output, as trained."""
        return tuple(voters.until(step + self._before) for voters in self._lists)

    def scores(self, step: int) -> NDArray[np.float64]:
        """Score all samples after the newest step, (n, n_outputs)."""
        for k in range(len(self._lists)):
            self._count_final_votes(k)
        totals = self._sums.copy()
        for total, voters in zip(totals, self._lists, strict=True):
            last = voters.until(step + self._before, voters.size - 1)
            self._add_votes(total, last)
        return self._in_order(totals)

    def scores_of(self, votes: tuple[Votes, ...]) -> NDArray[np.float64]:
        """Score all samples by votes of any step, (n, n_outputs)."""
        totals = np.zeros_like(self._sums)
        for total, own in zip(totals, votes, strict=True):
            self._add_votes(total, own)
        return self._in_order(totals)

    def _in_order(self, totals: NDArray[np.float64]) -> NDArray[np.float64]:
        scores = np.empty(totals.T.shape)
        scores[self._places] = totals.T
        return scores

    def _add_votes(self, totals: NDArray[np.float64], votes: Votes) -> None:
        from engine.training.compiled.tiered_loops import votes_loop

        weights = np.ascontiguousarray(votes.weights)
        if not len(weights):
            return
        add_votes = votes_loop().for_work(weights.size * len(totals))
        add_votes(totals, self._terms, weights, votes.counts, self._least)


def _side_by_side(
    X: NDArray[np.float64], places: NDArray[np.intp], axes: int
) -> NDArray[np.intp]:
    """Order places so that as many as a cell holds are near each other in space."""
    if not axes or len(places) <= CELL:
        return places
    by_last = places[np.argsort(X[places, axes - 1])]
    strips = round((len(places) / CELL) ** (1 / axes))
    width = -(-len(places) // (strips * CELL)) * CELL
    starts = range(0, len(places), width)
    return np.concatenate(
        [_side_by_side(X, by_last[start : start + width], axes - 1) for start in starts]
    )


def _starts(problem: Problem) -> list[UpdateLog]:
    """Give each output's log before any update."""
    samples, steps = np.empty((0, problem.start.shape[1])), np.empty(0, np.int64)
    rows, factors = np.empty(0, np.int32), np.empty(0)
    return [
        UpdateLog(start.copy(), samples, steps, rows, factors)
        for start in problem.start
    ]
