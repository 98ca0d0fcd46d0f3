"""What is recorded of a run, to be read anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.evaluation.model import Model, Votes, linear_scores, share_wrong, wrong
from engine.training.frame import Epochs, Frame
from engine.training.loops.measures import combined
from engine.training.loops.plan import MISTAKE, MISTAKES, UPDATE, UPDATES, rate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from threading import Lock

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.branch import Junction
    from engine.training.keyframes import Keyframes, State
    from engine.training.loops.plan import Plan
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe
    from engine.training.replay import Replay
    from engine.training.votes import Ballot

EXACT_WORK, EXACT_STEPS = 1_000_000, 20_000
"""Multiplications up to which mistakes are counted by replaying every step; beyond
so many steps only if an epoch is wider than some of the intervals asked for."""
INTERVALS = 8


class Recorded:
    """The steps of a run so far, each rebuilt from the keyframe before it.

    Any thread may read while another records on.

    Attributes
    ----------
    data : Dataset
    recipe : Recipe
    problem : Problem
    steps : int
        Steps recorded so far.
    """

    data: Dataset
    recipe: Recipe
    problem: Problem
    steps: int
    _keyframes: Keyframes
    _replay: Replay
    _junction: Junction | None
    _ballot: Ballot | None
    _voting: Lock

    @property
    def epochs(self) -> Epochs:
        """Measures of the finished epochs."""
        raise NotImplementedError

    @property
    def branched_at(self) -> int | None:
        """The last step before the branch, or None."""
        return None if self._junction is None else self._junction.step

    def problem_at(self, k: int) -> Problem:
        """Give what the run worked on when it made step k: before a branch A's."""
        turn = self._junction
        return self.problem if turn is None or k > turn.step else turn.before

    def learner_at(self, k: int) -> str:
        """Give the learner that made step k: before a branch A's."""
        turn = self._junction
        return self.recipe.learner if turn is None or k > turn.step else turn.learner

    def _plan_at(self, k: int) -> Plan:
        """Give the plan by which step k was made."""
        return self.problem_at(k).plan

    def frame(self, k: int) -> Frame:
        """Rebuild step k.

        Parameters
        ----------
        k : int
            0 ≤ k ≤ steps.

        Raises
        ------
        IndexError
            If step k is not recorded.
        """
        self._check(k)
        if k == 0:
            return self._start()
        return self._frame(k, *self._replay.step(k))

    def frames(self, first: int, last: int) -> Iterator[Frame]:
        """Go through steps `first` ≥ 1 … `last`, each made from the one before it.

        Much sooner than asking for each by itself; for one thread beside others.

        Raises
        ------
        IndexError
            If one of them is not recorded.
        """
        self._check(first)
        self._check(last)
        for k, walked in enumerate(self._replay.walk(first, last), first):
            yield self._frame(k, *walked)

    def _frame(
        self,
        k: int,
        before: State,
        state: State,
        rows: NDArray[np.int32],
        marks: NDArray[np.uint8],
    ) -> Frame:
        return Frame(
            step=k,
            epoch=self.epoch_of(k),
            rows=rows,
            scores=linear_scores(self.problem.X[rows], before.weights),
            mistake=bool((marks & MISTAKE).any()),
            update=bool((marks & UPDATE).any()),
            weights_before=before.weights,
            weights=state.weights,
            learning_rate=rate(self._plan_at(k), k + self.problem.plan.steps_before),
            updates=state.updates,
            mistakes=state.mistakes,
            used_before=self._used(before),
            used=self._used(state),
        )

    def _used(self, state: State) -> NDArray[np.float64]:
        """Give the weights that the combination uses."""
        plan = self.problem.plan
        steps = state.step + plan.steps_before
        used: NDArray[np.float64] = combined(state.weights, state.memory, plan, steps)
        return used

    def _start(self) -> Frame:
        state = self._keyframes.at_or_before(0)
        nothing = np.empty((0, len(state.weights)))
        used = self._used(state)
        eta = rate(self._plan_at(0), 1 + self.problem.plan.steps_before)
        return Frame(
            0, 0, np.empty(0, np.int32), nothing, False, False,
            state.weights, state.weights.copy(), eta, 0, 0, used, used,
        )  # fmt: skip

    def _check(self, k: int) -> None:
        if not 0 <= k <= self.steps:
            raise IndexError(f"step {k} is not recorded: 0 … {self.steps} are")

    def epoch_of(self, k: int) -> int:
        """Give the epoch, from 1, that step k belongs to; 0 for the start."""
        return -(-k // self.problem.steps_per_epoch)

    def model(self, k: int | None = None) -> Model:
        """Give the model after step k, in data units; default the newest step.

        Raises
        ------
        IndexError
            If step k is not recorded.
        """
        return self.model_of(self.frame(self.steps if k is None else k))

    def model_of(self, frame: Frame) -> Model:
        """Give the model after a step of this tape, in data units."""
        votes, training = None, self.problem.training
        if self._ballot is None:
            error = share_wrong(training.X, frame.used, training.codes)
        else:
            with self._voting:
                cast = self._ballot.at(frame.step)
            scores = self._ballot.scores_of(cast)[self.problem.rows]
            error = float(wrong(scores, training.codes).mean())
            votes = tuple(
                Votes(self.in_data_units(one.weights), one.counts) for one in cast
            )
        return Model(
            learner=self.learner_at(frame.step),
            features=self.problem.features,
            class_names=self.data.class_names,
            weights=self.in_data_units(frame.used),
            scaled_weights=frame.used,
            scaling=self.problem.scaling,
            epochs=frame.epoch,
            updates=frame.updates,
            training_error=error,
            votes=votes,
        )

    def in_data_units(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn weights as trained, (…, n_terms + 1), into weights on the data drawn."""
        scaling = self.problem.scaling
        return weights if scaling is None else scaling.to_data_units(weights)

    def next_mistake(self, k: int) -> int | None:
        """Find the first recorded step after k with a mistake, or None."""
        return self._next(k, MISTAKES)

    def previous_mistake(self, k: int) -> int | None:
        """Find the last step before k with a mistake, or None."""
        return self._previous(k, MISTAKES)

    def next_update(self, k: int) -> int | None:
        """Find the first recorded step after k that changed the weights, or None."""
        return self._next(k, UPDATES)

    def previous_update(self, k: int) -> int | None:
        """Find the last step before k that changed the weights, or None."""
        return self._previous(k, UPDATES)

    def _next(self, k: int, entry: int) -> int | None:
        self._check(k)
        return self._replay.next(k, self.steps, entry)

    def _previous(self, k: int, entry: int) -> int | None:
        self._check(k)
        return self._replay.previous(k, entry)

    def weights(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Give the weights after each of the steps, which must not decrease.

        Much cheaper than a frame for each.

        Returns
        -------
        ndarray, shape (n, n_outputs, n_terms + 1)
            As trained.
        """
        for k in (steps[0], steps[-1]):
            self._check(k)
        return self._replay.weights(steps)

    def mistaken(self, epoch: int) -> NDArray[np.bool_]:
        """Tell which samples of an epoch were mistakes when they were looked at.

        Parameters
        ----------
        epoch : int
            From 1; of one that has not ended, as far as it is recorded.

        Returns
        -------
        ndarray of bool, in the order of the epoch

        Raises
        ------
        IndexError
            If nothing of the epoch is recorded.
        """
        per_epoch, steps = self.problem.steps_per_epoch, self.steps
        if not 1 <= epoch <= self.epoch_of(steps):
            raise IndexError(f"epoch {epoch} is not recorded")
        return self._replay.mistaken(epoch, min(epoch * per_epoch, steps))

    def mistake_counts(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Count the mistakes up to each of the steps, which must not decrease.

        Exact for short runs; for long ones interpolated between keyframes and the
        ends of epochs.
        """
        last = self.steps
        work = last * self.problem.start.size * self.problem.plan.batch
        wide = len(steps) > INTERVALS * self.epoch_of(last)
        if work <= EXACT_WORK and (wide or last <= EXACT_STEPS):
            return self._replay.mistakes([min(k, last) for k in steps])
        return self._replay.rough_mistakes(steps, last, self.epochs.mistakes)
