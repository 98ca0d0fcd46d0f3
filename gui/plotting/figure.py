"""Figures: plots and drawings written as PNG, SVG or PDF, whole or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QMimeData,
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
    QTextDocument,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from engine.errors import UserError
from engine.files import write_whole
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pyqtgraph as pg

    from gui.style.theme import Theme

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")
FIGURE_FILTER = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"
"""The same kinds of files, as file dialogs offer them."""
PIXELS_PER_INCH = 96
PNG_SCALE = 2
"""Physical pixels in a logical one: sharp on paper and on large screens."""
PAPER = QSize(720, 480)
MARGINS = (10, 14, 18, 10)
"""Of a plot on paper, in pixels: left, top, right, bottom."""
WORDS_MARGIN = 8
"""Pixels around words above and below a plot."""
FAMILY = re.compile(rb'(?<=font-family)="([^"]*)"')
LEAST = 60
"""Height of a plot in pixels, however much is written around it."""


@dataclass(frozen=True)
class Sheet:
    """What a plot is drawn on.

    Attributes
    ----------
    size : QSize
        In logical pixels.
    theme : Theme
    legend : bool
        Whether it says what its marks are.
    """

    size: QSize = PAPER
    theme: Theme = LIGHT
    legend: bool = True

    def with_class_colours(self, colours: tuple[int, ...] | None) -> Sheet:
        """Give the same sheet, on which classes have these colours."""
        return replace(self, theme=self.theme.with_class_colours(colours))


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
                f"{path}: is no name of a picture: end it in "
                f"{', '.join(FIGURE_SUFFIXES)}"
            )
        write_whole(path, writer())

    def mime(self) -> QMimeData:
        """Give it for the clipboard: as an image, and as lines for who takes these."""
        mime = QMimeData()
        mime.setImageData(self.image())
        mime.setData("image/svg+xml", self._svg())
        mime.setData("application/pdf", self._pdf())
        return mime

    def image(self, scale: float = PNG_SCALE) -> QImage:
        """Paint it into an image of `scale` pixels to each of its own."""
        image = QImage(self.size * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(self.ground)
        self._paint_on(image)
        # Only then: Qt would draw what it has recorded, such as axes, at this scale.
        per_metre = round(scale * PIXELS_PER_INCH / 0.0254)
        image.setDotsPerMeterX(per_metre)
        image.setDotsPerMeterY(per_metre)
        return image

    def _paint_on(self, device: QPaintDevice) -> None:
        with QPainter(device) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            # Else a PDF has JPEGs of all images.
            painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
            painter.fillRect(QRect(0, 0, *self.size.toTuple()), self.ground)
            self.paint(painter)

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
        # Where that font is not, any without serifs is: else a reader takes Times.
        return FAMILY.sub(rb'="\1, sans-serif"', buffer.data().data())

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

    for graphic in plot.scene().items():
        if isinstance(graphic, ScatterPlotItem):
            graphic.opts["useCache"] = False  # symbols are paths then, not bitmaps
    plot.setMinimumSize(0, 0)
    plot.resize(size)
    item = plot.getPlotItem()
    item.layout.setContentsMargins(*MARGINS)
    for _ in range(2):
        item.setGeometry(QRectF(0, 0, size.width(), size.height()))
        item.layout.activate()
        image_of(plot, 1)


def image_of(plot: pg.PlotWidget, scale: float = PNG_SCALE) -> QImage:
    """Paint a plot into an image of `scale` pixels to each of its own."""
    return figure_of(plot).image(scale)


def figure_of(plot: pg.PlotWidget) -> Figure:
    """Let a plot be painted on any device."""

    def paint(painter: QPainter) -> None:
        whole = QRectF(0, 0, plot.width(), plot.height())
        plot.scene().prepareForPaint()
        plot.scene().render(painter, whole, whole)

    return Figure(plot.size(), plot.backgroundBrush().color(), paint)


@dataclass(frozen=True)
class RunDrawing:
    """A plot of a run that is drawn step after step.

    Attributes
    ----------
    figure : callable
        ``figure(step)`` draws a step; of the size of the sheet it was made for.
    close : callable
        Ends it.
    """

    figure: Callable[[int], Figure]
    close: Callable[[], object]


class FigureFrame:
    """Words around a plot: above it the title and what its marks are, below a caption.

    Parameters
    ----------
    sheet : Sheet
        For the plot with its words.
    title : str
    legend : str
        Rich text.
    caption : str

    Attributes
    ----------
    inner : Sheet
        For the plot.
    """

    def __init__(
        self, sheet: Sheet, *, title: str = "", legend: str = "", caption: str = ""
    ) -> None:
        self._theme = sheet.theme
        head = [title and f"<b>{escape(title)}</b>", legend if sheet.legend else ""]
        self._head = [html for html in head if html]
        width = sheet.size.width()
        around = [self._words(html, width) for html in self._head]
        around += [self._foot(caption, width)] if caption else []
        taken = sum(round(words.size().height()) for words in around)
        height = max(sheet.size.height() - taken, LEAST)
        self.inner = replace(sheet, size=QSize(width, height))

    def _words(self, html: str, width: float) -> QTextDocument:
        document = QTextDocument()
        document.setDocumentMargin(WORDS_MARGIN)
        document.setDefaultFont(QApplication.font())
        tone = self._theme.ink
        document.setHtml(f'<div align="center" style="color:{tone}">{html}</div>')
        document.setTextWidth(width)
        return document

    def _foot(self, caption: str, width: float) -> QTextDocument:
        tone = f"color:{self._theme.muted}"
        return self._words(f'<span style="{tone}">{escape(caption)}</span>', width)

    def around(self, figure: Figure, caption: str = "") -> Figure:
        """Put the words around a figure, which is of the size of `inner` or its own.

        Parameters
        ----------
        figure : Figure
        caption : str
            One no longer than the frame's.
        """
        width = figure.size.width()
        above = [self._words(html, width) for html in self._head]
        below = [self._foot(caption, width)] if caption else []
        heights = [round(words.size().height()) for words in above + below]

        def paint(painter: QPainter) -> None:
            painter.save()
            for words in above:
                words.drawContents(painter)
                painter.translate(0, round(words.size().height()))
            painter.save()
            figure.paint(painter)
            painter.restore()
            painter.translate(0, figure.size.height())
            for words in below:
                words.drawContents(painter)
            painter.restore()

        size = QSize(width, figure.size.height() + sum(heights))
        return Figure(size, figure.ground, paint)


def paper_figure(plot: pg.PlotWidget, sheet: Sheet, legend: str = "") -> Figure:
    """Lay out a plot that is never shown, and let it be written.

    Parameters
    ----------
    plot : PlotWidget
    sheet : Sheet
    legend : str
        What its marks are, written above it: rich text.
    """
    frame = FigureFrame(sheet, legend=legend)
    lay_out(plot, frame.inner.size)
    return frame.around(figure_of(plot))
