"""Many runs on the same samples, side by side, straight to their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, never
from engine.learners import learner as learner_of
from engine.training.fit import fit
from engine.training.loops.measures import combined
from engine.training.loops.rate_schedule import Schedule
from engine.training.loops.structures import (
    AVERAGED,
    LAST,
    RUNNING,
    TOO_LARGE,
    BatchedRuns,
    records,
)
from engine.training.tape import CHUNK_WORK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.training.loops.structures import Plan
    from engine.training.problem import Problem

    Weights = NDArray[np.float64] | None

MOST_COLUMNS = 64
"""Outputs at once: they keep the processor busy and stay in its nearest cache."""


def fit_all(
    problems: Sequence[Problem], learner: str, stop: Callable[[], bool] = never
) -> list[Weights]:
    """Give what `fit` gives for each problem, bit for bit, but sooner.

    Parameters
    ----------
    problems : sequence of Problem
        With the same samples and terms, in the same order where it is a given one.
    learner : str
        Name of the learner.
    stop : callable
        Asked every few milliseconds whether the answer is no longer wanted.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    alike: dict[Plan, list[int]] = {}
    for i, problem in enumerate(problems):
        alike.setdefault(_but_for_rates(problem.plan), []).append(i)
    fitted: dict[int, Weights] = {}
    for plan, places in alike.items():
        columns = len(places) * problems[0].n_outputs
        groups = min(len(places), -(-columns // MOST_COLUMNS))
        for group in np.array_split(places, groups):
            group_problems = [problems[i] for i in group]
            if len(group_problems) > 1 and _can_share(plan, learner):
                weights = _Batch(group_problems, learner).finish(stop)
            else:
                weights = [fit(problem, learner, stop) for problem in group_problems]
            fitted.update(zip(group.tolist(), weights, strict=True))
    return [fitted[i] for i in range(len(problems))]


def _but_for_rates(plan: Plan) -> Plan:
    return plan._replace(schedule=0, eta=0.0, c1=0.0, c2=0.0, strength=0.0)


def _can_share(plan: Plan, name: str) -> bool:
    """Tell whether runs can go side by side: sample by sample, without measures."""
    rule = learner_of(name)
    own_rule = rule.is_linear and not rule.coupled
    simple = plan.combination in (LAST, AVERAGED) and own_rule
    return simple and plan.batch == 1 and plan.target_error < 0


class _Batch:
    """Runs that differ in their starts, epochs, learning rates and settings only."""

    def __init__(self, problems: Sequence[Problem], learner: str) -> None:
        from engine.training.compiled.tiered_loops import batched_loop

        first, k = problems[0], problems[0].n_outputs
        plain = all(problem.is_plain for problem in problems)
        self._loop = batched_loop(learner, plain=plain)
        self._plan = first.plan
        self._samples = first.samples(plain=plain)
        self._order_epoch = np.full(1, -1, dtype=np.int64)
        self._chunk = max(1, CHUNK_WORK // first.start.size)
        self._step = 0
        self._former = np.stack([problem.start for problem in problems])
        self._most = np.array([problem.most_steps for problem in problems])
        self._places = np.arange(len(problems))
        self._fitted: list[Weights] = [None] * len(problems)
        positive = np.ones(1, np.uint8) if k == 1 else np.arange(k, dtype=np.uint8)
        rates = [
            tuple(getattr(problem.plan, n) for n in Schedule._fields)
            for problem in problems
        ]
        settings = [tuple(problem.settings) for problem in problems]
        weights = np.concatenate(self._former).T.copy()
        self._runs = BatchedRuns(
            weights,
            np.zeros_like(weights),
            np.zeros(weights.shape[1], dtype=np.int64),
            np.tile(positive, len(problems)),
            np.concatenate([problem.class_weights for problem in problems]).T.copy(),
            records(rates, Schedule).repeat(k),
            records(settings, type(first.settings)).repeat(k),
        )

    def finish(self, stop: Callable[[], bool]) -> list[Weights]:
        """Let all come to their ends; None for what `fit` leaves to a tape."""
        while len(self._places):
            if stop():
                raise Cancelled
            self._extend_runs()
        return self._fitted

    def _extend_runs(self) -> None:
        """Go on to where a run ends, but not far."""
        next_look = (self._step // self._chunk + 1) * self._chunk
        endings = np.full(len(self._places), RUNNING)
        until = min(next_look, int(self._most.min()))
        run = self._loop.for_work((until - self._step) * self._runs.weights.size)
        self._step = run(
            self._runs, self._former, endings, self._samples, self._order_epoch,
            self._plan, self._step, until,
        )  # fmt: skip
        weights = self._by_run(self._runs.weights)
        sound = (np.abs(weights) <= TOO_LARGE).all(axis=(1, 2))
        over = (endings != RUNNING) | (self._most <= self._step) | ~sound
        if over.any():
            steps = self._step + self._plan.steps_before
            memory = self._by_run(self._runs.memory)
            for r in np.flatnonzero(over & sound):
                used = combined(
                    weights[r].ravel(), memory[r].ravel(), self._plan, steps
                )
                self._fitted[self._places[r]] = used.reshape(weights[r].shape)
            self._keep_runs(~over)

    def _by_run(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Copy columns (d + 1, m · k) to weights (m, k, d + 1)."""
        return columns.T.reshape(self._former.shape).copy()

    def _keep_runs(self, runs: NDArray[np.bool_]) -> None:
        columns = runs.repeat(self._former.shape[1])
        self._runs = BatchedRuns(
            *(field.compress(columns, axis=-1) for field in self._runs)
        )
        self._former = self._former[runs]
        self._most = self._most[runs]
        self._places = self._places[runs]
