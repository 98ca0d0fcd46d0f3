"""The run on the screen: its recording, the playhead over it, and the clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gui.session.playhead import Playhead
from gui.session.recording_swap import RecordingSwap

if TYPE_CHECKING:
    from engine import Frame, Tape
    from engine.models.model import Model

TICK = 16
"""Milliseconds between two looks at the recorder: about 60 a second."""


class Transport(QObject):
    """What moves: the recording that grows and the playhead over it.

    Attributes
    ----------
    playing : bool
    speed : float
        Steps per second.
    endless : bool
        Playing waits at the end for more samples rather than stop.

    Signals
    -------
    tape_changed
        Another recording is shown: `tape`.
    tape_grown
        The recording shown is longer, or finished.
    moved
        The playhead, `step`, is elsewhere, or another recording lies under it.
    playing_changed
        `playing` or `speed`.
    waited(float)
        Playing an endless run, the playhead stood at its end for so many seconds.
    waiting
        A recording is awaited whose loops are being compiled.
    """

    tape_changed = Signal()
    tape_grown = Signal()
    moved = Signal()
    playing_changed = Signal()
    waited = Signal(float)
    waiting = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.playing = False
        self.speed = 10.0
        self.endless = False
        self._playhead = Playhead()
        self._handover = RecordingSwap()
        self._play_when_ready = False
        self._seen = (0, True)
        self._ticked = 0.0
        self._clock = QTimer(self, interval=TICK, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self.tick)

    @property
    def tape(self) -> Tape | None:
        """The recording shown."""
        return self._playhead.tape

    @property
    def step(self) -> int:
        """The step under the playhead."""
        return self._playhead.step

    @property
    def frame(self) -> Frame | None:
        """What the step did; None without a recording."""
        return self._playhead.frame

    @property
    def model(self) -> Model | None:
        """The model under the playhead; None without a recording."""
        return self._playhead.model

    @property
    def last(self) -> int:
        """The last recorded step."""
        return self._playhead.last

    @property
    def up_to_date(self) -> bool:
        """Whether the recording shown is of the present data and recipe."""
        return not self._handover.pending and not self.problem

    def _take(self, tape: Tape | None) -> bool:
        if tape is None:
            return False
        self._playhead.put_on(tape)
        return True

    def _announce(self, shown: bool) -> None:
        if not shown:
            return
        self._seen = self._length()
        self.tape_changed.emit()
        self.moved.emit()
        if self.tape is None or self.problem:
            self.set_playing(False)
        elif self._play_when_ready:
            self._play_when_ready = False
            self.set_playing(True)

    @property
    def problem(self) -> str:
        """Why the data and recipe cannot be recorded, or empty.

        The recording shown, if there is one, is then of the recipe before.
        """
        return self._handover.problem

    @property
    def preparing(self) -> bool:
        """Whether a recording is awaited that has not begun: loops are compiled."""
        return self._handover.preparing

    def seek(self, step: int) -> None:
        """Move the playhead to a step; beyond the ends means the end."""
        self.set_playing(False)
        self._playhead.put_at(step)
        self.moved.emit()

    def to_end(self) -> None:
        """Go to the last recorded step."""
        self.seek(self.last)

    def next_mistake(self) -> None:
        """Go to the next step with a mistake, or to the end if there is none."""
        if self.tape is not None:
            found = self.tape.next_mistake(self.step)
            self.seek(self.last if found is None else found)

    def previous_mistake(self) -> None:
        """Go to the previous step with a mistake, or to the start."""
        if self.tape is not None:
            self.seek(self.tape.previous_mistake(self.step) or 0)

    def toggle_playing(self) -> None:
        """Play, from the start if at the end; or pause."""
        if self.playing:
            self.set_playing(False)
        elif self.tape is None and not self.endless:
            self._play_when_ready = self._handover.pending
        else:
            if self._at_end and not self.endless:
                self.seek(0)
            self.set_playing(True)

    def set_playing(self, playing: bool) -> None:
        """Let the playhead move by itself, or stop it where it is."""
        if playing == self.playing:
            return
        self.playing = playing
        self._ticked = time.monotonic()
        if not playing:
            self._playhead.wanted = self.step
        self.playing_changed.emit()
        self._wake()

    def set_speed(self, steps_per_second: float) -> None:
        """Set how fast the playhead moves; `FASTEST` follows the recorder."""
        self.speed = steps_per_second
        self.playing_changed.emit()

    def lead_to(self, step: int) -> None:
        """Stand at a step that is yet to be recorded as soon as it is."""
        self._playhead.wanted = step

    # The screen clock

    def _wake(self) -> None:
        if not self._clock.isActive():
            self._clock.start()

    def tick(self) -> None:
        """Show what has been recorded since, and move the playhead if playing."""
        shown = self._take(self._handover.take(self._playhead.wanted))
        self._announce(shown)
        if not shown and self.preparing:
            self.waiting.emit()
        self._look_at_growth()
        if self.playing:
            self._advance()
        if not self.playing and not self._handover.pending and self._seen[1]:
            self._clock.stop()

    def _look_at_growth(self) -> None:
        length = self._length()
        if length == self._seen:
            return
        self._seen = length
        if not self.playing and self._playhead.return_to_wanted():
            self.moved.emit()
        self.tape_grown.emit()

    def _length(self) -> tuple[int, bool]:
        """Give how many steps are recorded, and whether those are all."""
        tape = self.tape
        return (0, True) if tape is None else (tape.steps, tape.finished)

    def _advance(self) -> None:
        now = time.monotonic()
        passed, self._ticked = now - self._ticked, now
        if self.tape is not None and self._playhead.advance(passed, self.speed):
            self.moved.emit()
        elif self.endless and self._at_end and self.up_to_date:
            self.waited.emit(passed)
        if self._at_end and not self.endless:
            self.set_playing(False)

    @property
    def _at_end(self) -> bool:
        tape = self.tape
        return tape is None or (tape.finished and self.step >= tape.steps)

    def leave(self) -> None:
        """Stop for good; the recorder's thread, which may compile, ends by itself."""
        self._clock.stop()
        self._handover.leave()

    def close(self) -> None:
        """Stop the clock and join the recorder's thread."""
        self._clock.stop()
        self._handover.close()
