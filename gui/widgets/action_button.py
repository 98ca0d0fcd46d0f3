"""A button that shows an action and does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMetaMethod, QObject, Qt
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QActionEvent


class ActionButton(QToolButton):
    """Shows an action, follows its changes, and is reached by Tab.

    With each change a QToolButton connects itself to the action once more (Qt 6.11):
    the next change would take longer, without end.
    """

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self.setDefaultAction(action)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)  # takes over all there is to show
        if event.type() == QEvent.Type.ActionChanged:
            action = event.action()
            changed = QMetaMethod.fromSignal(action.changed)
            QObject.disconnect(action, changed, self, QMetaMethod())
