"""How the window ends: closed by its person, or by the system, which asks nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMessageBox

from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.files.file_actions import FileActions

ASKED_FOR_MS = 5000
"""Milliseconds for which one is asked about what is unsaved and cannot be kept, when
the system ends the program."""


class Ending(QObject):
    """Decides whether the window may close, and what becomes of unsaved work.

    Parameters
    ----------
    files : FileActions
    close : callable
        Closes the window; False if it stays.
    parent : QObject

    Attributes
    ----------
    closed : bool
        The window is closed: it asks nothing any more.
    """

    def __init__(
        self, files: FileActions, close: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._files, self._close = files, close
        self._unasked = self._asked = self.closed = False

    def end(self) -> None:
        """Close without a question: what is unsaved is offered at the next start.

        Where it cannot be kept one is asked once, for a few seconds or until this is
        called again. A question that is there already is not waited for.
        """
        if self._unasked:
            self._end_now()
            return
        self._unasked = True
        DelayedCall(self, self._end_now, ASKED_FOR_MS).start()
        if not (self._close() or (self._asked and self._close())):
            return
        if self.closed:
            QApplication.quit()  # even if something else still asks
        elif self._files.autosave.keep_now():  # it is asked about: Qt closes but once
            self._end_now()

    def _end_now(self) -> None:
        self._asked = True
        question = QApplication.activeModalWidget()
        if isinstance(question, QMessageBox):
            question.reject()  # `end` goes on
        elif self._close():
            QApplication.quit()

    def may_close(self) -> bool:
        """Ask about what is unsaved, unless it is kept or the end does not wait."""
        if self._asked or self.keep():
            return True
        may = not self._files.is_saving() and self._files.may_leave()
        return may or self._asked  # `end`, while the question was there

    def keep(self) -> bool:
        """Keep what is unsaved for the next start, if nobody is to be asked."""
        return self._unasked and self._files.autosave.keep_now()
