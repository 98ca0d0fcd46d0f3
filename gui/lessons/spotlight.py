"""Spotlights: frames around the parts of a window that a page points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

AROUND = 3
"""Pixels between a part and its frame."""
MOVED = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class Spotlights(QObject):
    """Frames the parts that are pointed at, wherever they are moved to.

    Parameters
    ----------
    window : QWidget
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._parts: list[QWidget] = []
        self._frames: list[QFrame] = []
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._place)

    def point_at(self, parts: Sequence[QWidget]) -> None:
        """Frame these parts and no others."""
        for part in self._parts:
            part.removeEventFilter(self)
        for frame in self._frames:
            frame.deleteLater()
        self._parts, self._frames = list(parts), [self._frame() for _ in parts]
        for part in parts:
            part.installEventFilter(self)
        self._later.start()

    def _frame(self) -> QFrame:
        frame = QFrame(self._window)
        frame.setProperty("spotlight", True)
        frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return frame

    def _place(self) -> None:
        room = self._window.rect()
        for part, frame in zip(self._parts, self._frames, strict=True):
            around = QRect(part.mapTo(self._window, QPoint(0, 0)), part.size())
            frame.setGeometry(
                around.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(room)
            )
            behind = isinstance(part, QDockWidget) and part.visibleRegion().isEmpty()
            frame.setVisible(part.isVisible() and not behind)
            frame.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay around a part as it is moved."""
        if event.type() in MOVED:
            self._later.start()
        return False
