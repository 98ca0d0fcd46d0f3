"""The boundary of the run that was left at a branch, and what the two lines are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from gui.canvas.layers.base import Layer
from gui.canvas.levels import boundaries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture
    from gui.theme import Theme

PLACE = QPointF(10, 10)
"""The legend's corner; all lengths are in pixels."""
PADDING = 8.0
SAMPLE = 20.0
"""Length of the line beside each name."""
WIDTHS = (2.25, 1.75)


class KeptRunLayer(Layer):
    """Draws where run A decides, under the boundary of run B."""

    def look(self, picture: Picture) -> None:
        """Find A's lines in the view."""
        self._lines: list[NDArray[np.float64]] = []
        if picture.kept is not None:
            self._lines = boundaries(picture.kept, picture.plane, self.view())

    def draw(self, painter: QPainter) -> None:
        """Draw the lines; none without a branch."""
        painter.setPen(_pen(self.theme, 1))
        self.draw_lines(painter, self._lines)


class RunsLegendLayer(Layer):
    """Says which of the two boundaries is which."""

    def draw(self, painter: QPainter) -> None:
        """Draw the legend; nothing without a branch."""
        if self.picture is None or self.picture.kept is None:
            return
        names = (f"run B, {self.picture.branch}", "run A, without it")
        metrics = painter.fontMetrics()
        line = metrics.height() + 2.0
        width = SAMPLE + 3 * PADDING + max(map(metrics.horizontalAdvance, names))
        box = QRectF(PLACE.x(), PLACE.y(), width, 2 * line + PADDING)
        ground = QColor(self.theme.card)
        ground.setAlphaF(0.9)
        painter.setPen(QPen(QColor(self.theme.border), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 6, 6)
        for run, name in enumerate(names):
            row = QRectF(box.left(), box.top() + PADDING / 2 + run * line, width, line)
            left = QPointF(row.left() + PADDING, row.center().y())
            painter.setPen(_pen(self.theme, run))
            painter.drawLine(left, left + QPointF(SAMPLE, 0))
            painter.setPen(QColor(self.theme.ink))
            text = row.adjusted(SAMPLE + 2 * PADDING, 0, 0, 0)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, name)


def _pen(theme: Theme, run: int) -> QPen:
    return QPen(QColor(theme.runs[run]), WIDTHS[run])
