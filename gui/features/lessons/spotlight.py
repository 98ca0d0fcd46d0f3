"""Spotlights: frames around the parts of a window that a page points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QMenu,
    QMenuBar,
    QScrollArea,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from gui.tasks.throttle import DelayedCall
from gui.widgets.cards import unfold
from gui.widgets.shown_in_use import POINTED_AT

if TYPE_CHECKING:
    from collections.abc import Sequence

AROUND = 3
"""Pixels between a part and its frame."""
MOVED = (
    QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide,
    QEvent.Type.DeferredDelete,
)  # fmt: skip


class Spotlights(QObject):
    """Frames the parts that are pointed at, wherever they are moved to.

    A part is looked for by its name whenever something moves: controls come and go.

    Parameters
    ----------
    window : QWidget
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._frames: dict[str, QFrame] = {}
        self._seen: list[QWidget] = []
        self._around: list[QWidget] = []
        self._later = DelayedCall(self, self._place_frames)

    def point_at(self, names: Sequence[str]) -> None:
        """Frame the parts of these names and no others; scroll to them once.

        A dock's content is scrolled to its beginning.
        """
        for frame in self._frames.values():
            frame.deleteLater()
        for widget in filter(isValid, self._around):
            widget.setProperty(POINTED_AT, False)
        self._around.clear()
        self._frames, self._seen = {name: self._frame() for name in names}, []
        self._later.start()

    def _frame(self) -> QFrame:
        frame = QFrame(self._window)
        frame.setProperty("spotlight", True)
        frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return frame

    def _place_frames(self) -> None:
        for name, frame in self._frames.items():
            part = self.find(name)
            frame.setVisible(part is not None and self._put_frame(frame, part))
            frame.raise_()

    def find(self, name: str) -> QWidget | None:
        """Find a part; what has no button of its own is where the menu with it is."""
        part: QWidget | None = self._window.findChild(QWidget, name)
        if part is not None and not (isinstance(part, QToolButton) and part.isHidden()):
            return part
        for button in self._window.findChildren(QToolButton):
            menu = button.menu()
            if menu is not None and any(a.text() == name for a in menu.actions()):
                return button
        return part

    def _put_frame(self, frame: QFrame, part: QWidget) -> bool:
        """Put a frame around a part; tell whether there is something to see of it."""
        if part not in self._seen:
            unfold(part)  # before it is measured: it may have another width then
        part, inside = _shown_at(part)
        widget: QWidget | None = part
        # It moves with its parents.
        while widget is not None and widget is not self._window:
            widget.installEventFilter(self)
            if not widget.property(POINTED_AT):
                widget.setProperty(POINTED_AT, True)
                self._around.append(widget)
            widget = widget.parentWidget()
        room, area = self._window.rect(), _scroll_area(part)
        if part.isVisible() and part not in self._seen:
            self._seen.append(part)
            if area is not None:
                area.ensureWidgetVisible(part)
            elif isinstance(part, QDockWidget):
                for inner in part.findChildren(QScrollArea):
                    inner.verticalScrollBar().setValue(0)
        if area is not None:
            room &= self._in_window(area.viewport(), area.viewport().rect())
        around = self._in_window(part, inside)
        around.adjust(-AROUND, -AROUND, AROUND, AROUND)
        frame.setGeometry(around & room)
        behind = isinstance(part, QDockWidget) and part.visibleRegion().isEmpty()
        return part.isVisible() and around.intersects(room) and not behind

    def _in_window(self, part: QWidget, inside: QRect) -> QRect:
        return inside.translated(part.mapTo(self._window, QPoint(0, 0)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay around a part as it is moved."""
        if event.type() in MOVED:
            self._later.start()
        return False


def _shown_at(part: QWidget) -> tuple[QWidget, QRect]:
    """Give where a part is seen, and what of that: a menu is seen by its title."""
    bar = part.parentWidget()
    if isinstance(part, QMenu) and isinstance(bar, QMenuBar):
        return bar, bar.actionGeometry(part.menuAction())
    return part, part.rect()


def _scroll_area(part: QWidget) -> QScrollArea | None:
    above = part.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above
