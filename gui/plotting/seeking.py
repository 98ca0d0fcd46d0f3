"""Press or drag on a plot to go to that place of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyqtgraph as pg


class Seeking(QObject):
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
        plot.viewport().installEventFilter(self)
        plot.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        plot.setToolTip("Click or drag to go to that step of the run")

    def eventFilter(self, port: QObject, event: QEvent) -> bool:
        """Follow the left button; leave the rest to the plot."""
        kinds = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove)
        if not isinstance(event, QMouseEvent) or event.type() not in kinds:
            return False
        pressed = event.type() == kinds[0] and event.button()
        if (pressed or event.buttons()) != Qt.MouseButton.LeftButton:
            return False
        place = self._plot.mapToScene(event.position().toPoint())
        self._go(float(self._plot.getViewBox().mapSceneToView(place).x()))
        return True
