"""What the lifted space shows at one moment: points, sheet and surface in a cube."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TRAINING
from engine.data.feature_map import Factor, FeatureMap, pretty, term_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from engine.models.predictor import Predictor
    from gui.canvas.plane import Plane

    Term = tuple[Factor, ...]

CELLS = 25
"""Places along each side of the cube at which the score is computed."""
SHEET = 17
"""Lines of the sheet in each direction."""
ROOM = 0.06
"""Share of the samples' extent left free at each end."""


@dataclass(frozen=True)
class Height:
    """A term, or a sum of terms, that is drawn upwards."""

    name: str
    terms: tuple[Term, ...]

    def of(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Lift samples (n, n_features); returns (n,)."""
        with np.errstate(over="ignore", invalid="ignore"):
            lifted = FeatureMap(self.terms, ("",) * len(self.terms)).transform(X)
        total: NDArray[np.float64] = lifted.sum(axis=1)
        return total

    def weight(self, model: Predictor, output: int) -> float:
        """Give the score's share in it: the weight of the first term that has one."""
        rows = model.newest_weights()
        for term in self.terms:
            if rows is not None and term in model.features.terms:
                return float(rows[output, model.features.terms.index(term)])
        return 0.0


def heights(data: Dataset, model: Predictor, plane: Plane) -> list[Height]:
    """Offer what to draw upwards: first what the run learns from, most telling first.

    The sum of both squares is offered before the squares: over it a circle is cut out
    by a plane.
    """
    shown = [plane.across] if plane.up < 0 else [plane.across, plane.up]
    flat: list[Term] = [(Factor(j),) for j in shown]
    squares: list[Term] = [(Factor(j, 2),) for j in shown]
    products: list[Term] = [
        (Factor(i), Factor(j)) for i, j in combinations(sorted(shown), 2)
    ]
    learned = [term for term in model.features.terms if term not in flat]
    groups: list[tuple[Term, ...]] = [tuple(squares)]
    if not set(squares) & set(learned):
        groups = []
    groups += [(term,) for term in learned]
    groups += [tuple(squares), *((term,) for term in squares + products)]
    names = data.feature_names
    return [
        Height(" + ".join(pretty(term_name(term, names)) for term in group), group)
        for group in dict.fromkeys(groups)
    ]


@dataclass(frozen=True, eq=False)
class Scene:
    """Points and surfaces in a cube of side 1 around the origin.

    Attributes
    ----------
    points : ndarray, shape (n, 3)
    codes : ndarray of int, shape (n,)
    wrong : ndarray of bool, shape (n,)
    sheet : ndarray, shape (2·m, 3)
        Ends of line segments: all places that a sample can have, if they are a sheet.
    corners, faces : ndarray, shapes (v, 3) and (f, 3)
        Triangles on which the score is zero.
    names : tuple of str
        Of the three directions.
    low, high : ndarray, shape (3,)
        What the cube's sides stand for.
    """

    points: NDArray[np.float64]
    codes: NDArray[np.int64]
    wrong: NDArray[np.bool_]
    sheet: NDArray[np.float64]
    corners: NDArray[np.float64]
    faces: NDArray[np.int64]
    names: tuple[str, str, str]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def scene(
    data: Dataset, model: Predictor, plane: Plane, height: Height, output: int
) -> Scene:
    """Lift the samples and find where the score is zero among them.

    Features that are not shown are held at their mean. All terms of the features that
    are shown count, so that every sample is on its side of the surface.
    """
    flat = plane.project(data.X)
    lifted = np.column_stack([flat, height.of(data.X)])
    low, high = _bounds(lifted)
    corners, faces = _surface(model, plane, height, output, low, high)
    across, up = plane.names(data)
    return Scene(
        points=(lifted - low) / (high - low) - 0.5,
        codes=data.y,
        wrong=model.mistaken(data.X, data.y)
        & np.isin(np.arange(data.n_samples), data.counted_rows_of(TRAINING))
        & (not model.is_zero),
        sheet=_sheet(plane, height, low, high),
        corners=corners,
        faces=faces,
        names=(pretty(across), pretty(up), height.name),
        low=low,
        high=high,
    )


def _bounds(
    points: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    low, high = points.min(axis=0), points.max(axis=0)
    size = high - low
    size = np.where(size > 0, size, np.maximum(np.abs(high), 1.0))
    return low - ROOM * size, high + ROOM * size


def _surface(
    model: Predictor,
    plane: Plane,
    height: Height,
    output: int,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Find the triangles where the score is zero.

    Off the sheet the score goes on linearly: z(x, t) = z(x) + w·(t − height of x).
    """
    from pyqtgraph.functions import isosurface

    x, y, t = (np.linspace(a, b, CELLS) for a, b in zip(low, high, strict=True))
    floor = np.column_stack([np.repeat(x, CELLS), np.tile(y, CELLS)])
    X = plane.lift(floor)
    weight = height.weight(model, output)
    flat = _scores(model, X, output) - weight * height.of(X)
    scores = flat[:, None] + weight * t
    if not (np.isfinite(scores).all() and scores.min() < 0 < scores.max()):
        return np.empty((0, 3)), np.empty((0, 3), np.int64)
    # Zero exactly on a place of the grid is a triangle without area.
    scores = np.where(scores == 0, 1e-9 * np.abs(scores).max(), scores)
    corners, faces = isosurface(scores.reshape(CELLS, CELLS, CELLS), 0.0)
    return corners / (CELLS - 1) - 0.5, faces


def _scores(
    model: Predictor, X: NDArray[np.float64], output: int
) -> NDArray[np.float64]:
    """Score by weights: of what votes, by those that came last."""
    rows = model.newest_weights()
    if rows is None:
        return model.scores(X)[:, output]
    with np.errstate(over="ignore", invalid="ignore"):
        z: NDArray[np.float64] = model.features.transform(X) @ rows[output, :-1]
    return z + float(rows[output, -1])


def _sheet(
    plane: Plane, height: Height, low: NDArray[np.float64], high: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Draw the places that samples can have: lines across and up, bent upwards."""
    used = {factor.feature for term in height.terms for factor in term}
    if plane.up < 0 or not used <= {plane.across, plane.up}:
        return np.empty((0, 3))
    x, y = (np.linspace(low[i], high[i], SHEET) for i in (0, 1))
    grid = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1)
    t = height.of(plane.lift(grid.reshape(-1, 2))).reshape(SHEET, SHEET, 1)
    places = (np.concatenate([grid, t], axis=2) - low) / (high - low) - 0.5
    segments = [
        np.stack([places[:-1], places[1:]], axis=2).reshape(-1, 2, 3),
        np.stack([places[:, :-1], places[:, 1:]], axis=2).reshape(-1, 2, 3),
    ]
    pieces = np.concatenate(segments)
    inside = (np.abs(pieces[:, :, 2]) <= 0.5).all(axis=1)
    ends: NDArray[np.float64] = pieces[inside].reshape(-1, 3)
    return ends
