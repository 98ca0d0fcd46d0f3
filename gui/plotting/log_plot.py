"""What curves against a logarithmic axis share: dress, grid, the place pointed at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gui.plotting.plot_mouse import PlotPointer
from gui.plotting.plot_style import GridLines, name_axis, style_plot
from gui.style.text import number

if TYPE_CHECKING:
    from gui.style.theme import Theme

SERIES = (1, 2, 5)
ROOM, ROOM_UP = 54, 22
"""Pixels that a number keeps free of others, across and up."""


class LogAxis(pg.AxisItem):
    """Has ticks at 1, 2, 5, 10 …, or only at powers of ten where there is less room.

    Attributes
    ----------
    least : float
        The logarithm below which there are no ticks.
    """

    least = -np.inf

    def tickValues(self, low: float, high: float, size: float) -> list[tuple]:
        """Choose the finest series that there is room for."""
        decades = range(math.floor(low), math.ceil(high) + 1)
        per_decade = size / max(high - low, 1e-9)
        room = ROOM if self.orientation == "bottom" else ROOM_UP
        fine = per_decade * math.log10(2) >= room
        every = max(1, math.ceil(room / per_decade))
        factors = SERIES if fine else (1,)
        values = [
            decade + math.log10(factor)
            for decade in decades
            if decade % every == 0
            for factor in factors
        ]
        return [(1.0, [x for x in values if max(low, self.least - 1e-9) <= x <= high])]

    def tickStrings(self, values: list, scale: float, spacing: float) -> list[str]:
        """Write the numbers as people do."""
        return [tick(10.0**value) for value in values]


def tick(value: float) -> str:
    """Write a number of one digit: 0.001, 20, 5,000; beyond that as a power."""
    power = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10.0**power)
    if -4 <= power < 0:
        return f"{value:.{-power}f}"
    if 0 <= power < 6:
        return f"{digit * 10**power:,}"
    return number(float(f"{digit}e{power}"))


def log10(values: object) -> np.ndarray:
    """Give the places of numbers on such an axis."""
    return np.log10(np.asarray(values, np.float64))


class LogPlot(pg.PlotWidget):
    """A plot that is looked at, not moved.

    Attributes
    ----------
    pointing : PlotPointer

    Parameters
    ----------
    theme : Theme
    across, up : str
        Names of the axes.
    both : bool
        Whether the left axis is logarithmic too.
    """

    def __init__(self, theme: Theme, across: str, up: str, both: bool = False) -> None:
        self.axis = LogAxis("bottom")
        axes = {"bottom": self.axis} | ({"left": LogAxis("left")} if both else {})
        super().__init__(enableMenu=False, axisItems=axes)
        self.theme = theme
        self.hideButtons()
        self.view = self.getViewBox()
        self.view.setMouseEnabled(False, False)
        name_axis(self, "bottom", across)
        name_axis(self, "left", up)
        self.grid = GridLines(self, -50)
        self._here = pg.InfiniteLine(0, angle=90)
        self._here.hide()
        self.addItem(self._here, ignoreBounds=True)
        self.pointing = PlotPointer(self)
        self.setMinimumSize(200, 110)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        style_plot(self, theme)
        self.grid.set_colour(theme.ink, 0.10)
        self._here.setPen(pg.mkPen(QColor(theme.faint), width=1))

    def point_at(self, place: float | None) -> None:
        """Draw a line at a place of the lower axis; None: none."""
        self._here.setVisible(place is not None)
        if place is not None:
            self._here.setPos(place)

    def close(self) -> bool:
        """Take our own item off first: pyqtgraph's `scene.clear` deletes it twice."""
        self.scene().removeItem(self.grid)
        return bool(super().close())


def dashed(colour: str, width: float) -> object:
    """Give the pen of what is exact."""
    pen = pg.mkPen(colour, width=width)
    pen.setStyle(Qt.PenStyle.CustomDashLine)
    pen.setDashPattern([5, 4])
    return pen
