"""A finger on the screen, of which it is not yet known what it is going to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPointF


class FingerPress(QObject):
    """Begins a stroke once the finger moves or is lifted; of the right button, if held.

    If another finger comes before, there is none.

    Parameters
    ----------
    parent : QObject
    at : QPointF
        Where the finger is.
    begin : callable
        ``begin(button)`` begins the stroke.
    """

    def __init__(
        self, parent: QObject, at: QPointF, begin: Callable[[Qt.MouseButton], None]
    ) -> None:
        super().__init__(parent)
        self._at, self._begin = at, begin
        self._held = QTimer(self, singleShot=True)
        self._held.timeout.connect(lambda: self._end(Qt.MouseButton.RightButton))
        self._held.start(QGuiApplication.styleHints().mousePressAndHoldInterval())

    def follow(self, at: QPointF, *, lifted: bool) -> None:
        """Begin, if that is a drag or a tap."""
        way = (at - self._at).manhattanLength()
        if lifted or way >= QApplication.startDragDistance():
            self._end(Qt.MouseButton.LeftButton)

    def drop(self) -> None:
        """Begin nothing."""
        self._held.stop()
        self.deleteLater()

    def _end(self, button: Qt.MouseButton) -> None:
        self.drop()
        self._begin(button)
