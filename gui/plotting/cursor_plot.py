"""A plot over which a cursor moves: what is under it is not painted anew."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QRegion
from PySide6.QtWidgets import QGraphicsObject

from gui.plotting.plot import Plot

if TYPE_CHECKING:
    import pyqtgraph as pg
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from gui.plotting.axes import Axis

ABOVE_CURVES = 5
REACH = 2
"""Pixels to each side of the cursor that it may cover."""


class Cursor(QGraphicsObject):
    """A dashed line at one place of a plot's lower axis.

    The scene draws it where the plot is exported; on the screen `CursorPlot` does.

    Attributes
    ----------
    at : float
        In the units of the axis.
    on_paper : bool
        Whether the scene draws it.
    ends : bool
        Whether it covers what comes after the last whole number before it.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot, self._view = plot, plot.getViewBox()
        super().__init__(self._view)
        self.setZValue(ABOVE_CURVES)
        self.at = 0.0
        self.on_paper, self.ends = True, False
        view = self._view
        self._pen = QPen()
        self._on_resize = lambda *_: self.prepareGeometryChange()
        view.sigResized.connect(self._on_resize)

    def leave(self) -> None:
        """Be kept no longer by the plot's view."""
        with suppress(TypeError, RuntimeError):  # it has left already
            self._view.sigResized.disconnect(self._on_resize)

    def set_pen(self, pen: QPen) -> None:
        self._pen = pen
        self.update()

    @property
    def across(self) -> float:
        """Its place in the view, in pixels from the left."""
        return self.across_of(self.at)

    def across_of(self, at: float) -> float:
        """Give the place of a number of the axis, in pixels from the left."""
        (left, right), _ = self._view.viewRange()
        return float((at - left) * (self._view.rect().width() / (right - left)))

    def end_of(self, at: float) -> float:
        """Give where what is shown ends: at the last whole number."""
        return self.across_of(math.floor(at)) + 1

    def boundingRect(self) -> QRectF:
        whole: QRectF = self._view.rect()
        return whole

    def paint(
        self, painter: QPainter, option: object, widget: QWidget | None = None
    ) -> None:
        if widget is None and self.on_paper:
            self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Draw it in the coordinates of the view."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.ends:
            hidden = self._view.rect().adjusted(self.end_of(self.at), 0, 1, 1)
            painter.fillRect(hidden, self._plot.backgroundBrush())
        painter.setPen(self._pen)
        x = self.across
        painter.drawLine(QPointF(x, self._view.rect().height()), QPointF(x, 0))


class CursorPlot(Plot):
    """Keeps what it has painted as a picture while only its cursor moves.

    Attributes
    ----------
    view : pyqtgraph.ViewBox
    cursor : Cursor
    """

    def __init__(self, axisItems: dict[str, Axis] | None = None) -> None:
        super().__init__(axisItems)
        self.cursor = Cursor(self)
        self._picture: QPixmap | None = None
        self._strip = QRect()
        self._moved = QRegion()

    def close(self) -> bool:
        """Let go of the cursor, too."""
        self.cursor.leave()
        return super().close()

    def set_cursor_colour(self, colour: str) -> None:
        self.cursor.set_pen(QPen(QColor(colour), 1, Qt.PenStyle.DashLine))

    def end_at_cursor(self, ends: bool) -> None:
        """Hide what comes after the last whole number before the cursor, or show it.

        A line on the way to the next would tell of it.
        """
        self.cursor.ends = ends
        self.viewport().update()

    def move_cursor(self, at: float) -> None:
        """Put the cursor at another place; paint anew where it was and where it is."""
        if at == self.cursor.at:
            return
        shown, self.cursor.at = min(at, self.cursor.at), at
        strips = [self._strip, self._strip_at_cursor()]
        if self.cursor.ends:
            both = strips[0].united(strips[1])
            end = int(self.view.sceneBoundingRect().left() + self.cursor.end_of(shown))
            both.setLeft(min(both.left(), end))
            strips = [both]
        for strip in strips:
            self._moved += strip
            self.viewport().update(strip)

    def _strip_at_cursor(self) -> QRect:
        at, height = self.view.scenePos(), self.view.rect().height()
        left = round(at.x() + self.cursor.across)
        return QRect(left - REACH, int(at.y()), 2 * REACH, int(height) + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plot, or its picture where nothing but the cursor has moved."""
        asked, self._moved = event.region() - self._moved, QRegion()
        if not asked.isEmpty():
            self._picture = None
            super().paintEvent(event)
        elif self._picture is None:
            self._picture = self._taken_picture()
        with QPainter(self.viewport()) as painter:
            if self._picture is not None:
                painter.drawPixmap(0, 0, self._picture)
            if self.cursor.isVisible():
                self._strip = self._strip_at_cursor()
                painter.setClipRect(self.view.sceneBoundingRect())
                painter.translate(self.view.scenePos())
                self.cursor.draw(painter)

    def _taken_picture(self) -> QPixmap:
        """Paint the plot without its cursor."""
        size, ratio = self.viewport().size(), self.devicePixelRatioF()
        picture = QPixmap((QSizeF(size) * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(self.backgroundBrush().color())
        with QPainter(picture) as painter:
            self.cursor.on_paper = False
            self.render(painter, QRectF(self.viewport().rect()), self.viewport().rect())
            self.cursor.on_paper = True
        return picture
