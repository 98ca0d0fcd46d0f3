"""Very many samples: which of them are in view, and how many in each cell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import TRAINING
from engine.data.dataset_cache import DatasetCache
from gui.canvas.density_grid import DensityGrid
from gui.canvas.plane import Plane, even_stretch

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine import Dataset
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Rect

SIDE = 64
"""Tiles across and up."""
ALL = SIDE * SIDE


class Tiles:
    """Sorts samples by group, within it by tiles of the plane, row of tiles by row.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        Places in the plane.
    groups : ndarray of int, shape (n,)
    n_groups : int

    Attributes
    ----------
    order : ndarray of int, shape (n,)
        The rows of the samples, sorted.
    n_groups : int
    """

    def __init__(
        self,
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        groups: NDArray[np.int64],
        n_groups: int,
    ) -> None:
        self._low = np.array([x.min(initial=0), y.min(initial=0)])
        size = [x.max(initial=0), y.max(initial=0)] - self._low
        # The last tile ends beyond the last sample, by more than is lost in rounding.
        self._per_unit = SIDE * (1 - 1e-9) / np.where(size > 0, size, 1.0)
        tiles = SIDE * self._tile(y, 1) + self._tile(x, 0)
        places = ALL * groups + tiles
        self.order: NDArray[np.intp] = _sorted(places, ALL * n_groups)
        self.n_groups = n_groups
        counts = np.bincount(places, minlength=ALL * n_groups)
        self._starts = np.concatenate([[0], np.cumsum(counts)])

    def _tile(self, values: NDArray[np.float64], axis: int) -> NDArray[np.int64]:
        place = (values - self._low[axis]) * self._per_unit[axis]
        return np.asarray(np.clip(place, 0, SIDE - 1), np.int64)

    def near(self, rect: Rect, group: int) -> list[slice]:
        """Find where samples of a group are: all in a rectangle, and some around it."""
        (left, bottom), (right, top) = self._range(rect, more=1)
        if left > right or bottom > top:
            return []
        if left == 0 and right == SIDE - 1:
            return [self._run(group, bottom, left, top, right)]
        rows = range(bottom, top + 1)
        return [self._run(group, row, left, row, right) for row in rows]

    def edges(self, rect: Rect, group: int) -> list[slice]:
        """Find where samples of a group are near but not among those of `least_in`."""
        (left, bottom), (right, top) = self._range(rect, more=1)
        (first, lowest), (last, highest) = self._range(rect, more=-1)
        if first > last or lowest > highest:
            return self.near(rect, group)
        runs = []
        for row in range(bottom, top + 1):
            if lowest <= row <= highest:
                runs.append(self._run(group, row, left, row, first - 1))
                runs.append(self._run(group, row, last + 1, row, right))
            else:
                runs.append(self._run(group, row, left, row, right))
        return runs

    def least_in(self, rect: Rect) -> int:
        """Count, fast, most of the samples in a rectangle: never too many."""
        (left, bottom), (right, top) = self._range(rect, more=-1)
        if left > right or bottom > top:
            return 0
        rows = SIDE * np.arange(bottom, top + 1)
        at = (ALL * np.arange(self.n_groups)[:, None] + rows).ravel()
        return int((self._starts[at + right + 1] - self._starts[at + left]).sum())

    def _range(self, rect: Rect, more: int) -> NDArray[np.int64]:
        """Give the first and the last tiles, widened: an edge may be rounded."""
        ends = (np.reshape(rect, (2, 2)) - self._low) * self._per_unit
        tiles = np.floor(ends) + np.array([[-more], [more]])
        clipped = np.clip(tiles, [[0], [-1]], [[SIDE], [SIDE - 1]])
        return np.asarray(clipped, np.int64)

    def _run(self, group: int, bottom: int, left: int, top: int, right: int) -> slice:
        first = ALL * group
        return slice(
            self._starts[first + SIDE * bottom + left],
            self._starts[first + SIDE * top + right + 1],
        )


def _sorted(places: NDArray[np.int64], most: int) -> NDArray[np.intp]:
    """Sort whole numbers below `most`, equal ones in their order; 16 bits at a time.

    Numbers of 16 bits are sorted without comparing them.
    """
    order = np.argsort(places.astype(np.uint16), kind="stable")
    if most > 1 << 16:
        high = (places >> 16).astype(np.uint16)
        order = order[np.argsort(high[order], kind="stable")]
    return order


MOST_SYMBOLS = 25_000
"""Samples in view up to which each has its symbol; of more the density is drawn."""
AROUND = 0.25
"""What is counted on each side of a view that is shifted, as a share of its size."""


class PointIndex:
    """The samples of a data set as they stand in a plane, ready to be counted.

    Single numbers from the middle of the data, in units of its size, sorted so that
    only those near the view are looked at: a million are counted in some milliseconds.

    Parameters
    ----------
    data : Dataset
    across, up : int
    stretch : float
        As those of a `Plane`.
    """

    def __init__(
        self, data: Dataset, across: int, up: int, stretch: float = 1.0
    ) -> None:
        plane = Plane.of(data, across, up, stretch)
        low, high = plane.corners(data) if data.n_samples else np.zeros((2, 2))
        self._middle = low / 2 + high / 2
        # The largest and the smallest numbers are none in single precision.
        self._unit = float((high - low).max()) or 1.0
        x = (data.X[:, across] - self._middle[0]) / self._unit
        y = np.zeros(data.n_samples)
        if up >= 0:
            y = (stretch * data.X[:, up] - self._middle[1]) / self._unit
        n_classes = len(data.class_names)
        self._n_parts = int(data.parts.max(initial=0)) + 1
        groups = data.y
        if self._n_parts > 1:
            groups = groups + n_classes * data.parts.astype(np.int64)
        self._tiles = Tiles(x, y, groups, self._n_parts * n_classes)
        self._x, self._y = (one.astype(np.float32)[self._tiles.order] for one in (x, y))
        self._seen: tuple[Rect, NDArray[np.intp] | None] | None = None
        self._counted: DensityGrid | None = None

    def rows_in(self, rect: Rect) -> NDArray[np.intp] | None:
        """Give the rows of the samples in a rectangle; None of too many."""
        if self._seen is None or self._seen[0] != rect:
            self._seen = rect, self._find_rows(rect)
        return self._seen[1]

    def _find_rows(self, rect: Rect) -> NDArray[np.intp] | None:
        if self._tiles.least_in(self._shifted(rect)) > MOST_SYMBOLS:
            return None
        near = self._all(self._tiles.near, rect)
        inside = self._inside(near, rect)
        few = np.count_nonzero(inside) <= MOST_SYMBOLS
        return np.sort(_joined(self._tiles.order, near)[inside]) if few else None

    def rows_near(self, rect: Rect) -> NDArray[np.intp]:
        """Give the rows of all samples in a rectangle, and of some around it.

        They are in the order of classes and places: every tenth is a fair sample.
        """
        return _joined(self._tiles.order, self._all(self._tiles.near, rect))

    def count_in(self, rect: Rect) -> int:
        """Count the samples in a rectangle: only those near its edges one by one."""
        near_edges = self._inside(self._all(self._tiles.edges, rect), rect)
        within = self._tiles.least_in(self._shifted(rect))
        return within + int(np.count_nonzero(near_edges))

    def _shifted(self, rect: Rect) -> Rect:
        """Give a rectangle from the middle of the data, in their unit."""
        ends = (np.reshape(rect, (2, 2)) - self._middle) / self._unit
        left, bottom, right, top = ends.ravel().tolist()
        return left, bottom, right, top

    def _all(self, find: Callable[[Rect, int], list[slice]], rect: Rect) -> list[slice]:
        """Find runs of samples of every group."""
        shifted = self._shifted(rect)
        return [run for k in range(self._tiles.n_groups) for run in find(shifted, k)]

    def _inside(self, runs: list[slice], rect: Rect) -> NDArray[np.bool_]:
        """Tell which samples of some runs are in a rectangle."""
        left, bottom, right, top = np.array(self._shifted(rect), np.float32)
        across, up = _joined(self._x, runs), _joined(self._y, runs)
        inside: NDArray[np.bool_] = (across >= left) & (across <= right)
        inside &= (up >= bottom) & (up <= top)
        return inside

    def density(self, rect: Rect, rows: int, columns: int) -> DensityGrid:
        """Count the samples in each cell of a view.

        While the view is shifted more than it shows is counted, which is then given
        again for as long as it covers the view.
        """
        cell = (rect[2] - rect[0]) / columns, (rect[3] - rect[1]) / rows
        last = self._counted
        shifted = last is not None and np.allclose(last.cell, cell, rtol=1e-9, atol=0)
        if last is None or not shifted or not last.covers(rect):
            margin = (round(rows * AROUND), round(columns * AROUND))
            last = self._count(rect, rows, columns, margin if shifted else (0, 0))
            self._counted = last
        return last

    def _count(
        self, rect: Rect, rows: int, columns: int, margin: tuple[int, int]
    ) -> DensityGrid:
        rect, rows, columns = _widened(rect, rows, columns, margin)
        groups = range(self._tiles.n_groups)
        counts = np.stack([self._count_group(k, rect, rows, columns) for k in groups])
        return DensityGrid(
            counts.reshape(self._n_parts, -1, rows, columns), rect, margin
        )

    def _count_group(
        self, group: int, rect: Rect, rows: int, columns: int
    ) -> NDArray[np.float32]:
        """Count a group's samples by cells, of which around the view is a margin."""
        left, bottom, right, top = self._shifted(rect)
        near = self._tiles.near((left, bottom, right, top), group)
        x = _cell_of(_joined(self._x, near), left, columns / (right - left), columns)
        y = _cell_of(_joined(self._y, near), top, rows / (bottom - top), rows)
        # Whole numbers below 2²⁴ are exact in single precision.
        y *= columns + 2
        x += y
        shape = (rows + 2, columns + 2)
        counts = np.bincount(x.astype(np.intp), minlength=shape[0] * shape[1])
        return counts.reshape(shape)[1:-1, 1:-1].astype(np.float32)


