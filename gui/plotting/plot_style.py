"""The style of every plot: ground, axes, grid, fonts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QApplication, QGraphicsObject

from gui.style.theme import faded

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from gui.style.theme import Theme


CLOSEST = 40
"""Pixels between two lines of the grid, at least."""
BELOW_CURVES = -50
"""Above the view's ground and its own items, which are at −100 and below."""


class GridLines(QGraphicsObject):
    """Thin lines at the ticks of a plot's left and bottom axis.

    pyqtgraph's own grid belongs to the axes, which are then painted anew, slowly, at
    every change inside the plot.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._view = plot.getViewBox()
        super().__init__(self._view)
        self._left, self._bottom = plot.getAxis("left"), plot.getAxis("bottom")
        self._colour = QColor()
        self._lines: list[QLineF] = []
        self._on_a_line = False
        self.setZValue(BELOW_CURVES)
        self._view.sigResized.connect(self.refresh)
        self._view.sigRangeChanged.connect(self.refresh)

    def set_colour(self, colour: str, strength: float) -> None:
        """Take another colour, so strong."""
        self._colour = faded(colour, strength)
        self.update()

    def set_on_a_line(self, *, on_a_line: bool) -> None:
        """Draw only the line of zero across, for data of one feature; or all again."""
        if on_a_line != self._on_a_line:
            self._on_a_line = on_a_line
            self._left.setTicks([] if on_a_line else None)
            self.refresh()

    def step(self) -> tuple[float, float]:
        """Give the distance of two lines, across and up."""
        (left, right), (low, high) = self._view.viewRange()
        width, height = self._view.width(), self._view.height()
        return (
            _step(self._bottom, left, right, width),
            _step(self._left, low, high, height),
        )

    def refresh(self, *_: object) -> None:
        self.prepareGeometryChange()
        self._lines = self._measured()
        self.update()

    def boundingRect(self) -> QRectF:
        whole: QRectF = self._view.rect()
        return whole

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw a line at every major tick."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(self._colour, 1))
        painter.drawLines(self._lines)

    def _measured(self) -> list[QLineF]:
        width, height = self._view.width(), self._view.height()
        if width <= 0 or height <= 0:
            return []
        (left, right), (low, high) = self._view.viewRange()
        lines = []
        for x in _major(self._bottom, left, right, width):
            across = (x - left) / (right - left) * width
            lines.append(QLineF(across, 0, across, height))
        rows = [0.0] if self._on_a_line else _major(self._left, low, high, height)
        for y in rows:
            down = (high - y) / (high - low) * height
            lines.append(QLineF(0, down, width, down))
        return lines


def _step(axis: pg.AxisItem, low: float, high: float, size: float) -> float:
    """Give the finest spacing of lines that are not too close."""
    spacings = [spacing for spacing, _ in axis.tickValues(low, high, size)]
    drawn = [
        spacing for spacing in spacings if spacing / (high - low) * size >= CLOSEST
    ]
    return float(min(drawn, default=max(spacings)))


def _major(axis: pg.AxisItem, low: float, high: float, size: float) -> list[float]:
    return [
        float(value)
        for spacing, values in axis.tickValues(low, high, size)
        if spacing / (high - low) * size >= CLOSEST
        for value in values
    ]


def name_axis(plot: pg.PlotWidget, side: str, name: str) -> None:
    """Write a name at an axis, which would take it for HTML."""
    axis, name = plot.getAxis(side), escape(name)
    # A label that is set anew, even to the same words, is laid out anew.
    if axis.labelText != name:
        axis.setLabel(name)
        axis.resizeEvent()  # pyqtgraph would leave it where the former name began


def style_plot(plot: pg.PlotWidget, theme: Theme) -> None:
    """Put the theme's colours on a plot's ground and axes.

    SI prefixes are off: an axis scaled by 0.001 cannot be read.
    """
    plot.setBackground(theme.card)
    plot.getViewBox().setBackgroundColor(theme.field)
    plot.getPlotItem().layout.setContentsMargins(0, 7, 8, 2)
    for side in ("left", "bottom", "right"):
        axis = plot.getAxis(side)
        axis.setSIPrefixEnableRanges(())
        # Also because each change of the range would lay the name out anew.
        axis.enableAutoSIPrefix(False)
        axis.setPen(pg.mkPen(theme.border))
        axis.setTickPen(pg.mkPen(QColor(theme.border_strong)))
        axis.setTextPen(pg.mkPen(theme.muted))
        # Every tick costs at every frame in which the view moves.
        axis.setStyle(
            tickLength=-4,
            tickTextOffset=6,
            maxTickLevel=1,
            autoReduceTextSpace=False,
        )
        _set_font(axis)


def _set_font(axis: pg.AxisItem) -> None:
    """Write the name in the application's font, and have the room that it needs."""
    font = QApplication.font()
    if axis.label.font() == font:
        return
    axis.label.setFont(font)
    resize = axis.setHeight if axis.orientation == "bottom" else axis.setWidth
    resize(None)
    axis.resizeEvent()
