"""A part of a window that scrolls, also by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from shiboken6 import isValid

from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

SETTLING_MS = 1500
"""Milliseconds in which the content may still grow after a change of it."""


class ScrolledColumn(QWidget):
    """What scrolls only where its least height is not there; else it fits the room."""

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return -1 if layout is None else layout.minimumHeightForWidth(width)


class ScrollArea(QScrollArea):
    """Tab stops at it as long as there is something to scroll to.

    Parameters
    ----------
    name : str
        For those who do not see it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setAccessibleDescription("Up and down scroll it")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._part: QWidget | None = None
        self._settling = QTimer(self, singleShot=True)
        self._settling.setInterval(SETTLING_MS)
        bar, queued = self.verticalScrollBar(), Qt.ConnectionType.QueuedConnection
        bar.rangeChanged.connect(self._offer_focus)
        bar.rangeChanged.connect(self._scroll, queued)  # once it is laid out

    def scroll_to(self, part: QWidget) -> None:
        """Bring a part to the middle, also while what is above it still grows."""
        self._part = part
        self._settling.start()
        self._scroll()

    def _scroll(self) -> None:
        if self._settling.isActive() and self._part and isValid(self._part):
            self.ensureWidgetVisible(self._part, 0, self.height())

    def _offer_focus(self, low: int, high: int) -> None:
        policy = Qt.FocusPolicy.TabFocus if high > low else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)
