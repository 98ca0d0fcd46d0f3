"""What a screen reader says of a control whose state is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

REST_MS = 200
"""Milliseconds without another word after which the last ones are said."""


def say(control: QWidget, words: str) -> None:
    """Describe the state of a control in other words; have them said at rest."""
    if not words or words == control.accessibleDescription():
        return
    control.setAccessibleDescription(words)
    if QAccessible.isActive():
        speaker = control.findChild(_Speaker) or _Speaker(control)
        speaker.start()


class _Speaker(DelayedCall):
    """Announces a control's description once it has come to rest."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control, self._announce, REST_MS)
        self._control = control

    def _announce(self) -> None:
        words = self._control.accessibleDescription()
        event = QAccessibleAnnouncementEvent(self._control, words)
        QAccessible.updateAccessibility(event)
