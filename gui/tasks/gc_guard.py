"""Cyclic garbage, collected in the GUI's thread only."""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 500
"""Milliseconds between two looks whether there is enough of it."""
OLDEST = 2
LOOKS_AT_REST, LITTLE_SECONDS = 4, 0.025
"""Looks in a row after which the window is at rest, and seconds of the processor for
this thread between two of them that are as good as none: those of two frames.
"""
LIBRARY = 50
"""Modules of which some hold so much that to look it through is felt."""


class GcGuard(QObject):
    """Takes the interpreter's collecting over.

    The interpreter collects in whatever thread happens to ask for memory. Destroyed
    in another thread than theirs, Qt's objects take the program down.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._freeze()
        self._spent, self._rested = time.thread_time(), 0
        self._clock = QTimer(self)
        self._clock.setInterval(INTERVAL_MS)
        self._clock.timeout.connect(self.collect)
        self._clock.start()

    def collect(self) -> None:
        """Collect the oldest generation that the interpreter would collect now.

        Once in each rest that is the oldest of all. With it, memory that is free goes
        back to the system.
        """
        if len(sys.modules) >= self._modules + LIBRARY:
            gc.collect()  # garbage that is frozen would stay for ever
            self._freeze()
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [i for i, (count, most) in enumerate(counts) if count > most]
        if self._begins_to_rest():
            due = [OLDEST]
        if due:
            gc.collect(due[-1])
        if OLDEST in due:
            _trim()
        self._spent = time.thread_time()

    def _begins_to_rest(self) -> bool:
        little = time.thread_time() - self._spent < LITTLE_SECONDS
        self._rested = self._rested + 1 if little else 0
        return self._rested == LOOKS_AT_REST

    def _freeze(self) -> None:
        """Look at nothing again that is there: what libraries bring stays."""
        self._modules = len(sys.modules)
        gc.freeze()


def _trim() -> None:
    """Let glibc give pages back: between what stays it keeps those of old pictures."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
