"""From one recording to the next: record anew, show it once there is something."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.training.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Branch, Dataset, Recipe, Tape

CATCH_UP_SECONDS = 0.05
"""Seconds that the old recording stays on screen while the new one catches up."""
SHORT_WORK = 2_000_000
"""Multiplications of a run that is recorded within a few milliseconds."""
SHORT_INTERPRETED_WORK = 3_000
"""The same where its loops are not compiled."""


def is_slow(tape: Tape) -> bool:
    """Tell whether its loops had better be compiled: a drag would be behind."""
    return not tape.is_compiled and tape.work > SHORT_INTERPRETED_WORK


class RecordingSwap:
    """The recorder's thread, and the tape that it works on until it is shown.

    Attributes
    ----------
    obstacle : str
        Why the last data and recipe cannot be recorded, or empty.
    """

    def __init__(self) -> None:
        self.obstacle = ""
        self._recorder = Recorder()
        self._next: Tape | None = None
        self._data: Dataset | None = None
        self._asked = 0.0

    def record(
        self, data: Dataset, recipe: Recipe, branch: Branch | None = None
    ) -> bool:
        """Begin another recording; False if there is nothing to show.

        Where the recipe cannot be recorded, the recording before goes on if it is of
        the same data.
        """
        self.obstacle = ""
        tape = None
        if data.n_samples:
            from engine import Tape

            try:
                tape = Tape(data, recipe, branch=branch)
            except UserError as error:
                self.obstacle = str(error)
        if tape is None and self._data is data and self.obstacle:
            return True
        self._data = None if tape is None else data
        self._next = tape
        self._recorder.record(tape)
        self._asked = time.monotonic()
        return tape is not None

    @property
    def pending(self) -> bool:
        """Whether a recording has begun that is not yet shown."""
        return self._next is not None

    @property
    def preparing(self) -> bool:
        """Whether one is awaited that has no step yet: its loops are compiled."""
        late = time.monotonic() - self._asked > CATCH_UP_SECONDS
        return self._next is not None and late and not self._next.steps

    @property
    def compiling(self) -> bool:
        """Whether the one awaited waits for its loops, the first time for seconds."""
        return self._next is not None and not self._next.is_compiled

    def take(self, wanted: Callable[[Tape], int]) -> Tape | None:
        """Give the recording to show from now on, once, when it is far enough.

        Parameters
        ----------
        wanted : callable
            Gives the step at which the playhead is to stand on a recording.
        """
        tape = self._next
        if tape is None:
            return None
        waited = time.monotonic() - self._asked
        begun = tape.steps > 0 and waited > CATCH_UP_SECONDS
        if tape.finished or begun or tape.steps >= max(wanted(tape), 1):
            self._next = None
            return tape
        return None

    def take_soon(self, wanted: Callable[[Tape], int], seconds: float) -> Tape | None:
        """Give the new recording at once if it is so short that it is there soon.

        Parameters
        ----------
        wanted : callable
            Gives the step at which the playhead is to stand on a recording.
        seconds : float
            At most this long is waited.
        """
        tape = self._next
        if tape is None:
            return None
        if tape.work > SHORT_WORK or is_slow(tape):
            return None
        self._recorder.wait(seconds)
        return self.take(wanted)

    def leave(self) -> None:
        """Record nothing more; the recorder's thread ends by itself."""
        self._next = None
        self._recorder.leave()
