"""Lines on which a score is zero or the decision changes, inside a rectangle."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from engine.families.capabilities import can
from engine.families.network.layers import ACTIVATIONS
from gui.canvas.boundary_lines import borders, clip, implicit_lines
from gui.canvas.step_cells import has_steps, step_boundaries
from gui.session.measured_error import MOST_PRODUCTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.families.network.model import NetworkModel
    from engine.models.predictor import Predictor
    from gui.canvas.plane import Place, Plane, Rect

GRID, GRID_OF_UNITS = 128, 64
"""Places along a side at which contours are traced; fewer where each is run through the
units of a network: what they give is smooth."""
MOST_SADDLES = 64
"""Crossings that are drawn as such: of more nobody could tell."""
NEAR = 0.02
"""Share of a cell to each side of a crossing at which the grid is refined."""
FAR_IF_STRAIGHT, FAR_IF_CURVED = 12, 5
"""Powers of 4 up to which a boundary out of view is looked for: curves take time."""
LARGE = 1e9
"""The most that is computed in single precision: products of four stay in range."""
COARSE = 16
"""Places along a side by which it is estimated which classes have most of a view."""
SIDES = (-1.0, 1.0)
"""Scores on the two lines of a margin."""


def boundaries(
    model: Predictor,
    plane: Plane,
    rect: Rect,
    *,
    each_once: bool = False,
    side: int | None = None,
) -> list[NDArray[np.float64]]:
    """Find where the decision changes; once, however often a model is drawn.

    Parameters
    ----------
    model : Predictor
    plane : Plane
    rect : tuple of float
        left, bottom, right, top
    each_once : bool
        Leave out what an earlier class's line has drawn already, at the price of a
        gap where three classes meet: dashes drawn twice would fill each other up.
    side : int, optional
        Places along a side at which curves are traced; default all that are due.

    Returns
    -------
    list of ndarray, shape (m, 2)
        Polylines. Lines that are straight are clipped exactly, whatever their slope.
    """
    known = _slow_boundaries if is_slow(model) else _quick_boundaries
    return known(model, plane, rect, side, each_once=each_once)


def _boundaries(
    model: Predictor, plane: Plane, rect: Rect, side: int | None, *, each_once: bool
) -> list[NDArray[np.float64]]:
    if has_steps(model):
        lines = level_lines(model.first_layer, plane, rect)
        return step_boundaries(model, plane, lines)
    if model.n_outputs == 1:
        return level_lines(model, plane, rect, side=side)[0]
    if model.is_straight:
        return borders(implicit_lines(model, plane), rect)
    return _decision_changes(model, plane, rect, side, each_once=each_once)


_quick_boundaries = lru_cache(maxsize=4)(_boundaries)
_slow_boundaries = lru_cache(maxsize=16)(_boundaries)
"""More of them: all that a thread has traced are drawn together."""


def full_side(model: Predictor) -> int:
    """Give along how many places of a side contours are traced where there is time."""
    return GRID_OF_UNITS if can(model, "network") else GRID


def quick_side(model: Predictor) -> int:
    """Give as many of them as are scored at once: fewer of a model that is slow."""
    if model.is_straight:
        return full_side(model)
    fewer = math.isqrt(MOST_PRODUCTS // max(1, model.products))
    return min(full_side(model), max(COARSE, fewer))


def is_slow(model: Predictor) -> bool:
    """Tell whether to trace its contours takes longer than a person should notice."""
    return not model.is_straight and quick_side(model) < full_side(model)


def nearest_boundary(model: Predictor, plane: Plane, rect: Rect) -> Place | None:
    """Find the place of a boundary out of view that is nearest to the view's middle.

    Ever larger parts of the plane are looked at; None where none is found.
    """
    left, bottom, right, top = rect
    middle = np.array([left + right, bottom + top]) / 2
    half = np.array([right - left, top - bottom]) / 2
    for power in range(1, FAR_IF_STRAIGHT if model.is_straight else FAR_IF_CURVED):
        low, high = middle - half * 4**power, middle + half * 4**power
        around = *low.tolist(), *high.tolist()
        lines = boundaries(model, plane, around, side=quick_side(model))
        if lines:
            starts = np.concatenate([line[:-1] for line in lines])
            along = np.concatenate([np.diff(line, axis=0) for line in lines])
            squared = np.maximum((along**2).sum(axis=1), np.finfo(float).tiny)
            share = ((middle - starts) * along).sum(axis=1) / squared
            places = starts + np.clip(share, 0.0, 1.0)[:, None] * along
            nearest = np.hypot(*(places - middle).T).argmin()
            x, y = places[nearest].tolist()
            return x, y
    return None


def level_lines(
    model: Predictor,
    plane: Plane,
    rect: Rect,
    level: float = 0.0,
    outputs: Iterable[int] | None = None,
    side: int | None = None,
) -> list[list[NDArray[np.float64]]]:
    """Find the polylines on which the score of each output is zero, or the level.

    Those of some outputs only, if they are given; the others have none then.
    """
    n = model.n_outputs
    by_output: list[list[NDArray[np.float64]]] = [[] for _ in range(n)]
    outputs = range(n) if outputs is None else outputs
    if model.is_straight:
        lines = (implicit_lines(model, plane) - (0.0, 0.0, level)).tolist()
        for k in outputs:
            a, b, c = lines[k]
            line = clip(a, b, c, rect)
            by_output[k] = [] if line is None else [line]
    else:
        x, y, scores = scores_traced(model, plane, rect, side)
        for k in outputs:
            by_output[k] = contours(x, y, scores[:, :, k] - level)
    return by_output


def widest_classes(model: Predictor, plane: Plane, rect: Rect, most: int) -> list[int]:
    """Give the classes that lead in most of a rectangle, by their codes; all if few."""
    n = model.n_outputs
    if n <= most:
        return list(range(n))
    if model.is_straight:
        left, bottom, right, top = rect
        x, y = np.linspace(left, right, COARSE), np.linspace(bottom, top, COARSE)
        scores = grid_scores(model, plane, x, y)
    else:
        scores = scores_traced(model, plane, rect)[2]
        every = len(scores) // COARSE
        scores = scores[::every, ::every]
    places = np.bincount(scores.argmax(axis=2).ravel(), minlength=n)
    widest = np.argsort(-places, kind="stable")[:most]
    return sorted(widest[places[widest] > 0].tolist())


def _decision_changes(
    model: Predictor, plane: Plane, rect: Rect, side: int | None, *, each_once: bool
) -> list[NDArray[np.float64]]:
    """Find where each class's lead over its best rival is zero."""
    x, y, scores = scores_traced(model, plane, rect, side)
    first = scores.argmax(axis=2)
    best = scores.max(axis=2)
    others = scores.copy()
    np.put_along_axis(others, first[:, :, None], -np.inf, axis=2)
    second, rest = others.argmax(axis=2), others.max(axis=2)
    lines = []
    for k in np.unique(first).tolist():
        wins = first == k
        lead = np.where(wins, best - rest, scores[:, :, k] - best)
        if each_once:
            lead = np.ma.masked_array(lead, np.where(wins, second, first) < k)
        lines += contours(x, y, lead)
    return lines


