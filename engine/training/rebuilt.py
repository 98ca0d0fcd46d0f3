"""The steps of a run, rebuilt from its keyframes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.models.model import linear_scores
from engine.training.frame import Frame
from engine.training.loops.arguments import MISTAKE, UPDATE, rate
from engine.training.loops.measures import combined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.training.branch import Junction
    from engine.training.keyframes import Keyframes, State
    from engine.training.loops.arguments import Plan
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe
    from engine.training.replay import Replay


class Rebuilt:
    """The steps of a run so far, each rebuilt from the keyframe before it.

    Any thread may read while another records on.

    Attributes
    ----------
    recipe : Recipe
    problem : Problem
    steps : int
        Steps recorded so far.
    """

    recipe: Recipe
    problem: Problem
    steps: int
    _keyframes: Keyframes
    _replay: Replay
    _junction: Junction | None

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
