"""Samples counted in the cells of a view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TEST, TRAINING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.plane import Rect

    Cells = NDArray[np.float32]
    """A number for each cell of the view, shape (rows, columns)."""


@dataclass(frozen=True, eq=False)
class DensityGrid:
    """How many samples of each part and class are where.

    Attributes
    ----------
    counts : ndarray of float32, shape (n_parts, n_classes, rows, columns)
        Parts in the order of their numbers, up to the last that has samples; the
        first row is the top.
    rect : (float, float, float, float)
        What the cells cover: left, bottom, right, top.
    margin : (int, int)
        Rows above and below, and columns at each side, that were out of view.
    """

    counts: NDArray[np.float32]
    rect: Rect
    margin: tuple[int, int] = (0, 0)

    @property
    def training(self) -> NDArray[np.float32]:
        """Samples of each class to learn from, shape (n_classes, rows, columns)."""
        training: NDArray[np.float32] = self.counts[TRAINING]
        return training

    @cached_property
    def held_out(self) -> NDArray[np.float32] | None:
        """Samples of each class held out; None where there are none of those."""
        return _sum(self.counts[TRAINING + 1 :]) if len(self.counts) > 1 else None

    @cached_property
    def marked(self) -> NDArray[np.float32]:
        """Samples of each class whose mistakes are shown: all but the test part."""
        return _sum(self.counts[:TEST])

    @cached_property
    def by_class(self) -> NDArray[np.float32]:
        """Samples of each class, shape (n_classes, rows, columns)."""
        return _sum(self.counts)

    @cached_property
    def total(self) -> Cells:
        """Samples in each cell."""
        return _sum(self.by_class)

    @property
    def fullest(self) -> float:
        """Samples in the fullest cell that was in view."""
        (up, across), (rows, columns) = self.margin, self.shape
        seen = self.total[up : rows - up, across : columns - across]
        return float(seen.max(initial=0))

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        rows, columns = self.counts.shape[2:]
        return rows, columns

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell."""
        left, bottom, right, top = self.rect
        rows, columns = self.shape
        return (right - left) / columns, (top - bottom) / rows

    def covers(self, rect: Rect) -> bool:
        """Tell whether all of a rectangle has been counted."""
        first, last = np.reshape(rect, (2, 2)), np.reshape(self.rect, (2, 2))
        return bool((first[0] >= last[0]).all() and (first[1] <= last[1]).all())

    @property
    def middles(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where the middles of the columns and of the rows are in the plane."""
        (wide, high), (rows, columns) = self.cell, self.shape
        x = self.rect[0] + np.arange(0.5, columns) * wide
        return x, self.rect[3] - np.arange(0.5, rows) * high

    def tally(self, places: NDArray[np.float64]) -> Cells:
        """Count places (n, 2) of the plane in the cells."""
        (wide, high), (rows, columns) = self.cell, self.shape
        column = np.floor((places[:, 0] - self.rect[0]) / wide)
        row = np.floor((self.rect[3] - places[:, 1]) / high)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        cell = (row[inside] * columns + column[inside]).astype(np.intp)
        counts = np.bincount(cell, minlength=rows * columns)
        return counts.reshape(rows, columns).astype(np.float32)


def _sum(counts: NDArray[np.float32]) -> NDArray[np.float32]:
    """Add up what the first axis counts."""
    total: NDArray[np.float32] = counts[0] if len(counts) == 1 else counts.sum(axis=0)
    return total
