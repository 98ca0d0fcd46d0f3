"""A tool tip above its control: at the pointer it covers what one is about to press."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

LETTERS = 44
"""In a line of a tip, at most."""
GAP = 4
"""Pixels between it and its control."""
SHOWN_MS = 10_000
"""As long as Qt shows a tip."""
ENDS = (
    QEvent.Type.Leave, QEvent.Type.Hide, QEvent.Type.FocusOut, QEvent.Type.Wheel,
    QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.WindowDeactivate,
)  # fmt: skip
"""Events of its control at which it goes."""


class ControlTip(QLabel):
    """Stands above a control until that is left or used.

    It has its place before it is shown: Qt's own can only be moved afterwards, and
    under Wayland no program moves what is on the screen.
    """

    def __init__(self, control: QWidget) -> None:
        super().__init__(control, Qt.WindowType.ToolTip)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._control = control
        control.installEventFilter(self)
        QTimer.singleShot(SHOWN_MS, self, self._end)

    def present(self) -> None:
        """Show what the control says now."""
        lines = self._control.toolTip().splitlines()
        self.setText("\n".join(textwrap.fill(line, LETTERS) for line in lines))
        self.adjustSize()
        if not self.isVisible():
            self.move(self._place())
            self.show()

    def _place(self) -> QPoint:
        """Give a place above the control, or below where there is no room."""
        control, screen = self._control, self._control.screen().availableGeometry()
        corner = control.mapToGlobal(QPoint())
        top = corner.y() - GAP - self.height()
        if top < screen.top():
            top = corner.y() + control.height() + GAP
        left = min(corner.x(), screen.right() - self.width())
        return QPoint(max(left, screen.left()), top)

    def _end(self) -> None:
        self.hide()
        self.deleteLater()

    def eventFilter(self, control: QObject, event: QEvent) -> bool:
        """Go with what the control is told."""
        if event.type() in ENDS:
            control.removeEventFilter(self)
            self._end()
        return False


def show_above(control: QWidget) -> None:
    """Show the tool tip of a control above it."""
    tips = (tip for tip in control.findChildren(ControlTip) if tip.isVisible())
    (next(tips, None) or ControlTip(control)).present()
