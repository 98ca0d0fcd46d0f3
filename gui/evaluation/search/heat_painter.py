"""Draws a heatmap: cells with their errors, the values around them, the scale."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
)

from gui.evaluation.search.error_colours import LEVELS, level, ramp, reads_on
from gui.evaluation.search.heat_layout import GAP, WIDEST, HeatLayout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF

    from gui.style.theme import Theme

SMALLEST = 9
"""Pixels of the smallest font in which errors are written."""
AROUND = 5
"""Pixels that a number leaves of its cell, across and up."""
ROOMY = 10
"""Size of a cell from which lines are drawn between cells."""
CENTRE = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class HeatPainter:
    """Paints errors in their cells.

    Attributes
    ----------
    layout : HeatLayout
    theme : Theme
    metrics : QFontMetrics
    span : (float, float)
        The lowest and the highest error known.
    """

    layout: HeatLayout
    theme: Theme
    metrics: QFontMetrics
    span: tuple[float, float]

    def cells(self, painter: QPainter, errors: NDArray[np.float64]) -> None:
        """Draw the cells whose error is known."""
        layout = self.layout
        painter.fillRect(layout.field, QColor(self.theme.ground))
        known = np.isfinite(errors)
        pixels = np.zeros((*errors.shape, 4), np.uint8)
        pixels[known, :3] = ramp(self.theme)[level(errors[known], *self.span)]
        pixels[known, 3] = 255
        _draw_pixels(painter, layout.field, pixels[::-1])
        self._lines(painter)
        found = number_font(painter.font(), self.span[1], layout.cell)
        if found is None:
            return
        painter.save()
        painter.setFont(found[0])
        for row, column in np.argwhere(known).tolist():
            painter.setPen(reads_on(pixels[row, column, :3]))
            text = f"{100 * errors[row, column]:.{found[1]}f}"
            painter.drawText(layout.rect(row, column), CENTRE, text)
        painter.restore()

    def _lines(self, painter: QPainter) -> None:
        field, cell = self.layout.field, self.layout.cell
        painter.setPen(QPen(QColor(self.theme.card), 2))
        if cell.width() >= ROOMY:
            for i in range(1, self.layout.columns):
                x = round(field.left() + i * cell.width())
                painter.drawLine(x, round(field.top()), x, round(field.bottom()))
        if cell.height() >= ROOMY:
            for i in range(1, self.layout.rows):
                y = round(field.bottom() - i * cell.height())
                painter.drawLine(round(field.left()), y, round(field.right()), y)

    def values(
        self, painter: QPainter, columns: Sequence[str], rows: Sequence[str]
    ) -> None:
        """Write the values below and at the left, as many as there is room for."""
        layout, line = self.layout, self.metrics.height()
        painter.setPen(QColor(self.theme.muted))
        wide = min(max(map(self.metrics.horizontalAdvance, columns)) + GAP, WIDEST)
        every = max(1, math.ceil(wide / layout.cell.width()))
        for i in range(0, len(columns), every):
            room = QRectF(
                0, layout.field.bottom() + 3, every * layout.cell.width(), line
            )
            room.moveLeft(layout.rect(0, i).center().x() - room.width() / 2)
            self._write(painter, room, columns[i], CENTRE)
        every = max(1, math.ceil(line / layout.cell.height()))
        for i in range(0, len(rows), every):
            room = QRectF(0, 0, layout.field.left() - GAP, line)
            room.moveTop(layout.rect(i, 0).center().y() - line / 2)
            self._write(painter, room, rows[i], RIGHT)

    def _write(
        self, painter: QPainter, room: QRectF, text: str, where: Qt.AlignmentFlag
    ) -> None:
        elide = Qt.TextElideMode.ElideRight
        short = self.metrics.elidedText(text, elide, int(room.width()))
        painter.drawText(room, where, short)

    def names(
        self, painter: QPainter, across: str, up: str, best: str = "▭ the best"
    ) -> None:
        """Write what the values are of, and what the frame is around."""
        field, line = self.layout.field, self.metrics.height()
        painter.setPen(QColor(self.theme.ink))
        painter.drawText(QPointF(0, self.metrics.ascent()), f"{up} ↑")
        foot = QRectF(field.left(), field.bottom() + line + 4, field.width(), line)
        painter.drawText(foot, CENTRE, f"{across} →")
        painter.setPen(QColor(self.theme.muted))
        head = QRectF(field.left(), 0, field.width(), line)
        painter.drawText(head, RIGHT, best)

    def scale(self, painter: QPainter, width: float) -> None:
        """Draw the colours at the right, the highest error at the top."""
        bar, line = self.layout.bar, self.metrics.height()
        colours = np.full((LEVELS, 1, 4), 255, np.uint8)
        colours[:, 0, :3] = ramp(self.theme)[::-1]
        _draw_pixels(painter, bar, colours)
        painter.setPen(QColor(self.theme.muted))
        for text, share in scale_texts(*self.span):
            top = bar.top() + share * (bar.height() - line)
            room = QRectF(bar.right() + 4, top, width - bar.right() - 4, line)
            painter.drawText(room, LEFT, text)

    def frame(self, painter: QPainter, cell: tuple[int, int], tone: str) -> None:
        """Draw a frame around a cell."""
        for colour, width in ((self.theme.card, 5.0), (tone, 2.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(self.layout.rect(*cell))


def number_font(font: QFont, highest: float, cell: QSizeF) -> tuple[QFont, int] | None:
    """Give a font in which errors up to the highest fit into cells, and the digits.

    Smaller letters come before fewer digits; None: no number could be read.
    """
    smaller = QFont(font)
    for digits in (1, 0):
        widest = f"{100 * highest:.{digits}f}"
        for size in range(QFontInfo(font).pixelSize(), SMALLEST - 1, -1):
            smaller.setPixelSize(size)
            metrics = QFontMetricsF(smaller)
            wide = metrics.horizontalAdvance(widest) <= cell.width() - AROUND
            if wide and metrics.capHeight() <= cell.height() - AROUND:
                return smaller, digits
    return None


def scale_texts(low: float, high: float) -> list[tuple[str, float]]:
    """Write what the colours mean, each with its share of the way down.

    As many digits as tell the errors apart; one text where two do not.
    """
    for digits in (1, 2):
        ends = ((high, 0.0), ((low + high) / 2, 0.5), (low, 1.0))
        texts = [(f"{100 * error:.{digits}f} %", share) for error, share in ends]
        if len(dict(texts)) == len(texts):
            return texts
    if texts[0][0] != texts[-1][0]:
        return [texts[0], texts[-1]]
    return [(f"{100 * low:.1f} %", 1.0)]


def _draw_pixels(painter: QPainter, room: QRectF, pixels: NDArray[np.uint8]) -> None:
    """Stretch pixels, of four bytes each, over a rectangle."""
    rows, columns = pixels.shape[:2]
    whole = np.ascontiguousarray(pixels)
    kind = QImage.Format.Format_RGBA8888
    painter.drawImage(room, QImage(whole.data, columns, rows, 4 * columns, kind))
