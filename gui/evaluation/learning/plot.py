"""Errors against the number of samples to learn from, with what chance does to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from gui.plotting.log_axis import log10
from gui.plotting.log_plot import LogPlot
from gui.views.error_plot import rounded_up

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.evaluation.learning_curve import LearningCurve
    from gui.style.theme import Theme

BAND = 40
"""Opacity of the band, of 255."""
ROOM_FOR_NAMES = 0.2
APART = 0.05
"""Least distance of the two names, of the height."""


class LearningPlot(LogPlot):
    """Two curves with their bands, named where they end."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "samples to learn from", "% of samples wrong")
        self.axis.least = 0.0
        self.curve: LearningCurve | None = None
        self._curves = [self.plot([], [], antialias=True) for _ in range(2)]
        self._edges = [[pg.PlotDataItem([], []) for _ in range(2)] for _ in range(2)]
        self._bands = [pg.FillBetweenItem(*edges) for edges in self._edges]
        self._names = [pg.TextItem(anchor=(0, 0.5)) for _ in range(2)]
        for band, name in zip(self._bands, self._names, strict=True):
            band.setZValue(-10)
            self.addItem(band, ignoreBounds=True)
            self.addItem(name, ignoreBounds=True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        super().set_theme(theme)
        looks = ((theme.ink, "o", "training"), (theme.good, "d", "validation"))
        for k, (colour, symbol, name) in enumerate(looks):
            curve = self._curves[k]
            curve.setPen(pg.mkPen(colour, width=1.75))
            curve.setSymbol(symbol)
            curve.setSymbolSize(7)
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)
            faint = QColor(colour)
            faint.setAlpha(BAND)
            self._bands[k].setBrush(faint)
            self._names[k].setColor(colour)
            self._names[k].setText(name)

    def show_curve(self, curve: LearningCurve | None, largest: int) -> None:
        """Draw a curve, or as much of it as there is.

        Parameters
        ----------
        curve : LearningCurve or None
        largest : int
            The size at which it will end.
        """
        self.curve = curve
        for item in (*self._names, *self._bands):  # a band keeps its last shape
            item.setVisible(curve is not None)
        if curve is None:
            for k in range(2):
                self._set(k, np.empty(0), np.empty(0), np.empty(0))
            return
        at, top, ends = log10(curve.sizes), 0.0, []
        for k, errors in enumerate((curve.training, curve.validation)):
            mean, error = 100 * errors.mean(axis=0), 100 * standard_error(errors)
            self._set(k, at, mean, error)
            top = max(top, float((mean + error).max()))
            ends.append(float(mean[-1]))
        self._scale(float(at[0]), max(float(log10(largest)), float(at[-1])), top)
        self._name_ends(float(at[-1]), ends)

    def _set(
        self, k: int, at: NDArray[np.float64], mean: NDArray[np.float64],
        error: NDArray[np.float64],
    ) -> None:  # fmt: skip
        self._curves[k].setData(at, mean)
        for edge, sign in zip(self._edges[k], (-1, 1), strict=True):
            edge.setData(at, mean + sign * error)

    def _scale(self, left: float, right: float, top: float) -> None:
        top = rounded_up(1.06 * top) if top > 0 else 10.0
        wide = max(right - left, 0.1)
        self.view.setRange(
            xRange=(left - 0.03 * wide, right + ROOM_FOR_NAMES * wide),
            yRange=(-0.03 * top, top), padding=0,
        )  # fmt: skip
        self._top = top

    def _name_ends(self, at: float, ends: list[float]) -> None:
        """Write the names beside the ends, and not over one another."""
        middle, apart = sum(ends) / 2, abs(ends[1] - ends[0])
        least = APART * self._top
        for k, end in enumerate(ends):
            if apart < 2 * least:
                above = end > ends[1 - k] or (apart == 0 and k == 1)
                end = middle + (least if above else -least)
            self._names[k].setPos(at, end)


def standard_error(errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the standard error of the mean over folds; 0 of one split."""
    k = len(errors)
    if k < 2:
        return np.zeros(errors.shape[1])
    found: NDArray[np.float64] = errors.std(axis=0, ddof=1) / np.sqrt(k)
    return found
