"""Where the next update will put the boundary."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from engine.lessons.predictions.prediction import (
    Answer,
    Points,
    PredictionKind,
    Verdict,
    is_drawn,
)
from engine.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.lessons.facts import Situation
    from engine.models.predictor import Predictor

RIGHT_ANGLE_OFF, RIGHT_SHARE_OFF = 10.0, 0.1
"""Degrees, and a share of the samples' extent, within which a line is right."""
SEEN_SHARE = 1e-3
"""The share of the extent below which nobody sees that a line is off."""


def line_off(
    start: Sequence[float],
    end: Sequence[float],
    line: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
) -> tuple[float, float, bool]:
    """Give by how much a drawn line is off: degrees, a distance, whether it is right.

    In plain arithmetic: pages translate it.

    Parameters
    ----------
    start, end : sequence of float
        Two places, not the same, through which it goes.
    line : sequence of float
        a, b, c of the true one, a·x + b·y + c = 0.
    low, high : sequence of float
        The corners of what the samples fill.
    """
    a, b, c = line[0], line[1], line[2]
    across, up = end[0] - start[0], end[1] - start[1]
    length, drawn = math.hypot(a, b), math.hypot(across, up)
    turned = math.atan2(abs(a * across + b * up), abs(b * across - a * up))
    angle = turned * 180.0 / math.pi
    # Where the line is nearest to the middle, there the two are compared.
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    away = (a * x + b * y + c) / length
    foot_x, foot_y = x - away * (a / length), y - away * (b / length)
    off = abs(across * (foot_y - start[1]) - up * (foot_x - start[0])) / drawn
    extent = math.hypot(high[0] - low[0], high[1] - low[1])
    good = angle <= RIGHT_ANGLE_OFF and off <= RIGHT_SHARE_OFF * extent
    return angle, off if off >= SEEN_SHARE * extent else 0.0, good


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
    a, b, _ = line
    if not math.hypot(a, b):
        return Verdict(False, "The next update leaves no boundary.")
    low, high = samples.min(axis=0).tolist(), samples.max(axis=0).tolist()
    start, end = drawn
    angle, off, good = line_off(start, end, line, low, high)
    return Verdict(
        good,
        f"{'Right' if good else 'Not quite'}: your line is turned by "
        f"{number(round(angle, 1))}° and {number(off, 2)} away.",
    )


def _next_model(asked: Situation) -> Predictor | None:
    """Give the model after the next update, if its boundary is a line."""
    tape = asked.tape
    step = None if tape is None else tape.next_update(asked.step)
    if tape is None or step is None or asked.data.n_features != 2:
        return None
    model = tape.model_of(tape.frame(step))
    return model if model.is_straight else None


def _comes(asked: Situation) -> bool:
    return _next_model(asked) is not None


def _judge(asked: Situation, answer: Answer) -> Verdict | None:
    """Judge a line through two samples, where the boundary is one of two features."""
    model = _next_model(asked)
    if model is None or not isinstance(answer, tuple) or not is_drawn(answer):
        return None
    if len(answer) != 2 or answer[0] == answer[1]:
        return None
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    c, to_a, to_b = model.scores(corners)[:, 0].tolist()
    return judge_boundary(answer, (to_a - c, to_b - c, c), asked.data.X)


PREDICTION = PredictionKind(
    "next boundary",
    "Drag a line to where the next update will put the boundary.",
    _judge,
    _comes,
    20,
)
