"""Writing the trace of a run in the background, with a bar and a way to stop."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog

from engine.errors import Cancelled, UserError
from engine.export.trace import write_trace

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from engine import Tape

LOOK = 50
"""Milliseconds between two looks at how far it is."""


class TraceExport(QObject):
    """One trace being written.

    Signals
    -------
    ended(str, bool)
        It is over: what became of it, and whether it failed.
    """

    ended = Signal(str, bool)

    def __init__(self, tape: Tape, path: Path, window: QWidget) -> None:
        super().__init__(window)
        self._done = 0
        self._said, self._failed = "nothing written", False
        self.cancelled = False
        self._stop = Event()
        self.dialog = QProgressDialog(
            f"Writing {tape.steps:,} steps to {path.name}…", "Cancel", 0, 100, window
        )
        self.dialog.setWindowTitle("Export the trace")
        self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self.dialog.setAutoClose(False)
        self.dialog.setAutoReset(False)
        self.dialog.canceled.connect(self.cancel)
        self._thread = Thread(target=self._write, args=(tape, path), name="trace")
        self._clock = QTimer(self, interval=LOOK)
        self._clock.timeout.connect(self._look)

    def start(self) -> None:
        """Begin; the bar is there at once for a run that takes a while."""
        self._thread.start()
        self._clock.start()

    def cancel(self) -> None:
        """Stop writing; the file is then as it was before."""
        self.cancelled = True
        self._stop.set()

    def close(self) -> None:
        """Stop, and wait until the thread has."""
        self._clock.stop()
        self.cancel()
        if self._thread.is_alive():
            self._thread.join()

    def _write(self, tape: Tape, path: Path) -> None:
        try:
            write_trace(tape, path, self._report)
            self._said = f"exported {path}"
        except Cancelled:
            pass
        except UserError as error:
            self._said, self._failed = str(error), True
        except Exception as error:
            self._said = f"{path}: the trace could not be written: {error!r}"
            self._failed = True

    def _report(self, done: int, steps: int) -> bool:
        self._done = 100 * done // steps
        return not self._stop.is_set()

    def _look(self) -> None:
        if self._thread.is_alive():
            if not self.cancelled:
                self.dialog.setValue(self._done)
            return
        self._clock.stop()
        self.dialog.canceled.disconnect(self.cancel)
        self.dialog.close()
        self.dialog.deleteLater()
        self.ended.emit(self._said, self._failed)
        self.deleteLater()
