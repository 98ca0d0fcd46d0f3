"""A plot with a logarithmic axis below: its style, grid, and the place pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gui.plotting.axes import LogAxis
from gui.plotting.plot import Plot
from gui.plotting.plot_mouse import PlotPointer
from gui.plotting.plot_style import name_axis

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gui.style.theme import Theme


class LogPlot(Plot):
    """A plot with a logarithmic axis below, that is looked at, not moved.

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

    def __init__(
        self, theme: Theme, across: str, up: str, *, both: bool = False
    ) -> None:
        self.axis = LogAxis("bottom")
        axes = {"bottom": self.axis} | ({"left": LogAxis("left")} if both else {})
        super().__init__(axisItems=axes)
        self.theme = theme
        name_axis(self, "bottom", across)
        name_axis(self, "left", up)
        self._here = pg.InfiniteLine(0, angle=90)
        self._here.hide()
        self.addItem(self._here, ignoreBounds=True)
        self.pointing = PlotPointer(self)
        self.reached.connect(
            lambda stop: self.pointing.hovered.emit(float(self.stops[stop]))
        )
        self.setMinimumSize(200, 110)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._here.setPen(pg.mkPen(QColor(theme.faint), width=1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter choose the stop that was reached, as a click does."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and 0 <= self.stop < len(self.stops):
            self.pointing.clicked.emit(float(self.stops[self.stop]))
        else:
            super().keyPressEvent(event)

    def point_at(self, place: float | None) -> None:
        """Draw a line at a place of the lower axis; None: none."""
        self._here.setVisible(place is not None)
        if place is not None:
            self._here.setPos(place)
