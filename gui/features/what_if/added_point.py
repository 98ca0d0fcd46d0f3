"""A sample that might be added, and where the run would then be, now or at its end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import Signal

from engine.data.edits import Add
from engine.learners import learner
from gui.session.anchor import Anchor
from gui.session.compared_run import ComparedRun
from gui.session.derived import Derived
from gui.tasks.throttle import DelayedCall, Throttle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from engine.models.predictor import Predictor
    from gui.session.session import Session

AT_END = "Where the boundary would be at the end of the run if this point were there"
NOW = "Where the boundary would be now, at this epoch and sample, if it were there"
PLACE = 1
"""Among the colours of runs."""


class RunMoment(NamedTuple):
    """What a run has come to at a step, replayed once.

    Attributes
    ----------
    tape : Tape
    step : int
    model : Predictor
    updates : int
    wrong : int
        How many of the training samples are.
    """

    tape: Tape
    step: int
    model: Predictor
    updates: int
    wrong: int

    @classmethod
    def of(cls, tape: Tape, step: int) -> RunMoment:
        frame = tape.frame(step)
        model = tape.model_of(frame)
        return cls(tape, step, model, frame.updates, tape.count_wrong(model))


class AddedPoint(Derived):
    """Records the run with one more sample, which is in no data; unasked, nothing.

    Attributes
    ----------
    x : ndarray, shape (n_features,), or None
        Its features; None: there is no such sample.
    code : int
        Its class.
    effect : str
        What it would change, or why that is not known.
    compared : ComparedRun or None
        The model that there would be, if it decides anything: of the moment that the
        canvas shows, or, where no boundary is to be seen there yet, of the end.

    Signals
    -------
    changed
        Any of these.
    """

    _recorded = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.x: NDArray[np.float64] | None = None
        self.code = 0
        self.effect = ""
        self.compared: ComparedRun | None = None
        self._beside: Session | None = None
        self._own: RunMoment | None = None
        self._recorded.connect(self._look_at_recording)
        self._soon = DelayedCall(self, self._record)
        session.begun.connect(self.clear)
        session.recipe_changed.connect(self._record_soon)
        session.data_changed.connect(self._follow_data)
        session.tape_grown.connect(self._look_at_recording)
        Throttle(
            session, self._look_at_recording, session.moved, late=self._fall_behind
        )

    def choose(self, x: NDArray[np.float64], code: int) -> None:
        """Have the run with a sample of these features and class."""
        self.x, self.code = x, code
        self._record_soon()

    def clear(self) -> None:
        """Have no such sample."""
        if self.x is not None:
            self.x = None
            self._soon.stop()
            self._show_effect("", None)

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
            self._show_effect(obstacle, None)
            return
        added = Add(self.x[None], np.array([self.code])).apply(session.data)
        if self._beside is None:
            self._beside = session.record_beside(session.recipe, self._recorded)
        self._beside.seek_when_recorded(sys.maxsize)
        self._beside.set_data(added, session.recipe)
        if not self._beside.recorded:
            waits = f"With one more {added.class_names[self.code]} here …"
            self._show_effect(self._beside.obstacle or waits, self.compared)

    def _look_at_recording(self) -> None:
        """Look at a recording that has changed, if it is the one awaited, and whole."""
        own, beside = self._session.tape, self._beside
        if self.x is None or beside is None or not beside.recorded:
            return
        tape, frame, now = beside.tape, self._session.frame, self._session.model
        if own is None or tape is None or not own.finished:
            return
        if frame is None or now is None:
            return
        anchor = Anchor.of(own, frame)
        at_end = anchor.at_end or now.is_zero
        step = own.steps if at_end else frame.step
        if self._own is None or (self._own.tape, self._own.step) != (own, step):
            self._own = RunMoment.of(own, step)
        then = tape.steps if at_end else min(anchor.step_in(tape), tape.steps)
        before, after = self._own, RunMoment.of(tape, then)
        name, model = tape.data.class_names[self.code], after.model
        tip = AT_END if at_end else NOW
        compared = ComparedRun(
            f"with one more {name}", tip, tape.data, PLACE, models=(model,)
        )
        if tape.diverged:
            effect = f"With one more {name} here the run diverges"
        else:
            when = "At the end" if at_end else "Now"
            updates = f"{before.updates:,} → {after.updates:,} updates"
            wrong = f"{before.wrong:,} → {after.wrong:,} wrong"
            effect = f"{when}, with one more {name} here: {wrong}, {updates}"
        self._show_effect(effect, None if model.is_zero else compared)

    def _fall_behind(self, late: bool) -> None:
        """Draw no boundary of another moment than the picture's."""
        if late and self.compared is not None and self._session.playing:
            self._show_effect(self.effect, None)

    def _show_effect(self, effect: str, compared: ComparedRun | None) -> None:
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
