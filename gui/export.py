"""Pictures of the plots: PNG, SVG, PDF at a chosen size; animations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QIODevice,
    QMarginsF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from engine.errors import UserError
from engine.export.files import write_whole
from gui.canvas.picture import around
from gui.canvas.plot import CanvasPlot
from gui.theme import LIGHT
from gui.views.error_plot import ErrorPlot

if TYPE_CHECKING:
    from pathlib import Path

    import pyqtgraph as pg

    from engine import Tape
    from gui.canvas.layers.margin import Margin
    from gui.canvas.picture import Picture

PLOT_SUFFIXES = (".png", ".svg", ".pdf")
PIXELS_PER_INCH = 96
MARGINS = (10, 14, 18, 10)
PNG_SCALE = 2
"""Physical pixels in a logical one: sharp on paper and on large screens."""


def canvas_plot(
    shown: Picture,
    size: QSize,
    view: QRectF | None = None,
    class_lines: bool = True,
    margin: Margin | None = None,
) -> CanvasPlot:
    """Make the canvas again, at another size, dressed for paper.

    Parameters
    ----------
    shown : Picture
    size : QSize
        In logical pixels.
    view : QRectF, optional
        The part of the plane to show; default all samples.
    class_lines : bool
        Whether more than two classes have a boundary each.
    margin : Margin, optional
        The line of largest margin, if it is to be drawn.
    """
    plot = CanvasPlot(LIGHT)
    plot.class_lines.set_on(class_lines)
    plot.margin.show_margin(margin)
    plot.view.setRange(view or around(shown), padding=0)
    plot.show_picture(shown)
    _settle(plot, size)
    plot.view.setRange(view or around(shown), padding=0)
    return plot


def error_plot(
    tape: Tape | None,
    step: int,
    size: QSize,
    kept: Tape | None = None,
    left: int = 0,
) -> ErrorPlot:
    """Make the error curve again, at another size, dressed for paper.

    Where the run branches, `kept` is the one that it left at step `left`.
    """
    plot = ErrorPlot(LIGHT)
    plot.show_run(tape, kept, left)
    plot.show_playhead(tape, step)
    _settle(plot, size)
    return plot


def _settle(plot: pg.PlotWidget, size: QSize) -> None:
    """Lay a plot out that is never shown; axes know their width once painted."""
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
        writer = {".png": _png, ".svg": _svg, ".pdf": _pdf}[path.suffix.lower()]
        write_whole(path, writer(plot))
    except KeyError:
        raise UserError(
            f"{path}: a picture ends in {', '.join(PLOT_SUFFIXES)}; choose one of them"
        ) from None
    finally:
        plot.close()


def image_of(plot: pg.PlotWidget, scale: int = PNG_SCALE) -> QImage:
    """Paint a plot into an image of `scale` pixels to each of its own."""
    image = QImage(plot.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(plot.backgroundBrush().color())
    _paint(plot, image)
    return image


def _paint(plot: pg.PlotWidget, device: object) -> None:
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QRectF(0, 0, plot.width(), plot.height())
    painter.fillRect(whole, plot.backgroundBrush())
    plot.scene().prepareForPaint()
    plot.scene().render(painter, whole, whole)
    painter.end()


def _png(plot: pg.PlotWidget) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image_of(plot).save(buffer, "PNG")
    return bytes(buffer.data())


def _svg(plot: pg.PlotWidget) -> bytes:
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(plot.size())
    generator.setResolution(PIXELS_PER_INCH)
    generator.setViewBox(QRect(0, 0, plot.width(), plot.height()))
    generator.setTitle("Perceptron Lab")
    _paint(plot, generator)
    return bytes(buffer.data())


def _pdf(plot: pg.PlotWidget) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(PIXELS_PER_INCH)
    points = QSizeF(plot.width(), plot.height()) * 72 / PIXELS_PER_INCH
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle("Perceptron Lab")
    _paint(plot, writer)
    return bytes(buffer.data())
