"""Long work in a thread of its own: started, followed, cancelled, joined."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Cancelled, UserError
from engine.threads import give_way
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Callable

    Result = TypeVar("Result")
    Work = Callable[["TaskControl"], Result]
    """What is done in the thread.

    It tells by `TaskControl.report` how far it is, and ends early, by returning or
    raising `Cancelled`, if it should stop.
    """

INTERVAL_MS = 16
"""Milliseconds between two looks at the work: a frame of the screen."""
WAIT_SECONDS = 0.05
"""Seconds that the window waits for work that may be over at once."""
REQUEST_MS = 40
"""Milliseconds between two requests that are begun, at least: 25 a second."""
NOT_COMPUTED = "this could not be computed"


class TaskControl:
    """What the thread writes and the GUI thread reads of one piece of work.

    Attributes
    ----------
    reported : object
        What the work reported last.
    result : object
        What it returned; None before, and if it was cancelled or failed.
    failure : str
        Why it failed, as a sentence.
    """

    def __init__(self) -> None:
        self.reported: Any = None
        self.result: Any = None
        self.failure = ""
        self._cancelled = Event()

    def report(self, progress: object) -> bool:
        """Take how much is done or known so far; False if the work should stop."""
        self.reported = progress
        return not self._cancelled.is_set()

    def cancelled(self) -> bool:
        """Tell whether the work should stop: it may raise `Cancelled`."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._cancelled.set()

    def perform(self, work: Work[object], trouble: str) -> None:
        """Do the work in the calling thread."""
        try:
            self.result = work(self)
        except Cancelled:
            pass
        except UserError as error:
            self.failure = str(error)
        except MemoryError:
            self.failure = (
                f"{trouble}: there is not enough memory for it: take fewer samples or "
                "features"
            )
        except Exception as error:
            self.failure = f"{trouble}: {error!r}"


class Task(QObject):
    """One piece of work at a time, in a thread; the newest that was started counts.

    ::

              start_later            start              it is over, or obeys cancel
        idle ─────────────▶ pending ─────────▶ running ─────────────────────▶ idle
          │                                     ▲  │                    and `ended`
          └──────────────── start ──────────────┘  │
                                                   └─ start: in the place of the
        drop: from anywhere to idle, at once;         former work, whose thread is
        nothing more is heard of the work             waited for in the new one

    `request` starts, too, but leaves what is running to its end.

    The thread touches no QObject: a timer looks at what it has written, so that
    nothing is emitted per report, and a thread that is left alone harms nobody.

    Parameters
    ----------
    name : str
        Of the thread.
    parent : QObject
    take : callable, optional
        Connected to `ended`.

    Signals
    -------
    progressed(object)
        What was reported last, once a frame at most.
    ended(object, str)
        The result, or None and why there is none: empty if the work was cancelled.
    """

    progressed = Signal(object)
    ended = Signal(object, str)

    def __init__(
        self,
        name: str,
        parent: QObject | None = None,
        take: Callable[[Any, str], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        if take is not None:
            self.ended.connect(take)
        self._control: TaskControl | None = None
        self._thread: Thread | None = None
        self._reported: Any = None
        self._clock = QTimer(self)
        self._clock.setInterval(INTERVAL_MS)
        self._clock.timeout.connect(self._look_at_work)
        self._begin: Callable[[], object] | None = None
        self._delay = DelayedCall(self, self._begin_now)
        self._requested: tuple[Work[object], bool] | None = None
        self._pause = DelayedCall(self, self._go_on, REQUEST_MS)

    @property
    def running(self) -> bool:
        """Whether there is work of which `ended` is to come."""
        return self._control is not None

    @property
    def pending(self) -> bool:
        """Whether work is to begin when the time of `start_later` is over."""
        return self._delay.isActive()

    @property
    def alive(self) -> bool:
        """Whether there is a thread, even one whose work was dropped."""
        return self._thread is not None and self._thread.is_alive()

    def start(
        self,
        work: Work[object],
        *,
        trouble: str = NOT_COMPUTED,
        wait: bool = False,
    ) -> None:
        """Begin, in the place of what is running.

        Parameters
        ----------
        work : Work
        trouble : str
            What is said of an error that nobody expected, before its name.
        wait : bool
            Wait as long as nobody notices: what is over by then has ended when this
            returns.
        """
        self.drop()
        control = self._control = TaskControl()
        args = control, work, trouble, self._thread
        self._thread = Thread(target=_perform, args=args, name=self._name)
        self._thread.start()
        self._clock.start()
        if wait:
            self._thread.join(WAIT_SECONDS)
            self._look_at_work()

    def start_later(self, begin: Callable[[], object], delay: int) -> None:
        """Drop the work; begin once this has not been called for a while.

        Parameters
        ----------
        begin : callable
            Called then: it looks what there is to be done by then, and starts it.
        delay : int
            Milliseconds.
        """
        self.drop()
        self._begin = begin
        self._delay.start(delay)

    def request(self, work: Work[object], *, quick: bool) -> None:
        """Begin when what is running is over: for what changes often.

        All that is requested meanwhile but the latest is left out.

        Parameters
        ----------
        work : Work
        quick : bool
            Whether it takes a few milliseconds at most: then it is waited for.
        """
        self._requested = work, quick
        self._go_on()

    def _go_on(self) -> None:
        if self._requested is None or self.running or self._pause.isActive():
            return
        work, quick = self._requested
        self._pause.start()
        self.start(work, wait=quick)

    def cancel(self) -> None:
        """Ask the work to stop; it ends soon, with what it has."""
        if self._control is not None:
            self._control.cancel()
        elif self.pending:
            self._end_work(None, "")

    def drop(self) -> None:
        """Ask the work to stop; nothing more is heard of it."""
        if self._control is not None:
            self._control.cancel()
        self._requested = None
        self._forget_work()

    def close(self) -> None:
        """Drop the work, and wait until its thread is over."""
        self.drop()
        if self._thread is not None:
            self._thread.join()

    def _forget_work(self) -> None:
        self._clock.stop()
        self._delay.stop()
        self._control = self._reported = self._begin = None

    def _begin_now(self) -> None:
        begin, self._begin = self._begin, None
        if begin is not None:
            begin()

    def _look_at_work(self) -> None:
        control = self._control
        if control is None:
            return
        over = not self.alive
        if control.reported is not self._reported:
            self._reported = control.reported
            self.progressed.emit(self._reported)
        if over and control is self._control:
            self._end_work(control.result, control.failure)

    def _end_work(self, result: object, failure: str) -> None:
        self._forget_work()
        self.ended.emit(result, failure)
        self._go_on()


def _perform(
    control: TaskControl,
    work: Work[object],
    trouble: str,
    former: Thread | None,
) -> None:
    """Do a task's work once its former thread is over, if it is wanted by then."""
    give_way()
    if former is not None:
        former.join()
    if not control.cancelled():
        control.perform(work, trouble)
