"""A part of a window that scrolls, also by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
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
        self._centred = False
        self._settling = QTimer(self, singleShot=True)
        self._settling.setInterval(SETTLING_MS)
        bar, queued = self.verticalScrollBar(), Qt.ConnectionType.QueuedConnection
        bar.rangeChanged.connect(self._offer_focus)
        bar.rangeChanged.connect(self._scroll, queued)  # once it is laid out

    def scroll_to(self, part: QWidget) -> None:
        """Bring a part to the middle, also while what is above it still grows."""
        self._follow(part, centred=True)

    def reveal(self, part: QWidget) -> None:
        """Scroll no farther than until a part is seen, also while it still grows."""
        self._follow(part, centred=False)

    def _follow(self, part: QWidget, *, centred: bool) -> None:
        self._part, self._centred = part, centred
        self._settling.start()
        self._scroll()

    def _scroll(self) -> None:
        part, content = self._part, self.widget()
        if not (self._settling.isActive() and part and content and isValid(part)):
            return
        if self._centred:
            self.ensureWidgetVisible(part, 0, self.height())
        else:  # of a text Qt would take only the line in which its cursor is
            top = part.mapTo(content, QPoint()).y()
            self.ensureVisible(0, top + part.height(), 0, 0)
            self.ensureVisible(0, top, 0, 0)

    def _offer_focus(self, low: int, high: int) -> None:
        policy = Qt.FocusPolicy.TabFocus if high > low else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)
