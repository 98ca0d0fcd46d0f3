"""Draws a confusion matrix: the diagonal calm, mistakes in vermilion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from gui.canvas.layers.symbols import draw_symbols
from gui.evaluation.confusion.layout import GAP, SYMBOL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.evaluation.report import Report
    from gui.evaluation.confusion.layout import MatrixLayout
    from gui.style.theme import Theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
FAINTEST, STRONGEST = 0.08, 0.42
"""Opacity of a cell's colour, for the share 0 and 1 of its row."""
WITH_SHARE = 54.0
"""Side of a cell in which the share stands under the count."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class MatrixPainter:
    """Paints a report's counts with the names of its classes.

    Attributes
    ----------
    report : Report
    layout : MatrixLayout
    theme : Theme
    font : QFont
    pointed : (int, int) or None
        The cell that is outlined, whose names are bold.
    """

    report: Report
    layout: MatrixLayout
    theme: Theme
    font: QFont
    pointed: Cell | None = None

    def cells(self, painter: QPainter, rows: range, columns: range) -> None:
        """Draw some of the cells."""
        counts, shares = self.report.confusion, self.report.shares
        grid = QPen(QColor(self.theme.card), 2 if self.layout.cell >= 40 else 1)
        for row in rows:
            for column in columns:
                rect = self.layout.rect(row, column)
                share = float(shares[row, column])
                count = int(counts[row, column])
                painter.setPen(grid)
                painter.setBrush(self._ground(row == column, share, count))
                painter.drawRect(rect)
                self._number(painter, rect, count, share)
        if self.pointed is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.theme.ink), 2))
            rect = self.layout.rect(*self.pointed)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _ground(self, right: bool, share: float, count: int) -> QColor:
        if not count:
            return QColor(self.theme.hover)
        tone = QColor(self.theme.accent if right else self.theme.mistake)
        field = QColor(self.theme.field)
        # By the root, so that a rare mistake is still seen beside frequent ones.
        strength = FAINTEST + (STRONGEST - FAINTEST) * float(np.sqrt(share))
        mixed = [
            round(a + (b - a) * strength)
            for a, b in zip(field.getRgb()[:3], tone.getRgb()[:3], strict=True)
        ]
        return QColor(*mixed)

    def _number(
        self, painter: QPainter, rect: QRectF, count: int, share: float
    ) -> None:
        cell = self.layout.cell
        font = QFont(self.font)
        large = cell >= WITH_SHARE and count > 0
        font.setPixelSize(17 if large else 13 if cell >= 30 else 10)
        font.setWeight(QFont.Weight.DemiBold if large else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(self.theme.ink if count else self.theme.muted))
        text = f"{count:,}"
        if QFontMetricsF(font).horizontalAdvance(text) > cell - 4:
            text = short(count)
        if not large:
            painter.drawText(rect, CENTRE, text)
            return
        middle = rect.center().y()
        upper = QRectF(rect.left(), middle - 20, cell, 22)
        painter.drawText(upper, CENTRE, text)
        painter.setFont(self.font)
        painter.drawText(upper.translated(0, 20), CENTRE, f"{100 * share:.1f} %")

    def row_names(self, painter: QPainter, rows: Iterable[int]) -> None:
        """Write the true classes at the left."""
        layout = self.layout
        for row in rows:
            height = layout.cell
            box = QRectF(layout.line + GAP, layout.rect(row, 0).top(), 0, height)
            box.setRight(layout.left - GAP)
            self._name(painter, box, row, self.pointed is not None and
                       self.pointed[0] == row, RIGHT)  # fmt: skip

    def column_names(self, painter: QPainter, columns: Iterable[int]) -> None:
        """Write the classes decided for at the top; upright where cells are narrow."""
        layout = self.layout
        bold = None if self.pointed is None else self.pointed[1]
        for column in columns:
            rect = layout.rect(0, column)
            if not layout.upright:
                box = QRectF(rect.left(), layout.line + GAP, layout.cell, layout.line)
                self._name(painter, box, column, bold == column, CENTRE)
                continue
            painter.save()
            painter.translate(rect.center().x(), layout.top - GAP)
            painter.rotate(-90)
            long = layout.top - layout.line - 2 * GAP
            box = QRectF(0, -layout.line / 2, long, layout.line)
            self._name(painter, box, column, bold == column, LEFT)
            painter.restore()
            here = QPointF(rect.center().x(), layout.top - GAP - SYMBOL / 2 + 2)
            self._symbol(painter, here, column)

    def _name(
        self, painter: QPainter, box: QRectF, code: int, bold: bool,
        side: Qt.AlignmentFlag,
    ) -> None:  # fmt: skip
        """Write a name, its symbol nearest to the cells or before it."""
        font = QFont(self.font)
        font.setBold(bold)
        metrics = QFontMetricsF(font)
        name = self.report.class_names[code]
        room = box.width() - SYMBOL
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
        wide = metrics.horizontalAdvance(text)
        middle = box.center().y()
        if side == RIGHT:
            place = QPointF(box.right() - SYMBOL / 2 + 2, middle)
            words = QRectF(box.left(), box.top(), room, box.height())
        else:
            start = box.left() if side == LEFT else box.center().x() - wide / 2 - 10
            place = QPointF(start + SYMBOL / 2 - 2, middle)
            words = QRectF(start + SYMBOL - 2, box.top(), wide + 2, box.height())
        painter.setFont(font)
        painter.setPen(QColor(self.theme.ink))
        painter.drawText(words, RIGHT if side == RIGHT else LEFT, text)
        if side != LEFT:  # upright names have theirs drawn upright by itself
            self._symbol(painter, place, code)

    def _symbol(self, painter: QPainter, place: QPointF, code: int) -> None:
        colour = self.theme.class_colour(code)
        at = np.array([[place.x(), place.y()]])
        draw_symbols(painter, at, code, colour, self.theme.card, 1.0, 2.0)

    def titles(self, painter: QPainter, wide: float, high: float) -> None:
        """Say what columns and rows are, over so much of them as is seen."""
        layout = self.layout
        painter.setFont(self.font)
        painter.setPen(QColor(self.theme.muted))
        across = QRectF(layout.left, 0, wide, layout.line)
        painter.drawText(across, CENTRE, "decided")
        painter.save()
        painter.translate(0, layout.top + high)
        painter.rotate(-90)
        painter.drawText(QRectF(0, 0, high, layout.line), CENTRE, "true class")
        painter.restore()

    def whole(self, painter: QPainter) -> None:
        """Draw all of it from (0, 0) on."""
        every = range(self.layout.n)
        self.cells(painter, every, every)
        self.row_names(painter, every)
        self.column_names(painter, every)
        side = self.layout.n * self.layout.cell
        self.titles(painter, side, side)


def short(count: int) -> str:
    """Write a large number in three or four characters."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if count >= size:
            value = count / size
            return f"{value:.0f}{letter}" if value >= 10 else f"{value:.1f}{letter}"
    return str(count)
