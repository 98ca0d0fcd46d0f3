"""A window of its own beside the main one, closed by the keys that close windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


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
        close_by_key(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close at Escape."""
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.close()
        else:
            super().keyPressEvent(event)
