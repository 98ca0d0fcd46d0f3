"""Whether the mouse is over a widget, or in a menu that was opened from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class UnderMouse(QObject):
    """Follows the mouse, as far as the widget says that it enters and leaves.

    Parameters
    ----------
    widget : QWidget

    Attributes
    ----------
    on : bool

    Signals
    -------
    changed
    """

    changed = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._popup: QWidget | None = None
        self.on = False

    def enter(self) -> None:
        """Take it that the mouse is over the widget now."""
        self._set(on=True)

    def leave(self) -> None:
        """Take it that it has left; but a menu that is open belongs to the widget."""
        self._popup = QApplication.activePopupWidget()
        if self._popup is not None:
            self._popup.installEventFilter(self)
        else:
            self._set(on=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again once a menu has gone: it has the mouse until then."""
        if watched is self._popup and event.type() == QEvent.Type.Hide:
            watched.removeEventFilter(self)
            self._popup = None
            if isValid(self._widget):
                at = self._widget.mapFromGlobal(QCursor.pos())
                self._set(on=self._widget.rect().contains(at))
        return False

    def _set(self, *, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.changed.emit()


def focused_by_keys() -> bool:
    """Tell, at a change of the focus, whether no press of the mouse has moved it."""
    return not QApplication.mouseButtons()
