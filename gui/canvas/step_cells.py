"""A network of step units over the plane: all changes on the units' lines, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeGuard

import numpy as np

from engine.families.capabilities import can
from engine.families.network.layers import forward
from gui.canvas.boundary_lines import implicit_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.families.network.model import NetworkModel
    from engine.models.predictor import Predictor
    from gui.canvas.plane import Place, Plane, Rect

    Polygon = list[Place]

ROUNDING = 1e-12
"""By which the cosine of two rows of one line may differ from ±1."""


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


def has_steps(model: Predictor | None) -> TypeGuard[NetworkModel]:
    """Tell whether a model is a network of step units."""
    return can(model, "network") and model.activation == "step"


def has_step_cells(model: Predictor | None) -> TypeGuard[NetworkModel]:
    """Tell whether a model is one whose first units have straight lines."""
    return has_steps(model) and model.first_layer.is_straight


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
    model: NetworkModel,
    plane: Plane,
    lines: Sequence[Sequence[NDArray[np.float64]]],
) -> list[NDArray[np.float64]]:
    """Find where the decision of step units changes: on parts of the units' lines.

    Parameters
    ----------
    model : NetworkModel
    plane : Plane
    lines : sequence of sequence of ndarray, shape (m, 2)
        Polylines on which the input of each first unit is 0.

    Returns
    -------
    list of ndarray, shape (m, 2)
    """
    units = model.first_layer
    alike = _alike(model, plane)
    changes: list[NDArray[np.float64]] = []
    for k, own in enumerate(lines):
        if alike[k, :k].any():  # drawn with an earlier one
            continue
        for line in own:
            places = _cut(line, units.scores(plane.lift(line)), alike[k] != 0)
            middles = (places[:-1] + places[1:]) / 2
            fired = units.scores(plane.lift(middles)) > 0
            here, there = (
                _decisions(model, np.where(alike[k], side * alike[k] > 0, fired))
                for side in (1, -1)
            )
            parts = _joined(places, here != there)
            straight = len(line) == 2
            changes += [part[[0, -1]] if straight else part for part in parts]
    return changes


def step_scores(
    model: NetworkModel, inputs: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give the scores where the first units have these inputs, (h, w, units).

    Few of the ways in which so many units fire come about: each is scored once.
    """
    way = np.zeros(inputs.shape[:2], np.intp)
    for unit in range(inputs.shape[2]):
        way |= (inputs[:, :, unit] > 0).astype(np.intp) << unit
    ways = np.flatnonzero(np.bincount(way.ravel()))
    fired = (ways[:, None] >> np.arange(inputs.shape[2]) & 1).astype(np.float64)
    scores = np.zeros((ways[-1] + 1, model.n_outputs))
    scores[ways] = _scores(model, fired)
    return scores[way]


def _alike(model: NetworkModel, plane: Plane) -> NDArray[np.float64]:
    """Tell which units have one line: 1 on the same side, −1 on the other, else 0."""
    units = model.first_layer
    if units.is_straight:
        rows = implicit_lines(units, plane)
    else:
        rows = model.on_slice(plane.held, plane.free).layers[0]
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = rows / np.where(lengths > 0, lengths, 1.0)
    cosines = rows @ rows.T
    return np.where(np.abs(cosines) > 1 - ROUNDING, np.sign(cosines), 0.0)


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
    corners = np.array(polygon)
    x, y = (corners - corners[0]).T  # far from the origin the products are alike
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


def _cut(
    line: NDArray[np.float64], z: NDArray[np.float64], own: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Give the corners of a polyline, and between them where other lines cross it.

    Parameters
    ----------
    line : ndarray, shape (m, 2)
    z : ndarray, shape (m, units)
        The units' inputs at its corners.
    own : ndarray of bool, shape (units,)
        Those whose line it is.
    """
    here, there = z[:-1, ~own], z[1:, ~own]
    after, unit = np.nonzero(here * there < 0)
    shares = here[after, unit] / (here[after, unit] - there[after, unit])
    corners = np.arange(len(line))
    at = np.sort(np.concatenate([corners, after + shares]))
    return np.column_stack([np.interp(at, corners, side) for side in line.T])


def _joined(
    places: NDArray[np.float64], wanted: NDArray[np.bool_]
) -> list[NDArray[np.float64]]:
    """Give the longest parts of a polyline, all pieces of which are wanted."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], wanted, [False]])))
    return [places[first : last + 1] for first, last in edges.reshape(-1, 2)]


def _scores(model: NetworkModel, fired: NDArray[np.float64]) -> NDArray[np.float64]:
    return forward(model.layers[1:], model.activation, fired).scores


def _decisions(model: NetworkModel, fired: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Give the class for each way of firing, −1 where none is given."""
    scores = _scores(model, fired.astype(np.float64))
    return np.where(model.undecided(scores), -1, model.decide(scores))
