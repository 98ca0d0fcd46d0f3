"""Long work in a thread of its own, one at a time: begun, followed, stopped."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.errors import Cancelled, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[Callable[[Any], None], Callable[[], bool]], Any]
    """``work(tell, stopped)`` gives the result; it may tell what is known so far."""


class Job(QObject):
    """The work that was asked for last; what earlier work still says is dropped.

    Attributes
    ----------
    running : bool

    Signals
    -------
    grown(object)
        What the work told on its way.
    ended(object, str)
        It is over: its result, or None and why there is none (empty if stopped).
    """

    grown = Signal(object)
    ended = Signal(object, str)
    _told = Signal(int, object)
    _done = Signal(int, object, str)

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self.running = False
        self._name = name
        self._number = 0
        self._stop = Event()
        self._threads: list[Thread] = []
        self._told.connect(self._tell)
        self._done.connect(self._end)

    def start(self, work: Work) -> None:
        """Begin, in the place of what is running."""
        self._stop.set()
        self._stop = Event()
        self._number += 1
        self.running = True
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = Thread(
            target=self._work, args=(work, self._number, self._stop), name=self._name
        )
        self._threads.append(thread)
        thread.start()

    def stop(self) -> None:
        """Ask the work to stop; it ends soon, with what it has."""
        self._stop.set()

    def drop(self) -> None:
        """Stop; whatever it still says is not wanted."""
        self._stop.set()
        self._number += 1
        self.running = False

    def close(self) -> None:
        """Stop, and wait until all threads have."""
        self.drop()
        for thread in self._threads:
            thread.join()

    def _work(self, work: Work, number: int, stop: Event) -> None:
        result, failure = None, ""
        try:
            result = work(lambda told: self._told.emit(number, told), stop.is_set)
        except Cancelled:
            pass
        except UserError as error:
            failure = str(error)
        except Exception as error:
            failure = f"this could not be computed: {error!r}"
        self._done.emit(number, result, failure)

    def _tell(self, number: int, told: object) -> None:
        if number == self._number:
            self.grown.emit(told)

    def _end(self, number: int, result: object, failure: str) -> None:
        if number == self._number:
            self.running = False
            self.ended.emit(result, failure)
