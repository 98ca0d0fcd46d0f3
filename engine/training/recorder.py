"""The background thread that extends the newest tape, a slice at a time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from engine.threads import give_way

if TYPE_CHECKING:
    from engine.training.tape import Tape

SLICE_SECONDS = 0.004
"""Seconds between two looks at whether another tape is wanted."""


class Recorder:
    """Extends one tape at a time; a new one takes the place of the old.

    ::

        idle ──record(tape)──▶ recording ──finished──▶ idle
                                  │  ▲
                                  └──┘ record(other): at the end of the slice

    `tape.extend` releases the GIL while it works. An exception ends the tape with
    its message as the reason.
    """

    def __init__(self) -> None:
        self._wanted: Tape | None = None
        self._closing = False
        self._changed = threading.Condition()
        self._idle = threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._work, name="recorder", daemon=True)
        self._thread.start()

    def record(self, tape: Tape | None) -> None:
        """Leave the present tape and record this one; None only leaves."""
        with self._changed:
            self._wanted = tape
            self._idle.clear()
            self._changed.notify()

    def wait(self, timeout: float | None = None) -> bool:
        """Block until there is nothing left to record; False when time ran out."""
        return self._idle.wait(timeout)

    def leave(self) -> None:
        """Stop at the end of the slice, without waiting for it.

        A slice in which loops are compiled takes seconds. The thread is a daemon, whom
        the interpreter's end would kill at it: one that is none sees it through.
        """
        self._end_work()
        if self._thread.is_alive():
            threading.Thread(target=self._thread.join, name="recorder's end").start()

    def close(self) -> None:
        """Stop at the end of the slice and join the thread."""
        self._end_work()
        self._thread.join()
        self._idle.set()

    def _end_work(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify()

    def _work(self) -> None:
        give_way()
        while True:
            with self._changed:
                if self._wanted is None or self._wanted.finished:
                    self._wanted = None
                    self._idle.set()
                    self._changed.wait_for(lambda: self._wanted or self._closing)
                if self._closing:
                    return
                tape = self._wanted
            if tape is not None:
                _extend(tape)


def _extend(tape: Tape) -> None:
    try:
        tape.extend(max_seconds=SLICE_SECONDS)
    except Exception as error:
        tape.end(f"recording failed: {error}")
