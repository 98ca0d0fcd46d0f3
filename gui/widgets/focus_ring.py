"""A ring in what draws itself, and no style sheet marks, with the focus by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

WIDTH = 2
"""Of the ring, in pixels."""
NOT_BY_KEYS = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
)


def is_by_keys(event: QFocusEvent) -> bool:
    """Tell whether the focus comes by keyboard, so that one looks for it."""
    return event.reason() not in NOT_BY_KEYS


class FocusRing(QWidget):
    """Lies just inside a control as long as that has the focus.

    It covers nothing but the ring: what is under it is not painted twice.
    """

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        control.installEventFilter(self)
        self._fit_control(control)
        self.show()
        self.raise_()

    def _fit_control(self, control: QWidget) -> None:
        self.setGeometry(control.rect())
        inner = self.rect().adjusted(WIDTH, WIDTH, -WIDTH, -WIDTH)
        self.setMask(QRegion(self.rect()) - QRegion(inner))

    def eventFilter(self, control: QObject, event: QEvent) -> bool:
        """Follow the control's size; go with its focus."""
        if event.type() == QEvent.Type.Resize and isinstance(control, QWidget):
            self._fit_control(control)
        elif event.type() == QEvent.Type.FocusOut:
            control.removeEventFilter(self)
            self.hide()
            self.deleteLater()
        return False


def show_focus(control: QWidget, event: QFocusEvent) -> None:
    """Mark a control that gets the focus, if that is by keyboard."""
    if is_by_keys(event):
        FocusRing(control)
