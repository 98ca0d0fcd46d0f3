"""Calls later, or less often: a number or a curve need not follow every change."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol, cast
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from engine import Tape

INTERVAL_MS = 50
"""Milliseconds between two calls: numbers can be read no faster."""
GROWTH_INTERVAL_MS = 100
"""Milliseconds between two drawings of a recording that grows."""
STROKE_INTERVAL_MS = 33
"""The same for a recording of few steps, while a stroke changes it."""
REST_FACTOR, SHORTEST_REST, LONGEST_REST = 16.0, 0.016, 0.05
"""Times that a call took of the processor's time for which others then wait, and the
fewest and most seconds: what it has painted takes its part of a frame, too."""
LONGEST_WAIT_SECONDS = 0.2
"""The most seconds that calls at once, which wait for no turn, let others wait."""
AHEAD_SECONDS = 0.004
"""Seconds before the end of a rest at which the next may come: short ones need none."""
SHARE, MOST_SAVED_SECONDS = 0.25, 0.025
"""Share of the time that following the frames of a run that plays may take, and the
most seconds of it that are saved up; what is painted then takes about as much again."""
UNKNOWN_SECONDS = 0.008
"""Seconds that are expected of a first call."""
CALM_MS = 150
"""Milliseconds after which a part that follows again counts as doing so."""
FEW_STEPS = 20_000
"""Steps up to which a recording is drawn at once if there is no stroke."""


class Changing(Protocol):
    """What a throttle asks of a session, which is a QObject."""

    stroking: bool
    playing: bool
    endless: bool

    @property
    def tape(self) -> Tape | None: ...
    @property
    def stroke_ended(self) -> SignalInstance: ...
    @property
    def playing_changed(self) -> SignalInstance: ...
    @property
    def tape_changed(self) -> SignalInstance: ...
    @property
    def tape_grown(self) -> SignalInstance: ...


class DelayedCall(QTimer):
    """Calls once; asked for again by `start` before that, it waits anew.

    Parameters
    ----------
    parent : QObject
        With which it ends.
    act : callable
    delay : int
        Milliseconds; 0: once all events that are there are dealt with.
    """

    def __init__(
        self, parent: QObject, act: Callable[[], object], delay: int = 0
    ) -> None:
        super().__init__(parent, singleShot=True)
        self.setInterval(delay)
        self.timeout.connect(act)


class Turns:
    """Who of a session's throttles calls next: whoever has waited longest.

    Parameters
    ----------
    parent : QObject
        The session.

    Attributes
    ----------
    waiting : list of Throttle
        Those to call after the rest, in the order in which they came.
    """

    def __init__(self, parent: QObject) -> None:
        self.waiting: list[Throttle] = []
        self._rested = 0.0
        self._saved, self._looked = MOST_SAVED_SECONDS, time.monotonic()
        self._timer = DelayedCall(parent, self._go_on)

    def wait(self, throttle: Throttle) -> None:
        """Have it called as soon as it is its turn."""
        self.waiting.append(throttle)
        if not self._timer.isActive():
            self._go_on()

    def leave(self, throttle: Throttle) -> None:
        """Forget that it waits, if it does."""
        if throttle in self.waiting:
            self.waiting.remove(throttle)

    def rest(self, taken: float) -> None:
        """Let nobody be called in turn for a while, after a call of so many seconds."""
        now = time.monotonic()
        rest = min(max(REST_FACTOR * taken, SHORTEST_REST), LONGEST_REST)
        self._rested = min(max(now, self._rested) + rest, now + LONGEST_WAIT_SECONDS)

    def affords(self, cost: float) -> bool:
        """Tell whether there is time, within a frame, for a call of so many seconds."""
        now = time.monotonic()
        self._saved = min(
            self._saved + SHARE * (now - self._looked), MOST_SAVED_SECONDS
        )
        self._looked = now
        return self._saved >= min(cost, MOST_SAVED_SECONDS)

    def spend(self, cost: float) -> None:
        """Take what a call within a frame took; who takes turns does not enter it."""
        self._saved -= cost
        self._rested = max(self._rested, time.monotonic() + SHORTEST_REST)

    def _go_on(self) -> None:
        while self.waiting:
            left = self._rested - AHEAD_SECONDS - time.monotonic()
            if left > 0:
                self._timer.start(max(1, round(1000 * left)))
                return
            self.waiting[0].call()


class Throttle(QObject):
    """Calls at a signal, unless the call before was a moment ago: then a moment later.

    So what changes now and then is followed at once; while a stroke sprays samples or
    the timeline is dragged, twenty times a second. What was left out is made up for
    when the time is over, and at the end of a stroke or of playing: drawing numbers too
    often would delay what is looked at. So would all of them in one frame of the
    screen: they take turns in what was left out, and in all during a stroke. Whoever
    has waited longest comes first.

    While a run is played, every frame is followed within it by those for whom there is
    time, the quick ones first: what is painted together is of one step. The others take
    turns, too.

    Parameters
    ----------
    session : QObject
        With the attributes of `Changing`.
    act : callable
        What is called.
    *signals : SignalInstance
    late : callable, optional
        Told whether it is behind what is painted, so that this can be seen.
    """

    in_frames: ClassVar[bool] = True
    """Whether it follows the frames of a run that plays, if it can."""

    _turns_of: ClassVar[WeakKeyDictionary[Changing, Turns]] = WeakKeyDictionary()

    def __init__(
        self,
        session: Changing,
        act: Callable[[], object],
        *signals: SignalInstance,
        late: Callable[[bool], object] | None = None,
    ) -> None:
        parent = cast("QObject", session)
        super().__init__(parent)
        self._session, self._act, self._tell_late = session, act, late
        self._cost, self._is_late = UNKNOWN_SECONDS, False
        self._calm = DelayedCall(self, self._be_in_time, CALM_MS)
        if session not in self._turns_of:
            self._turns_of[session] = Turns(parent)
        self._turns = self._turns_of[session]
        self._next = 0.0
        self._timer = DelayedCall(self, partial(self._call_when_due, in_turn=True))
        session.stroke_ended.connect(self._call_if_due)
        session.playing_changed.connect(self._call_if_due)
        for signal in signals:
            signal.connect(self.trigger)

    @property
    def interval(self) -> int:
        """Milliseconds between two calls, if not at once."""
        return INTERVAL_MS

    @property
    def _waits(self) -> bool:
        return self._timer.isActive() or self in self._turns.waiting

    def trigger(self, *_: object) -> None:
        """Call at once, or soon if there is no time for it now."""
        session = self._session
        if self.in_frames and session.playing and not session.stroking:
            self._follow_frame()
        elif not self._waits:
            self._call_when_due(in_turn=session.stroking or session.playing)

    def _follow_frame(self) -> None:
        if self._turns.affords(self._cost):
            self.call(in_frame=True)
        elif not self._waits:
            self._wait_for_turn()
        else:
            self._fall_behind()

    def _call_when_due(self, *, in_turn: bool) -> None:
        left = self._next - time.monotonic()
        if left > 0:
            self._timer.start(max(1, round(1000 * left)))
            self._fall_behind()
        elif in_turn:
            self._wait_for_turn()
        else:
            self.call()

    def _wait_for_turn(self) -> None:
        self._turns.wait(self)
        if self._waits:
            self._fall_behind()

    def _call_if_due(self) -> None:
        if self._waits:
            self.call()
        if self._is_late:
            self._be_in_time()

    def call(self, *, in_frame: bool = False) -> None:
        """Call now, within a frame or by itself, and let others rest."""
        self._timer.stop()
        self._turns.leave(self)
        if self._is_late and not self._calm.isActive():
            self._calm.start()
        began = time.thread_time()
        self._act()
        taken = time.thread_time() - began
        self._cost += (taken - self._cost) / 2
        if in_frame:
            self._turns.spend(taken)
        else:
            self._turns.rest(taken)
            self._next = time.monotonic() + self.interval / 1000

    def _fall_behind(self) -> None:
        self._calm.stop()
        if not self._is_late and self._tell_late is not None:
            self._is_late = True
            self._tell_late(True)

    def _be_in_time(self) -> None:
        self._calm.stop()
        if self._is_late and self._tell_late is not None:
            self._is_late = False
            self._tell_late(False)


class GrowthThrottle(Throttle):
    """Calls when the recording shown is another or has grown.

    At once when it is short or nothing was drawn lately; else at most ten times a
    second, and always after the last change. While a stroke sprays or drags samples,
    a short one is drawn at most thirty times a second: the canvas goes first.
    """

    in_frames = False

    def __init__(self, session: Changing, act: Callable[[], None]) -> None:
        super().__init__(session, act)
        session.tape_changed.connect(self._replaced)
        session.tape_grown.connect(self._grown)

    @property
    def interval(self) -> int:
        """Milliseconds between two drawings, if not at once."""
        return STROKE_INTERVAL_MS if self._is_short() else GROWTH_INTERVAL_MS

    def _replaced(self) -> None:
        session = self._session
        self._call_for_growth(
            soon=self._is_short() and not (session.endless and session.playing)
        )

    def _grown(self) -> None:
        tape = self._session.tape
        self._call_for_growth(
            soon=tape is None or tape.finished or tape.steps <= FEW_STEPS
        )

    def _is_short(self) -> bool:
        tape = self._session.tape
        return tape is None or tape.problem.most_steps <= FEW_STEPS

    def _call_for_growth(self, *, soon: bool) -> None:
        if soon and not self._session.stroking:
            self.call()
        else:
            self.trigger()
