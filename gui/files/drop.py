"""Files dropped on a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget


def dropped_files(mime: QMimeData | None) -> list[Path]:
    """Give the files that are being dropped or pasted, of this machine."""
    urls = mime.urls() if mime is not None else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


class FileDrop(QObject):
    """Takes files anywhere in a window, before any part of it sees them.

    They are only read: whoever gives them is told that they were copied, since one
    who is told that they were moved deletes them.

    Signals
    -------
    dropped(list of Path)
    """

    dropped = Signal(list)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def watch(self) -> None:
        """Watch the window, once it is on screen."""
        self._window.windowHandle().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files that are dragged over the window or dropped."""
        if not isinstance(event, QDropEvent):
            return False
        files = dropped_files(event.mimeData())
        if not files:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(files)
        return True
