"""Lines on which a score is zero, inside a rectangle of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.evaluation.model import Model
    from gui.canvas.plane import Plane

    Rect = tuple[float, float, float, float]

GRID = 128


def boundaries(
    model: Model, plane: Plane, rect: Rect, each_once: bool = False
) -> list[NDArray[np.float64]]:
    """Find where the decision changes.

    Parameters
    ----------
    model : Model
    plane : Plane
    rect : tuple of float
        left, bottom, right, top
    each_once : bool
        Leave out what an earlier class's line has drawn already, at the price of a
        gap where three classes meet: dashes drawn twice would fill each other up.

    Returns
    -------
    list of ndarray, shape (m, 2)
        Polylines. A line that is straight is clipped exactly, whatever its slope.
    """
    if model.is_flat:
        line = clip(*implicit_line(model, plane), rect)
        return [] if line is None else [line]
    x, y = _ticks(rect)
    scores = grid_scores(model, plane, x, y)
    if scores.shape[2] == 1:
        return contours(x, y, scores[:, :, 0])
    lines = []
    for k in range(scores.shape[2]):
        others = scores.copy()
        others[:, :, k] = -np.inf
        lead = scores[:, :, k] - others.max(axis=2)
        if each_once:
            lead = np.ma.masked_array(lead, others.argmax(axis=2) < k)
        lines += contours(x, y, lead)
    return lines


def implicit_line(model: Model, plane: Plane) -> tuple[float, float, float]:
    """Give (a, b, c) of the boundary a·x + b·y + c = 0 of a linear model."""
    origin = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    c, at_x, at_y = model.scores(plane.lift(origin))[:, 0]
    return float(at_x - c), float(at_y - c), float(c)


def clip(a: float, b: float, c: float, rect: Rect) -> NDArray[np.float64] | None:
    """Clip the line a·x + b·y + c = 0 to a rectangle; None if it misses it.

    Each side of the rectangle is asked for its crossing, so vertical lines are
    nothing special.
    """
    left, bottom, right, top = rect
    found: list[tuple[float, float]] = []
    if abs(b) > 0:
        for x in (left, right):
            y = -(a * x + c) / b
            if bottom <= y <= top:
                found.append((x, y))
    if abs(a) > 0:
        for y in (bottom, top):
            x = -(b * y + c) / a
            if left <= x <= right:
                found.append((x, y))
    if len(found) < 2:
        return None
    points = np.array(found)
    far = int(np.argmax(((points - points[0]) ** 2).sum(axis=1)))
    if far == 0:
        return None
    return points[[0, far]]


def contours(
    x: NDArray[np.float64], y: NDArray[np.float64], z: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Find the polylines on which z, given on a grid, is zero."""
    from contourpy import contour_generator

    lines: list[NDArray[np.float64]] = contour_generator(x, y, z).lines(0.0)
    return lines


def grid_scores(
    model: Model, plane: Plane, x: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Score the grid points; returns shape (len(y), len(x), n_outputs)."""
    points = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    return model.scores(plane.lift(points)).reshape(len(y), len(x), -1)


def _ticks(rect: Rect) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    left, bottom, right, top = rect
    return np.linspace(left, right, GRID), np.linspace(bottom, top, GRID)
