"""At most so many calls a second: a number or a curve need not follow every change."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Protocol, cast
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from engine import Tape

INTERVAL = 50
"""Milliseconds between two calls: numbers can be read no faster."""
GROWTH_INTERVAL = 100
"""Milliseconds between two drawings of a recording that grows."""
STROKE_INTERVAL = 33
"""The same for a recording of few steps, while a stroke changes it."""
REST, SHORTEST_REST, LONGEST_REST = 16.0, 0.016, 0.05
"""Times that a call took of the processor's time for which others then wait, and the
fewest and most seconds: what it has painted takes its part of a frame, too."""
LONGEST_WAIT = 0.2
"""The most seconds that calls at once, which wait for no turn, let others wait."""
AHEAD = 0.004
"""Seconds before the end of a rest at which the next may come: short ones need none."""
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


class Throttle(QObject):
    """Calls at a signal, unless the call before was a moment ago: then a moment later.

    So what changes now and then is followed at once; while a stroke sprays samples, a
    run is played or the timeline is dragged, twenty times a second. What was left out
    is made up for when the time is over, and at the end of a stroke or of playing:
    drawing numbers too often would delay what is looked at. So would all of them in one
    frame of the screen: they take turns in what was left out, and in all during a
    stroke and while a run is played.

    Parameters
    ----------
    session : QObject
        With the attributes of `Changing`.
    act : callable
        What is called.
    *signals : SignalInstance
    """

    _turns: ClassVar[WeakKeyDictionary[Changing, float]] = WeakKeyDictionary()
    """When, of each session, all calls so far have had their rest."""

    def __init__(
        self, session: Changing, act: Callable[[], object], *signals: SignalInstance
    ) -> None:
        super().__init__(cast("QObject", session))
        self._session, self._act = session, act
        self._next = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(lambda: self._call_when_due(in_turn=True))
        session.stroke_ended.connect(self._call_if_due)
        session.playing_changed.connect(self._call_if_due)
        for signal in signals:
            signal.connect(self.trigger)

    @property
    def interval(self) -> int:
        """Milliseconds between two calls, if not at once."""
        return INTERVAL

    def trigger(self, *_: object) -> None:
        """Call at once, or soon if the last call was a moment ago."""
        if self._timer.isActive():
            return
        self._call_when_due(in_turn=self._session.stroking or self._session.playing)

    def _call_when_due(self, *, in_turn: bool) -> None:
        due = self._next
        if in_turn:
            due = max(due, self._turns.get(self._session, 0.0) - AHEAD)
        left = due - time.monotonic()
        if left <= 0:
            self._call()
        else:
            self._timer.start(max(1, round(1000 * left)))

    def _call_if_due(self) -> None:
        if self._timer.isActive():
            self._call()

    def _call(self) -> None:
        self._timer.stop()
        began = time.thread_time()
        self._act()
        taken, now = time.thread_time() - began, time.monotonic()
        self._next = now + self.interval / 1000
        rest = min(max(REST * taken, SHORTEST_REST), LONGEST_REST)
        turn = max(now, self._turns.get(self._session, 0.0)) + rest
        self._turns[self._session] = min(turn, now + LONGEST_WAIT)


class GrowthThrottle(Throttle):
    """Calls when the recording shown is another or has grown.

    At once when it is short or nothing was drawn lately; else at most ten times a
    second, and always after the last change. While a stroke sprays or drags samples,
    a short one is drawn at most thirty times a second: the canvas goes first.
    """

    def __init__(self, session: Changing, act: Callable[[], None]) -> None:
        super().__init__(session, act)
        session.tape_changed.connect(self._replaced)
        session.tape_grown.connect(self._grown)

    @property
    def interval(self) -> int:
        """Milliseconds between two drawings, if not at once."""
        return STROKE_INTERVAL if self._is_short() else GROWTH_INTERVAL

    def _replaced(self) -> None:
        session = self._session
        self._draw(soon=self._is_short() and not (session.endless and session.playing))

    def _grown(self) -> None:
        tape = self._session.tape
        self._draw(soon=tape is None or tape.finished or tape.steps <= FEW_STEPS)

    def _is_short(self) -> bool:
        tape = self._session.tape
        return tape is None or tape.problem.most_steps <= FEW_STEPS

    def _draw(self, *, soon: bool) -> None:
        if soon and not self._session.stroking:
            self._call()
        else:
            self.trigger()
