"""One call a while after it was last asked for, or once the event loop is idle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject


class DelayedCall(QTimer):
    """Calls once; asked for again by `start` before that, it waits anew.

    Parameters
    ----------
    parent : QObject
        With which it ends.
    act : callable
    delay : int
        Milliseconds; 0: once all events that are there are dealt with.
    """

    def __init__(
        self, parent: QObject, act: Callable[[], object], delay: int = 0
    ) -> None:
        super().__init__(parent, singleShot=True, interval=delay)
        self.timeout.connect(act)
