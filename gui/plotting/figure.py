"""A picture painted once and written as PNG, SVG or PDF, whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from engine.errors import UserError
from engine.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")
PIXELS_PER_INCH = 96
PNG_SCALE = 2
"""Physical pixels in a logical one: sharp on paper and on large screens."""


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

    def _paint_on(self, device: object) -> None:
        painter = QPainter(device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRect(0, 0, *self.size.toTuple()), self.ground)
        self.paint(painter)
        painter.end()

    def _png(self) -> bytes:
        buffer = _buffer()
        self.image().save(buffer, "PNG")
        return bytes(buffer.data())

    def _svg(self) -> bytes:
        buffer = QBuffer()
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self.size)
        generator.setResolution(PIXELS_PER_INCH)
        generator.setViewBox(QRect(0, 0, *self.size.toTuple()))
        generator.setTitle("Perceptron Lab")
        self._paint_on(generator)
        return bytes(buffer.data())

    def _pdf(self) -> bytes:
        buffer = _buffer()
        writer = QPdfWriter(buffer)
        writer.setResolution(PIXELS_PER_INCH)
        points = QSizeF(self.size) * 72 / PIXELS_PER_INCH
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        writer.setTitle("Perceptron Lab")
        self._paint_on(writer)
        return bytes(buffer.data())


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
