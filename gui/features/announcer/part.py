"""What happens in a run, said to those who hear it, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from gui.part import Part

if TYPE_CHECKING:
    from gui.part import PartContext


class ReaderWatch(QObject):
    """Makes the announcer once a screen reader listens: until then it costs nothing.

    Qt does not tell when that is; but who uses one moves the focus.
    """

    def __init__(self, context: PartContext) -> None:
        super().__init__(context.parent)
        self._context = context
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._listen)

    def _listen(self) -> None:
        app = QApplication.instance()
        if QAccessible.isActive() and isinstance(app, QApplication):
            from gui.features.announcer.announcer import Announcer

            app.focusChanged.disconnect(self._listen)
            context = self._context
            Announcer(context.session, context.canvas, context.parent)


PARTS = (Part("Announcer", connect=ReaderWatch),)
