"""Keeps what is unsaved against an unasked end of the program."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, Signal

from engine.errors import UserError
from engine.files import unwritable
from gui.tasks.thread_throttle import ThreadThrottle

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.export.autosave import AutosaveWriter
    from engine.export.session_file import SavedSession
    from gui.session.session import Session

EVERY_SECONDS = 1.0
"""Seconds from a change until it is being kept, with what has changed meanwhile."""
TROUBLE = "what is unsaved could not be kept against a crash"


@dataclass(frozen=True, eq=False)
class _Folder:
    """A folder that this window holds."""

    writer: AutosaveWriter
    lock: QLockFile

    def end(self, *, forget: bool) -> None:
        if forget:
            self.writer.forget()
        self.lock.unlock()


class Autosave(QObject):
    """Keeps the session of one window while something in it is unsaved.

    In a folder of its own among the state of the program. Its lock goes with the
    process: a folder that nobody holds was left by an unasked end. Each change is
    taken as a value when it is made, and written by a thread with a clock of its own,
    once a second: nothing that changes waits for it, and it waits for nothing.

    Parameters
    ----------
    session : Session
    present : callable
        Gives the session as it is to be kept, and the file it belongs to.
    say : callable
        Tells, once, that nothing can be kept.
    parent : QObject
    """

    _failed = Signal(str)

    def __init__(
        self,
        session: Session,
        present: Callable[[], tuple[SavedSession, str]],
        say: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._present, self._say = session, present, say
        self._place = states() / secrets.token_hex(8)
        self._own: _Folder | None = None
        self._replaced: _Folder | None = None
        self._asked: SavedSession | None = None
        self._clean, self._closed = True, False
        self._warned = False
        self._thread = ThreadThrottle("autosave", TROUBLE, self._failed.emit)
        self._failed.connect(self._tell_failure)
        session.changed.connect(self._look_at_session)
        session.playing_changed.connect(self._look_at_session)
        session.branches.changed.connect(self._look_at_session)
        session.undo_stack.cleanChanged.connect(self._follow_undo_stack)

    @property
    def folder(self) -> Path:
        """Where sessions are kept."""
        return self._place.parent

    def others(self) -> list[Path]:
        """List the folders of other windows: there still, or left by an unasked end."""
        return [place for place in kept_places() if place != self._place]

    def keep_now(self) -> bool:
        """Keep what is unsaved before this returns; False if that cannot be."""
        self._thread.drop()
        saved, path = self._present()
        self._asked = saved if self._is_unsaved(saved) else None
        try:
            self._write_session(self._asked, path)
        except UserError:
            return False
        return True

    def keep_replaced(self) -> None:
        """Let what is unsaved lie where it is kept, and keep what follows elsewhere.

        It is to be replaced so that only undo can bring it back; what was replaced
        before it is forgotten.
        """
        if self._is_unsaved(self._present()[0]) and self.keep_now():
            if self._replaced is not None:
                self._replaced.end(forget=True)
            self._replaced, self._own, self._asked = self._own, None, None
            self._place = states() / secrets.token_hex(8)

    def close(self, *, forget: bool) -> None:
        """End; what was kept is forgotten, or stays for the next start."""
        self._closed = True
        self._thread.drop()
        for folder in (self._replaced, self._own):
            if folder is not None:
                folder.end(forget=forget)

    def _follow_undo_stack(self, clean: bool) -> None:
        self._clean = clean
        self._look_at_session()

    def _is_unsaved(self, saved: SavedSession) -> bool:
        return not self._clean and bool(saved.data.n_samples)

    def _look_at_session(self) -> None:
        """Have what there is now kept, or forgotten, if it is another than before."""
        # A stack that is destroyed says that it is clean.
        if self._closed or (self._clean and self._asked is None):
            return
        saved, path = self._present()
        if not self._is_unsaved(saved):
            if self._asked is not None:
                self._asked = None
                self._thread.request(partial(self._write_session, None, ""), 0.0)
        elif self._has_changed(saved):
            self._asked = saved
            self._thread.request(
                partial(self._write_session, saved, path), EVERY_SECONDS
            )

    def _has_changed(self, saved: SavedSession) -> bool:
        asked = self._asked
        return (
            asked is None
            or saved.data is not asked.data
            or saved.recipe != asked.recipe
            or saved.branched_from != asked.branched_from
            # While a run plays, where it stops is soon enough.
            or (saved.step != asked.step and not self._session.playing)
        )

    def _tell_failure(self, failure: str) -> None:
        if not self._warned:
            self._warned = True
            self._say(failure)

    def _write_session(self, saved: SavedSession | None, path: str) -> None:
        """Keep a session, or none: in the thread, or while it has nothing to do."""
        if saved is not None:
            self._held().write(saved, path)
        elif self._own is not None:
            self._own.writer.forget()

    def _held(self) -> AutosaveWriter:
        if self._own is None:
            from engine.export.autosave import AutosaveWriter

            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                fault = f"{self.folder}: {unwritable(error)}"
                raise UserError(f"{TROUBLE}: {fault}") from None
            self._own = _Folder(AutosaveWriter(self._place), lock_of(self._place))
            self._own.lock.tryLock(0)
        return self._own.writer


def states() -> Path:
    """Give the folder in which sessions are kept."""
    place = QStandardPaths.StandardLocation.StateLocation
    return Path(QStandardPaths.writableLocation(place)) / "autosave"


def kept_places() -> list[Path]:
    """List the folders in which windows keep their sessions, and have kept them."""
    return sorted({path.with_suffix("") for path in states().glob("*")})


def lock_of(place: Path) -> QLockFile:
    """Make the lock that says whose a folder is; it goes with its process."""
    lock = QLockFile(f"{place}.lock")
    lock.setStaleLockTime(0)  # old is not stale: only that its process is gone
    return lock
