"""Straight lines of linear models, exactly clipped to a rectangle of the plane."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor
    from gui.canvas.plane import Plane, Rect

WALLS = np.array([[1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]])
"""Not negative inside the square from −1 to 1."""
ROUNDING = 1e-12
TILES = 8
"""Along each side of the square from −1 to 1."""
FEW = 12
"""Scores of which it is quicker to look at all pairs."""


@lru_cache(maxsize=4)
def implicit_lines(model: Predictor, plane: Plane) -> NDArray[np.float64]:
    """Give a, b, c of each score a·x + b·y + c of a linear model, (n_outputs, 3).

    They are found once, however many layers ask for them.
    """
    rows = model.newest_weights()
    if rows is not None and model.features.is_identity(len(plane.held)):
        lines = rows[:, (plane.across, plane.up, -1)]
        if plane.up < 0:
            lines[:, 1] = 0.0
        elif plane.stretch != 1.0:
            lines[:, 1] /= plane.stretch
        if len(plane.held) > len(plane.free):
            held = plane.held.copy()
            held[list(plane.free)] = 0.0
            lines[:, 2] += rows[:, :-1] @ held
        lines.flags.writeable = False
        return lines
    origin = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    c, *units = model.scores(plane.lift(origin))
    lines = np.array([*(unit - c for unit in units), c]).T
    lines.flags.writeable = False
    return lines


def clip(a: float, b: float, c: float, rect: Rect) -> NDArray[np.float64] | None:
    """Clip the line a·x + b·y + c = 0 to a rectangle; None if it misses it.

    Each side of the rectangle is asked for its crossing, so vertical lines are
    nothing special.
    """
    left, bottom, right, top = rect
    points: list[tuple[float, float]] = []
    if abs(b) > 0:
        for x in (left, right):
            y = -(a * x + c) / b
            if bottom <= y <= top:
                points.append((x, y))
    if abs(a) > 0:
        for y in (bottom, top):
            x = -(b * y + c) / a
            if left <= x <= right:
                points.append((x, y))
    if len(points) < 2:
        return None
    far = max(points, key=lambda point: math.dist(point, points[0]))
    return None if far == points[0] else np.array([points[0], far])


def borders(lines: NDArray[np.float64], rect: Rect) -> list[NDArray[np.float64]]:
    """Find where the highest of several linear scores becomes another one.

    Parameters
    ----------
    lines : ndarray, shape (n_outputs, 3)
        a, b, c of each score a·x + b·y + c.
    rect : tuple of float
        left, bottom, right, top

    Returns
    -------
    list of ndarray, shape (2, 2)
        A segment for each pair of classes that are neighbours in the rectangle.
        On the line of equal scores of a pair it is the part on which no third class
        is ahead and which is inside: like Liang and Barsky's clipping (1984), an
        interval is cut down by one half-plane after the other.
    """
    middle, half = _middle_and_half(rect)
    scores = _in_square(lines, rect)
    # Of equal scores the first wins everywhere: the others have no border.
    scores = np.array(list(dict.fromkeys(map(tuple, scores.tolist()))))
    if len(scores) > FEW:
        led = may_lead(scores)
        scores, led = scores[led.any(axis=1)], led[led.any(axis=1)].astype(np.float32)
        i, j = np.nonzero(np.triu(led @ led.T, 1))
    else:
        i, j = np.triu_indices(len(scores), 1)
    a, b, c = (scores[i] - scores[j]).T
    crosses = ((a != 0) | (b != 0)) & (abs(c) <= abs(a) + abs(b))
    i, j, a, b, c = (each[crosses] for each in (i, j, a, b, c))
    length = np.hypot(a, b)
    foot = np.column_stack([a, b]) / length[:, None] * (-c / length)[:, None]
    along = np.column_stack([-b, a]) / length[:, None]
    low, high = _interval(scores, i, j, foot, along)
    visible = low < high
    ends = np.stack([low, high], axis=1)[visible, :, None]
    segments = foot[visible, None] + ends * along[visible, None]
    return list(segments * half + middle)


def first_two(lines: NDArray[np.float64], rect: Rect) -> NDArray[np.intp]:
    """Give all scores that are the highest or the second highest in a rectangle.

    Of very many scores, others may be among them, too; but most are not.
    """
    if len(lines) <= FEW:
        return np.arange(len(lines))
    return np.flatnonzero(may_lead(_in_square(lines, rect), 2).any(axis=1))


def _middle_and_half(rect: Rect) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give a rectangle's middle and half its size, (2,) each."""
    left, bottom, right, top = rect
    middle = np.array([left + right, bottom + top]) / 2
    return middle, np.array([right - left, top - bottom]) / 2


def _in_square(lines: NDArray[np.float64], rect: Rect) -> NDArray[np.float64]:
    """Put the scores a·x + b·y + c of a rectangle into the square from −1 to 1."""
    middle, half = _middle_and_half(rect)
    return np.column_stack([lines[:, :2] * half, lines[:, :2] @ middle + lines[:, 2]])


def may_lead(scores: NDArray[np.float64], rank: int = 1) -> NDArray[np.bool_]:
    """Tell which of very many linear scores can be among the highest, and where.

    Where `rank` others are ahead at all corners of a tile they are ahead in all of it.

    Parameters
    ----------
    scores : ndarray, shape (n_outputs, 3)
        a, b, c of each score a·x + b·y + c in the square from −1 to 1.
    rank : int
        How many of the highest are asked for.

    Returns
    -------
    ndarray of bool, shape (n_outputs, TILES²)
        False where in all of the tile `rank` others are ahead of that score.
    """
    at = (np.arange(TILES) + 0.5) * (2 / TILES) - 1
    x, y = np.tile(at, TILES), at.repeat(TILES)
    a, b, c = scores.T[:, :, None]
    middles = a * x + b * y + c
    margin = ROUNDING * np.abs(scores).max(initial=0.0)
    led = np.zeros(middles.shape, bool)
    for first in np.argpartition(-middles, rank - 1, axis=0)[:rank]:
        ahead = middles[first, range(len(first))] - margin
        # By how much a score gains on that one, at most, from the middle to a corner.
        gain = (abs(a - a[first, 0]) + abs(b - b[first, 0])) / TILES
        led |= middles + gain >= ahead
    return led


def _interval(
    scores: NDArray[np.float64],
    i: NDArray[np.intp],
    j: NDArray[np.intp],
    foot: NDArray[np.float64],
    along: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find between which t no third score is ahead at foot + t·along, in the walls."""
    (a, b, c), pairs = scores.T, np.arange(len(i))
    here = foot[:, :1] * a + foot[:, 1:] * b + c
    rate = along[:, :1] * a + along[:, 1:] * b
    here, rate = here[pairs, i, None] - here, rate[pairs, i, None] - rate
    for own in (i, j):
        here[pairs, own] = rate[pairs, own] = 0.0
    here += ROUNDING * np.abs(scores).max(initial=0.0)
    a, b, c = WALLS.T
    here = np.hstack([here, foot[:, :1] * a + foot[:, 1:] * b + c])
    rate = np.hstack([rate, along[:, :1] * a + along[:, 1:] * b])
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -here / rate
    low = np.where(rate > 0, crossing, -np.inf).max(axis=1)
    high = np.where(rate < 0, crossing, np.inf).min(axis=1)
    never = ((rate == 0) & (here < 0)).any(axis=1)
    return np.where(never, np.inf, low), high
