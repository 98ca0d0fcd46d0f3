"""Space held over the canvas: a drag moves the view; Space alone plays or pauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.plotting.plot import Plot

OVER = (QEvent.Type.WindowDeactivate, QEvent.Type.ApplicationDeactivate)


class SpacePan(QObject):
    """Lives from the press of a key to its release.

    Parameters
    ----------
    plot : Plot
        Over which the mouse is.
    tap : callable
        What the key does if nothing was dragged.
    """

    def __init__(self, plot: Plot, tap: Callable[[], object]) -> None:
        super().__init__(plot)
        self._plot, self._tap = plot, tap
        self._port = plot.viewport()
        self._last: QPointF | None = None
        self._dragged = False
        self._cursor = self._port.cursor()
        self._port.setCursor(Qt.CursorShape.OpenHandCursor)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            return watched is self._port and self._follow_mouse(event)
        if event.type() in OVER:
            self._end_pan()
        elif isinstance(event, QKeyEvent) and _is_release(event):
            self._end_pan()
            if not self._dragged:
                self._tap()
        return False

    def _follow_mouse(self, event: QMouseEvent) -> bool:
        """Move the view with the left button; no tool has the mouse meanwhile."""
        left = Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == left:
            self._last, self._dragged = event.position(), True
            self._port.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._last is not None and event.buttons() & left:
            self._plot.pan(event.position() - self._last)
            self._last = event.position()
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._last = None
            self._port.setCursor(Qt.CursorShape.OpenHandCursor)
        return True

    def _end_pan(self) -> None:
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        self._port.setCursor(self._cursor)
        self.deleteLater()


def _is_release(event: QKeyEvent) -> bool:
    return event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat()
