"""Signals that end a command: tidily, and never inside a drawing of Qt's."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import contextmanager
from functools import partial
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Of the signals that ask a command to end; Windows has not all of them."""
AGAIN_AFTER_SECONDS = 3
"""Seconds after which a command that was told to end is told once more."""
END_WITHIN_SECONDS = 7
"""Seconds within which it then ends, or Python once the command has: tidily or not."""


def _numbers(*more: str) -> list[signal.Signals]:
    names = (*NAMES, *more)
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


@contextmanager
def ended_tidily(interrupted: Any) -> Iterator[None]:
    """Let SIGTERM and SIGHUP end what goes on as Ctrl+C does: by an exception.

    Parameters
    ----------
    interrupted : signal handler
        That of Ctrl+C meanwhile.
    """
    # It stays: what follows a command may be interrupted as usual.
    before = {n: signal.getsignal(n) for n in _numbers()} | {signal.SIGINT: interrupted}
    end = _End()
    for number, handler in before.items():
        if number == signal.SIGINT:
            ends = partial(end.begin, handler) if callable(handler) else handler
            signal.signal(number, ends)
        elif handler is signal.SIG_DFL:
            signal.signal(number, partial(end.begin, _exit))
    try:
        yield
    except BaseException:
        end.limit()  # others may hold up the exit, which is all that is left
        raise
    else:
        end.call_off()
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)


@contextmanager
def signals_noted() -> Iterator[None]:
    """Note the signals that come meanwhile, and let the first act afterwards.

    For calls into Qt: what a handler raises inside a method that Qt calls cannot pass
    through it, and where it is lost a painter stays at work on a picture that is gone.
    """
    if current_thread() is not main_thread():  # no other one has handlers
        yield
        return
    came: list[int] = []
    numbers = _numbers("SIGALRM")
    before = {number: signal.getsignal(number) for number in numbers}
    handlers = {n: handler for n, handler in before.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if came:
            handlers[signal.Signals(came[0])](came[0], None)


def _exit(number: int, _: object) -> None:
    sys.exit(128 + number)


class _End:
    """The end of a command: asked for once more if it does not come, at last made.

    What is raised in a callback is lost, and one may wait long for other processes.
    """

    def __init__(self) -> None:
        self._number = 0
        self._former: Any = None

    def begin(self, ends: Callable[[int, None], None], number: int, _: object) -> None:
        """End tidily: processes beside this one and unfinished files go with it."""
        if hasattr(signal, "alarm"):
            former = signal.signal(signal.SIGALRM, partial(self._ask_again, ends))
            if not self._number:
                self._former = former
                atexit.register(self.limit)
            signal.alarm(AGAIN_AFTER_SECONDS)
        self._number = number
        ends(number, None)

    def _ask_again(self, ends: Callable[[int, None], None], *_: object) -> None:
        self.limit()
        ends(self._number, None)

    def limit(self) -> None:
        """Let the process, if it was asked to end, do so within some seconds."""
        if self._number and hasattr(signal, "alarm"):
            status = 128 + self._number
            signal.signal(signal.SIGALRM, lambda *_: os._exit(status))
            signal.alarm(END_WITHIN_SECONDS)

    def call_off(self) -> None:
        """Ask no more, and leave the alarm to others."""
        if self._number and hasattr(signal, "alarm"):
            signal.alarm(0)
            signal.signal(signal.SIGALRM, self._former)
