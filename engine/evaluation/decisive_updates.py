"""The few updates that a run is told by: what they turned, and what they put right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from engine.errors import never
from engine.models.lengths import lengths_of
from engine.models.tie import wrong
from engine.steps.rule_steps import most_steps, rule_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.training.tape import Tape

    Reason = Literal["first", "last", "turn", "fall"]

MOST = 7
"""Updates of which a run is told."""
BLOCK = 1_000_000
"""Scores that are computed together."""
MOST_SCORES = 100_000_000
"""Scores up to which the error after each update is measured."""


class DecisiveUpdate(NamedTuple):
    """One of the updates that a run is told by.

    Attributes
    ----------
    step : int
    number : int
        Of the update, from 1.
    reason : {"first", "last", "turn", "fall"}
        What it is chosen for.
    turn : float
        Angle between the boundaries before and after it, in degrees, of several
        classes the largest; NaN where there was none before.
    error_before, error : float
        Share of the training samples that the newest weights are wrong on, by their
        weights; NaN where it was not measured.
    """

    step: int
    number: int
    reason: Reason
    turn: float
    error_before: float
    error: float


@dataclass(frozen=True)
class DecisiveUpdates:
    """The updates that tell of a run.

    Attributes
    ----------
    updates : tuple of DecisiveUpdate
        In their order.
    last_looked_at : int
        The step up to which all were compared.
    last_measured : int
        The step up to which errors were.
    """

    updates: tuple[DecisiveUpdate, ...]
    last_looked_at: int
    last_measured: int


class _Effects(NamedTuple):
    """What updates did, of all or some of a run."""

    steps: NDArray[np.int64]
    turns: NDArray[np.float64]
    errors: NDArray[np.float64]


def decisive_updates(
    tape: Tape, most: int = MOST, stop: Callable[[], bool] = never
) -> DecisiveUpdates:
    """Choose the first update, the last, and between them the largest turns and falls.

    Parameters
    ----------
    tape : Tape
    most : int
        How many are chosen, if there are so many.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    UserError
        If the run is of no rule that can be followed.
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> tape = Tape(Dataset([[2, 4], [-6, 1]], [1, -1]), Recipe("perceptron"))
    >>> tape.extend()
    >>> decisive_updates(tape).updates
    (DecisiveUpdate(step=1, number=1, reason='first', turn=nan, error_before=1.0, \
error=0.0),)
    """
    until = min(tape.steps, most_steps(tape))
    error_at_start, effects, measured = _effects(tape, until, stop)
    steps, turns, errors = effects
    before = np.concatenate([[error_at_start], errors[:-1]])
    chosen = _choice(turns, before - errors, most)
    return DecisiveUpdates(
        tuple(
            DecisiveUpdate(
                int(steps[i]),
                i + 1,
                reason,
                *map(float, (turns[i], before[i], errors[i])),
            )
            for i, reason in sorted(chosen.items())
        ),
        until,
        measured,
    )


def _choice(
    turns: NDArray[np.float64], falls: NDArray[np.float64], most: int
) -> dict[int, Reason]:
    """Choose by turns and falls in turn, the largest that is left of each."""
    n = len(turns)
    chosen: dict[int, Reason] = {0: "first"} if n else {}
    if n > 1:
        chosen[n - 1] = "last"
    by_turn = np.argsort(-np.nan_to_num(turns), kind="stable").tolist()
    by_fall = [i for i in np.argsort(-falls, kind="stable").tolist() if falls[i] > 0]
    while len(chosen) < min(n, most):
        turn = next(i for i in by_turn if i not in chosen)
        chosen[turn] = "turn"
        fall = next((i for i in by_fall if i not in chosen), None)
        if fall is not None and len(chosen) < most:
            chosen[fall] = "fall"
    return chosen


def _effects(
    tape: Tape, until: int, stop: Callable[[], bool]
) -> tuple[float, _Effects, int]:
    """Give the error at the start, what each update did, and how far it is measured."""
    problem = tape.problem
    size = max(1, BLOCK // (len(problem.rows) * problem.n_outputs))
    blocks: list[_Effects] = []
    steps: list[int] = []
    last = problem.start
    weights: list[NDArray[np.float64]] = []
    left, measured = MOST_SCORES, until

    def end_block() -> None:
        nonlocal last, left, measured
        path = np.stack([last, *weights])
        scores = len(steps) * len(problem.rows) * problem.n_outputs
        if scores <= left:
            errors = _errors(tape, path[1:])
        else:
            errors = np.full(len(steps), np.nan)
            measured = min(measured, steps[0] - 1)
        left -= scores
        units = tape.in_data_units(path)
        blocks.append(_Effects(np.array(steps), turns_between(units), errors))
        last = path[-1]
        steps.clear()
        weights.clear()

    for made in rule_steps(tape, 0, until, stop):
        now = np.array(made.weights)
        if np.array_equal(now, weights[-1] if weights else last):
            continue
        steps.append(made.step)
        weights.append(now)
        if len(steps) == size:
            end_block()
    if steps:
        end_block()
    at_start = float(_errors(tape, problem.start[None])[0])
    if not blocks:
        return at_start, _Effects(np.empty(0, int), np.empty(0), np.empty(0)), measured
    return at_start, _Effects(*map(np.concatenate, zip(*blocks, strict=True))), measured


def turns_between(path: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the angles between weights (m + 1, n_outputs, d + 1) that follow another.

    In degrees, of several outputs the largest; NaN where there is no boundary.
    """
    w = path[..., :-1]
    with np.errstate(all="ignore"):
        directions = w / lengths_of(w)[..., None]
        cosines = (directions[1:] * directions[:-1]).sum(axis=2)
    angles = np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0)))
    known = np.isfinite(angles)
    turns = np.where(known, angles, 0.0).max(axis=1)
    return np.where(known.any(axis=1), turns, np.nan)


def _errors(tape: Tape, path: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the error of weights (m, n_outputs, d + 1), one after the other."""
    X, codes, own = tape.problem.training
    counts = np.ones(len(X)) if own is None else own
    m, outputs, _ = path.shape
    scores = path[..., :-1] @ X.T + path[..., -1:]
    flat = scores.transpose(0, 2, 1).reshape(-1, outputs)
    mistaken = wrong(flat, np.tile(codes, m), tape.problem.tie).reshape(m, -1)
    share: NDArray[np.float64] = mistaken @ counts / counts.sum()
    return share
