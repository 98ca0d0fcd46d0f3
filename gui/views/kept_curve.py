"""The error of the run that was left at a branch, and where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from gui.plotting.curve import Curve
from gui.tasks.growth import thinned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from gui.style.theme import Theme


class KeptCurve:
    """A curve and a mark in a plot whose axis counts epochs, in percent."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self.curve = Curve(plot, "s", 5)
        self.curve.stackBefore(plot.mistakes)
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
        self._take(theme)
        self.curve.set_values(at, 100 * errors)
        if left is not None:
            self._mark.setPos(left)
        return 100 * float(errors.max(initial=0.0))

    def _take(self, theme: Theme) -> None:
        colour = theme.runs[1]
        self.curve.set_colour(colour)
        self._mark.setPen(pg.mkPen(colour, width=1, style=Qt.PenStyle.DotLine))


def _errors(tape: Tape | None) -> NDArray[np.float64]:
    return np.empty(0) if tape is None else tape.epochs.training_error
