"""The weights as a sum: what each sample adds, as arrows laid head to tail."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.canvas.layers.layer import pen
from gui.style.text import weight_names

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gui.features.contributions.explanation import Explained
    from gui.style.theme import Theme

MOST_ARROWS = 12
"""Samples that have an arrow of their own; what the others add is one more."""
SHOWN = 2
"""Weights: the first, or the only one and the offset."""
SIDE, MARGIN = 116, 15
HEAD = 6.0


class WeightSum(QWidget):
    """Draws w in the plane of two weights; the arrows are in the order of the list."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._explained: Explained | None = None
        self._pointed: int | None = None
        self.corners = np.zeros((1, 2))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("What each point adds to the weights, as arrows")
        self.setToolTip(
            "The plane of two weights, not of the points: what each point has added "
            "to w, laid head to tail from the start to w"
        )

    def sizeHint(self) -> QSize:
        return QSize(round(SIDE * self._theme.scale), round(SIDE * self._theme.scale))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    def show_sum(self, explained: Explained | None, pointed: int | None) -> None:
        """Draw another sum; `pointed` is the row whose arrow is told from the others.

        `corners`, (m + 2, 2), are the start, the ends of the arrows, and w.
        """
        self._explained, self._pointed = explained, pointed
        if explained is not None:
            made, k = explained.made, explained.output
            added = made.to_weights(k)[explained.order, :SHOWN]
            first = made.start[k, :SHOWN]
            ends = first + np.cumsum(added[:MOST_ARROWS], axis=0)
            w = made.weights[k, :SHOWN]
            self.corners = np.vstack([first, ends, w])
        self.update()

    def _names(self) -> tuple[str, str]:
        assert self._explained is not None
        names = weight_names(self._explained.made.problem.features.names)
        return names[0], names[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        explained, theme = self._explained, self._theme
        if explained is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), QColor(theme.field))
            places = self._placed()
            origin = places[-1]
            self._draw_axes(painter, origin)
            start, w = places[0], places[-2]
            painter.setPen(pen(theme.faint, 2.0))
            painter.drawLine(QLineF(QPointF(*origin), QPointF(*w)))
            rows = [explained.row(i) for i in explained.order[:MOST_ARROWS].tolist()]
            at = start
            for row, end in zip(rows, places[1:-2], strict=True):
                code = int(explained.data.y[row])
                wide = 3.5 if row == self._pointed else 1.75
                _draw_arrow(painter, at, end, theme.class_colour(code), wide)
                at = end
            if len(explained.order) > MOST_ARROWS:
                _draw_arrow(painter, at, w, theme.muted, 1.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.ink))
            painter.drawEllipse(QPointF(*w), 3.5, 3.5)
            painter.setPen(QColor(theme.ink))
            aside = -16 if w[0] > self.width() / 2 else 7
            painter.drawText(QPointF(w[0] + aside, w[1] - 5), "w")

    def _placed(self) -> list[tuple[float, float]]:
        """Give the corners, then the origin, in pixels; both axes to one scale."""
        points = np.vstack([self.corners, [[0.0, 0.0]]])
        low, high = points.min(axis=0), points.max(axis=0)
        room = min(self.width(), self.height()) - 2 * MARGIN
        scale = room / (float((high - low).max()) or 1.0)
        middle = (low + high) / 2
        x = self.width() / 2 + (points[:, 0] - middle[0]) * scale
        y = self.height() / 2 - (points[:, 1] - middle[1]) * scale
        return list(zip(x.tolist(), y.tolist(), strict=True))

    def _draw_axes(self, painter: QPainter, origin: tuple[float, float]) -> None:
        width, height = self.width(), self.height()
        painter.setPen(pen(self._theme.grid, 1.0))
        painter.drawLine(QLineF(0, origin[1], width, origin[1]))
        painter.drawLine(QLineF(origin[0], 0, origin[0], height))
        painter.setPen(QColor(self._theme.muted))
        across, up = self._names()
        right, top = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignTop
        below = QRectF(0, min(origin[1] + 1, height - 15), width - 2, 15)
        painter.drawText(below, right | top, across)
        left = QRectF(min(origin[0] + 4, width - 30), 0, width, 15)
        painter.drawText(left, Qt.AlignmentFlag.AlignLeft | top, up)


def _draw_arrow(
    painter: QPainter,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: str,
    width: float,
) -> None:
    painter.setPen(pen(colour, width))
    painter.drawLine(QLineF(QPointF(*start), QPointF(*end)))
    along = end[0] - start[0], end[1] - start[1]
    length = math.hypot(*along)
    if length < 2.0:
        return
    size = min(HEAD, length) + width / 2
    angle = math.atan2(along[1], along[0])
    head = [
        QPointF(end[0] - size * math.cos(a), end[1] - size * math.sin(a))
        for a in (angle - 0.45, angle + 0.45)
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([QPointF(*end), *head]))
