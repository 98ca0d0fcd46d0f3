"""The playhead: where one stands in a recording, and the timer that moves it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import QObject, Qt, QTimer

from gui.session.anchor import Anchor

if TYPE_CHECKING:
    from engine import Frame, Tape
    from engine.models.predictor import Predictor

TICK_MS = 16
"""Milliseconds between two looks at the recorder: about 60 a second."""
FASTEST = math.inf
"""A speed: as fast as it goes."""
FASTEST_TICKS, FASTEST_SECONDS = 40, 2.5
"""Pictures that even a run at full speed is shown in, and seconds at most."""
USUAL, USUAL_LENGTH = 10.0, 200
"""Steps per second, and steps of a run, where no run says what is usual."""
LEAST_SPEED = 2.0
"""Steps per second at least where a run has few of them."""
SpeedUnit = Literal["run", "step", "epoch"]


@dataclass(frozen=True)
class Speed:
    """So many runs, epochs or steps per second."""

    rate: float
    unit: SpeedUnit = "step"

    def steps_per_second(self, tape: Tape | None) -> float:
        """Say how fast the playhead moves on a recording."""
        if self.unit == "step" or self.rate == FASTEST:
            return self.rate
        if self.unit == "epoch":
            return USUAL if tape is None else self.rate * tape.problem.steps_per_epoch
        return max(
            LEAST_SPEED, self.rate * (USUAL_LENGTH if tape is None else tape.steps)
        )


class Playhead:
    """A place in a recording.

    Attributes
    ----------
    tape : Tape or None
        The recording it stands on.
    step : int
        Where it stands; 0 without a recording.
    wanted : int
        Where it was put: it stands there again when a recording is long enough.

    From run to run it keeps its place, by an `Anchor`, until it is moved.
    """

    def __init__(self) -> None:
        self.tape: Tape | None = None
        self.step = 0
        self.wanted = 0
        self._anchor: Anchor | None = None
        self._step_wanted = False
        self._position = 0.0
        self._frame: Frame | None = None
        self._model: Predictor | None = None
        self._before: Predictor | None = None

    @property
    def frame(self) -> Frame | None:
        """The step; None without a recording."""
        if self._frame is None and self.tape is not None:
            self._frame = self.tape.frame(self.step)
        return self._frame

    @property
    def model(self) -> Predictor | None:
        """The model after the step; None without a recording."""
        if self._model is None and self.tape is not None and self.frame is not None:
            self._model = self.tape.model_of(self.frame)
        return self._model

    @property
    def model_before(self) -> Predictor | None:
        """The model before it, where no weights vote; None without a recording."""
        if self._before is None and self.tape is not None and self.frame is not None:
            self._before = self.tape.model_before(self.frame)
        return self._before

    @property
    def last(self) -> int:
        """The last recorded step."""
        return 0 if self.tape is None else self.tape.steps

    def hold(self) -> None:
        """Keep the place for the next recordings, unless another is wanted there."""
        tape, frame = self.tape, self.frame
        if self._anchor is not None or self._step_wanted or tape is None:
            return
        at_end = tape.finished and self.step == tape.steps
        if frame is not None and (at_end or self.step == self.wanted):
            self._anchor = Anchor.of(tape, frame)

    def want(self, step: int) -> None:
        """Stand at a step of the next recording, or of this once it is there."""
        self.wanted, self._anchor, self._step_wanted = step, None, True

    def stay(self) -> None:
        """Stand where it is, however it came there."""
        self.wanted, self._anchor = self.step, None

    def step_in(self, tape: Tape) -> int:
        """Give the step at which it will stand on a recording."""
        return self.wanted if self._anchor is None else self._anchor.step_in(tape)

    def put_on(self, tape: Tape | None) -> None:
        """Stand on another recording, where one wanted to stand."""
        self.tape = tape
        self._step_wanted = tape is None and self._step_wanted and self.wanted > 0
        if tape is not None:
            self.wanted = self.step_in(tape)
        self._stand_at(self.wanted)

    def put_at(self, step: int) -> None:
        """Stand at a step; beyond the ends means the end, for now."""
        self.wanted, self._anchor = max(0, step), None
        self._stand_at(self.wanted)

    def return_to_wanted(self) -> bool:
        """Stand where one wanted to, if that is nearer now; tell whether it moved."""
        before = self.step
        if self.tape is not None and before != self.wanted:
            self.wanted = self.step_in(self.tape)
            if before != min(self.wanted, self.last):
                self._stand_at(self.wanted)
        return self.step != before

    def advance(self, seconds: float, speed: float) -> bool:
        """Move forward by itself; tell whether it came to another step.

        Parameters
        ----------
        seconds : float
            Passed since the last time.
        speed : float
            Steps per second, or `FASTEST`.
        """
        # At full speed a run still takes long enough to be seen.
        share = max(1 / FASTEST_TICKS, seconds / FASTEST_SECONDS)
        ahead = max(1.0, self.last * share)
        if speed != FASTEST:
            ahead = seconds * speed
        position = min(self._position + ahead, float(self.last))
        moved = int(position) != self.step
        if moved:
            self.put_at(int(position))
        self._position = position
        return moved

    def _stand_at(self, step: int) -> None:
        self.step = max(0, min(step, self.last))
        self._position = float(self.step)
        self._frame = self._model = self._before = None


class PlayheadTimer(QTimer):
    """The screen's clock: at each tick a session moves its playhead, if it plays.

    It rests while nothing plays, grows or is awaited.

    Attributes
    ----------
    rest : float
        Seconds between two pictures at least, of all that plays.
    """

    rest: ClassVar[float] = 0.0

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setInterval(TICK_MS)
        self.setTimerType(Qt.TimerType.PreciseTimer)
        self._measured = 0.0

    def wake(self) -> None:
        """Tick from now on."""
        if not self.isActive():
            self.start()

    def measure(self) -> None:
        """Measure the time from now on."""
        self._measured = time.monotonic()

    def seconds_passed(self) -> float:
        """Give the time since this last gave some; 0 where a picture is to stay."""
        passed = time.monotonic() - self._measured
        if passed < self.rest:
            return 0.0
        self._measured += passed
        return passed
