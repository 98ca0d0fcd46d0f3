"""A finger that is held opens the context menu, as the right button does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QApplication

from gui.widgets.finger_press import FingerPress

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

BESIDE = QPointF(-9999, -9999)
"""A place where no widget is."""


class LongPress(QObject):
    """Watches the fingers on a window.

    What has a use of its own for the right button, as the canvas has, takes no context
    menu event.

    Parameters
    ----------
    window : QWidget
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._finger: FingerPress | None = None

    def watch(self) -> None:
        """Watch the window, once it is on screen."""
        self._window.windowHandle().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a finger, and leave it to whoever is under it."""
        if isinstance(event, QTouchEvent):
            self._follow(event)
        return False

    def _follow(self, event: QTouchEvent) -> None:
        kind, fingers = event.type(), event.points()
        if kind == QEvent.Type.TouchCancel or len(fingers) != 1:
            self._leave()
        elif kind == QEvent.Type.TouchBegin:
            self._leave()
            self._begin(fingers[0].position())
        elif self._finger is not None:
            lifted = kind == QEvent.Type.TouchEnd
            self._finger.follow(fingers[0].position(), lifted=lifted)

    def _begin(self, at: QPointF) -> None:
        def end(button: Qt.MouseButton) -> None:
            self._finger = None
            if button == Qt.MouseButton.RightButton:
                self._open_menu(at.toPoint())

        self._finger = FingerPress(self, at, end)

    def _leave(self) -> None:
        if self._finger is not None:
            self._finger.drop()
            self._finger = None

    def _open_menu(self, at: QPoint) -> None:
        under = self._window.childAt(at) or self._window
        place = under.mapFrom(self._window, at)
        # Qt has pressed the left button there: let go beside it, that is no click.
        left, no = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        let_go, far = QEvent.Type.MouseButtonRelease, under.mapToGlobal(BESIDE)
        plain = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(under, QMouseEvent(let_go, BESIDE, far, left, no, plain))
        by_mouse = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(
            under, QContextMenuEvent(by_mouse, place, under.mapToGlobal(place))
        )
