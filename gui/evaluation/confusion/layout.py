"""Where the cells and the names of a confusion matrix are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFontMetrics

LEAST, MOST = 22.0, 128.0
"""Sides of a cell, in pixels."""
LONGEST = 110.0
"""Pixels of a name; longer ones end in …"""
SYMBOL = 20.0
GAP = 8.0
EDGE = 2.0


@dataclass(frozen=True)
class MatrixLayout:
    """Sizes in pixels.

    Attributes
    ----------
    n : int
        Number of classes.
    cell : float
        Side of a cell.
    left, top : float
        Room for the names of rows and columns, and what both are.
    line : float
        Height of a line of text.
    upright : bool
        Whether the columns' names stand upright, as there is no room across.
    """

    n: int
    cell: float
    left: float
    top: float
    line: float
    upright: bool

    @classmethod
    def of(
        cls, names: Sequence[str], metrics: QFontMetrics, room: QSizeF
    ) -> MatrixLayout:
        """Make the cells as large as there is room, but not too small to be read."""
        line = float(metrics.height())
        longest = max(metrics.horizontalAdvance(name) for name in names)
        name = min(longest + 2.0, LONGEST) + SYMBOL
        left = line + GAP + name + GAP
        flat = line + GAP + line + GAP
        cell = _cell(len(names), room, left, flat)
        if name + GAP <= cell:
            return cls(len(names), cell, left, flat, line, False)
        cell = _cell(len(names), room, left, left)
        return cls(len(names), cell, left, left, line, True)

    @property
    def size(self) -> QSize:
        """Pixels that it takes in all."""
        side = self.n * self.cell + EDGE
        return QSize(math.ceil(self.left + side), math.ceil(self.top + side))

    def rect(self, row: int, column: int) -> QRectF:
        """Give the place of a cell."""
        x, y = self.left + column * self.cell, self.top + row * self.cell
        return QRectF(x, y, self.cell, self.cell)

    def cell_at(self, place: QPointF) -> tuple[int, int] | None:
        """Give row and column at a place; None beside the cells."""
        row = math.floor((place.y() - self.top) / self.cell)
        column = math.floor((place.x() - self.left) / self.cell)
        inside = 0 <= row < self.n and 0 <= column < self.n
        return (row, column) if inside else None


def _cell(n: int, room: QSizeF, left: float, top: float) -> float:
    side = min(room.width() - left, room.height() - top) - EDGE
    return float(min(max(math.floor(side / n), LEAST), MOST))
