"""A part of a window that scrolls, also by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea

from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent


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
        self.verticalScrollBar().rangeChanged.connect(self._offer)

    def _offer(self, low: int, high: int) -> None:
        policy = Qt.FocusPolicy.TabFocus if high > low else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)
