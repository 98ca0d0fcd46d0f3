"""A table of colours: the error of every pair of values; a cell is a recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.generalisation.search.heat_colours import LEVELS, level, ramp, reads_on
from gui.generalisation.search.values import name_of, value_words

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from engine.evaluation.heatmap import Heatmap
    from engine.evaluation.search import Results
    from gui.theme import Theme

WIDEST = 110
"""Most room for the values at the left; all lengths are in pixels."""
GAP = 8
BAR = 14
FOR_TEXT = (44, 20)
"""Least size of a cell in which its error is written."""
ROOMY = 10
"""Size of a cell from which lines are drawn between cells."""
WAYS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (1, 0),
    Qt.Key.Key_Down: (-1, 0),
}


class HeatPlot(QWidget):
    """Draws a heatmap; the lowest value of both hyperparameters is at the lower left.

    Signals
    -------
    pointed(int)
        The mouse or the keys are on a recipe, by its place in the results; −1: on none.
    chosen(int)
        The person wants it.
    """

    pointed = Signal(int)
    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.map: Heatmap | None = None
        self._cell: tuple[int, int] | None = None
        self._best: tuple[int, int] | None = None
        self._range = (0.0, 0.0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Heatmap of the errors")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def minimumSizeHint(self) -> QSize:
        """Leave room for the axes and some cells."""
        return QSize(260, 170)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self.update()

    def show_map(self, shown: Heatmap, results: Results) -> None:
        """Draw another heatmap of these results."""
        same = self.map is not None and (shown.columns, shown.rows) == (
            self.map.columns, self.map.rows,
        )  # fmt: skip
        self.map = shown
        self._names = [name_of(results.recipes[0], n) for n in (shown.across, shown.up)]
        self._texts = [
            [value_words(value) for value in values]
            for values in (shown.columns, shown.rows)
        ]
        found = np.argwhere(
            shown.places == (-2 if results.best is None else results.best)
        )
        self._best = tuple(found[0].tolist()) if len(found) else None
        known = shown.mean[np.isfinite(shown.mean)]
        self._range = (known.min(), known.max()) if len(known) else (0.0, 0.0)
        if not same:
            self._cell = None
        self.update()

    # Geometry

    def _field(self) -> QRectF:
        """Give the rectangle of all cells."""
        line = self.fontMetrics().height()
        wide = max(map(self.fontMetrics().horizontalAdvance, self._texts[1]))
        left = min(WIDEST, wide + 2) + GAP
        bar = BAR + 2 * GAP + self.fontMetrics().horizontalAdvance("00.0 %")
        return QRectF(
            left, line + GAP,
            max(1.0, self.width() - left - bar),
            max(1.0, self.height() - 3 * line - 2 * GAP),
        )  # fmt: skip

    def cell(self, row: int, column: int) -> QRectF:
        """Give the rectangle of a cell."""
        assert self.map is not None
        field = self._field()
        width, height = (
            field.width() / len(self.map.columns),
            field.height() / len(self.map.rows),
        )
        left, top = field.left() + column * width, field.bottom() - (row + 1) * height
        return QRectF(left, top, width, height)

    def _at(self, place: QPointF) -> tuple[int, int] | None:
        if self.map is None or not self._field().contains(place):
            return None
        field = self._field()
        rows, columns = self.map.mean.shape
        row = int((field.bottom() - place.y()) / field.height() * rows)
        column = int((place.x() - field.left()) / field.width() * columns)
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)

    # Mouse and keys

    def place_of(self, cell: tuple[int, int] | None) -> int:
        """Give the place of a cell's recipe in the results, or −1."""
        return -1 if cell is None or self.map is None else int(self.map.places[cell])

    def _point(self, cell: tuple[int, int] | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.pointed.emit(self.place_of(cell))
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the cell under the mouse."""
        self._point(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the mouse."""
        self._point(self._at(event.position()))
        if (
            event.button() == Qt.MouseButton.LeftButton
            and self.place_of(self._cell) >= 0
        ):
            self.chosen.emit(self.place_of(self._cell))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from cell to cell, from the best one on; Enter chooses."""
        way = WAYS.get(Qt.Key(event.key()))
        if self.map is not None and way is not None:
            row, column = self._cell or self._best or (0, 0)
            if self._cell is not None:
                rows, columns = self.map.mean.shape
                row = min(max(row + way[0], 0), rows - 1)
                column = min(max(column + way[1], 0), columns - 1)
            self._point((row, column))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.place_of(self._cell) >= 0:
                self.chosen.emit(self.place_of(self._cell))
        else:
            super().keyPressEvent(event)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw cells, what is written in and around them, and the scale."""
        if self.map is None:
            return
        painter = QPainter(self)
        self._draw_cells(painter, self.map.mean)
        self._draw_names(painter)
        self._draw_bar(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._best is not None:
            self._frame(painter, self._best, self.theme.ink)
        if self._cell is not None:
            self._frame(painter, self._cell, self.theme.focus)
        painter.end()

    def _frame(self, painter: QPainter, cell: tuple[int, int], tone: str) -> None:
        box = self.cell(*cell)
        for colour, width, inset in ((self.theme.card, 4.0, 2.0), (tone, 2.0, 1.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(box.adjusted(inset, inset, -inset, -inset))

    def _draw_cells(self, painter: QPainter, mean: NDArray[np.float64]) -> None:
        field, (rows, columns) = self._field(), mean.shape
        painter.fillRect(field, QColor(self.theme.ground))
        known = np.isfinite(mean)
        pixels = np.zeros((rows, columns, 4), np.uint8)
        pixels[known, :3] = ramp(self.theme)[level(mean[known], *self._range)]
        pixels[known, 3] = 255
        flipped = np.ascontiguousarray(pixels[::-1])
        image = QImage(
            flipped.data, columns, rows, 4 * columns, QImage.Format.Format_RGBA8888
        )
        painter.drawImage(field, image)
        size = self.cell(0, 0)
        painter.setPen(QPen(QColor(self.theme.card), 2))
        if size.width() >= ROOMY:
            for i in range(1, columns):
                x = round(field.left() + i * size.width())
                painter.drawLine(x, round(field.top()), x, round(field.bottom()))
        if size.height() >= ROOMY:
            for i in range(1, rows):
                y = round(field.bottom() - i * size.height())
                painter.drawLine(round(field.left()), y, round(field.right()), y)
        if size.width() >= FOR_TEXT[0] and size.height() >= FOR_TEXT[1]:
            for row, column in np.argwhere(known).tolist():
                painter.setPen(reads_on(pixels[row, column, :3]))
                text = f"{100 * mean[row, column]:.1f}"
                painter.drawText(
                    self.cell(row, column), Qt.AlignmentFlag.AlignCenter, text
                )

    def _draw_names(self, painter: QPainter) -> None:
        field, metrics = self._field(), self.fontMetrics()
        line = metrics.height()
        elide = Qt.TextElideMode.ElideRight
        columns, rows = self._texts
        painter.setPen(QColor(self.theme.muted))
        wide = max(map(metrics.horizontalAdvance, columns)) + GAP
        every = max(1, int(np.ceil(min(wide, WIDEST) / self.cell(0, 0).width())))
        for i in range(0, len(columns), every):
            box = self.cell(0, i)
            room = QRectF(0, field.bottom() + 3, every * box.width(), line)
            room.moveLeft(box.center().x() - room.width() / 2)
            text = metrics.elidedText(columns[i], elide, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
        every = max(1, int(np.ceil(line / self.cell(0, 0).height())))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for i in range(0, len(rows), every):
            room = QRectF(0, 0, field.left() - GAP, line)
            room.moveTop(self.cell(i, 0).center().y() - line / 2)
            text = metrics.elidedText(rows[i], elide, int(room.width()))
            painter.drawText(room, right, text)
        painter.setPen(QColor(self.theme.ink))
        across, up = self._names
        painter.drawText(QPointF(0, metrics.ascent()), f"{up} ↑")
        foot = QRectF(field.left(), field.bottom() + line + 4, field.width(), line)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, f"{across} →")

    def _draw_bar(self, painter: QPainter) -> None:
        field, line = self._field(), self.fontMetrics().height()
        bar = QRectF(field.right() + GAP + 4, field.top(), BAR, field.height())
        colours = np.full((LEVELS, 1, 4), 255, np.uint8)
        colours[:, 0, :3] = ramp(self.theme)[::-1]  # the highest error at the top
        image = QImage(colours.data, 1, LEVELS, 4, QImage.Format.Format_RGBA8888)
        painter.drawImage(bar, image)
        painter.setPen(QColor(self.theme.muted))
        low, high = self._range
        middle = (low + high) / 2
        ends = ((high, 0.0), (middle, 0.5), (low, 1.0)) if high > low else ((low, 1.0),)
        for error, share in ends:
            top = bar.top() + share * (bar.height() - line)
            room = QRectF(bar.right() + 4, top, self.width() - bar.right() - 4, line)
            painter.drawText(
                room, Qt.AlignmentFlag.AlignVCenter, f"{100 * error:.1f} %"
            )
