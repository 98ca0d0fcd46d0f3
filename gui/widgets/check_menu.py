"""A menu of switches, which stays open while one is turned after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QWidget

PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class CheckMenu(QMenu):
    """Turns what is clicked or chosen by key, and stays; Esc closes it.

    Parameters
    ----------
    title : str
    actions : sequence of QAction
        Switches; where they have icons, these are for buttons.
    parent : QWidget
    """

    def __init__(self, title: str, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(title, parent)
        self.addActions(actions)
        for action in actions:
            action.setIconVisibleInMenu(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.actionAt(event.position().toPoint()) is None or not self._turn():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in PRESSING or not self._turn():
            super().keyPressEvent(event)

    def _turn(self) -> bool:
        """Turn the switch that is marked; False if it is none."""
        action = self.activeAction()
        turns = action is not None and action.isCheckable() and action.isEnabled()
        if turns:
            action.trigger()
        return turns
