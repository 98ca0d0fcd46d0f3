"""Whether what comes after the playhead is hidden, so that one can guess it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from gui.session.derived import Derived

if TYPE_CHECKING:
    from gui.session.session import Session

KEY = "hide_future"


class HiddenFuture(Derived):
    """Curve, timeline and verdicts end at the playhead while it is on.

    Attributes
    ----------
    chosen : bool
        A person wants it so; remembered.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.chosen = bool(QSettings().value(KEY, False, type=bool))
        self._asked = False

    @property
    def on(self) -> bool:
        """Whether it is chosen, or it is asked what is to come."""
        return self.chosen or self._asked

    def choose(self, chosen: bool) -> None:
        """Hide what is to come, or show it again."""
        QSettings().setValue(KEY, chosen)
        self._set(chosen, self._asked)

    def ask(self, asked: bool) -> None:
        """Hide it as long as it is to be predicted."""
        self._set(self.chosen, asked)

    def _set(self, chosen: bool, asked: bool) -> None:
        before = self.on
        self.chosen, self._asked = chosen, asked
        if self.on != before:
            self.changed.emit()
