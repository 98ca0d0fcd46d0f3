"""A window of its own beside the main one, closed by the keys that close windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from gui.widgets.long_press import LongPress

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QShowEvent


def close_by_key(window: QWidget) -> None:
    """Let Ctrl+W close a window."""
    QShortcut(QKeySequence.StandardKey.Close, window, window.close)


def bring_to_front(window: QWidget) -> None:
    """Let a window be seen, also one that was minimised."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.activateWindow()


class SideWindow(QWidget):
    """Stands beside the window it belongs to; Ctrl+W and Esc close it.

    A control that uses Esc, such as a number box, has it first.

    Parameters
    ----------
    title : str
    parent : QWidget
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(f"{title} – Perceptron Lab")
        self._long_press = LongPress(self)
        close_by_key(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._long_press.watch()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close at Escape."""
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.close()
        else:
            super().keyPressEvent(event)
