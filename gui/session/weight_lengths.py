"""How long the weights are with other λ: computed beside, when a run has ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.session.diagnosis import PATIENCE
from gui.tasks.task import Task

if TYPE_CHECKING:
    from engine import Tape
    from engine.evaluation.regularisation import WeightLengths
    from gui.session.session import Session
    from gui.tasks.task import TaskControl


class WeightLengthsRunner(QObject):
    """Keeps what λ does to the weights of the recording shown, once it has ended.

    Attributes
    ----------
    lengths : WeightLengths or None
        The newest there is; None of a run without a λ.
    looking : bool
        Whether a newer one is to come.

    Signals
    -------
    changed
        Any of these.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.lengths: WeightLengths | None = None
        self.looking = False
        self._session = session
        self._task = Task("weight lengths", self)
        self._task.ended.connect(self._take)
        session.begun.connect(self._forget)
        session.data_changed.connect(self._await)
        session.recipe_changed.connect(self._await)
        session.tape_changed.connect(self._await)
        session.tape_grown.connect(self._follow_growth)

    def _forget(self) -> None:
        """Say nothing more of data that are left for others."""
        self._task.drop()
        self._show(None, looking=False)

    def _await(self) -> None:
        s = self._session
        if s.tape is None or s.endless or not s.recipe.get("strength"):
            self._forget()
            return
        self._show(self.lengths, looking=True)
        self._task.start_later(self._look, PATIENCE)

    def _follow_growth(self) -> None:
        tape = self._session.tape
        if self.looking and tape is not None and tape.finished:
            self._task.start_later(self._look, PATIENCE)

    def _look(self) -> None:
        """Measure a run that has ended; of another it will be told when it has."""
        s = self._session
        tape = s.tape
        if tape is None or tape.data is not s.data or tape.recipe != s.recipe:
            return
        if tape.finished:
            self._task.start(partial(_measure, tape))

    def _take(self, found: WeightLengths | None, _: str) -> None:
        self._show(found, looking=False)

    def _show(self, lengths: WeightLengths | None, *, looking: bool) -> None:
        if (lengths, looking) != (self.lengths, self.looking):
            self.lengths, self.looking = lengths, looking
            self.changed.emit()

    def close(self) -> None:
        """Join the thread."""
        self._task.close()


def _measure(tape: Tape, control: TaskControl) -> WeightLengths | None:
    from engine.evaluation.regularisation import weight_lengths

    return weight_lengths(tape, control.cancelled)
