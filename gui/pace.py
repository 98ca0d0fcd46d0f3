"""Numbers beside the canvas follow a stroke only as fast as they can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from gui.session import Session

INTERVAL = 50
"""Milliseconds between two refreshes while a stroke goes on."""


class Pace(QObject):
    """Calls at each signal; while samples are stroked at most twenty times a second.

    What was left out is made good at the latest when the stroke ends. Numbers that
    change faster cannot be read, and drawing them would delay the samples.
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
        for signal in signals:
            signal.connect(self._follow)

    def _follow(self, *_: object) -> None:
        if self._session.stroking and self._rest.isActive():
            self._owed = True
        else:
            self._now()

    def _pay(self) -> None:
        if self._owed:
            self._now()

    def _now(self) -> None:
        self._owed = False
        self._act()
        if self._session.stroking:
            self._rest.start()
