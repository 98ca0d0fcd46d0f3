"""The errors of the folds as points, their mean as a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Signal
from PySide6.QtGui import QColor

from engine.evaluation.cross_validation import standard_error
from gui.plotting.axis import WholeAxis
from gui.plotting.plot_style import GridLines, dress_plot
from gui.plotting.seeking import Seeking

if TYPE_CHECKING:
    from engine.evaluation.cross_validation import CrossValidation
    from gui.style.theme import Theme

LEGEND = (
    '<span style="color:{theme.good}">◆</span> validation &nbsp; '
    '<span style="color:{theme.ink}">●</span> training &nbsp; '
    '<span style="color:{theme.good}">━</span> mean ± standard error'
)
LEAST = 2.0
"""Per cent that the axis has at least."""
BAND = 26
"""Opacity of the band of the standard error, of 255."""


class FoldChart(pg.PlotWidget):
    """Draws what is known of a cross-validation.

    Signals
    -------
    chosen(int)
        The person points at a fold.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False, axisItems={"bottom": WholeAxis("bottom")})
        self.hideButtons()
        self.setMinimumSize(220, 160)
        self.setLabel("left", "% of samples")
        self.setLabel("bottom", "fold")
        self.view = self.getViewBox()
        self.view.setMouseEnabled(False, False)
        self.grid = GridLines(self, -50)
        self._picked = pg.LinearRegionItem(movable=False)
        self._band = pg.LinearRegionItem(orientation="horizontal", movable=False)
        self._mean = pg.InfiniteLine(angle=0)
        for item in (self._picked, self._band, self._mean):
            item.hide()
            self.addItem(item, ignoreBounds=True)
        self.training, self.validation = self.plot([], []), self.plot([], [])
        self._k = 0
        Seeking(self, self._point)
        self.setToolTip("Click a fold to see it on the canvas")
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        dress_plot(self, theme)
        self.grid.set_colour(theme.ink, 0.10)
        for curve, tone, symbol, size in (
            (self.training, theme.ink, "o", 6),
            (self.validation, theme.good, "d", 10),
        ):
            curve.setPen(None)
            curve.setSymbol(symbol)
            curve.setSymbolSize(size)
            curve.setSymbolBrush(tone)
            curve.setSymbolPen(None)
        tone = QColor(theme.good)
        self._mean.setPen(pg.mkPen(tone, width=1.5))
        tone.setAlpha(BAND)
        _paint(self._band, tone)
        _paint(self._picked, QColor(theme.accent_soft))

    def show_folds(self, found: CrossValidation | None, fold: int | None) -> None:
        """Draw the errors, with one fold picked out; None: nothing."""
        self._k = 0 if found is None else len(found.folds)
        done = 0 if found is None else len(found.models)
        at = np.arange(1, done + 1)
        training, validation = (
            (np.empty(0), np.empty(0))
            if found is None
            else (100 * found.training, 100 * found.validation)
        )
        self.training.setData(at, training)
        self.validation.setData(at, validation)
        self._picked.setVisible(fold is not None and fold < done)
        if fold is not None:
            self._picked.setRegion((fold + 0.5, fold + 1.5))
        self._show_mean(validation)
        top = max(
            LEAST, 1.12 * float(max(validation.max(initial=0), training.max(initial=0)))
        )
        self.view.setRange(
            xRange=(0.4, max(self._k, 1) + 0.6), yRange=(-0.05 * top, top), padding=0
        )

    def _show_mean(self, validation: np.ndarray) -> None:
        for item in (self._mean, self._band):
            item.setVisible(len(validation) > 1)
        if len(validation) > 1:
            mean, error = float(validation.mean()), standard_error(validation)
            self._mean.setPos(mean)
            self._band.setRegion((mean - error, mean + error))

    def _point(self, x: float) -> None:
        fold = round(x) - 1
        if 0 <= fold < self._k:
            self.chosen.emit(fold)

    def close(self) -> bool:
        """Take our own item off first: pyqtgraph's `scene.clear` deletes it twice."""
        self.scene().removeItem(self.grid)
        return bool(super().close())


def _paint(region: pg.LinearRegionItem, tone: QColor) -> None:
    region.setBrush(tone)
    region.setHoverBrush(tone)
    for line in region.lines:
        line.setPen(pg.mkPen(None))
        line.setHoverPen(pg.mkPen(None))
