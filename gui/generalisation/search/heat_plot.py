"""A table of colours: the error of every pair of values; a cell is a recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.figures import Figure
from gui.generalisation.log_plot import PAPER
from gui.generalisation.search.heat_layout import HeatLayout
from gui.generalisation.search.heat_painter import HeatPainter
from gui.generalisation.search.values import name_of, value_words
from gui.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from engine.evaluation.heatmap import Heatmap
    from engine.evaluation.search import Results
    from gui.theme import Theme

MARGIN = 16
"""Pixels around the heatmap on paper."""
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

    own_keys = frozenset(WAYS)

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

    @property
    def _layout(self) -> HeatLayout:
        columns, rows = self._texts
        room = QSizeF(self.size())
        return HeatLayout.of(len(columns), rows, self.fontMetrics(), room)

    def cell(self, row: int, column: int) -> QRectF:
        """Give the rectangle of a cell."""
        return self._layout.rect(row, column)

    def _at(self, place: QPointF) -> tuple[int, int] | None:
        return None if self.map is None else self._layout.cell_at(place)

    def place_of(self, cell: tuple[int, int] | None) -> int:
        """Give the place of a cell's recipe in the results, or −1."""
        return -1 if cell is None or self.map is None else int(self.map.places[cell])

    def _point(self, cell: tuple[int, int] | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.pointed.emit(self.place_of(cell))
            self.update()

    def _choose(self) -> None:
        if self.place_of(self._cell) >= 0:
            self.chosen.emit(self.place_of(self._cell))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the cell under the mouse."""
        self._point(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the mouse."""
        self._point(self._at(event.position()))
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose()

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
            self._choose()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw cells, what is written in and around them, and the scale."""
        if self.map is None:
            return
        painter = QPainter(self)
        paints = self._paint(painter, self.map, self._layout, self.theme, self.width())
        if self._cell is not None:
            paints.frame(painter, self._cell, self.theme.focus)
        painter.end()

    def figure(self) -> Figure | None:
        """Give the heatmap dressed for paper."""
        if self.map is None:
            return None
        shown, (columns, rows) = self.map, self._texts
        room = QSizeF(PAPER.shrunkBy(QMargins(MARGIN, MARGIN, MARGIN, MARGIN)))
        layout = HeatLayout.of(len(columns), rows, self.fontMetrics(), room)

        def paint(painter: QPainter) -> None:
            painter.setFont(self.font())
            painter.translate(MARGIN, MARGIN)
            self._paint(painter, shown, layout, LIGHT, room.width())

        return Figure(PAPER, QColor(LIGHT.card), paint)

    def _paint(
        self, painter: QPainter, shown: Heatmap, layout: HeatLayout, theme: Theme,
        width: float,
    ) -> HeatPainter:  # fmt: skip
        paints = HeatPainter(layout, theme, self.fontMetrics(), self._range)
        paints.cells(painter, shown.mean)
        paints.values(painter, *self._texts)
        paints.names(painter, *self._names)
        paints.scale(painter, width)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._best is not None:
            paints.frame(painter, self._best, theme.ink)
        return paints
