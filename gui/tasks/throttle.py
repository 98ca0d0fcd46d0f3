"""Numbers beside the canvas change only as fast as they can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from gui.session.session import Session

INTERVAL = 50
"""Milliseconds between two refreshes in a hurry."""
READABLE = 20.0
"""Steps per second up to which every one is told."""


class Throttle(QObject):
    """Calls at each signal, but in a hurry at most twenty times a second.

    In a hurry samples are being stroked, or a run is played fast. What was left out is
    made good at the latest at its end. Numbers that change faster cannot be read, and
    drawing them would delay what is looked at.
    """

    def __init__(
        self, session: Session, act: Callable[[], object], *signals: SignalInstance
    ) -> None:
        super().__init__(session)
        self._session, self._act = session, act
        self._owed = False
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._pay)
        session.stroke_ended.connect(self._pay)
        session.playing_changed.connect(self._pay)
        for signal in signals:
            signal.connect(self.ask)

    def ask(self, *_: object) -> None:
        """Call soon: at once if there is no hurry."""
        s = self._session
        self.call(at_once=not (s.stroking or (s.playing and s.speed > READABLE)))

    def call(self, at_once: bool) -> None:
        """Call at once, or when the last call is long enough ago."""
        if at_once or not self._rest.isActive():
            self._now()
        else:
            self._owed = True

    @property
    def interval(self) -> int:
        """Milliseconds between two calls, if not at once."""
        return INTERVAL

    def _pay(self) -> None:
        if self._owed:
            self._now()

    def _now(self) -> None:
        self._owed = False
        self._act()
        self._rest.start(self.interval)
