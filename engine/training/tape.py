"""The tape: a run as a recording that grows at its end and is read anywhere."""

from __future__ import annotations

import time
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import PART_NAMES, TRAINING
from engine.models.model import wrong
from engine.training import stop_reasons
from engine.training.branch import Branch, junction
from engine.training.frame import Epochs, measured
from engine.training.keyframes import Keyframes, Standing, State
from engine.training.loops.arguments import (
    DIVERGED,
    ERRORS,
    ON_TARGET,
    RUNNING,
    VOTED,
    WITHOUT_MISTAKE,
)
from engine.training.problem import Problem, problem
from engine.training.recorded import Recorded
from engine.training.replay import Replay, is_sound
from engine.training.votes import Ballot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.kernel_runner import BranchedPlayer, Player
    from engine.training.recipe import Recipe

CHUNK_WORK = 500_000
"""Multiplications between two looks at the clock: about a millisecond."""
KEYFRAME_BYTES = 16 * 2**20


class Tape(Recorded):
    """The recording of one run: a deterministic function of data, recipe and step.

    One thread extends it; others read, at any time, what is there.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
    after : Standing, optional
        Go on from the end of a run of the same learner with the same features.
    branch : Branch, optional
        Leave the run of another recipe at a step, and go on from its very state: up
        to there both are the same. Not for a tape that goes on `after` another.

    Attributes
    ----------
    steps : int
        Steps recorded so far.
    finished : bool
    reason : str
        Why it ended, or empty.

    Raises
    ------
    UserError
        If there is no sample, a feature is not known, or the recipe cannot go on
        where it branches.
    """

    def __init__(
        self,
        data: Dataset,
        recipe: Recipe,
        after: Standing | None = None,
        branch: Branch | None = None,
    ) -> None:
        self.data = data
        self.recipe = recipe
        self.branch = branch
        self.steps = 0
        self.finished = False
        self.reason = ""
        self.converged = False
        self.problem: Problem = problem(data, recipe, after)
        self._junction = junction(branch, recipe, self.problem)
        if self._junction is not None:
            self.problem = self.problem.starting(self._junction.before.start)
        self._now = State.at_start(self.problem)
        if after is not None:
            self.problem = self.problem.after(after)
            self._now = after.state.as_start(self.problem)
        work = self.problem.start.size * self.problem.plan.batch
        self._chunk = max(1, CHUNK_WORK // work)
        self._ballot = None
        if self.problem.plan.combination == VOTED:
            voters = () if after is None else after.voters
            self._ballot = Ballot(self.problem, voters)
            self._chunk = min(self._chunk, Ballot.most_steps(self.problem))
        self._keyframes = Keyframes(self._now, self._chunk, KEYFRAME_BYTES)
        self._replay = Replay(
            self.problem, recipe.learner, self._keyframes, self._junction
        )
        self._voting = Lock()

    def extend(self, max_seconds: float | None = None) -> None:
        """Record on, until the run ends or the time is up.

        Parameters
        ----------
        max_seconds : float, optional
            Checked about every millisecond; default no limit.
        """
        deadline = np.inf if max_seconds is None else time.monotonic() + max_seconds
        while not self.finished:
            self._record_chunk()
            if time.monotonic() >= deadline:
                return

    @property
    def work(self) -> int:
        """Multiplications of the whole run, if nothing ends it early."""
        return self._most_steps * self.problem.plan.batch * self.problem.start.size

    @property
    def _most_steps(self) -> int:
        return max(self.problem.most_steps, self.branched_at or 0)

    def _record_chunk(self) -> None:
        until = self._next_stop()
        before = self._now.copy()
        ending = self._recorder.go(self._now, until)
        if ending == DIVERGED or not is_sound(self._now):
            self._end_diverged(before)
            return
        if self._ballot is not None:
            ending = self._count_votes(self._ballot, ending)
        self._keyframes.offer(self._now)
        self.steps = self._now.step
        if self._branches_off(before.step, ended=ending != RUNNING):
            ending = RUNNING
        if ending != RUNNING:
            self.converged = ending == WITHOUT_MISTAKE
            self._end(stop_reasons.stopped(ending, self.epoch_of(self.steps)))
        elif self.steps >= self._most_steps:
            self._end(stop_reasons.ran_out(self.recipe.learner, self.problem.epochs))

    def _branches_off(self, since: int, ended: bool) -> bool:
        """Leave the run before the branch where that is to be, or where it ended.

        Tells whether it was left now; `since` is the step before this chunk.
        """
        turn = self._junction
        if turn is None or since >= turn.step:
            return False
        if not ended and self.steps < turn.step:
            return False
        turn.step = self.steps
        epoch = self.steps - self.steps % self.problem.steps_per_epoch
        self._recorder.begin_after(self._replay.state(epoch).weights)
        return True

    def _next_stop(self) -> int:
        """Give the step at which to look up; for votes also every epoch's end."""
        stop = min(self._most_steps, (self.steps // self._chunk + 1) * self._chunk)
        if self._junction is not None and self.steps < self._junction.step:
            stop = min(stop, self._junction.step)
        if self._ballot is None:
            return stop
        epoch = self.problem.steps_per_epoch
        return min(stop, (self.steps // epoch + 1) * epoch)

    def _count_votes(self, ballot: Ballot, ending: int) -> int:
        """Measure the epoch by its votes: the loops know only the last weights."""
        with self._voting:
            ballot.add(self._recorder)
        step, epoch = self._now.step, self.problem.steps_per_epoch
        if step % epoch:
            return ending
        mistaken = wrong(ballot.scores(step), self.problem.codes)
        errors = np.bincount(self.data.parts[mistaken], minlength=len(PART_NAMES))
        self._recorder.log[step // epoch - 1, ERRORS:] = errors
        target = self._plan_at(step).target_error * self.problem.n_samples
        return ON_TARGET if ending == RUNNING and errors[TRAINING] <= target else ending

    def _end(self, reason: str) -> None:
        self.reason = reason
        self.finished = True

    def fail(self, reason: str) -> None:
        """End the run where it is, because something went wrong."""
        self._end(reason)

    def _end_diverged(self, before: State) -> None:
        """Find the first step whose weights are out of range; end before it."""
        since = before.step
        self._now, first = self._replay.first_unsound(before, self._now.step)
        self.steps = self._now.step
        if self._branches_off(since, ended=True):
            return
        self._end(stop_reasons.diverged(self.problem, self.recipe.learner, first))

    @cached_property
    def _recorder(self) -> Player | BranchedPlayer:
        from engine.training.kernel_runner import player

        epochs = self.epoch_of(self._most_steps)
        return player(
            self.problem, self.recipe.learner, self._junction, epochs, self._chunk
        )

    def own_epoch(self) -> tuple[int, NDArray[np.float64]] | None:
        """Give where the recipe begins an epoch alone, after a branch or at the start.

        Returns
        -------
        int, ndarray
            Epochs before it, and the weights at its begin, whether or not they are
            recorded yet; None as long as the branch itself is not.
        """
        if self._junction is None:
            return 0, self.problem.start
        if not self.finished and self.steps < self._junction.step:
            return None
        epoch = self.epoch_of(self._junction.step)
        return epoch, self._replay.state(epoch * self.problem.steps_per_epoch).weights

    def standing(self) -> Standing:
        """Give the end of what is recorded, for another tape to go on from."""
        plan = self.problem.plan
        return Standing(
            state=self._now.copy(),
            steps=plan.steps_before + self.steps,
            epochs=plan.epochs_before + self.epoch_of(self.steps),
            voters=() if self._ballot is None else self._ballot.voters,
            scaling=self.problem.scaling,
        )

    @property
    def epochs(self) -> Epochs:
        """Measures of the finished epochs."""
        done = self.steps // self.problem.steps_per_epoch
        log, losses = np.empty((0, 4), np.int64), np.empty(0)
        if done:
            log, losses = self._recorder.log[:done], self._recorder.losses[:done]
        return measured(log, losses, self.problem, self._junction)
