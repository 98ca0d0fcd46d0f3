"""Very many samples: which of them are in view, and how many in each cell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data.dataset import TRAINING
from engine.data.dataset_cache import DatasetCache
from engine.data.view_choice import ViewChoice
from gui.canvas.density_grid import DensityGrid
from gui.canvas.plane import Plane

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine import Dataset
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Rect

    Samples = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8]]
    """X, y and parts of a data set."""

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
            return [self._run_of_tiles(group, bottom, left, top, right)]
        rows = range(bottom, top + 1)
        return [self._run_of_tiles(group, row, left, row, right) for row in rows]

    def edges(self, rect: Rect, group: int) -> list[slice]:
        """Find where samples of a group are near but not among those of `least_in`."""
        (left, bottom), (right, top) = self._range(rect, more=1)
        (first, lowest), (last, highest) = self._range(rect, more=-1)
        if first > last or lowest > highest:
            return self.near(rect, group)
        runs = []
        for row in range(bottom, top + 1):
            if lowest <= row <= highest:
                runs.append(self._run_of_tiles(group, row, left, row, first - 1))
                runs.append(self._run_of_tiles(group, row, last + 1, row, right))
            else:
                runs.append(self._run_of_tiles(group, row, left, row, right))
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

    def _run_of_tiles(
        self, group: int, bottom: int, left: int, top: int, right: int
    ) -> slice:
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
MOST_EDITED = 20_000
"""Samples in which two data sets may differ for one to have the other's index."""
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
        self._plane = Plane.of(data, across, up, stretch)
        self._samples = samples_of(data)
        low, high = self._plane.corners(data) if data.n_samples else np.zeros((2, 2))
        self._middle = low / 2 + high / 2
        # The largest and the smallest numbers are none in single precision.
        self._unit = float((high - low).max()) or 1.0
        self._n_classes = len(data.class_names)
        self._n_parts = int(data.parts.max(initial=0)) + 1
        x, y = self._shifted_places(data.X)
        groups = data.y if self._n_parts == 1 else self._groups(data.y, data.parts)
        self._tiles = Tiles(x, y, groups, self._n_parts * self._n_classes)
        self._x, self._y = (
            coordinates.astype(np.float32)[self._tiles.order] for coordinates in (x, y)
        )
        self._seen: tuple[Rect, NDArray[np.intp] | None] | None = None
        self._number: tuple[Rect, int] | None = None
        self._counted: DensityGrid | None = None

    def _shifted_places(
        self, X: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give samples across and up, from the middle of the data, in their unit."""
        plane = self._plane
        x, y = (X[:, plane.across] - self._middle[0]) / self._unit, np.zeros(len(X))
        if plane.up >= 0:
            y = (plane.stretch * X[:, plane.up] - self._middle[1]) / self._unit
        return x, y

    def _groups(
        self, codes: NDArray[np.int64], parts: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        return codes + self._n_classes * parts.astype(np.int64)

    def edited(self, data: Dataset) -> EditedPointIndex | None:
        """Give the index of nearly the same samples, sooner; None of too many others.

        They have the same features and classes.
        """
        X, codes, _ = self._samples
        n, former = data.n_samples, len(codes)
        same = (
            data.n_features == X.shape[1] and len(data.class_names) == self._n_classes
        )
        if not same or abs(n - former) > MOST_EDITED:
            return None
        changed = rows_that_differ(self._samples, samples_of(data), MOST_EDITED)
        if changed is None:
            return None
        gone = np.append(changed, np.arange(n, former))
        come = np.append(changed, np.arange(former, n))
        if data.parts[come].max(initial=0) >= self._n_parts:
            return None
        return EditedPointIndex(
            self,
            self._points_of(self._samples, gone),
            self._points_of(samples_of(data), come),
        )

    def _points_of(self, samples: Samples, rows: NDArray[np.intp]) -> SomePoints:
        X, codes, parts = samples[0][rows], samples[1][rows], samples[2][rows]
        with np.errstate(over="ignore"):  # farther off than any view
            x, y = (
                coordinates.astype(np.float32)
                for coordinates in self._shifted_places(X)
            )
        return SomePoints(rows, x, y, self._groups(codes, parts))

    def rows_in(self, rect: Rect) -> NDArray[np.intp] | None:
        """Give the rows of the samples in a rectangle; None of too many."""
        if self._seen is None or self._seen[0] != rect:
            self._seen = rect, self._find_rows(rect)
        return self._seen[1]

    def _find_rows(self, rect: Rect) -> NDArray[np.intp] | None:
        if self.least_in(rect) > MOST_SYMBOLS:
            return None
        rows = self.all_rows_in(rect)
        return rows if len(rows) <= MOST_SYMBOLS else None

    def all_rows_in(self, rect: Rect) -> NDArray[np.intp]:
        """Give the rows of the samples in a rectangle, however many."""
        near = self._all(self._tiles.near, rect)
        inside = self.inside(_joined(self._x, near), _joined(self._y, near), rect)
        return np.sort(_joined(self._tiles.order, near)[inside])

    def rows_near(self, rect: Rect) -> NDArray[np.intp]:
        """Give the rows of all samples in a rectangle, and of some around it.

        They are in the order of classes and places: every tenth is a fair sample.
        """
        return _joined(self._tiles.order, self._all(self._tiles.near, rect))

    def least_in(self, rect: Rect) -> int:
        """Count, fast, most of the samples in a rectangle: never too many."""
        return self._tiles.least_in(self._shifted(rect))

    def count_in(self, rect: Rect) -> int:
        """Count the samples in a rectangle: only those near its edges one by one."""
        if self._number is None or self._number[0] != rect:
            edges = self._all(self._tiles.edges, rect)
            near = self.inside(_joined(self._x, edges), _joined(self._y, edges), rect)
            within = self.least_in(rect) + int(np.count_nonzero(near))
            self._number = rect, within
        return self._number[1]

    def _shifted(self, rect: Rect) -> Rect:
        """Give a rectangle from the middle of the data, in their unit."""
        ends = (np.reshape(rect, (2, 2)) - self._middle) / self._unit
        left, bottom, right, top = ends.ravel().tolist()
        return left, bottom, right, top

    def _all(self, find: Callable[[Rect, int], list[slice]], rect: Rect) -> list[slice]:
        """Find runs of samples of every group."""
        shifted = self._shifted(rect)
        return [run for k in range(self._tiles.n_groups) for run in find(shifted, k)]

    def inside(
        self, x: NDArray[np.float32], y: NDArray[np.float32], rect: Rect
    ) -> NDArray[np.bool_]:
        """Tell which places, from the middle of the data, are in a rectangle."""
        left, bottom, right, top = np.array(self._shifted(rect), np.float32)
        is_inside: NDArray[np.bool_] = (x >= left) & (x <= right)
        is_inside &= (y >= bottom) & (y <= top)
        return is_inside

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
            last = self._count_cells(rect, rows, columns, margin if shifted else (0, 0))
            self._counted = last
        return last

    def _count_cells(
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
        near = self._tiles.near(self._shifted(rect), group)
        x, y = _joined(self._x, near), _joined(self._y, near)
        cells = self.cells_of(x, y, rect, rows, columns)
        shape = (rows + 2, columns + 2)
        counts = np.bincount(cells, minlength=shape[0] * shape[1])
        return counts.reshape(shape)[1:-1, 1:-1].astype(np.float32)

    def cells_of(
        self,
        x: NDArray[np.float32],
        y: NDArray[np.float32],
        rect: Rect,
        rows: int,
        columns: int,
    ) -> NDArray[np.intp]:
        """Give the cell of each place, in rows + 2 times columns + 2 of them.

        Those at the rim are for all that is outside.
        """
        left, bottom, right, top = self._shifted(rect)
        across = _cell_of(x, left, columns / (right - left), columns)
        up = _cell_of(y, top, rows / (bottom - top), rows)
        # Whole numbers below 2²⁴ are exact in single precision.
        up *= columns + 2
        across += up
        return across.astype(np.intp)


class SomePoints(NamedTuple):
    """Some samples in the plane of an index: rows, places from its middle, groups."""

    rows: NDArray[np.intp]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    groups: NDArray[np.int64]


class EditedPointIndex:
    """The index of a data set of which few samples are not those of another's index.

    To sort a million anew at each move of the mouse would take a tenth of a second.

    Parameters
    ----------
    base : PointIndex
        Of the other data set.
    gone, come : SomePoints
        What is only in the other, and what only in this one.
    """

    def __init__(self, base: PointIndex, gone: SomePoints, come: SomePoints) -> None:
        self._base, self._gone, self._come = base, gone, come
        self._seen: tuple[Rect, NDArray[np.intp] | None] | None = None
        self._counted: tuple[DensityGrid, DensityGrid] | None = None

    def edited(self, data: Dataset) -> EditedPointIndex | None:
        """Give the index of a data set that is nearly the same."""
        return self._base.edited(data)

    def rows_in(self, rect: Rect) -> NDArray[np.intp] | None:
        """Give the rows of the samples in a rectangle; None of too many."""
        if self._seen is None or self._seen[0] != rect:
            self._seen = rect, self._find_rows(rect)
        return self._seen[1]

    def _find_rows(self, rect: Rect) -> NDArray[np.intp] | None:
        least = self._base.least_in(rect) - len(self._gone.rows)
        if least > MOST_SYMBOLS or self.count_in(rect) > MOST_SYMBOLS:
            return None
        rows, come = self._base.all_rows_in(rect), self._come
        kept = rows[~np.isin(rows, self._gone.rows)]
        inside = self._base.inside(come.x, come.y, rect)
        return np.sort(np.append(kept, come.rows[inside]))

    def rows_near(self, rect: Rect) -> NDArray[np.intp]:
        """Give the rows of all samples in a rectangle, and of some around it.

        They are nearly in the order of classes and places.
        """
        rows, come = self._base.rows_near(rect), self._come
        there = np.ones(int(rows.max(initial=-1)) + 1, bool)
        there[self._gone.rows[self._gone.rows < len(there)]] = False
        inside = self._base.inside(come.x, come.y, rect)
        return np.append(come.rows[inside], rows[there[rows]])

    def count_in(self, rect: Rect) -> int:
        """Count the samples in a rectangle."""
        come, gone = (
            np.count_nonzero(self._base.inside(points.x, points.y, rect))
            for points in (self._come, self._gone)
        )
        return self._base.count_in(rect) + int(come) - int(gone)

    def density(self, rect: Rect, rows: int, columns: int) -> DensityGrid:
        """Count the samples in each cell of a view: only those that are others anew."""
        of_base = self._base.density(rect, rows, columns)
        if self._counted is None or self._counted[0] is not of_base:
            self._counted = of_base, self._with_edits(of_base)
        return self._counted[1]

    def _with_edits(self, grid: DensityGrid) -> DensityGrid:
        rows, columns = grid.shape
        counts = grid.counts.copy()
        by_group = counts.reshape(-1, rows, columns)
        for points, sign in ((self._gone, -1), (self._come, 1)):
            cells = self._base.cells_of(points.x, points.y, grid.rect, rows, columns)
            row, column = np.divmod(cells, columns + 2)
            seen = (row > 0) & (row <= rows) & (column > 0) & (column <= columns)
            at = points.groups[seen], row[seen] - 1, column[seen] - 1
            np.add.at(by_group, at, np.float32(sign))
        return DensityGrid(counts, grid.rect, grid.margin)


def samples_of(data: Dataset) -> Samples:
    """Give what of a data set is looked at."""
    return data.X, data.y, data.parts


def rows_that_differ(
    samples: Samples, others: Samples, most: int
) -> NDArray[np.intp] | None:
    """Find the rows, of those that both have, of which a sample is another one.

    None where they are more than so many.
    """
    n, differing = min(len(samples[1]), len(others[1])), [np.empty(0, np.intp)]
    arrays: zip[tuple[NDArray[Any], NDArray[Any]]] = zip(samples, others, strict=True)
    for array, other in arrays:
        if array is not other:
            differ = array[:n] != other[:n]
            width = differ[:1].size
            if np.count_nonzero(differ) > most * width:
                return None
            differing.append(np.flatnonzero(differ) // max(width, 1))
    rows = np.unique(np.concatenate(differing))
    return rows if len(rows) <= most else None


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


_recent = DatasetCache["PointIndex | EditedPointIndex"](2)
# One is shown, one made ready to be.


def point_index(
    data: Dataset, across: int, up: int, stretch: float
) -> PointIndex | EditedPointIndex:
    """Give the index of a data set, the same while it is looked at."""
    place = across, up, stretch

    def make() -> PointIndex | EditedPointIndex:
        before = _recent.newest(place)
        edited = None if before is None else before.edited(data)
        return edited or PointIndex(data, *place)

    return _recent.of(data, place, make)


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


def index_of(picture: Picture) -> PointIndex | EditedPointIndex:
    """Give the index of a picture's samples in its plane."""
    plane = picture.plane
    return point_index(picture.data, plane.across, plane.up, plane.stretch)


def prepare_index(data: Dataset) -> Dataset:
    """Give the same data; what it costs to look at them is then done, in any thread."""
    if data.n_samples > MOST_SYMBOLS:
        first = ViewChoice.of(data)
        plane = Plane.of(data, first.across, first.up, first.stretch(data))
        plane.corners(data)
        point_index(data, plane.across, plane.up, plane.stretch)
        data.rows_of(TRAINING)
        _ = data.counts
    return data
