"""Figures: plots and drawings written as PNG, SVG or PDF, whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageWriter,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

from engine.errors import UserError
from engine.files import write_whole
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pyqtgraph as pg

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")
FIGURE_FILTER = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"
"""The same kinds of files, as file dialogs offer them."""
PIXELS_PER_INCH = 96
PNG_SCALE = 2
"""Physical pixels in a logical one: sharp on paper and on large screens."""
PAPER = QSize(720, 480)
MARGINS = (10, 14, 18, 10)
"""Of a plot on paper, in pixels: left, top, right, bottom."""


@dataclass(frozen=True)
class Figure:
    """What can be painted on any device.

    Attributes
    ----------
    size : QSize
        In logical pixels.
    ground : QColor
    paint : callable
        ``paint(painter)`` draws it from (0, 0) on.
    """

    size: QSize
    ground: QColor
    paint: Callable[[QPainter], None]

    def save(self, path: Path) -> None:
        """Write it to a file; the suffix says how.

        Raises
        ------
        UserError
            If the suffix is not known or the file cannot be written.
        """
        writers = {".png": self._png, ".svg": self._svg, ".pdf": self._pdf}
        writer = writers.get(path.suffix.lower())
        if writer is None:
            raise UserError(
                f"{path}: a picture ends in {', '.join(FIGURE_SUFFIXES)}; choose one "
                "of them"
            )
        write_whole(path, writer())

    def image(self, scale: int = PNG_SCALE) -> QImage:
        """Paint it into an image of `scale` pixels to each of its own."""
        image = QImage(self.size * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(self.ground)
        self._paint_on(image)
        return image

    def _paint_on(self, device: QPaintDevice) -> None:
        painter = QPainter(device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRect(0, 0, *self.size.toTuple()), self.ground)
        self.paint(painter)
        painter.end()

    def _png(self) -> bytes:
        buffer = _buffer()
        QImageWriter(buffer, QByteArray(b"png")).write(self.image())
        return bytes(buffer.data().data())

    def _svg(self) -> bytes:
        buffer = QBuffer()
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self.size)
        generator.setResolution(PIXELS_PER_INCH)
        generator.setViewBox(QRect(0, 0, *self.size.toTuple()))
        generator.setTitle("Perceptron Lab")
        self._paint_on(generator)
        return bytes(buffer.data().data())

    def _pdf(self) -> bytes:
        buffer = _buffer()
        writer = QPdfWriter(buffer)
        writer.setResolution(PIXELS_PER_INCH)
        points = QSizeF(self.size) * 72 / PIXELS_PER_INCH
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        writer.setTitle("Perceptron Lab")
        self._paint_on(writer)
        return bytes(buffer.data().data())


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def lay_out(plot: pg.PlotWidget, size: QSize) -> None:
    """Lay a plot out that is never shown; axes know their width once painted."""
    from pyqtgraph import ScatterPlotItem

    for one in plot.scene().items():
        if isinstance(one, ScatterPlotItem):
            one.opts["useCache"] = False  # symbols are paths then, not bitmaps
    plot.resize(size)
    item = plot.getPlotItem()
    item.layout.setContentsMargins(*MARGINS)
    for _ in range(2):
        item.setGeometry(QRectF(0, 0, size.width(), size.height()))
        item.layout.activate()
        image_of(plot, 1)


def save_plot(plot: pg.PlotWidget, path: Path) -> None:
    """Write a plot to a file, whole or not at all; the suffix says how.

    Raises
    ------
    UserError
        If the suffix is not known or the file cannot be written.
    """
    try:
        figure_of(plot).save(path)
    finally:
        plot.close()


def image_of(plot: pg.PlotWidget, scale: int = PNG_SCALE) -> QImage:
    """Paint a plot into an image of `scale` pixels to each of its own."""
    return figure_of(plot).image(scale)


def figure_of(plot: pg.PlotWidget) -> Figure:
    """Let a plot be painted on any device."""

    def paint(painter: QPainter) -> None:
        whole = QRectF(0, 0, plot.width(), plot.height())
        plot.scene().prepareForPaint()
        plot.scene().render(painter, whole, whole)

    return Figure(plot.size(), plot.backgroundBrush().color(), paint)


def paper_figure(plot: pg.PlotWidget, legend: str = "") -> Figure:
    """Lay out a plot that is never shown, and let it be written.

    Parameters
    ----------
    plot : PlotWidget
    legend : str
        What its marks are, written above it.
    """
    if legend:
        plot.setTitle(legend, color=LIGHT.ink, size="9pt")
    lay_out(plot, PAPER)
    return figure_of(plot)
