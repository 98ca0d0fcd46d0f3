"""What a screen reader says without being asked: politely, and the latest of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

REST_MS = 200
"""Milliseconds without another word after which the last ones are said."""


def say(control: QWidget, words: str) -> None:
    """Describe the state of a control in other words; have them said at rest."""
    if words and words != control.accessibleDescription():
        control.setAccessibleDescription(words)
        announce(control, control.accessibleDescription)


def announce(control: QWidget, words: Callable[[], str]) -> None:
    """Have something said at rest, unless a control has more to say until then.

    Parameters
    ----------
    control : QWidget
    words : callable
        Asked when they are said; empty ones are not.
    """
    if QAccessible.isActive():
        own = Qt.FindChildOption.FindDirectChildrenOnly
        speaker = control.findChild(_Speaker, options=own) or _Speaker(control)
        speaker.words = words
        speaker.start()


class _Speaker(DelayedCall):
    """Says what a control had to say last, once it has come to rest."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control, self._announce, REST_MS)
        self._control = control
        self.words: Callable[[], str] = control.accessibleDescription

    def _announce(self) -> None:
        if words := self.words():
            event = QAccessibleAnnouncementEvent(self._control, words)
            QAccessible.updateAccessibility(event)