def _widened(
    rect: Rect, rows: int, columns: int, margin: tuple[int, int]
) -> tuple[Rect, int, int]:
    """Add cells of the same size around a view."""
    up, across = margin
    left, bottom, right, top = rect
    wide, high = (right - left) / columns * across, (top - bottom) / rows * up
    wider = left - wide, bottom - high, right + wide, top + high
    return wider, rows + 2 * up, columns + 2 * across


def _joined(values: NDArray[Any], runs: list[slice]) -> NDArray[Any]:
    """Put some runs of values together."""
    if len(runs) == 1:
        return values[runs[0]]
    return np.concatenate([values[:0], *(values[run] for run in runs)])


def _cell_of(
    values: NDArray[np.float32], start: float, per_unit: float, most: int
) -> NDArray[np.float32]:
    """Give each value's cell from 1 on; before and after them is one for the rest."""
    place = values - np.float32(start)
    place *= np.float32(per_unit)
    place += 1
    np.clip(place, 0, most + 1, out=place)
    np.floor(place, out=place)
    return place


_recent = DatasetCache[PointIndex](2)  # one is shown, one made ready to be


def point_index(data: Dataset, across: int, up: int, stretch: float) -> PointIndex:
    """Give the index of a data set, the same while it is looked at."""
    place = across, up, stretch
    return _recent.of(data, place, lambda: PointIndex(data, *place))


