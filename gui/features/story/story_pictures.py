"""Small pictures of the steps of a run: its points, and where it decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import pen
from gui.canvas.layers.symbols import draw_symbols
from gui.canvas.picture import Picture, picture_of_step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset, Tape
    from gui.canvas.plane import Plane
    from gui.style.theme import Theme

MOST = 2_000
"""Points drawn, at most: a fair sample of more."""
AROUND = 0.08
"""Room at each side of the points, of what they take."""
RING, MOST_RINGS = 6.0, 3
FEW, SMALLEST, LARGEST = 12, 0.4, 0.6
"""Size of symbols: of so few points the largest, of many the smallest."""


def picture_at(tape: Tape, step: int, plane: Plane) -> Picture:
    """Look at a step, at the newest weights: those that the updates change."""
    frame = tape.frame(step)
    shown = picture_of_step(tape, tape.data, frame, tape.newest_model(frame), plane)
    before = tape.newest_model(tape.frame(step - 1)) if step else None
    return Picture(tape.data, plane, frame, tape.data, shown.model, before)


class StoryPictures:
    """Paints steps of one run; the points are painted once for all of them.

    Parameters
    ----------
    tape : Tape
    plane : Plane
    size : QSize
        In logical pixels.
    theme : Theme
    ratio : float
        Physical pixels in a logical one.
    """

    def __init__(
        self, tape: Tape, plane: Plane, size: QSize, theme: Theme, ratio: float
    ) -> None:
        self._tape, self._plane, self._theme = tape, plane, theme
        self._ratio, self._size = ratio, size
        self._rect = _rect(tape.data, plane, size)
        self._ground = self._points()

    def paint(self, step: int) -> QPixmap:
        """Paint a step."""
        shown = picture_at(self._tape, step, self._plane)
        pixmap, rect = QPixmap(self._ground), self._rect
        view = rect.left(), rect.top(), rect.right(), rect.bottom()
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for model, style in (
                (shown.before, pen(self._theme.muted, 1.0, (3, 3))),
                (shown.model, pen(self._theme.ink, 1.75)),
            ):
                if model is None or model.is_zero:
                    continue
                painter.setPen(style)
                for line in boundaries(model, self._plane, view):
                    points = [QPointF(*p) for p in self._pixels(line).tolist()]
                    painter.drawPolyline(points)
            if shown.frame is not None and len(shown.frame.rows) <= MOST_RINGS:
                places = self._plane.project(self._tape.data.X[shown.frame.rows])
                painter.setPen(pen(self._theme.mistake, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for x, y in self._pixels(places).tolist():
                    painter.drawEllipse(QPointF(x, y), RING, RING)
        return pixmap

    def _points(self) -> QPixmap:
        data, theme, ratio = self._tape.data, self._theme, self._ratio
        pixmap = QPixmap(self._size * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor(theme.field))
        every = -(-data.n_samples // MOST) or 1
        size = (FEW / max(data.n_samples, 1)) ** 0.25
        scale = min(max(size, SMALLEST), LARGEST)
        places = self._pixels(self._plane.project(data.X[::every])) / scale
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(scale, scale)
            for code in range(len(data.class_names)):
                chosen = places[data.y[::every] == code]
                colour = theme.class_colour(code)
                draw_symbols(painter, chosen, code, colour, theme.field, 1.0, ratio)
            painter.scale(1 / scale, 1 / scale)
            painter.setPen(pen(theme.border, 1.0))
            width, height = self._size.toTuple()
            edge = QRectF(0.5, 0.5, width - 1, height - 1)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(edge)
        return pixmap

    def _pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        width, height = self._size.toTuple()
        rect = self._rect
        x = (points[:, 0] - rect.left()) / rect.width() * width
        y = height - (points[:, 1] - rect.top()) / rect.height() * height
        return np.column_stack([x, y])


def _rect(data: Dataset, plane: Plane, size: QSize) -> QRectF:
    """Give the part of the plane that is seen: all points, and little around them."""
    low, high = plane.corners(data)
    extent = np.where(high > low, high - low, 1.0) * (1 + 2 * AROUND)
    if plane.alike:
        scale = max(extent / size.toTuple())
        extent = np.array(size.toTuple()) * scale
    return QRectF(*((low + high - extent) / 2).tolist(), *extent.tolist())
