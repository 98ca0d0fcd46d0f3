"""The tape: a run as a recording that grows at its end and is read anywhere."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property, partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import PART_NAMES, TRAINING
from engine.learners import learner
from engine.models.linear_scores import share_wrong
from engine.models.predictor import Trained
from engine.models.tie import share_of, wrong
from engine.training import stop_reasons
from engine.training.branch import Branch, find_branch_point
from engine.training.frame import Epochs, Frame, measured
from engine.training.keyframes import Checkpoint, Keyframes, State
from engine.training.loops.measures import combined
from engine.training.loops.rate_schedule import rate
from engine.training.loops.structures import (
    DIVERGED,
    ERRORS,
    MISTAKE,
    MISTAKES,
    ON_TARGET,
    RUNNING,
    SETTLED,
    UPDATE,
    UPDATES,
    WITHOUT_MISTAKE,
)
from engine.training.problem import Problem, problem
from engine.training.replay import Replay, is_sound
from engine.training.wrong_samples import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.learners import Learner
    from engine.learners.combination import Combination
    from engine.models.predictor import Predictor
    from engine.models.tie import Tie
    from engine.models.votes import Votes
    from engine.training.compiled.tiered_loops import TieredLoop
    from engine.training.kernel_runner import BranchedRunner, KernelRunner
    from engine.training.recipe import Recipe
    from engine.training.replay import Pass
    from engine.training.votes_cast import VotesCast

CHUNK_WORK = 500_000
"""Multiplications between two looks at the clock: about a millisecond."""
INTERPRETED_CHUNK_WORK = 500
"""The same for the interpreter. Keyframes are as near: a frame is rebuilt as soon."""
KEYFRAME_BYTES = 16 * 2**20
EXACT_WORK, EXACT_STEPS = 1_000_000, 20_000
"""Multiplications up to which mistakes are counted by replaying every step; beyond
so many steps only if an epoch is wider than some of the intervals asked for."""
INTERPRETED_EXACT_WORK = 20_000
"""The same for the interpreter, whose keyframes are near each other."""
INTERVALS = 8


class Tape:
    """The recording of one run: a deterministic function of data, recipe and step.

    One thread extends it; others read, at any time, what is there. The recorder changes
    in place: `steps`, which grows once all that belongs to them is written, `finished`
    and `reason`; the logs of the epochs and the keyframes, which it appends to; the
    step of a branch, before any step after it is recorded; and, under a lock, votes.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
    after : Checkpoint, optional
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
    converged, diverged : bool
        Whether it ended without a mistake, or because weights left their range.

    Raises
    ------
    UserError
        If there is no sample, a feature is not known, or the recipe cannot go on
        where it branches.

    Examples
    --------
    >>> from engine import Dataset, Recipe
    >>> data = Dataset([[2, 4], [-6, 1]], [-1, -1])
    >>> tape = Tape(data, Recipe("perceptron", offset=False))
    >>> tape.extend()
    >>> tape.steps, tape.reason
    (4, 'converged in epoch 2')
    >>> tape.frame(1).weights
    array([[-2., -4.,  0.]])
    >>> tape.epochs.mistakes
    array([2, 0])
    >>> tape.model().predict(data.X)
    array([0, 0])
    """

    def __init__(
        self,
        data: Dataset,
        recipe: Recipe,
        *,
        after: Checkpoint | None = None,
        branch: Branch | None = None,
    ) -> None:
        self.data = data
        self.recipe = recipe
        self.branch = branch
        self.steps = 0
        self.finished = False
        self.reason = ""
        self.diverged = False
        self.converged = False
        self.problem: Problem = problem(data, recipe, after)
        self._branch_point = find_branch_point(branch, recipe, self.problem)
        if self._branch_point is not None:
            self.problem = replace(self.problem, start=self._branch_point.start)
        self._now = self.problem.start_state()
        if after is not None:
            self.problem = self.problem.after(after)
            self._now = self.problem.resumed(after.state)
        work = self.problem.work * self.problem.plan.batch
        compiled_work = self.problem.compiled_work * self.problem.plan.batch
        self._most_chunk = max(1, CHUNK_WORK // compiled_work)
        former = () if after is None else after.updates
        family = learner(recipe.learner).family
        self._voted: VotesCast | None = family.votes_cast(self.problem, former)
        if self._voted is not None:
            self._most_chunk = min(self._most_chunk, self._voted.most_steps)
        self._chunk = self._most_chunk
        self._chunks_grow = not self.is_compiled
        if self._chunks_grow:
            self._chunk = max(1, min(self._chunk, INTERPRETED_CHUNK_WORK // work))
        self._keyframes = Keyframes(self._now, self._chunk, KEYFRAME_BYTES)
        self._replay = Replay(
            self.problem, recipe.learner, self._keyframes, self._branch_point
        )
        self._voting = Lock()
        self._measured: tuple[tuple[int, int | None], Epochs] | None = None
        self._last_model: Predictor | None = None
        self._making: (
            tuple[tuple[int, bool], tuple[Learner, Tie, dict[str, Any]]] | None
        ) = None

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
    def is_compiled(self) -> bool:
        """Whether its loops are compiled by now, or else interpreted."""
        return all(loop.is_compiled for loop in self._loops)

    def load_loops(self) -> None:
        """Compile its loops beside, or load them, before they are needed."""
        for loop in self._loops:
            loop.begin()

    @cached_property
    def _loops(self) -> list[TieredLoop]:
        from engine.training.compiled.tiered_loops import run_loop

        loops, before = [(self.recipe.learner, self.problem)], self._branch_point
        if before is not None:
            loops.append((before.learner, before.before))
        return [run_loop(name, plain=problem.is_plain) for name, problem in loops]

    @property
    def work(self) -> int:
        """Multiplications of the whole run, if nothing ends it early."""
        return self._most_steps * self.problem.plan.batch * self.problem.work

    @property
    def _most_steps(self) -> int:
        return max(self.problem.most_steps, self.branched_at or 0)

    def _record_chunk(self) -> None:
        if self._chunks_grow and self._runner.is_compiled:
            self._chunk = self._keyframes.spread(self._most_chunk)
            self._chunks_grow = False
        until = self._next_stop()
        before = self._now.copy()
        ending = self._runner.go(self._now, until)
        if ending == DIVERGED or not is_sound(self._now):
            self._end_diverged(before)
            return
        if self._voted is not None:
            ending = self._count_votes(self._voted, ending)
        self._keyframes.offer(self._now)
        self.steps = self._now.step
        if self._branches_off(before.step, ended=ending != RUNNING):
            ending = RUNNING
        if ending != RUNNING:
            self.converged = ending == WITHOUT_MISTAKE
            self.end(stop_reasons.stopped(ending, self.epoch_of(self.steps)))
        elif self.steps >= self._most_steps:
            self.end(stop_reasons.ran_out(self.recipe.learner, self.problem.epochs))

    def _branches_off(self, since: int, *, ended: bool) -> bool:
        """Leave the run before the branch where that is to be, or where it ended.

        Tells whether it was left now; `since` is the step before this chunk.
        """
        point = self._branch_point
        if point is None or since >= point.step:
            return False
        if not ended and self.steps < point.step:
            return False
        point.step = self.steps
        point.set_by_hand(self._now)
        epoch = self.steps - self.steps % self.problem.steps_per_epoch
        self._runner.begin_after(self._replay.state(epoch).parameters)
        return True

    def _next_stop(self) -> int:
        """Give the step at which to look up; for votes also every epoch's end."""
        stop = min(self._most_steps, (self.steps // self._chunk + 1) * self._chunk)
        if self._branch_point is not None and self.steps < self._branch_point.step:
            stop = min(stop, self._branch_point.step)
        if self._voted is None:
            return stop
        epoch = self.problem.steps_per_epoch
        return min(stop, (self.steps // epoch + 1) * epoch)

    def _count_votes(self, voted: VotesCast, ending: int) -> int:
        """Measure the epoch by its votes: the loops know only the last weights."""
        with self._voting:
            voted.add(self._runner)
        step, epoch = self._now.step, self.problem.steps_per_epoch
        if step % epoch:
            return ending
        mistaken = wrong(voted.scores(step), self.problem.codes, self.problem.tie)
        parts, weights = self.data.parts[mistaken], self.data.sample_weights
        own = None if weights is None else weights[mistaken]
        errors = np.bincount(parts, own, minlength=len(PART_NAMES))
        self._runner.log[step // epoch - 1, ERRORS:] = errors
        target = self.problem_at(step).plan.target_error * self.problem.plan.total
        is_first = ending in (RUNNING, SETTLED)  # as where nothing votes
        return ON_TARGET if is_first and errors[TRAINING] <= target else ending

    def end(self, reason: str) -> None:
        """End the run where it is."""
        self.reason = reason
        self.finished = True

    def _end_diverged(self, before: State) -> None:
        """Find the last step whose weights are in range; end there."""
        since = before.step
        self._now = self._replay.last_sound(before, self._now.step)
        self.steps = self._now.step
        if self._branches_off(since, ended=True):
            return
        self.diverged = True
        self.end(stop_reasons.diverged(self.problem, self.recipe.learner, self.steps))

    @cached_property
    def _runner(self) -> KernelRunner | BranchedRunner:
        from engine.training.kernel_runner import runner_of

        epochs = self.epoch_of(self._most_steps)
        return runner_of(
            self.problem, self.recipe.learner, self._branch_point, log=epochs
        )

    @property
    def branched_at(self) -> int | None:
        """The last step before the branch, or None."""
        return None if self._branch_point is None else self._branch_point.step

    def problem_at(self, k: int) -> Problem:
        """Give what made step k: up to a branch the problem of the run that it left."""
        point = self._branch_point
        return self.problem if point is None or k > point.step else point.before

    def learner_at(self, k: int) -> str:
        """Give the learner that made step k: up to a branch that of the run it left."""
        point = self._branch_point
        return self.recipe.learner if point is None or k > point.step else point.learner

    def combination_at(self, k: int) -> Combination:
        """Give which weights are used after step k, of those gone through."""
        return self.problem_at(k).combination

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
        self._check_steps(k)
        if k == 0:
            return self._first_frame()
        return self._frame(k, *self._replay.step(k))

    def frames(self, first: int, last: int) -> Iterator[Frame]:
        """Go through steps `first` ≥ 1 … `last`, each made from the one before it.

        Much sooner than asking for each by itself; for one thread beside others.

        Raises
        ------
        IndexError
            If one of them is not recorded.
        """
        self._check_steps(first, last)
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
        problem, shape = self.problem_at(k), self.problem.start.shape
        weights_before = before.parameters.reshape(shape)
        return Frame(
            step=k,
            epoch=self.epoch_of(k),
            rows=rows,
            scores=learner(self.learner_at(k)).scores(
                self.problem.X[rows], weights_before, problem.settings
            ),
            mistake=bool((marks & MISTAKE).any()),
            update=bool((marks & UPDATE).any()),
            weights_before=weights_before,
            weights=state.parameters.reshape(shape),
            learning_rate=rate(
                problem.plan, max(k, 1) + self.problem.plan.steps_before
            ),
            updates=state.updates,
            mistakes=state.mistakes,
            used_before=self._used(before),
            used=self._used(self._set_by_hand(state)),
        )

    def _set_by_hand(self, state: State) -> State:
        """Give a step's state as it is gone on from: at a branch by hand another."""
        point, changed = self._branch_point, state.copy()
        return state if point is None or not point.set_by_hand(changed) else changed

    def _used(self, state: State) -> NDArray[np.float64]:
        """Give the weights that the combination uses."""
        plan = self.problem.plan
        steps = state.step + plan.steps_before
        used: NDArray[np.float64] = combined(
            state.parameters, state.memory, plan, steps
        )
        return used.reshape(self.problem.start.shape)

    def _first_frame(self) -> Frame:
        """Give the frame in which nothing has been looked at yet."""
        state = self._keyframes.at_or_before(0)
        nobody = np.empty(0, np.int32)
        return self._frame(0, state, state.copy(), nobody, np.empty(0, np.uint8))

    def _check_steps(self, *steps: int) -> None:
        for k in steps:
            if not 0 <= k <= self.steps:
                raise IndexError(f"step {k} is not recorded: 0 … {self.steps} are")

    def epoch_of(self, k: int) -> int:
        """Give the epoch, from 1, that step k belongs to; 0 for the start."""
        return -(-k // self.problem.steps_per_epoch)

    def step_of(self, epoch: int, row: int) -> int | None:
        """Give the recorded step of an epoch that looks at a row of `data`, or None."""
        problem = self.problem
        first = (epoch - 1) * problem.steps_per_epoch
        place = int(np.searchsorted(problem.rows, row))
        if place == len(problem.rows) or problem.rows[place] != row:
            return None
        if not 0 <= first < self.steps:
            return None
        (at,) = np.flatnonzero(self._replay.order(epoch) == place)
        step = first + int(at) // problem.plan.batch + 1
        return step if step <= self.steps else None

    def weights(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Give the weights after each of the steps, which must not decrease.

        Much cheaper than a frame for each.

        Returns
        -------
        ndarray, shape (n, n_outputs, n_terms + 1)
            As trained.
        """
        self._check_steps(steps[0], steps[-1])
        return self._replay.weights(steps)

    def model(self, k: int | None = None) -> Predictor:
        """Give the model after step k, in data units; default the newest step.

        Raises
        ------
        IndexError
            If step k is not recorded.
        """
        if k is None and self.finished and self._last_model is not None:
            return self._last_model
        return self.model_of(self.frame(self.steps if k is None else k))

    def model_of(self, frame: Frame) -> Predictor:
        """Give the model after a step of this tape, in data units.

        At the end of the run always the same one: its error is measured once.
        """
        if not self.finished or frame.step != self.steps:
            return self._model_of(frame)
        if self._last_model is None:
            self._last_model = self._model_of(frame)
        return self._last_model

    def _model_of(self, frame: Frame) -> Predictor:
        voted = self._voted
        if voted is None:
            return self._model(frame, frame.used)
        with self._voting:
            votes = voted.at(frame.step)
        training, tie = self.problem.training, self.problem_at(frame.step).tie

        def error() -> float:
            scores = voted.scores_of(votes)[self.problem.rows]
            mistaken = wrong(scores, training.codes, tie)
            return share_of(mistaken, training.sample_weights)

        return self._model(frame, frame.used, votes, error)

    def model_before(self, frame: Frame) -> Predictor:
        """Give the model before a step of this tape, where no weights vote."""
        return self._model(frame, frame.used_before)

    def newest_model(self, frame: Frame) -> Predictor:
        """Give the model of the weights that the rule is at after a step.

        The run may use others: a mean, or the best so far.
        """
        return self._model(frame, frame.weights)

    def _model(
        self,
        frame: Frame,
        weights: NDArray[np.float64],
        votes: tuple[Votes, ...] = (),
        measure_error: Callable[[], float] | None = None,
    ) -> Predictor:
        """Make a model of weights, or votes, of a step."""
        point = self._branch_point
        side = (0, False) if point is None else (point.step, frame.step <= point.step)
        if self._making is None or self._making[0] != side:
            self._making = side, self._made_by(frame.step)
        rule, tie, recipe = self._making[1]
        X, codes, sample_weights = self.problem.parts[TRAINING]
        settings = self.problem_at(frame.step).settings
        score = partial(rule.scores, settings=settings)
        known = partial(share_wrong, X, weights, codes, tie, sample_weights, score)
        return rule.predictor(
            Trained(weights, votes, settings),
            scaling=self.problem.scaling,
            features=self.problem.features,
            class_names=self.data.class_names,
            epochs=frame.epoch,
            updates=frame.updates,
            measure_error=measure_error or known,
            provenance=self.data.provenance,
            tie=tie,
            recipe=recipe,
        )

    def _made_by(self, k: int) -> tuple[Learner, Tie, dict[str, Any]]:
        """Give what a model after step k is made by."""
        rule, tie = learner(self.learner_at(k)), self.problem_at(k).tie
        return rule, tie, self._recipe_at(k)

    def _recipe_at(self, k: int) -> dict[str, Any]:
        """Give, as plain values, what a model after step k was trained by."""
        point, branch = self._branch_point, self.branch
        if point is None or branch is None:
            return self.recipe.to_dict()
        before = branch.before.to_dict()
        if k <= point.step:
            return before
        left: dict[str, Any] = {"recipe": before, "step": point.step}
        if branch.weights:
            left["weights"] = list(branch.weights)
        return self.recipe.to_dict() | {"branched_from": left}

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
        self._check_steps(k)
        return self._replay.next(k, self.steps, entry)

    def _previous(self, k: int, entry: int) -> int | None:
        self._check_steps(k)
        return self._replay.previous(k, entry)

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

    def wrong_on(self, part: int, model: Predictor) -> NDArray[np.bool_]:
        """Tell which samples of a part that count a model has wrong.

        Parameters
        ----------
        part : int
            TRAINING, VALIDATION or TEST.
        model : Predictor
            Of one of the steps.

        Returns
        -------
        ndarray of bool
            A sample on the boundary is wrong; those of weight 0 are left out.
        """
        samples = self.problem.parts[part]
        return model.wrong(model.scores_of_terms(samples.X), samples.codes)

    def count_wrong(self, model: Predictor) -> int:
        """Count the training samples that a model has wrong, whatever they weigh."""
        if self.problem.training.sample_weights is not None:
            return int(self.wrong_on(TRAINING, model).sum())
        return count_of(model.training_error, self.problem)

    def mistaken_rows(self, after: int, last: int) -> Iterator[NDArray[np.int32]]:
        """Find the samples that were mistakes in steps `after` + 1 … `last`.

        For one thread beside others; `sample_mistakes` counts them.

        Yields
        ------
        ndarray of int
            Rows of `data`, in some steps at most an epoch's: one as often as it was a
            mistake.

        Raises
        ------
        IndexError
            If one of the steps is not recorded.
        """
        self._check_steps(after, last)
        yield from self._replay.mistaken_rows(after, last)

    def passes(self, after: int, last: int) -> Iterator[Pass]:
        """Go through steps `after` + 1 … `last`, some at a time, at most an epoch.

        For one thread beside others.

        Yields
        ------
        State, ndarray of int, ndarray of uint8
            That before them; the places, among the samples to learn from, that they
            looked at; their marks.

        Raises
        ------
        IndexError
            If one of the steps is not recorded.
        """
        self._check_steps(after, last)
        yield from self._replay.passes(after, last)

    def mistake_counts(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Count the mistakes up to each of the steps, which must not decrease.

        Exact for short runs; for long ones interpolated between keyframes and the
        ends of epochs.
        """
        last = self.steps
        work = last * self.problem.work * self.problem.plan.batch
        wide = len(steps) > INTERVALS * self.epoch_of(last)
        most_work = EXACT_WORK if self.is_compiled else INTERPRETED_EXACT_WORK
        if work <= most_work and (wide or last <= EXACT_STEPS):
            return self._replay.mistakes([min(k, last) for k in steps])
        return self._replay.rough_mistakes(steps, last, self.epochs.mistakes)

    @property
    def epochs(self) -> Epochs:
        """Measures of the finished epochs: the same until there are more."""
        state = self.steps // self.problem.steps_per_epoch, self.branched_at
        if self._measured is None or self._measured[0] != state:
            self._measured = state, self._measure_epochs(state[0])
        return self._measured[1]

    def _measure_epochs(self, done: int) -> Epochs:
        log = losses = np.empty((0, 4))
        if done:
            log, losses = self._runner.log[:done], self._runner.losses[:done]
        rule = learner(self.recipe.learner)
        return measured(log, losses, self.problem, rule, self._branch_point)

    def own_epoch(self) -> tuple[int, NDArray[np.float64]] | None:
        """Give where the recipe begins an epoch alone, after a branch or at the start.

        Returns
        -------
        int, ndarray
            Epochs before it, and the weights at its begin, whether or not they are
            recorded yet; None as long as the branch itself is not.
        """
        if self._branch_point is None:
            return 0, self.problem.start
        if not self.finished and self.steps < self._branch_point.step:
            return None
        epoch = self.epoch_of(self._branch_point.step)
        state = self._replay.state(epoch * self.problem.steps_per_epoch)
        return epoch, state.parameters.reshape(self.problem.start.shape)

    def checkpoint(self) -> Checkpoint:
        """Give the end of what is recorded, for another tape to go on from."""
        plan = self.problem.plan
        return Checkpoint(
            state=self._now.copy(),
            steps=plan.steps_before + self.steps,
            epochs=plan.epochs_before + self.epoch_of(self.steps),
            updates=() if self._voted is None else self._voted.log,
            scaling=self.problem.scaling,
        )
