"""A legend on the canvas: a line of each kind with its name, on a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from gui.style.theme import Theme

PLACE = QPointF(10, 10)
"""The corner of the first legend; all lengths are in pixels."""
PADDING = 8.0
GAP = 6.0
"""Between two legends."""
LINE_LENGTH = 20.0
"""Length of the line beside each name."""


def draw_card(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the card that a legend stands on."""
    ground = QColor(theme.card)
    ground.setAlphaF(0.9)
    painter.setPen(QPen(QColor(theme.border), 1))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 6, 6)


def draw_legend(
    painter: QPainter,
    rows: Sequence[tuple[QPen, str]],
    theme: Theme,
    place: QPointF = PLACE,
) -> None:
    """Draw the lines beside their names, under each other."""
    metrics = painter.fontMetrics()
    line = metrics.height() + 2.0
    names = [name for _, name in rows]
    width = LINE_LENGTH + 3 * PADDING + max(map(metrics.horizontalAdvance, names))
    box = QRectF(place.x(), place.y(), width, legend_height(painter, len(rows)))
    draw_card(painter, box, theme)
    for i, (pen, name) in enumerate(rows):
        row = QRectF(box.left(), box.top() + PADDING / 2 + i * line, width, line)
        left = QPointF(row.left() + PADDING, row.center().y())
        painter.setPen(pen)
        painter.drawLine(left, left + QPointF(LINE_LENGTH, 0))
        painter.setPen(QColor(theme.ink))
        text = row.adjusted(LINE_LENGTH + 2 * PADDING, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, name)


def legend_height(painter: QPainter, rows: int) -> float:
    """Give the height of a legend of so many rows; none has no height."""
    return rows * (painter.fontMetrics().height() + 2.0) + PADDING if rows else 0.0
