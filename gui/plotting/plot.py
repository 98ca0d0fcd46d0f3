"""A plot that is also used by keyboard: its focus, its keys, what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGraphicsObject, QWidget

from gui.plotting.axes import Axis
from gui.plotting.plot_style import GridLines, style_plot
from gui.style.theme import LIGHT
from gui.widgets.focus_ring import show_focus
from gui.widgets.spoken import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from gui.style.theme import Theme

STEPS = "Left and right step through the run, with Shift epoch by epoch"
"""How a plot is used by keys that shows the moment under the playhead."""
GRID_STRENGTH = 0.10
FAR = 10
"""Stops that an arrow goes with Shift."""
WAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


def close_plots(widget: QWidget) -> None:
    """Take all plots in a widget apart in their own way, before it is gone."""
    for plot in widget.findChildren(Plot):
        plot.close()


class Plot(pg.PlotWidget):
    """Shows that it has the focus, and says then what is to be read in it.

    Parameters
    ----------
    axisItems : dict of str to Axis, optional
        By their sides; default plain ones at the left and below.
    moves : bool
        Whether wheel and drag look elsewhere; else it is only looked at.
    has_grid : bool
        Whether there are thin lines at the ticks.

    Attributes
    ----------
    view : pyqtgraph.ViewBox
    grid : GridLines
        If it has one.
    theme : Theme
        From the first `set_theme` on.
    stops : ndarray, shape (n,)
        Places of the lower axis from one to the next of which the arrows go; where
        there are none, the keys are the window's.
    stop : int
        The one that was reached last; −1: none yet.

    Signals
    -------
    reached(int)
        By keys one came to one of the stops.
    """

    reached = Signal(int)

    grid: GridLines

    def __init__(
        self,
        axisItems: Mapping[str, pg.AxisItem] | None = None,
        *,
        moves: bool = False,
        has_grid: bool = True,
    ) -> None:
        sides = {side: Axis(side) for side in ("left", "bottom")}
        super().__init__(enableMenu=False, axisItems={**sides, **(axisItems or {})})
        self.hideButtons()
        self.view = self.getViewBox()
        if not moves:
            self.view.setMouseEnabled(False, False)
        self._has_grid = has_grid
        if has_grid:
            self.grid = GridLines(self)
        self.theme = LIGHT
        self.stops: NDArray[np.float64] = np.empty(0)
        self.stop = -1
        self._words: Callable[[], str] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        style_plot(self, theme)
        if self._has_grid:
            self.grid.set_colour(theme.ink, GRID_STRENGTH)

    def close(self) -> bool:
        """Take our own items off first: `scene.clear` would delete them twice."""
        for item in self.view.childItems():
            own = isinstance(item, QGraphicsObject)
            if own and not isinstance(item, pg.GraphicsObject):
                self.scene().removeItem(item)
        return bool(super().close())

    def describe(
        self, name: str, about: str, words: Callable[[], str] | None = None
    ) -> None:
        """Say what it is.

        Parameters
        ----------
        name, about : str
            What it shows, and how it is used.
        words : callable, optional
            Gives what is to be read in it at present.
        """
        self.setAccessibleName(name)
        self.setAccessibleDescription(about)
        self._words = words

    def tell(self) -> None:
        """Say what is to be read at present, if one is here by keyboard."""
        if self._words is not None and self.hasFocus():
            say(self, self._words())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)
        self.tell()

    @property
    def own_keys(self) -> frozenset[Qt.Key]:
        """Keys that it needs, which are no shortcuts then."""
        return frozenset((*WAYS, *ENDS)) if len(self.stops) else frozenset()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from stop to stop."""
        key, last = Qt.Key(event.key()), len(self.stops) - 1
        if key not in self.own_keys:
            super().keyPressEvent(event)
            return
        if key in ENDS:
            self.stop = range(last + 1)[ENDS[key]]
        else:
            wide = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            way = WAYS[key] * (FAR if wide else 1)
            self.stop = min(max(self.stop + way, 0), last)
        self.reached.emit(self.stop)
        self.tell()
