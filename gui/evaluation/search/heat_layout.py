"""Where the cells of a heatmap and the texts around them are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFontMetrics

WIDEST = 110
"""Most room for the values at the left; all lengths are in pixels."""
GAP = 8
BAR = 14


@dataclass(frozen=True)
class HeatLayout:
    """The lowest row is the first.

    Attributes
    ----------
    rows, columns : int
    field : QRectF
        The rectangle of all cells.
    cell : QSizeF
        Width and height of a cell.
    """

    rows: int
    columns: int
    field: QRectF
    cell: QSizeF

    @classmethod
    def of(
        cls, columns: int, row_texts: Sequence[str], metrics: QFontMetrics, room: QSizeF
    ) -> HeatLayout:
        """Give the cells all the room but that of what is written around them."""
        line, rows = metrics.height(), len(row_texts)
        left = min(WIDEST, max(map(metrics.horizontalAdvance, row_texts)) + 2) + GAP
        bar = BAR + 2 * GAP + metrics.horizontalAdvance("00.00 %")
        width = max(1.0, room.width() - left - bar)
        height = max(1.0, room.height() - 3 * line - 2 * GAP)
        cell = QSizeF(width / columns, height / rows)
        return cls(rows, columns, QRectF(left, line + GAP, width, height), cell)

    def rect(self, row: int, column: int) -> QRectF:
        """Give the rectangle of a cell."""
        left = self.field.left() + column * self.cell.width()
        top = self.field.bottom() - (row + 1) * self.cell.height()
        return QRectF(QPointF(left, top), self.cell)

    def cell_at(self, place: QPointF) -> tuple[int, int] | None:
        """Give row and column at a place; None beside the cells."""
        if not self.field.contains(place):
            return None
        row = int((self.field.bottom() - place.y()) / self.cell.height())
        column = int((place.x() - self.field.left()) / self.cell.width())
        return min(row, self.rows - 1), min(column, self.columns - 1)

    @property
    def bar(self) -> QRectF:
        """The rectangle of the scale of colours."""
        left = self.field.right() + GAP + 4
        return QRectF(left, self.field.top(), BAR, self.field.height())
