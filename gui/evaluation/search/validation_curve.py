"""The error against the values of one hyperparameter, with error bars."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from gui.evaluation.search.setting_text import name_of, value_words
from gui.plotting.plot_mouse import PlotPointer
from gui.plotting.plot_style import GridLines, name_axis, style_plot

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from engine.evaluation.search import ErrorTable, SearchOutcome
    from gui.style.theme import Theme

LEGEND = (
    '<span style="color:{theme.good}">◆</span> mean validation error '
    "± standard error &nbsp; "
    '<span style="color:{theme.ink}">◯</span> the best'
)
GAP = 14
"""Pixels between two values."""
WAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class ValueAxis(pg.AxisItem):
    """Writes values at 0, 1, 2 …, as many as there is room for."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self._texts: list[str] = []
        self.setStyle(hideOverlappingLabels=False)

    def show_values(self, texts: list[str]) -> None:
        """Write other values."""
        self._texts = texts
        self.picture = None
        self.update()

    def tickValues(
        self, low: float, high: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Give every value, or every second one, and so on."""
        metrics = QFontMetricsF(QApplication.font())
        wide = max(map(metrics.horizontalAdvance, self._texts), default=0.0) + GAP
        every = max(1, math.ceil(wide * (high - low) / max(1.0, size)))
        return [(float(every), [float(i) for i in range(0, len(self._texts), every)])]

    def tickStrings(self, values: list[float], *_: float) -> list[str]:
        """Write them."""
        return [self._texts[round(value)] for value in values]


class ValidationCurve(pg.PlotWidget):
    """Draws the mean error of each value ± its standard error.

    Signals
    -------
    pointed(int), chosen(int)
        A recipe, by its place in the results.
    """

    pointed = Signal(int)
    chosen = Signal(int)

    own_keys = frozenset(WAYS)

    def __init__(self, theme: Theme) -> None:
        self.values = ValueAxis("bottom")
        super().__init__(enableMenu=False, axisItems={"bottom": self.values})
        self.hideButtons()
        self.setMinimumSize(220, 150)
        self.view = self.getViewBox()
        self.view.setMouseEnabled(False, False)
        self.setLabel("left", "error in %")
        self.grid = GridLines(self, -50)
        self.bars = pg.ErrorBarItem(x=np.zeros(1), y=np.zeros(1), beam=0.0)
        self.addItem(self.bars)
        self.line, self.best = self.plot([], []), self.plot([], [])
        self._places = np.empty(0, np.intp)
        self._at = -1
        pointing = PlotPointer(self)
        pointing.hovered.connect(lambda x: self.pointed.emit(self._place(x)))
        pointing.clicked.connect(self._click)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        style_plot(self, theme)
        self.grid.set_colour(theme.ink, 0.10)
        self.bars.setData(pen=pg.mkPen(theme.good, width=1))
        self._pen = pg.mkPen(theme.good, width=1)
        if self.line.opts["pen"] is not None:
            self.line.setPen(self._pen)
        self.line.setSymbol("d")
        self.line.setSymbolSize(9)
        self.line.setSymbolBrush(theme.good)
        self.line.setSymbolPen(None)
        self.best.setPen(None)
        self.best.setSymbol("o")
        self.best.setSymbolSize(18)
        self.best.setSymbolBrush(None)
        self.best.setSymbolPen(pg.mkPen(theme.ink, width=2))

    def show_map(self, shown: ErrorTable, results: SearchOutcome) -> None:
        """Draw a heatmap of one row."""
        name_axis(self, "bottom", name_of(results.recipes[0], shown.across))
        self._places = shown.places[0]
        known = np.flatnonzero(self._places >= 0)
        mean = 100 * shown.mean[0][known]
        error = 100 * np.nan_to_num(results.standard_error[self._places[known]])
        numbers = all(isinstance(value, int | float) for value in shown.columns)
        self.line.setData(known, mean, pen=self._pen if numbers else None)
        self.bars.setData(x=known, y=mean, height=2 * error)
        best = np.flatnonzero(self._places[known] == results.best)
        self.best.setData(known[best], mean[best])
        n = len(self._places)
        self.values.show_values([value_words(value) for value in shown.columns])
        top = 1.1 * float((mean + error).max(initial=1.0))
        low = max(0.0, float((mean - error).min(initial=top)) - 0.1 * top)
        self.view.setRange(
            xRange=(-0.5, n - 0.5), yRange=(low - 0.03 * top, top), padding=0
        )

    def _place(self, x: float | None) -> int:
        """Give the place in the results of the recipe nearest to a place across."""
        at = -1 if x is None else round(x)
        return int(self._places[at]) if 0 <= at < len(self._places) else -1

    def _click(self, x: float) -> None:
        self._at = round(x)
        if self._place(x) >= 0:
            self.chosen.emit(self._place(x))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from value to value; Enter chooses."""
        way = WAYS.get(Qt.Key(event.key()))
        if way is not None and len(self._places):
            self._at = min(max(self._at + way, 0), len(self._places) - 1)
            self.pointed.emit(int(self._places[self._at]))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click(self._at)

    def close(self) -> bool:
        """Take our own item off first: pyqtgraph's `scene.clear` deletes it twice."""
        self.scene().removeItem(self.grid)
        return bool(super().close())