def contours(
    x: NDArray[np.float64], y: NDArray[np.float64], z: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Find the polylines on which z, given on a grid, is zero."""
    low, high = z.min(), z.max()
    if low > 0 or high < 0:
        return []
    from contourpy import FillType, LineType, SerialContourGenerator, ZInterp

    if np.ma.isMaskedArray(z) or not (np.isfinite(low) and np.isfinite(high)):
        z = np.ma.masked_invalid(z)
    else:
        x, y, z = _through_saddles(x, y, z)
    across, up = np.empty((2, *z.shape))
    across[:], up[:] = x, y[:, None]
    # What its `contour_generator` makes, without what that looks up at each call.
    generator = SerialContourGenerator(
        across, up, np.ma.getdata(z), np.ma.getmaskarray(z),
        corner_mask=True, line_type=LineType.Separate, quad_as_tri=False,
        fill_type=FillType.OuterOffset, z_interp=ZInterp.Linear,
    )  # fmt: skip
    return cast("list[NDArray[np.float64]]", generator.lines(0.0))


def _through_saddles(
    x: NDArray[np.float64], y: NDArray[np.float64], z: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Refine a grid around each saddle between its places.

    The corners of a cell do not say how the lines through it are joined: where they
    cross they would be drawn as two bends with a gap. Rows and columns are put in close
    to where, by bilinear interpolation, they cross.
    """
    above = z > 0
    upwards, across = above[1:] != above[:-1], above[:, 1:] != above[:, :-1]
    alternate = upwards[:, 1:] & upwards[:, :-1] & across[1:] & across[:-1]
    rows, columns = (at[:MOST_SADDLES] for at in np.nonzero(alternate))
    if not len(rows):
        return x, y, z
    bottom, top = z[rows, columns], z[rows + 1, columns]
    rise = z[rows, columns + 1] - bottom
    twist = z[rows + 1, columns + 1] - top - rise
    z, x = _with_columns(z, x, columns, (bottom - top) / twist)
    turned, y = _with_columns(z.T, y, rows, -rise / twist)
    return x, y, turned.T


def _with_columns(
    z: NDArray[np.float64],
    x: NDArray[np.float64],
    after: NDArray[np.intp],
    shares: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Put pairs of columns into a grid, each so much of the way to the next one."""
    after, first = np.unique(after, return_index=True)
    pairs = np.clip(shares[first, None] + (-NEAR, NEAR), 0.0, 1.0).ravel()
    after = after.repeat(2)
    between = z[:, after] + pairs * (z[:, after + 1] - z[:, after])
    at = x[after] + pairs * (x[after + 1] - x[after])
    return np.insert(z, after + 1, between, axis=1), np.insert(x, after + 1, at)


def leading_class(
    scores: NDArray[np.float64],
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Give the class of the highest score, the first of equal ones, and its lead.

    Parameters
    ----------
    scores : ndarray, shape (h, w, n_classes)
        NumPy's own `argmax` and `partition` are slow along so short an axis.
    """
    first = np.zeros(scores.shape[:2], np.intp)
    best, second = scores[:, :, 0].copy(), np.full(scores.shape[:2], -np.inf)
    lower = np.empty_like(best)
    for k in range(1, scores.shape[2]):
        own = scores[:, :, k]
        np.copyto(first, k, where=own > best)
        np.maximum(second, np.minimum(best, own, out=lower), out=second)
        np.maximum(best, own, out=best)
    with np.errstate(invalid="ignore"):  # two beyond all numbers
        return first, np.subtract(best, second, out=best)


def value_of_leader(
    scores: NDArray[np.float64], values: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Give at each place the value of the class that leads; 0 where none does alone.

    Parameters
    ----------
    scores : ndarray, shape (h, w, n_classes)
    values : ndarray, shape (n_classes, h, w)
    """
    best = scores[:, :, 0].copy()
    chosen: NDArray[np.float32] = values[0].copy()
    for k in range(1, scores.shape[2]):
        own = scores[:, :, k]
        np.copyto(chosen, values[k], where=own > best)
        np.copyto(chosen, 0, where=own == best)
        np.maximum(best, own, out=best)
    return chosen


def grid_scores(
    model: Predictor, plane: Plane, x: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Score the grid points; returns shape (len(y), len(x), n_outputs)."""
    if model.is_straight:
        return straight_scores(implicit_lines(model, plane), x, y)
    if can(model, "network") and model.first_layer.is_straight:
        return network_scores(model, implicit_lines(model.first_layer, plane), x, y)
    points = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    drawn = model.on_slice(plane.held, plane.free)
    return drawn.scores(plane.lift(points)).reshape(len(y), len(x), -1)


def straight_scores(
    lines: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Score grid points by lines (n_outputs, 3), as `grid_scores` does."""
    a, b, c = lines.T[:, :, None]
    return np.moveaxis((a * x)[:, None] + (b * y + c)[:, :, None], 0, -1)


def network_scores(
    model: NetworkModel,
    lines: NDArray[np.float64],
    x: NDArray[np.float64],
    y: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Score grid points by the lines (units, 3) of a network's first units.

    In single precision, of which none is lost for the eye: from the middle of the grid.
    Numbers that would leave its range stay in double precision.
    """
    a, b, c = lines.T[:, :, None]
    middle_x, middle_y = (x[0] + x[-1]) / 2, (y[0] + y[-1]) / 2
    across = a * (x - middle_x)
    up = b * (y - middle_y) + (a * middle_x + b * middle_y + c)
    factors = across, up, *model.layers[1:]
    is_small = all(abs(factor).max() < LARGE for factor in factors)
    precision: type[np.floating[Any]] = np.float32 if is_small else np.float64
    z: NDArray[Any] = (
        across.astype(precision)[:, None] + up.astype(precision)[:, :, None]
    )
    z = z.reshape(len(lines), -1)
    activate = ACTIVATIONS[model.activation]
    with np.errstate(over="ignore", invalid="ignore"):
        for layer in model.layers[1:]:
            weights: NDArray[Any] = layer.astype(precision)
            z = weights[:, :-1] @ activate(z) + weights[:, -1:]
    return np.moveaxis(z.astype(np.float64).reshape(-1, len(y), len(x)), 0, -1)


def fine_scores(
    model: Predictor,
    plane: Plane,
    rect: Rect,
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    side: int | None = None,
) -> NDArray[np.float64]:
    """Score grid points in a rectangle as `grid_scores` does, where that is too slow.

    What is between the points on which contours are traced is interpolated, so that
    these scores change their sign where those are drawn.
    """
    at_x, at_y, scores = scores_traced(model, plane, rect, side)
    along = _between(np.moveaxis(scores, 1, 0), at_x, x)
    return _between(np.moveaxis(along, 0, 1), at_y, y)


def _between(
    values: NDArray[np.float64], at: NDArray[np.float64], to: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Interpolate along the first axis, from evenly spaced places to others."""
    place = (to - at[0]) * ((len(at) - 1) / ((at[-1] - at[0]) or 1.0))
    k = np.clip(place.astype(np.intp), 0, len(at) - 2)
    part = (place - k).reshape(-1, *(1,) * (values.ndim - 1))
    between: NDArray[np.float64] = values[k] * (1 - part) + values[k + 1] * part
    return between


@lru_cache(maxsize=4)
def scores_traced(
    model: Predictor, plane: Plane, rect: Rect, side: int | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Score the grid on which a model's contours are traced in a rectangle.

    Parameters
    ----------
    model : Predictor
    plane : Plane
    rect : tuple of float
    side : int, optional
        Places along a side; default all that are due.

    Returns
    -------
    x, y : ndarray
        From edge to edge, upwards.
    scores : ndarray, shape (len(y), len(x), n_outputs)
        Made once: two layers ask for the same ones.
    """
    x, y = _grid(rect, side or full_side(model))
    return x, y, grid_scores(model, plane, x, y)


@lru_cache(maxsize=2)
def _grid(rect: Rect, side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    left, bottom, right, top = rect
    return np.linspace(left, right, side), np.linspace(bottom, top, side)
