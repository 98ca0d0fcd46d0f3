"""Tells when a run that a file stored comes to other weights than it had then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from engine.export.session_file import SavedSession
    from gui.session.session import Session


def digest_now(session: Session) -> str:
    """Give the digest of the weights that are seen; empty where they are another run's.

    So they are of a stream, and while the recording of before is still shown.
    """
    from engine.export.session_file import digest_of

    tape, frame, left = session.tape, session.frame, session.branches.left
    if tape is None or frame is None or tape.data is not session.data:
        return ""
    own_branch = None if left is None else left.branch
    is_own = tape.recipe == session.own_recipe and tape.branch is own_branch
    return digest_of(frame) if is_own else ""


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

    def expect(self, stored: SavedSession | None) -> None:
        """Compare with what was stored, as soon as the run is recorded so far."""
        self._forget()
        if stored is not None and stored.digest:
            self._stored = stored
            self._session.changed.connect(self._compare)

    def _forget(self) -> None:
        if self._stored is not None:
            self._stored = None
            self._session.changed.disconnect(self._compare)

    def _compare(self) -> None:
        stored, s = self._stored, self._session
        if stored is None:
            return
        tape = s.tape
        if s.data is not stored.data or s.own_recipe != stored.recipe:
            self._forget()
        elif tape is None or tape.data is not s.data or tape.recipe != stored.recipe:
            return
        elif (tape.branch is None) != (stored.branched_from is None):
            self._forget()
        elif tape.finished or tape.steps >= stored.step:
            self._forget()
            if stored.is_otherwise(tape):
                from engine.export.session_file import other_weights_said

                self.differ.emit(other_weights_said(stored))
