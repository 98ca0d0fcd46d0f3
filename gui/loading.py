"""Reading a file of data in the background, with a bar and a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog

from gui.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from engine import Dataset

LOOK = 50
"""Milliseconds between two looks at how far it is."""
SOON = 300
"""Milliseconds after which the bar is shown, if it is not over before."""


class Loading(QObject):
    """One file being read.

    Signals
    -------
    ended
        It is over: `data` is there, or `failure` says why not; neither if cancelled.
    """

    ended = Signal()

    def __init__(
        self,
        read: Callable[[Callable[[float], bool]], Dataset],
        name: str,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.data: Dataset | None = None
        self.failure = ""
        self._read = read
        self._reading: Reading | None = None
        self.dialog = QProgressDialog(f"Reading {name}…", "Cancel", 0, 0, window)
        self.dialog.setWindowTitle("Open")
        self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self.dialog.setMinimumWidth(320)
        self.dialog.setMinimumDuration(SOON)
        self.dialog.setAutoClose(False)
        self.dialog.setAutoReset(False)
        self.dialog.canceled.connect(self.cancel)
        self._clock = QTimer(self, interval=LOOK)
        self._clock.timeout.connect(self._look)

    def start(self) -> None:
        """Begin."""
        self._reading = Reading(self._read)
        self._clock.start()

    def cancel(self) -> None:
        """Let it be, at once; everything stays as it was."""
        self.close()
        self._end()

    def close(self) -> None:
        """Let it be, and say nothing."""
        self._clock.stop()
        if self._reading is not None:
            self._reading.cancel()

    def _look(self) -> None:
        reading = self._reading
        if reading is None:
            return
        if not reading.over:
            if reading.share:
                self.dialog.setMaximum(100)
                self.dialog.setValue(round(100 * reading.share))
            return
        self._clock.stop()
        self.data, self.failure = reading.data, reading.failure
        self._end()

    def _end(self) -> None:
        self.dialog.canceled.disconnect(self.cancel)
        self.dialog.close()
        self.dialog.deleteLater()
        self.ended.emit()
        self.deleteLater()
