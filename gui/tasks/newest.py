"""Keeps up with what changes often: the newest question is answered, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import UserError
from gui.tasks.job import Job

if TYPE_CHECKING:
    from collections.abc import Callable

REST = 40
"""Milliseconds between two answers, at least: 25 a second."""


class Newest(QObject):
    """Answers what was asked last; what was asked meanwhile is skipped.

    Signals
    -------
    found(object, str)
        The answer, or None and why there is none.
    """

    found = Signal(object, str)

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: tuple[Callable[[], Any], bool] | None = None
        self._job = Job(name, self)
        self._job.ended.connect(self._end)
        self._rest = QTimer(self, interval=REST, singleShot=True)
        self._rest.timeout.connect(self._go)

    def want(self, answer: Callable[[], Any], quick: bool) -> None:
        """Ask something else.

        Parameters
        ----------
        answer : callable
        quick : bool
            Whether it takes a few milliseconds at most; else a thread finds it.
        """
        self._wanted = answer, quick
        self._go()

    def forget(self) -> None:
        """Want no answer any more."""
        self._wanted = None
        self._job.drop()

    def close(self) -> None:
        """Wait for the thread."""
        self.forget()
        self._rest.stop()
        self._job.close()

    def _go(self) -> None:
        if self._wanted is None or self._rest.isActive() or self._job.running:
            return
        (answer, quick), self._wanted = self._wanted, None
        self._rest.start()
        if not quick:
            self._job.start(lambda *_: answer())
            return
        try:
            self.found.emit(answer(), "")
        except UserError as error:
            self.found.emit(None, str(error))

    def _end(self, answer: object, failure: str) -> None:
        self.found.emit(answer, failure)
        self._go()
