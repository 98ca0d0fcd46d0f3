"""A plot that is also used by keyboard: its focus, its keys, what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QNativeGestureEvent
from PySide6.QtWidgets import QGestureEvent, QGraphicsObject, QPinchGesture, QWidget

from gui.plotting.axes import Axis
from gui.plotting.plot_style import GridLines, style_plot
from gui.style.theme import LIGHT
from gui.widgets.focus_ring import show_focus
from gui.widgets.spoken import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent

    from gui.style.theme import Theme

STEPS = "Left and right step through the run, with Shift epoch by epoch"
"""How a plot is used by keys that shows the moment under the playhead."""
GRID_STRENGTH = 0.10
FAR = 10
"""Stops that an arrow goes with Shift."""
NOTCH = 120
"""What a wheel says of one notch, in eighths of a degree."""
GESTURES = (QEvent.Type.NativeGesture, QEvent.Type.Gesture)
WAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


def is_by_fingers(event: QWheelEvent) -> bool:
    """Tell a touchpad from a wheel: it scrolls by pixels, and not by whole notches.

    Under X11 a wheel tells pixels, too.
    """
    if event.pixelDelta().isNull():
        return False
    turned = event.angleDelta()
    notches = turned.x() % NOTCH == 0 and turned.y() % NOTCH == 0
    return event.phase() != Qt.ScrollPhase.NoScrollPhase or not notches


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

    accessible_role = QAccessible.Role.Chart

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
        self.setAcceptDrops(False)  # it would take a dragged dock, and refuse it
        self.view = self.getViewBox()
        self.view.sigResized.connect(self._paint_anew)
        self._moves = moves
        if moves:
            self.grabGesture(Qt.GestureType.PinchGesture)
        else:
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

    def _paint_anew(self, *_: object) -> None:
        """Paint also where numbers were left beyond the end of an axis that moved."""
        self.viewport().update()

    def pan(self, way: QPointF) -> None:
        """Move what is seen by so many pixels."""
        wide, high = self.view.viewPixelSize()
        self.view.translateBy(x=-way.x() * wide, y=way.y() * high)
        self._tell_moved()

    def zoom(self, factor: float, at: QPoint) -> None:
        """Show all so many times larger, around a pixel that stays where it is."""
        centre = self.view.mapSceneToView(self.mapToScene(at))
        self.view.scaleBy((1 / factor, 1 / factor), centre)
        self._tell_moved()

    def _tell_moved(self) -> None:
        """Tell that a person has moved the view, as pyqtgraph does after a drag."""
        self.view.sigRangeChangedManually.emit(self.view.state["mouseEnabled"])

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let two fingers move what is seen; a wheel zooms, and Ctrl does with both."""
        zooms = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if self._moves and not zooms and is_by_fingers(event):
            self.pan(QPointF(event.pixelDelta()))
            event.accept()
        else:
            super().wheelEvent(event)

    def event(self, event: QEvent) -> bool:
        """Zoom where two fingers go apart, on a touchpad or on a screen."""
        if event.type() in GESTURES and self._moves and self._pinch(event):
            event.accept()
            return True
        return bool(super().event(event))

    def _pinch(self, event: QEvent) -> bool:
        """Zoom as far as a gesture says; tell whether it was one of two fingers."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
                return False
            self.zoom(1 + event.value(), event.position().toPoint())
            return True
        if not isinstance(event, QGestureEvent):
            return False
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(pinch, QPinchGesture):
            return False
        self.zoom(
            pinch.scaleFactor(), self.mapFromGlobal(pinch.centerPoint().toPoint())
        )
        return True

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

    @property
    def tells_steps(self) -> bool:
        """Whether it says, with the focus, what each step of the run is in it."""
        return self._words is not None and not len(self.stops)

    def accessible_value(self) -> str:
        """Give what is to be read at present."""
        return "" if self._words is None else self._words()

    def tell(self) -> None:
        """Say what is to be read at present, if one is here by keyboard."""
        if self._words is not None and self.hasFocus():
            say(self, self.accessible_value())

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
