"""What has just happened, for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.tasks.throttle import DelayedCall
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.session.session import Session

SHOWN_MS = 6000
"""Milliseconds for which a message stays."""


class MessageLine(StripLine):
    """Says each message of the session."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        with_role(self.words, "muted")
        in_row(self, self.words)
        self._end = DelayedCall(self, self.clear, SHOWN_MS)
        session.message.connect(self.show_message)

    def show_message(self, text: str) -> None:
        """Say something in the place of what was said before."""
        self.words.set_alternatives(text)
        self.want(bool(text))
        self._end.start()

    def clear(self) -> None:
        """Say no more."""
        self.show_message("")
