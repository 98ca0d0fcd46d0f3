"""What of a card is seen while the mouse or the focus is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

POINTED_AT = "pointedAt"
"""The property of a part that a page points at: it is seen meanwhile."""


class ShownInUse(QObject):
    """Shows parts of a card while it is used; their room stays theirs.

    Parameters
    ----------
    card : QWidget
    """

    def __init__(self, card: QWidget) -> None:
        super().__init__(card)
        self._card = card
        self._parts: list[QWidget] = []
        self._under_mouse = self._focused = False
        card.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    def add(self, part: QWidget) -> None:
        """Have one more part shown in use alone."""
        kept = part.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        part.setSizePolicy(kept)
        part.installEventFilter(self)
        self._parts.append(part)
        self._show(part)

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Look who has the focus; where nobody has, another program is in front."""
        if now is not None and self._card.isAncestorOf(now) != self._focused:
            self._focused = not self._focused
            self._show_parts()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look whether the mouse is there, and what is pointed at."""
        kind = event.type()
        if watched is self._card and kind in (QEvent.Type.Enter, QEvent.Type.Leave):
            # A menu of one of the parts has the mouse, but belongs to the card.
            entered = kind == QEvent.Type.Enter
            self._under_mouse = entered or QApplication.activePopupWidget() is not None
            self._show_parts()
        elif kind == QEvent.Type.DynamicPropertyChange:
            self._show_parts()
        return False

    def _show_parts(self) -> None:
        for part in filter(isValid, self._parts):
            self._show(part)

    def _show(self, part: QWidget) -> None:
        used = self._under_mouse or self._focused
        part.setVisible(used or bool(part.property(POINTED_AT)))