def rows_as_symbols(picture: Picture, rect: Rect) -> NDArray[np.intp] | slice | None:
    """Give the rows that are drawn as symbols in a view; None where it is too full."""
    if picture.data.n_samples <= MOST_SYMBOLS:
        return slice(None)
    return index_of(picture).rows_in(rect)


def count_in(picture: Picture, rect: Rect) -> int:
    """Count a picture's samples in a part of its plane."""
    data, plane = picture.data, picture.plane
    if data.n_samples > MOST_SYMBOLS:
        return index_of(picture).count_in(rect)
    left, bottom, right, top = rect
    x = data.X[:, plane.across]
    inside = (left <= x) & (x <= right)
    if plane.up >= 0:
        y = plane.stretch * data.X[:, plane.up]
        inside &= (bottom <= y) & (y <= top)
    elif not bottom <= 0 <= top:
        return 0
    return int(np.count_nonzero(inside))


def index_of(picture: Picture) -> PointIndex:
    """Give the index of a picture's samples in its plane."""
    plane = picture.plane
    return point_index(picture.data, plane.across, plane.up, plane.stretch)


def prepare_index(data: Dataset) -> Dataset:
    """Give the same data; what it costs to look at them is then done, in any thread."""
    if data.n_samples > MOST_SYMBOLS:
        plane = Plane.of(data, stretch=even_stretch(data, 0, 1))
        plane.corners(data)
        point_index(data, plane.across, plane.up, plane.stretch)
        data.rows_of(TRAINING)
        _ = data.counts
    return data
