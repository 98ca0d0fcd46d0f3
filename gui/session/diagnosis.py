"""Will it converge: computed in a thread of its own, a little after the last change."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from engine import Tape
    from engine.evaluation.convergence import Diagnosis
    from gui.session.session import Session

PATIENCE = 200
"""Milliseconds without a change after which it is worth while to look."""
BETWEEN_LOOKS = 0.01
"""Seconds between two looks whether the recorder has come to the branch."""


class DiagnosisRunner(QObject):
    """Keeps the diagnosis of the recording shown.

    A result for a recording that is no longer shown is dropped.

    Attributes
    ----------
    diagnosis : Diagnosis or None
        The newest there is, which is of `tape`.
    tape : Tape or None
    looking : bool
        Whether a newer one is to come.
    failure : str
        Why there is none, or empty.

    Signals
    -------
    changed
        Any of these.
    """

    changed = Signal()
    _told = Signal(object, object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.diagnosis: Diagnosis | None = None
        self.tape: Tape | None = None
        self.looking = False
        self.failure = ""
        self._session = session
        self._worker = _Worker(self._told.emit)
        self._rest = QTimer(self, interval=PATIENCE, singleShot=True)
        self._rest.timeout.connect(self._look)
        self._told.connect(self._take)
        session.data_changed.connect(self._await)
        session.recipe_changed.connect(self._await)
        session.tape_changed.connect(self._await)

    def _await(self) -> None:
        self._worker.drop()
        self._rest.start()
        if not self.looking:
            self.looking = True
            self.changed.emit()

    def _look(self) -> None:
        if self._session.tape is None:
            self._take(None, None)
        else:
            self._worker.look_at(self._session.tape)

    def _take(self, tape: Tape | None, told: Diagnosis | str | None) -> None:
        if tape is not self._session.tape or self._rest.isActive():
            return
        self.tape, self.looking = tape, False
        self.failure = told if isinstance(told, str) else ""
        self.diagnosis = None if isinstance(told, str) else told
        self.changed.emit()

    def warm_up(self) -> None:
        """Begin the thread and let it load what a diagnosis needs, before one does."""
        self._worker.begin()

    def close(self) -> None:
        """Join the thread."""
        self._rest.stop()
        self._worker.close()


class _Worker:
    """One thread, begun when it is first needed, that looks at the newest tape."""

    def __init__(self, tell: Callable[[Tape, Diagnosis | str], object]) -> None:
        self._tell = tell
        self._wanted: Tape | None = None
        self._closing = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def drop(self) -> None:
        with self._changed:
            self._wanted = None

    def look_at(self, tape: Tape) -> None:
        with self._changed:
            self._wanted = tape
            self._changed.notify()
        self.begin()

    def begin(self) -> None:
        if self._thread is None and not self._closing:
            self._thread = threading.Thread(
                target=self._work, name="diagnosis", daemon=True
            )
            self._thread.start()

    def close(self) -> None:
        with self._changed:
            self._closing, self._wanted = True, None
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        from engine.evaluation.convergence import load_scipy

        load_scipy()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._closing)
                if self._closing:
                    return
                tape = self._wanted
            told = self._told(tape)
            with self._changed:
                if self._wanted is not tape:
                    continue
                self._wanted = None
            if told is not None:
                self._tell(tape, told)

    def _told(self, tape: Tape) -> Diagnosis | str | None:
        from engine.evaluation.convergence import diagnose

        try:
            branched = tape.branched_at is not None
            own_epochs = self._own_epoch(tape) if branched else None
            return diagnose(
                tape.problem,
                tape.recipe.learner,
                lambda: self._wanted is not tape,
                own_epochs=own_epochs,
            )
        except Cancelled:
            return None
        except Exception as error:
            return f"this could not be told: {error}"

    def _own_epoch(self, tape: Tape) -> tuple[int, NDArray[np.float64]]:
        """Wait until the tape is past its branch."""
        while (begun := tape.own_epoch()) is None:
            if self._wanted is not tape:
                raise Cancelled
            time.sleep(BETWEEN_LOOKS)
        return begun
