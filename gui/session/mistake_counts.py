"""How often each sample was a mistake up to the playhead, counted when asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.errors import never
from gui.session.derived import Derived

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from engine import Tape
    from engine.training.sample_mistakes import SampleMistakes
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

QUICK_PRODUCTS, INTERPRETED_PRODUCTS = 500_000, 1_000
"""Multiplications of steps that are counted at once: one or two milliseconds. More are
counted beside."""
TROUBLE = "how often each sample was a mistake could not be counted"


class MistakeCounts(Derived):
    """Counts for who shows them; nobody asking, it does nothing.

    Signals
    -------
    changed
        What was counted beside is there: who shows it asks again.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._tape: Tape | None = None
        self._known: SampleMistakes | None = None
        self._failed = False
        self._task = self.new_task("mistakes of samples", self._take_mistakes)
        session.tape_changed.connect(self._follow_tape)

    def at_playhead(self) -> NDArray[np.int64] | None:
        """Give the counts of the present samples.

        None where there is no run of them or they cannot be counted, and until they
        are: then `changed` comes.
        """
        session, tape = self._session, self._session.tape
        if tape is None or session.endless or tape.data is not session.data:
            return None
        self._follow_tape()
        step, known = session.step, self._known
        if known is None or known.step != step:
            if self._task.running or self._failed:
                return None
            since = 0 if known is None or known.step > step else known.step
            work = (step - since) * tape.problem.plan.batch * tape.problem.start.size
            if work > (QUICK_PRODUCTS if tape.is_compiled else INTERPRETED_PRODUCTS):
                self._task.start(partial(_count, tape, step, known), trouble=TROUBLE)
                return None
            known = self._known = _counted(tape, step, known)
        return known.counts

    def _follow_tape(self) -> None:
        """Let another recording begin anew; keep none that is not shown."""
        if self._session.tape is not self._tape:
            self._tape, self._known, self._failed = self._session.tape, None, False
            self._task.drop()

    def _take_mistakes(self, mistakes: SampleMistakes | None, failure: str) -> None:
        if failure:
            self._failed = True
            self._session.message.emit(failure)
        if mistakes is not None:
            self._known = mistakes
            self.changed.emit()


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
