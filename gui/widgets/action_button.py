"""A button that shows an action and does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMetaMethod, QObject, Qt
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QActionEvent, QEnterEvent


class ActionButton(QToolButton):
    """Shows an action, follows its changes, and is reached by Tab.

    With each change a QToolButton connects itself to the action once more (Qt 6.11):
    the next change would take longer, without end.
    """

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self.setDefaultAction(action)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Look at events only under the mouse: at others a frame would pay for it."""
        super().enterEvent(event)
        self.installEventFilter(self)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have the tool tip above, where it covers no other button."""
        if event.type() == QEvent.Type.ToolTip:
            from gui.widgets.tool_tip import show_above

            show_above(self)
            return True
        return super().eventFilter(watched, event)

    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)  # takes over all there is to show
        if event.type() == QEvent.Type.ActionChanged:
            action = event.action()
            changed = QMetaMethod.fromSignal(action.changed)
            QObject.disconnect(action, changed, self, QMetaMethod())
