"""The error of the run that was left at a branch, and where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from gui.growth import thinned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from gui.theme import Theme

MOST_DOTS = 60


class KeptCurve:
    """A curve and a mark in a plot whose axis counts epochs, in percent."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._curve = plot.plot([], [], antialias=True)
        self._curve.setZValue(-1)
        self._mark = pg.InfiniteLine(0, angle=90)
        plot.addItem(self._mark, ignoreBounds=True)

    def show_run(self, tape: Tape | None, left: float | None, theme: Theme) -> float:
        """Draw A, if it is there, and in which epoch it was left, if it was.

        Returns
        -------
        float
            The greatest percentage of A.
        """
        self._mark.setVisible(left is not None)
        at, errors = thinned(_errors(tape))
        self._style(theme, len(errors) <= MOST_DOTS)
        self._curve.setData(at, 100 * errors, antialias=len(errors) <= MOST_DOTS)
        if left is not None:
            self._mark.setPos(left)
        return 100 * float(errors.max(initial=0.0))

    def _style(self, theme: Theme, dots: bool) -> None:
        colour = theme.runs[1]
        self._curve.setPen(pg.mkPen(colour, width=1.5 if dots else 1))
        self._curve.setSymbol("s" if dots else None)
        self._curve.setSymbolSize(5)
        self._curve.setSymbolBrush(colour)
        self._curve.setSymbolPen(None)
        self._mark.setPen(pg.mkPen(colour, width=1, style=Qt.PenStyle.DotLine))


def _errors(tape: Tape | None) -> NDArray[np.float64]:
    return np.empty(0) if tape is None else tape.epochs.training_error
