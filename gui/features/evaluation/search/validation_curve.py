"""The validation curve: the error against the values of one hyperparameter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from engine.evaluation.report import ERRORS
from engine.evaluation.search_space import LEARNER
from gui.features.evaluation.search.recipe_plot import RecipePlot
from gui.features.evaluation.search.setting_text import name_of, value_words
from gui.plotting.axes import CategoryAxis
from gui.plotting.figure import paper_figure
from gui.plotting.plot_style import name_axis

if TYPE_CHECKING:
    from typing import Self

    from PySide6.QtCore import QPointF

    from engine.evaluation.search import ErrorTable, SearchOutcome
    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme

LEGEND = (
    '<span style="color:{theme.good}">◆</span> {error} &nbsp; '
    '<span style="color:{theme.ink}">◯</span> the best'
)
FOLDS = "mean validation {}, 95 % interval"
SINGLE = "{} on the validation part"


class ValidationCurve(RecipePlot):
    """Draws the mean error of each value with its interval."""

    mark_name = "value"
    keys = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})

    def __init__(self, theme: Theme) -> None:
        self.values = CategoryAxis("bottom")
        super().__init__(theme, "Error of each value", {"bottom": self.values})
        self.setLabel("left", "error in %")
        self.bars = pg.ErrorBarItem(x=np.zeros(1), y=np.zeros(1), beam=0.0)
        self.addItem(self.bars)
        self.line = self.plot([], [])
        self.map: ErrorTable | None = None
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.bars.setData(pen=pg.mkPen(theme.good, width=1))
        if self.line.opts["pen"] is not None:
            self.line.setPen(pg.mkPen(theme.good, width=1))
        self.line.setSymbol("d")
        self.line.setSymbolSize(9)
        self.line.setSymbolBrush(theme.good)
        self.line.setSymbolPen(None)

    def show_map(self, shown: ErrorTable, results: SearchOutcome) -> None:
        """Draw a heatmap of one row."""
        self.map, self._results = shown, results
        name_axis(self, "bottom", name_of(shown.across))
        self.setLabel("left", f"{ERRORS[results.score]} in %")
        self.values.show_texts(
            map(value_words, shown.columns), elided=shown.across == LEARNER
        )
        known = np.flatnonzero(shown.places[0] >= 0)
        places = shown.places[0][known]
        mean = 100 * shown.mean[0][known]
        intervals = [results.interval(place) for place in places.tolist()]
        ends = 100 * np.array(intervals).reshape(-1, 2)
        numbers = all(isinstance(value, int | float) for value in shown.columns)
        pen = pg.mkPen(self.theme.good, width=1) if numbers else None
        self.line.setData(known, mean, pen=pen)
        self.bars.setData(
            x=known, y=mean, top=ends[:, 1] - mean, bottom=mean - ends[:, 0]
        )
        top = 1.1 * float(ends[:, 1].max(initial=1.0))
        low = max(0.0, float(ends[:, 0].min(initial=top)) - 0.1 * top)
        self.view.setRange(
            xRange=(-0.5, len(shown.columns) - 0.5),
            yRange=(low - 0.08 * top, top), padding=0,
        )  # fmt: skip
        best = np.flatnonzero(places == results.best)
        marks = np.column_stack([known, mean])
        self.set_marks(marks, places, int(best[0]) if len(best) else -1)

    def mark_at(self, pixel: QPointF) -> int:
        """Find the value that is nearest across."""
        place = self.place_in_view(pixel)
        if place is None or not len(self.marks):
            return -1
        far = np.abs(self.marks[:, 0] - place.x())
        return int(far.argmin()) if far.min() <= 0.5 else -1

    def mark_beside(self, across: int, down: int) -> int:
        """Find the next value, however far its error is."""
        return min(max(self.mark + across, 0), len(self.marks) - 1)

    def again(self, theme: Theme) -> Self:
        plot = type(self)(theme)
        if self.map is not None:
            plot.show_map(self.map, self._results)
        return plot

    def figure(self, sheet: Sheet) -> Figure | None:
        """Lay it out on paper, with a legend."""
        if self.map is None:
            return None
        folds = self._results.errors.shape[1] > 1
        name = ERRORS[self._results.score]
        error = (FOLDS if folds else SINGLE).format(name)
        legend = LEGEND.format(theme=sheet.theme, error=error)
        return paper_figure(self.again(sheet.theme), sheet, legend)
