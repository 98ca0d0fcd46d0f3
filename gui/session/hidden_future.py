"""Whether what comes after the playhead is hidden, so that one can guess it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from gui.session.derived import Derived

if TYPE_CHECKING:
    from gui.session.session import Session

KEY = "hide_future"


class HiddenFuture(Derived):
    """Curve, timeline and verdicts end at the playhead while it is on; remembered.

    Attributes
    ----------
    on : bool
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.on = bool(QSettings().value(KEY, False, type=bool))

    def set_on(self, on: bool) -> None:
        """Hide what is to come, or show it again."""
        QSettings().setValue(KEY, on)
        if on != self.on:
            self.on = on
            self.changed.emit()
