"""A sample that might be added, and where the run would then end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.data.edits import Add
from engine.learners import learner
from engine.numbers import percent
from gui.session.compared_run import ComparedRun
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from engine.models.predictor import Predictor
    from gui.session.session import Session

END = "Where the boundary would be at the end of the run if this point were there"
PLACE = 1
"""Among the colours of runs."""


class RunEnd(NamedTuple):
    """How a run has ended, replayed once.

    Attributes
    ----------
    tape : Tape
    model : Predictor
    updates : int
    wrong : str
        How many of the training samples are.
    """

    tape: Tape
    model: Predictor
    updates: int
    wrong: str

    @classmethod
    def of(cls, tape: Tape) -> RunEnd:
        frame = tape.frame(tape.steps)
        model, training = tape.model_of(frame), tape.problem.training
        error = model.training_error
        wrong = f"{round(error * len(training.X)):,}"
        if training.sample_weights is not None:
            wrong = percent(error)
        return cls(tape, model, frame.updates, wrong)


class AddedPoint(QObject):
    """Records the run with one more sample, which is in no data; unasked, nothing.

    Attributes
    ----------
    x : ndarray, shape (n_features,), or None
        Its features; None: there is no such sample.
    code : int
        Its class.
    effect : str
        What it would change at the end of the run, or why that is not known.
    compared : ComparedRun or None
        The model with which the run would end, if it decides anything.

    Signals
    -------
    changed
        Any of these.
    """

    changed = Signal()
    _recorded = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.x: NDArray[np.float64] | None = None
        self.code = 0
        self.effect = ""
        self.compared: ComparedRun | None = None
        self._beside: Session | None = None
        self._own: RunEnd | None = None
        self._recorded.connect(self._look)
        self._soon = DelayedCall(self, self._record)
        session.begun.connect(self.clear)
        session.recipe_changed.connect(self._record_soon)
        session.data_changed.connect(self._follow_data)
        session.tape_grown.connect(self._look)

    def choose(self, x: NDArray[np.float64], code: int) -> None:
        """Have the run with a sample of these features and class."""
        self.x, self.code = x, code
        self._record_soon()

    def clear(self) -> None:
        """Have no such sample."""
        if self.x is not None:
            self.x = None
            self._soon.stop()
            self._show("", None)

    def _record_soon(self) -> None:
        if self.x is not None:
            self._soon.start()

    def _follow_data(self) -> None:
        data = self._session.data
        known = self.x is None or (
            len(self.x) == data.n_features and self.code < len(data.class_names)
        )
        if known:
            self._record_soon()
        else:
            self.clear()

    def _record(self) -> None:
        session = self._session
        if self.x is None:
            return
        if obstacle := _obstacle(session):
            self._show(obstacle, None)
            return
        added = Add(self.x[None], np.array([self.code])).apply(session.data)
        if self._beside is None:
            self._beside = session.record_beside(session.recipe, self._recorded)
        # Nothing but the end of the run is looked at.
        self._beside.seek_when_recorded(sys.maxsize)
        self._beside.set_data(added, session.recipe)
        if not self._beside.recorded:
            waits = f"With one more {added.class_names[self.code]} here …"
            self._show(self._beside.obstacle or waits, self.compared)

    def _look(self) -> None:
        """Look at a recording that has changed, if it is the one awaited, and whole."""
        own, beside = self._session.tape, self._beside
        if self.x is None or beside is None or not beside.recorded:
            return
        tape = beside.tape
        if own is None or tape is None or not own.finished:
            return
        if self._own is None or self._own.tape is not own:
            self._own = RunEnd.of(own)
        before, after = self._own, RunEnd.of(tape)
        name, model = tape.data.class_names[self.code], after.model
        compared = ComparedRun(
            f"with one more {name}", END, tape.data, PLACE, models=(model,)
        )
        if tape.diverged:
            effect = f"With one more {name} here the run diverges"
        else:
            updates = f"{before.updates:,} → {after.updates:,} updates"
            wrong = f"{before.wrong} → {after.wrong} wrong"
            effect = f"With one more {name} here: {wrong}, {updates}"
        self._show(effect, None if model.is_zero else compared)

    def _show(self, effect: str, compared: ComparedRun | None) -> None:
        self.effect, self.compared = effect, compared
        self.changed.emit()

    def close(self) -> None:
        """Leave the recorder."""
        self.clear()
        if self._beside is not None:
            self._beside.end()
            self._beside = None


def _obstacle(session: Session) -> str:
    """Say why no run with one more sample can be told of, or nothing."""
    if learner(session.recipe.learner).by_hand:
        return "Weights set by hand follow no point"
    if session.endless or session.branches.active:
        return "Not while streaming, and not on a branch"
    return ""
