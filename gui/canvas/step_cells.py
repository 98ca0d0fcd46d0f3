"""A network of step units over the plane: cells between the units' lines, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeGuard

import numpy as np

from engine.models.capabilities import can
from engine.models.layers import forward
from gui.canvas.boundary_lines import clip, implicit_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.network_model import NetworkModel
    from engine.models.predictor import Predictor
    from gui.canvas.plane import Place, Plane, Rect

    Polygon = list[Place]

BESIDE = 1e-6
"""Of the view, from a line to where it is asked what is decided at its sides."""


class StepCells(NamedTuple):
    """Convex parts of the plane in each of which nothing changes.

    Attributes
    ----------
    polygons : list of list of (float, float)
    scores : ndarray, shape (n, n_outputs)
    areas : ndarray, shape (n,)
    """

    polygons: list[Polygon]
    scores: NDArray[np.float64]
    areas: NDArray[np.float64]


def has_step_cells(model: Predictor | None) -> TypeGuard[NetworkModel]:
    """Tell whether a model is a network whose step units have straight lines."""
    if not can(model, "network"):
        return False
    return model.activation == "step" and model.first_layer.is_straight


def step_cells(model: NetworkModel, plane: Plane, rect: Rect) -> StepCells:
    """Cut a rectangle along the lines of a network's first units."""
    left, bottom, right, top = rect
    cells: list[tuple[Polygon, tuple[float, ...]]] = [
        ([(left, bottom), (right, bottom), (right, top), (left, top)], ())
    ]
    for a, b, c in implicit_lines(model.first_layer, plane).tolist():
        cells = [
            (part, (*fired, fires))
            for polygon, fired in cells
            for part, fires in _halves(polygon, a, b, c)
        ]
    fired = np.array([fires for _, fires in cells])
    polygons = [polygon for polygon, _ in cells]
    areas = np.array([_area(polygon) for polygon in polygons])
    return StepCells(polygons, _scores(model, fired), areas)


def step_boundaries(
    model: NetworkModel, plane: Plane, rect: Rect
) -> list[NDArray[np.float64]]:
    """Find where the decision changes: on parts of the units' lines.

    Returns
    -------
    list of ndarray, shape (2, 2)
    """
    lines = implicit_lines(model.first_layer, plane)
    size = np.hypot(rect[2] - rect[0], rect[3] - rect[1])
    changes: list[NDArray[np.float64]] = []
    for a, b, c in lines.tolist():
        ends = clip(a, b, c, rect)
        if ends is None or any(np.array_equal(ends, known) for known in changes):
            continue
        places = _cut(ends, lines)
        middles = (places[:-1] + places[1:]) / 2
        across = np.array([a, b]) / np.hypot(a, b) * (BESIDE * size)
        here, there = (
            _decisions(model, lines, middles + side * across) for side in (1, -1)
        )
        changes += _joined(places, here != there)
    return changes


def _halves(
    polygon: Polygon, a: float, b: float, c: float
) -> list[tuple[Polygon, float]]:
    """Part a convex polygon where a·x + b·y + c is 0; 1 is the side that is above."""
    z = [a * x + b * y + c for x, y in polygon]
    if min(z) >= 0.0 or max(z) <= 0.0:
        return [(polygon, float(max(z) > 0.0))]
    above: Polygon = []
    below: Polygon = []
    for k, (here, place) in enumerate(zip(z, polygon, strict=True)):
        if here >= 0.0:
            above.append(place)
        if here <= 0.0:
            below.append(place)
        after = z[k - len(z) + 1]
        if here * after < 0.0:
            (x, y), (to_x, to_y) = place, polygon[k - len(z) + 1]
            share = here / (here - after)
            crossing = x + share * (to_x - x), y + share * (to_y - y)
            above.append(crossing)
            below.append(crossing)
    return [(above, 1.0), (below, 0.0)]


def _area(polygon: Polygon) -> float:
    x, y = np.array(polygon).T
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


def _cut(ends: NDArray[np.float64], lines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the ends of a piece of a line, and between them where others cross it."""
    z, other = ends @ lines[:, :2].T + lines[:, 2]
    crossed = z * other < 0
    shares = np.sort(z[crossed] / (z[crossed] - other[crossed]))[:, None]
    between = ends[0] + shares * (ends[1] - ends[0])
    return np.concatenate([ends[:1], between, ends[1:]])


def _joined(
    places: NDArray[np.float64], wanted: NDArray[np.bool_]
) -> list[NDArray[np.float64]]:
    """Give the longest pieces between places, all parts of which are wanted."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], wanted, [False]])))
    return [places[pair] for pair in edges.reshape(-1, 2)]


def _scores(model: NetworkModel, fired: NDArray[np.float64]) -> NDArray[np.float64]:
    return forward(model.layers[1:], model.activation, fired).scores


def _decisions(
    model: NetworkModel, lines: NDArray[np.float64], places: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Give the class at each place, −1 where none is given."""
    fired = (places @ lines[:, :2].T + lines[:, 2] > 0).astype(np.float64)
    scores = _scores(model, fired)
    return np.where(model.undecided(scores), -1, model.decide(scores))
