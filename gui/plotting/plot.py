"""A plot that is also used by keyboard: its focus, its keys, what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal

from gui.plotting.axes import Axis
from gui.widgets.focus_ring import show_focus
from gui.widgets.spoken import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtGui import QFocusEvent, QKeyEvent

STEPS = "Left and right step through the run, with Shift epoch by epoch"
"""How a plot is used by keys that shows the moment under the playhead."""
FAR = 10
"""Stops that an arrow goes with Shift."""
WAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class Plot(pg.PlotWidget):
    """Shows that it has the focus, and says then what is to be read in it.

    Attributes
    ----------
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

    def __init__(self, axisItems: dict[str, Axis] | None = None) -> None:
        sides = {side: Axis(side) for side in ("left", "bottom")}
        super().__init__(enableMenu=False, axisItems=sides | (axisItems or {}))
        self.stops: NDArray[np.float64] = np.empty(0)
        self.stop = -1
        self._words: Callable[[], str] | None = None

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
