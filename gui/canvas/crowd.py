"""Very many samples: which of them are in view, and how many in each cell of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TRAINING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from gui.canvas.picture import Picture
    from gui.canvas.straight import Rect

MOST_SYMBOLS = 25_000
"""Samples in view up to which each has its symbol; of more the density is drawn."""

PART = 4
"""One sample of so many is looked at first."""


@dataclass(frozen=True, eq=False)
class Density:
    """Samples counted in the cells of a view.

    Attributes
    ----------
    training, held_out : ndarray of float32, shape (n_classes, rows, columns)
        Samples of each class, to learn from and held out; the first row is the top.
    rect : (float, float, float, float)
        The view: left, bottom, right, top.
    """

    training: NDArray[np.float32]
    held_out: NDArray[np.float32]
    rect: Rect

    @cached_property
    def by_class(self) -> NDArray[np.float32]:
        """Samples of each class, shape (n_classes, rows, columns)."""
        return self.training + self.held_out

    @cached_property
    def total(self) -> NDArray[np.float32]:
        """Samples in each cell, shape (rows, columns)."""
        total: NDArray[np.float32] = self.by_class.sum(axis=0)
        return total

    def middles(self, cells: NDArray[np.intp]) -> NDArray[np.float64]:
        """Give the middles (n, 2), in the plane, of cells numbered row by row."""
        left, bottom, right, top = self.rect
        high, wide = self.total.shape
        rows, columns = np.divmod(cells, wide)
        x = left + (columns + 0.5) * ((right - left) / wide)
        y = top - (rows + 0.5) * ((top - bottom) / high)
        return np.column_stack([x, y])


class Crowd:
    """The samples of a data set as they stand in a plane, ready to be counted.

    Class by class, each feature in a row of single numbers from the middle of the
    data: a million are counted in some milliseconds.
    """

    def __init__(self, data: Dataset, across: int, up: int) -> None:
        self._classes = len(data.class_names)
        groups = 2 * data.y + (data.parts != TRAINING)
        self._order = np.argsort(groups.astype(np.uint16), kind="stable")
        ends = np.cumsum(np.bincount(groups, minlength=2 * self._classes))
        self._slices = [slice(*pair) for pair in zip([0, *ends], ends, strict=False)]
        self._middle = (data.centre[across], data.centre[up] if up >= 0 else 0.0)
        self._x = self._ready(data.X[:, across], self._middle[0])
        self._y = self._ready(
            data.X[:, up] if up >= 0 else np.zeros(data.n_samples), self._middle[1]
        )
        self._seen: tuple[Rect, NDArray[np.intp] | None] | None = None
        self._counted: tuple[object, Density] | None = None

    def _ready(self, column: NDArray[np.float64], at: float) -> NDArray[np.float32]:
        return (column - at).astype(np.float32)[self._order]

    def rows_in(self, rect: Rect) -> NDArray[np.intp] | None:
        """Give the rows of the samples in a rectangle; None of too many."""
        if self._seen is None or self._seen[0] != rect:
            self._seen = rect, self._find_rows(rect)
        return self._seen[1]

    def _find_rows(self, rect: Rect) -> NDArray[np.intp] | None:
        # Most views are either full or nearly empty: a look at a part tells.
        part = self._inside(rect, every=PART)
        if np.count_nonzero(part) > MOST_SYMBOLS:
            return None
        inside = self._inside(rect)
        few = np.count_nonzero(inside) <= MOST_SYMBOLS
        return np.sort(self._order[inside]) if few else None

    def count_in(self, rect: Rect) -> int:
        """Count the samples in a rectangle."""
        return int(np.count_nonzero(self._inside(rect)))

    def _inside(self, rect: Rect, every: int = 1) -> NDArray[np.bool_]:
        x, y = self._middle
        left, bottom, right, top = np.subtract(rect, (x, y, x, y), dtype=np.float32)
        across, up = self._x[::every], self._y[::every]
        inside = (across >= left) & (across <= right)
        inside &= (up >= bottom) & (up <= top)
        return inside

    def density(self, rect: Rect, rows: int, columns: int) -> Density:
        """Count the samples in each cell of a view."""
        asked = (rect, rows, columns)
        if self._counted is None or self._counted[0] != asked:
            cells = self._cells(rect, rows, columns)
            counts = np.empty((len(self._slices), rows, columns), np.float32)
            size = (rows + 2) * (columns + 2)
            for i, mine in enumerate(self._slices):
                inside = np.bincount(cells[mine], minlength=size)
                counts[i] = inside.reshape(rows + 2, columns + 2)[1:-1, 1:-1]
            self._counted = asked, Density(counts[::2], counts[1::2], rect)
        return self._counted[1]

    def _cells(self, rect: Rect, rows: int, columns: int) -> NDArray[np.intp]:
        """Give the number of each sample's cell; around the view is a margin of one."""
        left, _, right, top = rect
        wide, high = (right - left) / columns, (rect[3] - rect[1]) / rows
        x = self._x + np.float32(self._middle[0] - left)
        x *= np.float32(1 / wide)
        y = np.float32(top - self._middle[1]) - self._y
        y *= np.float32(1 / high)
        for place, most in ((x, columns), (y, rows)):
            np.floor(np.clip(place, -1, most, out=place), out=place)
        # Whole numbers below 2²⁴ are exact in single precision.
        y *= columns + 2
        x += y
        x += columns + 3
        return x.astype(np.intp)


@lru_cache(maxsize=2)
def crowd(data: Dataset, across: int, up: int) -> Crowd:
    """Give the crowd of a data set, the same while it is looked at."""
    return Crowd(data, across, up)


def one_by_one(picture: Picture, rect: Rect) -> NDArray[np.intp] | slice | None:
    """Give the rows that are drawn as symbols in a view; None where it is too full."""
    if picture.data.n_samples <= MOST_SYMBOLS:
        return slice(None)
    return crowd_of(picture).rows_in(rect)


def crowd_of(picture: Picture) -> Crowd:
    """Give the crowd of a picture's samples in its plane."""
    return crowd(picture.data, picture.plane.across, picture.plane.up)
