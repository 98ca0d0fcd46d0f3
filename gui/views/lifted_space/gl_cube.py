"""Where the cube is seen and turned: an image of it, and the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from gui.views.lifted_space.room import Room

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent

    from gui.style.theme import Theme
    from gui.views.lifted_space.scene import Scene

NEAREST, FURTHEST = 1.2, 8.0


class Pane(QWidget):
    """Shows the room's image; drag turns it, the wheel comes nearer.

    Signals
    -------
    failed
        Nothing could be drawn.
    """

    failed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.room = Room(theme)
        self.setMinimumSize(200, 190)
        self.setToolTip("Drag to turn, wheel to come nearer, double click to come back")
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._image = QImage()
        self._drawn = QSize()

    def sizeHint(self) -> QSize:
        """Ask for what a card has."""
        return QSize(320, 260)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.room.set_theme(theme)
        self._redraw()

    def show_scene(self, scene: Scene) -> None:
        """Draw another moment."""
        self.room.show_scene(scene)
        self._redraw()

    def _redraw(self) -> None:
        self._drawn = QSize()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cube anew if it, its place or its size changed."""
        if self._drawn != self.size():
            self._drawn = self.size()
            self._image = self.room.image(self.size())
        if self._image.isNull():
            self.failed.emit()
            return
        painter = QPainter(self)
        painter.drawImage(self.rect(), self._image)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the cube."""
        self.room.mousePressEvent(event)
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn it."""
        self.room.mouseMoveEvent(event)
        self._redraw()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go."""
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Look from where one looked first."""
        self.room.look_from_start()
        self._redraw()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Come nearer, or go away."""
        distance = self.room.opts["distance"] * 0.999 ** event.angleDelta().y()
        self.room.opts["distance"] = min(max(distance, NEAREST), FURTHEST)
        self._redraw()
        event.accept()
