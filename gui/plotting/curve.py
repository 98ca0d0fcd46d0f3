"""A curve of numbers per epoch: a line, and a dot at each while they are few."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from pyqtgraph.functions import arrayToQPolygonF
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform

from gui.plotting.view_item import ViewItem

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DOTS = 60
"""Numbers up to which each is a dot; longer curves are thinner lines."""
BELOW_THE_PLAYHEAD = -10
MOST_BINS = 1000
"""Longer curves keep the least and the greatest value of so many stretches."""


class Curve(ViewItem):
    """One curve of a plot.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
    symbol : str
        The dot's, as pyqtgraph names it; empty: no dots.
    size : float
        The dot's, in pixels.
    style : Qt.PenStyle
        The line's.

    Attributes
    ----------
    across, up : ndarray, shape (n,)
        What is drawn, in the units of the axes.
    """

    def __init__(
        self,
        plot: pg.PlotWidget,
        symbol: str,
        size: float = 6,
        *,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        super().__init__(plot)
        self.across = self.up = np.empty(0)
        self._style, self._dot = style, None
        if symbol:
            self._dot = QTransform.fromScale(size, size).map(Symbols[symbol])
        self._colour, self._scale = QColor(), 1.0
        self.setZValue(BELOW_THE_PLAYHEAD)

    def set_colour(self, colour: str, scale: float = 1.0) -> None:
        """Take another colour; line and dots so much larger than usual."""
        self._colour, self._scale = QColor(colour), scale
        self.update()

    def set_values(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        if len(x) or len(self.across):
            self.across = np.asarray(x, dtype=float)
            self.up = np.asarray(y, dtype=float)
            self.update()

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw the line, then the dots on it."""
        if not len(self.across):
            return
        x, y = self.in_pixels(self.across, self.up)
        dots = len(x) <= MOST_DOTS
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, dots)
        solid = self._style == Qt.PenStyle.SolidLine
        thin = round(self._scale * painter.device().devicePixelRatioF()) if solid else 1
        width = 1.5 * self._scale if dots else thin
        pen = pg.mkPen(self._colour, width=width, style=self._style)
        # A long curve is fast as a line of one pixel of the screen, or as many lines.
        pen.setCosmetic(not dots)
        painter.setPen(pen)
        line = arrayToQPolygonF(x, y)
        if dots or width == 1:
            painter.drawPolyline(line)
        else:
            places = line.toList()
            painter.drawLines([QLineF(*ends) for ends in pairwise(places)])
        if dots and self._dot is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colour)
            dot = QTransform.fromScale(self._scale, self._scale).map(self._dot)
            for at, height in zip(x.tolist(), y.tolist(), strict=True):
                painter.drawPath(dot.translated(at, height))


def downsampled(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Keep so many points of a curve that it looks the same: peaks stay.

    Parameters
    ----------
    values : ndarray, shape (n,)
        One per epoch, from epoch 1.

    Returns
    -------
    at, values : ndarray, shape (m,), m ≤ 2·MOST_BINS + 1
        Epochs and values; the last epoch is among them.
    """
    n = len(values)
    if n <= 2 * MOST_BINS:
        return np.arange(1, n + 1), values
    width = -(-n // MOST_BINS)
    starts = np.arange(0, n, width)
    ends = np.append(starts[1:], n)
    pairs = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    at = np.stack([starts + 1, (starts + ends + 1) // 2], axis=1).ravel()
    extremes = np.stack(pairs, axis=1).ravel()
    return np.append(at, n), np.append(extremes, values[-1])
