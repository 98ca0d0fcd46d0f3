"""Cyclic garbage, collected in the GUI's thread only."""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks whether there is enough of it."""
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
        """Collect the oldest generation that the interpreter would collect now."""
        if len(sys.modules) >= self._modules + LIBRARY:
            self._freeze()
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return

    def _freeze(self) -> None:
        """Look at nothing again that is there: what libraries bring stays."""
        self._modules = len(sys.modules)
        gc.freeze()
