"""Numbers beside the canvas change only as fast as they can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from gui.session import Session

INTERVAL = 50
"""Milliseconds between two refreshes in a hurry."""
READABLE = 20.0
"""Steps per second up to which every one is told."""


class Pace(QObject):
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
        self._rest = QTimer(self, interval=INTERVAL, singleShot=True)
        self._rest.timeout.connect(self._pay)
        session.stroke_ended.connect(self._pay)
        session.playing_changed.connect(self._pay)
        for signal in signals:
            signal.connect(self.ask)

    def ask(self, *_: object) -> None:
        """Call soon: at once if there is no hurry."""
        if self._in_a_hurry and self._rest.isActive():
            self._owed = True
        else:
            self._now()

    @property
    def _in_a_hurry(self) -> bool:
        s = self._session
        return s.stroking or (s.playing and s.speed > READABLE)

    def _pay(self) -> None:
        if self._owed:
            self._now()

    def _now(self) -> None:
        self._owed = False
        self._act()
        if self._in_a_hurry:
            self._rest.start()
