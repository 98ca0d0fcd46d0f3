"""Keeps what is unsaved against an unasked end of the program."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from engine.errors import UserError
from engine.files import reason
from gui.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.export.autosave import AutosaveWriter
    from engine.export.session_file import SavedSession
    from gui.session.session import Session

EVERY = 1000
"""Milliseconds between two looks at what there is."""
UNLIKE_ANY = (None,)
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

    In a folder of its own among the state of the program, written in a thread. Its lock
    goes with the process: a folder that nobody holds was left by an unasked end. Once a
    second it looks whether something has changed: nothing that changes waits for it.

    Parameters
    ----------
    session : Session
    present : callable
        Gives the session as it is to be kept, and the file it belongs to.
    say : callable
        Tells, once, that nothing can be kept.
    parent : QObject
    """

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
        self._kept: tuple[object, ...] = ()
        self._clean, self._closed = True, False
        self._told = False
        self._task = Task("autosave", self)
        self._task.ended.connect(self._end)
        self._clock = QTimer(self, interval=EVERY)
        self._clock.timeout.connect(self._look)
        session.undo_stack.cleanChanged.connect(self._follow)

    @property
    def folder(self) -> Path:
        """Where sessions are kept."""
        return self._place.parent

    def others(self) -> list[Path]:
        """List the folders of other windows: there still, or left by an unasked end."""
        return [place for place in kept_places() if place != self._place]

    def keep_now(self) -> bool:
        """Keep what is unsaved before this returns; False if that cannot be."""
        self._task.close()
        if not self._is_unsaved():
            if self._own is not None:
                self._own.writer.forget()
            return True
        try:
            self._held().write(*self._present())
        except UserError:
            return False
        self._kept = self._now
        return True

    def keep_replaced(self) -> None:
        """Let what is unsaved lie where it is kept, and keep what follows elsewhere.

        It is to be replaced so that only undo can bring it back; what was replaced
        before it is forgotten.
        """
        if self._is_unsaved() and self.keep_now():
            if self._replaced is not None:
                self._replaced.end(forget=True)
            self._replaced, self._own, self._kept = self._own, None, ()
            self._place = states() / secrets.token_hex(8)

    def close(self, *, forget: bool) -> None:
        """End; what was kept is forgotten, or stays for the next start."""
        self._closed = True
        self._clock.stop()
        self._task.close()
        for one in (self._replaced, self._own):
            if one is not None:
                one.end(forget=forget)

    def _follow(self, clean: bool) -> None:
        if self._closed:  # a stack that is destroyed says that it is clean
            return
        self._clean = clean
        if clean:
            self._clock.stop()
            self._look()
        else:
            self._clock.start()

    def _is_unsaved(self) -> bool:
        return not self._clean and bool(self._present()[0].data.n_samples)

    @property
    def _now(self) -> tuple[object, ...]:
        s, _ = self._present()
        # While a run plays, where it stops is soon enough.
        step = None if self._session.playing else s.step
        return s.data, s.recipe, s.branched_from, step

    def _look(self) -> None:
        if self._task.running:
            return
        if self._is_unsaved():
            now = self._now
            if any(a is not b and a != b for a, b in zip_longest(now, self._kept)):
                self._kept = now
                self._keep()
        elif self._kept and self._own is not None:
            self._kept = ()
            forget = self._own.writer.forget
            self._task.start(lambda _: forget(), trouble=TROUBLE)

    def _keep(self) -> None:
        try:
            writer, (saved, path) = self._held(), self._present()
        except UserError as error:
            self._note_failure(f"{TROUBLE}: {error}")
        else:
            self._task.start(lambda _: writer.write(saved, path), trouble=TROUBLE)

    def _end(self, _result: object, failure: str) -> None:
        self._note_failure(failure)
        if not self._clock.isActive():  # saved meanwhile
            self._look()

    def _note_failure(self, failure: str) -> None:
        if not failure:
            return
        self._kept = UNLIKE_ANY  # it is tried again
        if not self._told:
            self._told = True
            self._say(failure)

    def _held(self) -> AutosaveWriter:
        if self._own is None:
            from engine.export.autosave import AutosaveWriter

            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                fault = f"{self.folder}: cannot be made: {reason(error)}"
                raise UserError(fault) from None
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
