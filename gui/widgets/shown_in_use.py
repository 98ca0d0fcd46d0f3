"""What of a card is seen while the mouse is over it, or the keys are in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from gui.widgets.under_mouse import UnderMouse, focused_by_keys

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
        self._focused = False
        self._mouse = UnderMouse(card)
        self._mouse.changed.connect(self._show_parts)
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
        if now is not None:
            in_part = any(p is now or p.isAncestorOf(now) for p in self._valid_parts())
            by_keys = focused_by_keys() and self._card.isAncestorOf(now)
            self._focused = in_part or by_keys
            self._show_parts()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look what is pointed at, and where the mouse is."""
        kind = event.type()
        if kind == QEvent.Type.DynamicPropertyChange:
            self._show_parts()
        elif watched is self._card and kind == QEvent.Type.Enter:
            self._mouse.enter()
        elif watched is self._card and kind == QEvent.Type.Leave:
            self._mouse.leave()
        return False

    def _valid_parts(self) -> list[QWidget]:
        return [part for part in self._parts if isValid(part)]

    def _show_parts(self) -> None:
        for part in self._valid_parts():
            self._show(part)

    def _show(self, part: QWidget) -> None:
        used = self._mouse.on or self._focused
        part.setVisible(used or bool(part.property(POINTED_AT)))
