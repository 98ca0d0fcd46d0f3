"""Whether a task is open, so that nothing is to give away how it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.session.derived import Derived

if TYPE_CHECKING:
    from gui.session.session import Session


class OpenTask(Derived):
    """While it is on, no end is foretold and no remedy offered.

    Attributes
    ----------
    on : bool
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.on = False

    def set_on(self, on: bool) -> None:
        """Give nothing away from now on, or tell all again."""
        if on != self.on:
            self.on = on
            self.changed.emit()
