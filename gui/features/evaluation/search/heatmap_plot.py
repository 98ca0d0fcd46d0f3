"""The heatmap of a search: the error of every pair of values; a cell is a recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen

from engine.evaluation.search_space import LEARNER
from engine.numbers import decimals
from gui.features.evaluation.search.error_colours import (
    ErrorScale,
    level,
    ramp,
    text_colours,
)
from gui.features.evaluation.search.recipe_plot import RecipePlot
from gui.features.evaluation.search.setting_text import name_of, value_words
from gui.plotting.axes import CategoryAxis
from gui.plotting.plot_style import name_axis
from gui.plotting.view_item import ViewItem

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF

    from engine.evaluation.search import ErrorTable, SearchOutcome
    from gui.style.theme import Theme

BEST = "▭ the best"
SMALLEST = 9
"""Pixels of the smallest font in which errors are written."""
AROUND = 5
"""Pixels that a number leaves of its cell, across and up."""
ROOMY = 8
"""Size of a cell from which lines are drawn between cells."""


class HeatmapPlot(RecipePlot):
    """Draws a heatmap; the lowest values of both axes are at the lower left."""

    mark_name = "cell"

    def __init__(self, theme: Theme) -> None:
        self.columns, self.rows = CategoryAxis("bottom"), CategoryAxis("left")
        axes = {"bottom": self.columns, "left": self.rows}
        super().__init__(theme, "Heatmap of the errors", axes)
        self.map: ErrorTable | None = None
        self.image = pg.ImageItem(axisOrder="row-major")
        self.addItem(self.image)
        self.cells = HeatmapCells(self)
        self.grid.hide()
        self.scale = ErrorScale(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.view.setBackgroundColor(theme.ground)
        self.set_legend(BEST)
        self.scale.set_theme(theme)
        self._colour()

    def show_map(self, shown: ErrorTable, results: SearchOutcome) -> None:
        """Draw another heatmap of these results."""
        self.map, self._results = shown, results
        for side, name in (("bottom", shown.across), ("left", shown.up)):
            name_axis(self, side, name_of(name))
        self.columns.show_texts(
            map(value_words, shown.columns), elided=shown.across == LEARNER
        )
        self.rows.show_texts(map(value_words, shown.rows))
        rows, columns = shown.mean.shape
        self.view.setRange(
            xRange=(-0.5, columns - 0.5), yRange=(-0.5, rows - 0.5), padding=0
        )
        self._colour()
        best = -2 if results.best is None else results.best
        cells = np.flatnonzero(shown.places == best)
        self.set_marks(
            np.argwhere(shown.places > -2)[:, ::-1], shown.places.ravel(),
            int(cells[0]) if len(cells) else -1,
        )  # fmt: skip

    def _colour(self) -> None:
        """Colour the cells whose error is known."""
        if self.map is None:
            return
        known = np.isfinite(self.map.mean)
        errors = self.map.mean[known]
        low, high = (errors.min(), errors.max()) if len(errors) else (0.0, 0.0)
        colours = np.zeros((*known.shape, 4), np.uint8)
        levels = level(errors, low, high)
        colours[known, :3] = ramp(self.theme)[levels]
        colours[known, 3] = 255
        rows, columns = known.shape
        cells = (-0.5, -0.5, columns, rows)
        self.image.setImage(colours, levels=(0, 255), rect=cells)
        pens = text_colours(self.theme)
        self.cells.show_errors(self.map.mean, [pens[i] for i in levels.tolist()])
        self.scale.show_span(low, high)

    def cell(self, row: int, column: int) -> QRectF:
        """Give the rectangle of a cell, in pixels."""
        corner = self.view.sceneBoundingRect().topLeft()
        return self.cells.rect(row, column).translated(corner)

    def mark_at(self, pixel: QPointF) -> int:
        """Find the cell under the mouse."""
        place = self.place_in_view(pixel)
        if self.map is None or place is None:
            return -1
        rows, columns = self.map.mean.shape
        row = min(max(round(place.y()), 0), rows - 1)
        column = min(max(round(place.x()), 0), columns - 1)
        return int(row * columns + column)

    def ring_marks(self) -> None:
        """Draw a frame around the best cell and around the one pointed at."""
        if self.map is not None:
            marks = ((self.best, self.theme.ink), (self.mark, self.theme.focus))
            columns = self.map.mean.shape[1]
            self.cells.frames = [
                (*divmod(mark, columns), tone) for mark, tone in marks if mark >= 0
            ]
            self.cells.update()

    def again(self, theme: Theme) -> Self:
        plot = type(self)(theme)
        if self.map is not None:
            plot.show_map(self.map, self._results)
        return plot


class HeatmapCells(ViewItem):
    """What is drawn on the colours: lines between cells, their errors, frames.

    pyqtgraph has an item for each text; a heatmap has up to some thousand. And the
    numbers are as large as a cell in pixels lets them be.

    Attributes
    ----------
    frames : list of (int, int, str)
        Row, column and colour of each frame.
    """

    def __init__(self, plot: HeatmapPlot) -> None:
        self._plot = plot
        super().__init__(plot)
        self._errors = np.empty((0, 0))
        self._pens: list[QColor] = []
        self.frames: list[tuple[int, int, str]] = []
        self.setZValue(5)

    def show_errors(self, errors: NDArray[np.float64], pens: list[QColor]) -> None:
        """Write other errors, those that are known each in its colour."""
        self._errors, self._pens = errors, pens
        self.update()

    def rect(self, row: int, column: int) -> QRectF:
        """Give the rectangle of a cell, in the pixels of the view."""
        rows, columns = self._errors.shape
        wide, high = self._view.width() / columns, self._view.height() / rows
        return QRectF(column * wide, (rows - 1 - row) * high, wide, high)

    def paint(self, painter: QPainter, *_: object) -> None:
        if not self._errors.size:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._draw_lines(painter)
        self._write_errors(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, column, tone in self.frames:
            inner = self.rect(row, column).adjusted(2, 2, -2, -2)
            for colour, width in ((self._plot.theme.card, 5.0), (tone, 2.0)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRect(inner)

    def _draw_lines(self, painter: QPainter) -> None:
        rows, columns = self._errors.shape
        cell, whole = self.rect(0, 0), self._view.rect()
        painter.setPen(QPen(QColor(self._plot.theme.card), 2))
        if min(cell.width(), cell.height()) < ROOMY:
            return
        for i in range(1, columns):
            x = round(i * cell.width())
            painter.drawLine(x, 0, x, round(whole.height()))
        for i in range(1, rows):
            y = round(i * cell.height())
            painter.drawLine(0, y, round(whole.width()), y)

    def _write_errors(self, painter: QPainter) -> None:
        known = np.isfinite(self._errors)
        highest = float(self._errors[known].max(initial=0.0))
        fitting = number_font(painter.font(), highest, self.rect(0, 0).size())
        if fitting is None:
            return
        font, digits = fitting
        painter.setFont(font)
        errors = (100 * self._errors[known]).tolist()
        cells = np.argwhere(known).tolist()
        for (row, column), error, pen in zip(cells, errors, self._pens, strict=True):
            painter.setPen(pen)
            cell = self.rect(row, column)
            painter.drawText(
                cell, Qt.AlignmentFlag.AlignCenter, decimals(error, digits)
            )


def number_font(font: QFont, highest: float, cell: QSizeF) -> tuple[QFont, int] | None:
    """Give a font in which errors up to the highest fit into cells, and the digits.

    Smaller letters come before fewer digits; None: no number could be read.
    """
    smaller = QFont(font)
    for digits in (1, 0):
        widest = decimals(100 * highest, digits)
        for size in range(QFontInfo(font).pixelSize(), SMALLEST - 1, -1):
            smaller.setPixelSize(size)
            metrics = QFontMetricsF(smaller)
            wide = metrics.horizontalAdvance(widest) <= cell.width() - AROUND
            if wide and metrics.capHeight() <= cell.height() - AROUND:
                return smaller, digits
    return None
