"""Very many samples in an order in which those of a view stand together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.boundary_lines import Rect

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
        self._per_unit = SIDE / np.where(size > 0, size, 1.0)
        tiles = (SIDE * self._tile(y, 1) + self._tile(x, 0)).astype(np.uint16)
        by_tile = np.argsort(tiles, kind="stable")
        by_group = np.argsort(groups.astype(np.uint16)[by_tile], kind="stable")
        self.order: NDArray[np.intp] = by_tile[by_group]
        self.n_groups = n_groups
        counts = np.bincount(ALL * groups + tiles, minlength=ALL * n_groups)
        self._starts = np.concatenate([[0], np.cumsum(counts)])

    def _tile(self, values: NDArray[np.float64], axis: int) -> NDArray[np.int64]:
        place = (values - self._low[axis]) * self._per_unit[axis]
        return np.clip(place, 0, SIDE - 1).astype(np.int64)

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
        return np.clip(tiles, [[0], [-1]], [[SIDE], [SIDE - 1]]).astype(np.int64)

    def _run(self, group: int, bottom: int, left: int, top: int, right: int) -> slice:
        first = ALL * group
        return slice(
            self._starts[first + SIDE * bottom + left],
            self._starts[first + SIDE * top + right + 1],
        )
