"""A table of colours: the error of every pair of values; a cell is a recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from gui.evaluation.search.heat_layout import HeatLayout
from gui.evaluation.search.heat_painter import HeatPainter
from gui.evaluation.search.recipe_picker import Picker
from gui.evaluation.search.setting_text import name_of, value_words
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from engine.evaluation.search import ErrorTable, SearchOutcome
    from gui.plotting.figure import Figure
    from gui.style.theme import Theme


class HeatPlot(Picker[tuple[int, int]]):
    """Draws a heatmap; the lowest values of both axes are at the lower left."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Heatmap of the errors")
        self.map: ErrorTable | None = None
        self._best: tuple[int, int] | None = None
        self._range = (0.0, 0.0)

    def show_map(self, shown: ErrorTable, results: SearchOutcome) -> None:
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
            self.spot = None
        self.update()

    @property
    def _layout(self) -> HeatLayout:
        columns, rows = self._texts
        room = QSizeF(self.size())
        return HeatLayout.of(len(columns), rows, self.fontMetrics(), room)

    def cell(self, row: int, column: int) -> QRectF:
        """Give the rectangle of a cell."""
        return self._layout.rect(row, column)

    def spot_at(self, place: QPointF) -> tuple[int, int] | None:
        """Find the cell under the mouse."""
        return None if self.map is None else self._layout.cell_at(place)

    def place_of(self, spot: tuple[int, int] | None) -> int:
        """Give the place of a cell's recipe in the results, or −1."""
        return -1 if spot is None or self.map is None else int(self.map.places[spot])

    def spot_beside(
        self, spot: tuple[int, int] | None, way: tuple[int, int]
    ) -> tuple[int, int] | None:
        """Find the next cell in a direction; from nowhere, the best one."""
        if self.map is None or spot is None:
            return None if self.map is None else self._best or (0, 0)
        rows, columns = self.map.mean.shape
        row = min(max(spot[0] + way[0], 0), rows - 1)
        return row, min(max(spot[1] + way[1], 0), columns - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw cells, what is written in and around them, and the scale."""
        if self.map is None:
            return
        painter = QPainter(self)
        paints = self._paint(painter, self.map, self._layout, self.theme, self.width())
        if self.spot is not None:
            paints.frame(painter, self.spot, self.theme.focus)
        painter.end()

    def figure(self) -> Figure | None:
        """Give the heatmap dressed for paper."""
        if self.map is None:
            return None
        shown, (columns, rows) = self.map, self._texts

        def draw(painter: QPainter, room: QSizeF) -> None:
            layout = HeatLayout.of(len(columns), rows, self.fontMetrics(), room)
            self._paint(painter, shown, layout, LIGHT, room.width())

        return self.on_paper(draw)

    def _paint(
        self, painter: QPainter, shown: ErrorTable, layout: HeatLayout, theme: Theme,
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
