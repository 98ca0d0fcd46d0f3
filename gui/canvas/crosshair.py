"""The crosshair: what the mouse does on the canvas, by keys."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsObject

from gui.canvas.layers.layer import pen
from gui.widgets.spoken import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from gui.canvas.plane import Place
    from gui.canvas.plot import CanvasPlot

STEP = 6.0
"""Pixels that an arrow goes, at least: it goes to the next round number."""
FAR = 5
"""Steps that an arrow goes with Shift."""
GAP, ARM = 5.0, 16.0
"""Pixels from the middle at which its arms begin and end."""
ABOVE_ALL = 1000
MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
LEAVE = Qt.Key.Key_Escape
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class CrosshairItem(QGraphicsObject):
    """Two thin lines over the whole view, and thick arms where they cross."""

    def __init__(self, plot: CanvasPlot) -> None:
        super().__init__(plot.view)
        self._plot, self._view = plot, plot.view
        self.place: Place = (0.0, 0.0)
        self.setZValue(ABOVE_ALL)
        plot.view.sigResized.connect(lambda *_: self.prepareGeometryChange())

    def put(self, place: Place) -> None:
        """Be at another place of the plane."""
        self.place = place
        self.update()

    def boundingRect(self) -> QRectF:
        whole: QRectF = self._view.rect()
        return whole

    def paint(
        self, painter: QPainter, option: object, widget: QWidget | None = None
    ) -> None:
        if widget is None:
            return  # it belongs to no exported figure
        whole, (x, y) = self._view.rect(), self.place
        (left, right), (bottom, top) = self._view.viewRange()
        across = whole.width() * (x - left) / (right - left)
        down = whole.height() * (top - y) / (top - bottom)
        theme, middle = self._plot.theme, QPointF(across, down)
        painter.setClipRect(whole)
        painter.setPen(pen(theme.focus, 1.0, (4.0, 3.0), Qt.PenCapStyle.FlatCap))
        painter.drawLine(QLineF(across, 0, across, whole.height()))
        painter.drawLine(QLineF(0, down, whole.width(), down))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        arms = [
            QLineF(middle + way * GAP, middle + way * ARM)
            for way in (QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1))
        ]
        for colour, width in ((theme.field, 5.0), (theme.focus, 2.5)):
            painter.setPen(pen(colour, width, (), Qt.PenCapStyle.FlatCap))
            painter.drawLines(arms)


class Crosshair:
    """Moves by the arrows, presses by Enter; there while one is here by keyboard.

    Nothing of it is there before.

    Parameters
    ----------
    plot : CanvasPlot
        Gets the presses, as from the mouse.
    takes_hold : callable
        ``takes_hold(place)``: whether Enter begins a drag there, that another ends.
    step : callable
        The distances of two lines of the grid to which points snap, across and up;
        None: they do not.
    words : callable
        ``words(place)`` describes the state with the crosshair there.
    """

    def __init__(
        self,
        plot: CanvasPlot,
        takes_hold: Callable[[Place], bool],
        step: Callable[[], tuple[float, float] | None],
        words: Callable[[Place], str],
    ) -> None:
        self._plot, self._takes_hold = plot, takes_hold
        self._step, self._words = step, words
        self._item: CrosshairItem | None = None
        self._on = False

    @property
    def place(self) -> Place | None:
        """Where it is in the plane; None while it is not there."""
        return self._item.place if self._item is not None and self._on else None

    @property
    def own_keys(self) -> frozenset[Qt.Key]:
        """Keys that are no shortcuts while it is there."""
        return frozenset((*MOVES, LEAVE)) if self._on else frozenset()

    def show(self) -> None:
        """Be there: at first in the middle, then where it was, or near in view."""
        plot = self._plot
        if self._item is None:
            self._item = CrosshairItem(plot)
            x, y = plot.view.viewRect().center().toTuple()
            self._item.put(self._rounded(x, y))
        self._on = True
        self._item.show()
        self._go_to_place(*self._item.place)

    def hide(self) -> None:
        """Be gone, and let go of what is held."""
        if self._on and self._item is not None:
            self._on = False
            self._item.hide()
            if self._plot.stroking:
                self._plot.let_go()
            self._plot.hovered.emit(None)

    def remove(self) -> None:
        """Be taken off the plot."""
        if self._item is not None:
            self._plot.scene().removeItem(self._item)
            self._item = None

    def tell(self) -> None:
        """Describe the state as it is now."""
        if self.place is not None:
            say(self._plot, self._words(self.place))

    def press_key(self, event: QKeyEvent) -> bool:
        """Do what a key asks for; tell whether it was one of these."""
        key = Qt.Key(event.key())
        if not self._on and key in ENTER:
            self.show()
        elif not self._on or self._item is None:
            return False
        elif key in MOVES:
            wide, high = self._steps()
            far = FAR if event.modifiers() & SHIFT else 1
            (x, y), (across, up) = self._item.place, MOVES[key]
            self._go_to_place(
                *self._rounded(x + far * across * wide, y + far * up * high)
            )
        elif key in ENTER:
            self._press_key(event)
        elif key == LEAVE:
            self.hide()
        else:
            return False
        return True

    def _press_key(self, event: QKeyEvent) -> None:
        """Click, or take hold, or let go again."""
        plot, place = self._plot, self.place
        if place is None:
            return
        if plot.stroking:
            plot.let_go()
        else:
            right = bool(event.modifiers() & CONTROL)
            button = Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton
            holds = not right and self._takes_hold(place)
            plot.press(place, button, event.modifiers() & SHIFT)
            if not holds and plot.stroking:
                plot.let_go()
        self.tell()

    def _go_to_place(self, x: float, y: float) -> None:
        """Go to a place, but not out of view; the mouse would be there now."""
        if self._item is None:
            return
        left, bottom, right, top = self._plot.view_rect
        place = (min(max(x, left), right), min(max(y, bottom), top))
        self._item.put(place)
        self._plot.hovered.emit(place)
        if self._plot.stroking:
            self._plot.drag_to(place)
        self.tell()

    def _rounded(self, x: float, y: float) -> Place:
        wide, high = self._steps()
        return round(x / wide) * wide, round(y / high) * high

    def _steps(self) -> tuple[float, float]:
        """Give the way of an arrow, across and up: a round number of units."""
        lines, picture = self._step(), self._plot.picture
        if lines is not None:
            return lines
        across, up = self._plot.view.viewPixelSize()
        stretch = 1.0 if picture is None else picture.plane.stretch
        return _round_up(STEP * across), stretch * _round_up(STEP * up / stretch)


def _round_up(length: float) -> float:
    """Give the next of 1, 2, 5 · 10ᵏ."""
    power = 10.0 ** math.floor(math.log10(length))
    return power * next(k for k in (1, 2, 5, 10) if k * power >= length * (1 - 1e-9))
