"""Reading a file of data in the background, with a bar and a way to stop."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog

from engine.errors import Cancelled, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from engine import Dataset

LOOK = 50
"""Milliseconds between two looks at how far it is."""


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
        self._share = 0.0
        self._stop = Event()
        self.dialog = QProgressDialog(f"Reading {name}…", "Cancel", 0, 100, window)
        self.dialog.setWindowTitle("Open")
        self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self.dialog.setAutoClose(False)
        self.dialog.setAutoReset(False)
        self.dialog.canceled.connect(self.cancel)
        self._thread = Thread(target=self._work, args=(read,), name="load")
        self._clock = QTimer(self, interval=LOOK)
        self._clock.timeout.connect(self._look)

    def start(self) -> None:
        """Begin."""
        self._thread.start()
        self._clock.start()

    def cancel(self) -> None:
        """Stop reading; everything stays as it was."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and wait until the thread has."""
        self._clock.stop()
        self.cancel()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self, read: Callable[[Callable[[float], bool]], Dataset]) -> None:
        try:
            self.data = read(self._report)
        except Cancelled:
            pass
        except UserError as error:
            self.failure = str(error)
        except Exception as error:
            self.failure = f"the file could not be read: {error!r}"

    def _report(self, share: float) -> bool:
        self._share = share
        return not self._stop.is_set()

    def _look(self) -> None:
        if self._thread.is_alive():
            if not self._stop.is_set():
                self.dialog.setValue(round(100 * self._share))
            return
        self._clock.stop()
        self.dialog.canceled.disconnect(self.cancel)
        self.dialog.close()
        self.dialog.deleteLater()
        if self._stop.is_set():
            self.data = None
        self.ended.emit()
        self.deleteLater()
