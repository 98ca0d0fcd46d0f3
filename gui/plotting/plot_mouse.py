"""The mouse over a plot: hover, click, and drag along its lower axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyqtgraph as pg


class PlotPointer(QObject):
    """Watches the mouse over a plot.

    Signals
    -------
    hovered(float or None)
        In the units of the axis; None: the mouse is elsewhere.
    clicked(float)
    """

    hovered = Signal(object)
    clicked = Signal(float)

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self._plot = plot
        plot.viewport().setMouseTracking(True)
        plot.viewport().installEventFilter(self)

    def eventFilter(self, port: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
        if isinstance(event, QMouseEvent):
            view = self._plot.getViewBox()
            place = self._plot.mapToScene(event.position().toPoint())
            inside = view.sceneBoundingRect().contains(place)
            x = float(view.mapSceneToView(place).x())
            if event.type() == QEvent.Type.MouseMove:
                self.hovered.emit(x if inside else None)
            pressed = event.type() == QEvent.Type.MouseButtonPress
            if pressed and event.button() == Qt.MouseButton.LeftButton and inside:
                self.clicked.emit(x)
        return False


class PlotScrubber(QObject):
    """Tells where on the axis below a plot is pressed or dragged.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
    go : callable
        ``go(x)`` with x in the units of the axis; also beyond its ends.
    """

    def __init__(self, plot: pg.PlotWidget, go: Callable[[float], None]) -> None:
        super().__init__(plot)
        self._plot, self._go = plot, go
        self._pressed = False
        plot.viewport().installEventFilter(self)
        plot.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        plot.setToolTip("Click or drag to go to that step of the run")

    def eventFilter(self, port: QObject, event: QEvent) -> bool:
        """Follow the left button; leave the rest to the plot."""
        if not isinstance(event, QMouseEvent):
            return False
        left = Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = event.button() == left
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._pressed = False
        elif event.type() != QEvent.Type.MouseMove or event.buttons() != left:
            return False
        if not self._pressed:  # a drag that has begun elsewhere goes nowhere here
            return False
        place = self._plot.mapToScene(event.position().toPoint())
        self._go(float(self._plot.getViewBox().mapSceneToView(place).x()))
        return True
