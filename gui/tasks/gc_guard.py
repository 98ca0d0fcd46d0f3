"""Cyclic garbage, collected in the GUI's thread only."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks whether there is enough of it."""
OLDEST = 2
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
        self._clock = QTimer(self, interval=INTERVAL)
        self._clock.timeout.connect(self.collect)
        self._clock.start()

    def collect(self) -> None:
        """Collect the oldest generation that the interpreter would collect now.

        With the oldest of all, memory that is free goes back to the system.
        """
        if len(sys.modules) >= self._modules + LIBRARY:
            gc.collect()  # garbage that is frozen would stay for ever
            self._freeze()
        for generation in range(OLDEST, -1, -1):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                if generation == OLDEST:
                    _trim()
                return

    def _freeze(self) -> None:
        """Look at nothing again that is there: what libraries bring stays."""
        self._modules = len(sys.modules)
        gc.freeze()


def _trim() -> None:
    """Let glibc give pages back: between what stays it keeps those of old pictures."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
