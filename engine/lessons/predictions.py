"""Predictions: how far what a reader says comes next is from what comes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.numbers import decimals, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.lessons.facts import Situation
    from engine.training.tape import Tape

Points = tuple[tuple[float, ...], ...]
Answer = int | Points | None
"""The number of a choice or of a sample, from 1; a line or a curve that is drawn."""
RIGHT_ANGLE_OFF, RIGHT_SHARE_OFF = 10.0, 0.1
"""Degrees, and a share of the samples' extent, within which a line is right."""
SEEN_SHARE = 1e-3
"""The share of the extent below which nobody sees that a line is off."""
RIGHT_CURVE_OFF = 0.1
"""The mean distance, as a share of the samples, within which a curve is right."""


class Verdict(NamedTuple):
    """Whether a prediction was right, and by how much it was off."""

    right: bool
    said: str


def judge_mistake(tape: Tape, step: int, sample: int) -> Verdict | None:
    """Judge which sample is said to be the next mistake.

    Parameters
    ----------
    tape : Tape
    step : int
        The one after which it is asked.
    sample : int
        Its number, from 1.

    Returns
    -------
    Verdict or None
        None where there is no further mistake.
    """
    following = tape.next_mistake(step)
    if following is None:
        return None
    rows = tape.frame(following).rows.tolist()
    right = sample - 1 in rows
    named = f"point {rows[0] + 1} in step {following:,}"
    said = f"Right: {named}." if right else f"You chose point {sample}. It is {named}."
    return Verdict(right, said)


def judge_boundary(
    drawn: Points, line: Sequence[float], samples: NDArray[np.float64]
) -> Verdict:
    """Judge a line that is said to be the boundary after the next update.

    Parameters
    ----------
    drawn : tuple of (float, float)
        Two places, not the same, through which it goes.
    line : sequence of float
        a, b, c of the true one, a·x + b·y + c = 0.
    samples : ndarray, shape (n_samples, 2)
        Distances are told as shares of the extent of these.
    """
    a, b, c = line
    length = math.hypot(a, b)
    if not length:
        return Verdict(False, "The next update leaves no boundary.")
    (x, y), (to_x, to_y) = drawn
    across, up = to_x - x, to_y - y
    angle = math.degrees(math.atan2(up, across) - math.atan2(-a, b))
    angle = abs((angle + 90) % 180 - 90)
    low, high = samples.min(axis=0).tolist(), samples.max(axis=0).tolist()
    # Where the line is nearest to the middle, there the two are compared.
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    away = (a * middle[0] + b * middle[1] + c) / length
    foot = middle[0] - away * (a / length), middle[1] - away * (b / length)
    off = abs(across * (foot[1] - y) - up * (foot[0] - x)) / math.hypot(across, up)
    extent = math.dist(low, high)
    good = angle <= RIGHT_ANGLE_OFF and off <= RIGHT_SHARE_OFF * extent
    off = off if off >= SEEN_SHARE * extent else 0.0
    return Verdict(
        good,
        f"{'Right' if good else 'Not quite'}: your line is turned by "
        f"{number(round(angle, 1))}° and {number(off, 2)} away.",
    )


def judge_curve(tape: Tape, drawn: Points) -> Verdict:
    """Judge a curve that is said to be the training error, epoch by epoch.

    Parameters
    ----------
    tape : Tape
    drawn : tuple of (float, float)
        Epochs, ascending, with errors, 0 … 1; between them it is straight.
    """
    true = tape.epochs.training_error
    epochs, errors = np.array(drawn).T
    errors = np.clip(errors, 0, 1)
    guessed = np.interp(np.arange(1, len(true) + 1), epochs, errors)
    off = float(np.abs(guessed - true).mean())
    good = off <= RIGHT_CURVE_OFF
    return Verdict(
        good,
        f"{'Right' if good else 'Not quite'}: your curve is {decimals(100 * off, 1)} % "
        "of the samples away from it, in the mean.",
    )


def judged(kind: str, asked: Situation, answer: Answer) -> Verdict | None:
    """Judge an answer again that was kept with the situation in which it was given.

    Parameters
    ----------
    kind : str
        One of `engine.lessons.lesson.PREDICTIONS`.
    asked : Situation
    answer : int or tuple of (float, …)
        A line as two samples through which it goes.

    Returns
    -------
    Verdict or None
        None where there is nothing to judge: no further mistake or update, an answer
        of another kind, a boundary that is no line of the data's two features.
    """
    tape = asked.tape
    if tape is None or answer is None:
        return None
    if isinstance(answer, int):
        is_mistake = kind == "next mistake"
        return judge_mistake(tape, asked.step, answer) if is_mistake else None
    if {*map(len, answer)} != {2}:
        return None
    if kind == "error curve":
        return judge_curve(tape, answer) if len(tape.epochs) else None
    step = tape.next_update(asked.step)
    if kind != "next boundary" or step is None or asked.data.n_features != 2:
        return None
    model = tape.model_of(tape.frame(step))
    is_line = len(answer) == 2 and answer[0] != answer[1]
    if not is_line or not model.is_straight:
        return None
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    c, to_a, to_b = model.scores(corners)[:, 0].tolist()
    return judge_boundary(answer, (to_a - c, to_b - c, c), asked.data.X)
