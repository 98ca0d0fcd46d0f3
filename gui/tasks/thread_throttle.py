"""A throttle whose clock is a thread: it needs no turn of the event loop."""

from __future__ import annotations

import time
from threading import Condition, Thread
from typing import TYPE_CHECKING

from gui.tasks.task import TaskControl

if TYPE_CHECKING:
    from collections.abc import Callable


class ThreadThrottle:
    """Does the newest of the work that is asked for, in a thread, once in a while.

    However long the GUI thread is held up after it has asked, the work is done in
    time. Work that fails is tried again as long as nothing else is asked for. There is
    a thread only while there is something to do.

    Parameters
    ----------
    name : str
        Of the thread.
    trouble : str
        What is said of an error that nobody expected, before its name.
    failed : callable
        Told, in the thread, why work has failed.
    """

    def __init__(self, name: str, trouble: str, failed: Callable[[str], None]) -> None:
        self._name, self._trouble, self._failed = name, trouble, failed
        self._state = Condition()
        self._work: Callable[[], None] | None = None
        self._due = self._delay = 0.0
        self._thread: Thread | None = None
        self._dropped = False

    def request(self, work: Callable[[], None], delay: float) -> None:
        """Do this in the place of what still waits.

        Parameters
        ----------
        work : callable
        delay : float
            Seconds until it is done, at most: what it replaces may be due before.
        """
        with self._state:
            due = time.monotonic() + delay
            self._due = due if self._work is None else min(due, self._due)
            self._work, self._delay, self._dropped = work, delay, False
            self._state.notify_all()
            if self._thread is None:
                self._thread = Thread(
                    target=self._go_through_work, name=self._name, daemon=True
                )
                self._thread.start()

    def drop(self) -> None:
        """Do nothing more: when this returns, what was being done is over."""
        with self._state:
            self._work, self._dropped = None, True
            self._state.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _go_through_work(self) -> None:
        while (work := self._next()) is not None:
            if failure := self._failure_of(work):
                self._try_again(work)
                self._failed(failure)

    def _failure_of(self, work: Callable[[], None]) -> str:
        control = TaskControl()
        control.perform(lambda _: work(), self._trouble)
        return control.failure

    def _next(self) -> Callable[[], None] | None:
        """Wait until something is due; None ends the thread."""
        with self._state:
            while self._work and (left := self._due - time.monotonic()) > 0:
                self._state.wait(left)
            work, self._work = self._work, None
            if work is None:
                self._thread = None
            return work

    def _try_again(self, work: Callable[[], None]) -> None:
        with self._state:
            if self._work is None and not self._dropped:
                self._work, self._due = work, time.monotonic() + self._delay
