"""Very many samples: which of them are in view, and how many in each cell of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import TRAINING
from gui.canvas.plane import Plane
from gui.canvas.tiles import Tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from gui.canvas.picture import Picture
    from gui.canvas.straight import Rect

MOST_SYMBOLS = 25_000
"""Samples in view up to which each has its symbol; of more the density is drawn."""
AROUND = 0.25
"""What is counted on each side of a view that is shifted, as a share of its size."""


@dataclass(frozen=True, eq=False)
class Density:
    """Samples counted in the cells of a view.

    Attributes
    ----------
    training, held_out : ndarray of float32, shape (n_classes, rows, columns)
        Samples of each class, to learn from and held out, None if there are none of
        those; the first row is the top.
    rect : (float, float, float, float)
        What the cells cover: left, bottom, right, top.
    margin : (int, int)
        Rows above and below, and columns at each side, that were out of view.
    """

    training: NDArray[np.float32]
    held_out: NDArray[np.float32] | None
    rect: Rect
    margin: tuple[int, int] = (0, 0)

    @cached_property
    def by_class(self) -> NDArray[np.float32]:
        """Samples of each class, shape (n_classes, rows, columns)."""
        if self.held_out is None:
            return self.training
        return self.training + self.held_out

    @cached_property
    def total(self) -> NDArray[np.float32]:
        """Samples in each cell, shape (rows, columns)."""
        total: NDArray[np.float32] = self.by_class.sum(axis=0)
        return total

    @property
    def fullest(self) -> float:
        """Samples in the fullest cell that was in view."""
        (up, across), (rows, columns) = self.margin, self.total.shape
        seen = self.total[up : rows - up, across : columns - across]
        return float(seen.max(initial=0))

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell."""
        left, bottom, right, top = self.rect
        rows, columns = self.training.shape[1:]
        return (right - left) / columns, (top - bottom) / rows

    def covers(self, rect: Rect) -> bool:
        """Tell whether all of a rectangle has been counted."""
        first, last = np.reshape(rect, (2, 2)), np.reshape(self.rect, (2, 2))
        return bool((first[0] >= last[0]).all() and (first[1] <= last[1]).all())

    @property
    def middles(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where the middles of the columns and of the rows are in the plane."""
        (wide, high), (rows, columns) = self.cell, self.training.shape[1:]
        x = self.rect[0] + (np.arange(columns) + 0.5) * wide
        return x, self.rect[3] - (np.arange(rows) + 0.5) * high


class Crowd:
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
        held_out = data.parts != TRAINING
        self._any_held_out = bool(held_out.any())
        groups, n_groups = data.y, len(data.class_names)
        if self._any_held_out:
            groups, n_groups = data.y + n_groups * held_out, 2 * n_groups
        self._tiles = Tiles(x, y, groups, n_groups)
        self._x, self._y = (one.astype(np.float32)[self._tiles.order] for one in (x, y))
        self._seen: tuple[Rect, NDArray[np.intp] | None] | None = None
        self._counted: Density | None = None

    def rows_in(self, rect: Rect) -> NDArray[np.intp] | None:
        """Give the rows of the samples in a rectangle; None of too many."""
        if self._seen is None or self._seen[0] != rect:
            self._seen = rect, self._find_rows(rect)
        return self._seen[1]

    def _find_rows(self, rect: Rect) -> NDArray[np.intp] | None:
        if self._tiles.least_in(self._shifted(rect)) > MOST_SYMBOLS:
            return None
        near, inside = self._inside(rect)
        few = np.count_nonzero(inside) <= MOST_SYMBOLS
        return np.sort(_taken(self._tiles.order, near)[inside]) if few else None

    def count_in(self, rect: Rect) -> int:
        """Count the samples in a rectangle."""
        return int(np.count_nonzero(self._inside(rect)[1]))

    def _shifted(self, rect: Rect) -> Rect:
        """Give a rectangle from the middle of the data, in their unit."""
        ends = (np.reshape(rect, (2, 2)) - self._middle) / self._unit
        left, bottom, right, top = ends.ravel().tolist()
        return left, bottom, right, top

    def _inside(self, rect: Rect) -> tuple[list[slice], NDArray[np.bool_]]:
        """Tell where samples near a rectangle are, and which of those are in it."""
        shifted = self._shifted(rect)
        groups = range(self._tiles.n_groups)
        near = [run for k in groups for run in self._tiles.near(shifted, k)]
        left, bottom, right, top = np.array(shifted, np.float32)
        across, up = _taken(self._x, near), _taken(self._y, near)
        inside = (across >= left) & (across <= right)
        inside &= (up >= bottom) & (up <= top)
        return near, inside

    def density(self, rect: Rect, rows: int, columns: int) -> Density:
        """Count the samples in each cell of a view.

        While the view is shifted more than it shows is counted, which is then given
        again for as long as it covers the view.
        """
        cell = (rect[2] - rect[0]) / columns, (rect[3] - rect[1]) / rows
        last = self._counted
        shifted = last is not None and np.allclose(last.cell, cell, rtol=1e-9, atol=0)
        if last is None or not shifted or not last.covers(rect):
            margin = (round(rows * AROUND), round(columns * AROUND))
            self._counted = self._count(
                rect, rows, columns, margin if shifted else (0, 0)
            )
        return self._counted

    def _count(
        self, rect: Rect, rows: int, columns: int, margin: tuple[int, int]
    ) -> Density:
        rect, rows, columns = _widened(rect, rows, columns, margin)
        groups = range(self._tiles.n_groups)
        counts = np.stack([self._count_group(k, rect, rows, columns) for k in groups])
        if not self._any_held_out:
            return Density(counts, None, rect, margin)
        n = len(counts) // 2
        return Density(counts[:n], counts[n:], rect, margin)

    def _count_group(
        self, group: int, rect: Rect, rows: int, columns: int
    ) -> NDArray[np.float32]:
        """Count a group's samples by cells, of which around the view is a margin."""
        left, bottom, right, top = self._shifted(rect)
        near = self._tiles.near((left, bottom, right, top), group)
        x = _placed(_taken(self._x, near), left, columns / (right - left), columns)
        y = _placed(_taken(self._y, near), top, rows / (bottom - top), rows)
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


def _taken(values: NDArray[Any], runs: list[slice]) -> NDArray[Any]:
    """Put some runs of values together."""
    if len(runs) == 1:
        return values[runs[0]]
    return np.concatenate([values[:0], *(values[run] for run in runs)])


def _placed(
    values: NDArray[np.float32], start: float, per_unit: float, most: int
) -> NDArray[np.float32]:
    """Give each value's cell from 1 on; before and after them is one for the rest."""
    place = values - np.float32(start)
    place *= np.float32(per_unit)
    place += 1
    np.clip(place, 0, most + 1, out=place)
    return np.floor(place, out=place)


@lru_cache(maxsize=2)
def crowd(data: Dataset, across: int, up: int, stretch: float) -> Crowd:
    """Give the crowd of a data set, the same while it is looked at."""
    return Crowd(data, across, up, stretch)


def one_by_one(picture: Picture, rect: Rect) -> NDArray[np.intp] | slice | None:
    """Give the rows that are drawn as symbols in a view; None where it is too full."""
    if picture.data.n_samples <= MOST_SYMBOLS:
        return slice(None)
    return crowd_of(picture).rows_in(rect)


def crowd_of(picture: Picture) -> Crowd:
    """Give the crowd of a picture's samples in its plane."""
    plane = picture.plane
    return crowd(picture.data, plane.across, plane.up, plane.stretch)
