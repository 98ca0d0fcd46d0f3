"""Tells when a run that a file stored comes to other weights than it had then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from engine.export.session_file import SavedSession
    from gui.session.session import Session


class StoredWeights(QObject):
    """Compares the weights at the step that was stored, once they are there.

    Parameters
    ----------
    session : Session
    parent : QObject

    Signals
    -------
    differ(str)
        They are others; says so.
    """

    differ = Signal(str)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._stored: SavedSession | None = None
        session.changed.connect(self._compare)

    def expect(self, stored: SavedSession | None) -> None:
        """Compare with what was stored, as soon as the run is recorded so far."""
        self._stored = stored if stored is not None and stored.digest else None

    def _compare(self) -> None:
        stored, s = self._stored, self._session
        if stored is None:
            return
        if s.data is not stored.data or s.own_recipe != stored.recipe:
            self._stored = None
            return
        tape = s.tape
        if tape is None or (tape.steps < stored.step and not tape.finished):
            return
        self._stored = None
        if stored.is_otherwise(tape):
            from engine.export.session_file import other_weights_said

            self.differ.emit(other_weights_said(stored))
