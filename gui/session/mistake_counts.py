"""How often each sample was a mistake up to the playhead, counted when asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.errors import never
from gui.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from engine import Tape
    from engine.training.sample_mistakes import SampleMistakes
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

AT_ONCE, INTERPRETED_AT_ONCE = 500_000, 1_000
"""Multiplications of steps that are counted at once: one or two milliseconds. More are
counted beside."""


class MistakeCounts(QObject):
    """Counts for who shows them; nobody asking, it does nothing.

    Signals
    -------
    changed
        What was counted beside is there: who shows it asks again.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._tape: Tape | None = None
        self._known: SampleMistakes | None = None
        self._task = Task("mistakes of samples", self)
        self._task.ended.connect(self._take)

    def at_playhead(self) -> NDArray[np.int64] | None:
        """Give the counts of the present samples.

        None where there is no run of them, and until they are counted: then `changed`
        comes.
        """
        session, tape = self._session, self._session.tape
        if tape is None or session.endless or tape.data is not session.data:
            return None
        if tape is not self._tape:
            self._tape, self._known = tape, None
            self._task.drop()
        step, known = session.step, self._known
        if known is None or known.step != step:
            if self._task.running:
                return None
            since = 0 if known is None or known.step > step else known.step
            work = (step - since) * tape.problem.plan.batch * tape.problem.start.size
            if work > (AT_ONCE if tape.is_compiled else INTERPRETED_AT_ONCE):
                self._task.start(partial(_count, tape, step, known))
                return None
            known = self._known = _counted(tape, step, known)
        return known.counts

    def _take(self, found: SampleMistakes | None, _: str) -> None:
        if found is not None:
            self._known = found
            self.changed.emit()

    def close(self) -> None:
        """Join the thread."""
        self._task.close()


def _count(
    tape: Tape, step: int, known: SampleMistakes | None, control: TaskControl
) -> SampleMistakes:
    return _counted(tape, step, known, control.cancelled)


def _counted(
    tape: Tape,
    step: int,
    known: SampleMistakes | None,
    stop: Callable[[], bool] = never,
) -> SampleMistakes:
    from engine.training.sample_mistakes import sample_mistakes

    return sample_mistakes(tape, step, known, stop)
