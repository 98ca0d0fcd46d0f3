"""A menu of switches, which stays open while one is turned after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class CheckMenu(QMenu):
    """Turns what is clicked or chosen by key, and stays; Esc closes it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.actionAt(event.position().toPoint()) is None or not self._turn_switch():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in PRESSING or not self._turn_switch():
            super().keyPressEvent(event)

    def _turn_switch(self) -> bool:
        """Turn the switch that is marked; False if it is none."""
        action = self.activeAction()
        if action is None or not action.isCheckable():
            return False
        action.trigger()
        return True
