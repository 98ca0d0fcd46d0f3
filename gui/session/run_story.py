"""The updates that the run is told by, found anew as it changes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from engine.evaluation.decisive_updates import decisive_updates
from engine.steps.rule_steps import most_steps, why_not
from engine.training.wrong_samples import figure
from gui.session.derived import Derived

if TYPE_CHECKING:
    from engine import Tape
    from engine.evaluation.decisive_updates import DecisiveUpdate, DecisiveUpdates
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

QUICK_SAMPLES = 1_500
"""Samples looked at by a run that is told while one waits: some milliseconds."""
REST_MS = 250
"""Milliseconds without a change after which a longer one is."""
LEAST_TURN = 0.5
"""Degrees below which a turn is not worth a word."""


class RunStory(Derived):
    """Finds the decisive updates of the run that is shown, as long as it is on.

    Attributes
    ----------
    tape : Tape or None
        The recording that `decisive` is of.
    decisive : DecisiveUpdates or None
    obstacle : str
        Why there is nothing to tell, or empty.

    Signals
    -------
    toggled(bool)
        It is told from now on, or not any more.
    changed
        Any of these.
    """

    toggled = Signal(bool)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._on = False
        self.tape: Tape | None = None
        self.decisive: DecisiveUpdates | None = None
        self.obstacle = ""
        self._task = self.new_task("story of the run", self._take_updates)
        self._asked: Tape | None = None

    def set_on(self, on: bool) -> None:
        """Follow the run from now on, or do nothing."""
        if on == self._on:
            return
        self._on = on
        signals = self._session.tape_changed, self._session.tape_grown
        for signal in (*signals, self._session.stroke_ended):
            if on:
                signal.connect(self._follow_run)
            else:
                signal.disconnect(self._follow_run)
        if on:
            self._follow_run()
        else:
            self._task.drop()
            self._asked = None
        self.toggled.emit(on)

    def _follow_run(self) -> None:
        session, tape = self._session, self._session.tape
        if tape is self._asked and tape is not None:
            return
        obstacle = _obstacle(session, tape)
        if obstacle or tape is None:
            self._task.drop()
            self._asked = None
            self._show_updates(None, None, obstacle)
        elif tape.finished:
            visits = tape.steps * tape.problem.plan.batch
            if visits <= QUICK_SAMPLES:
                self._asked = tape
                self._task.request(partial(_tell_story, tape), quick=True)
            elif not session.stroking:
                self._task.start_later(self._begin_story, REST_MS)

    def _begin_story(self) -> None:
        tape = self._session.tape
        if tape is not None and tape.finished:
            self._asked = tape
            self._task.start(partial(_tell_story, tape))

    def _take_updates(
        self, decisive: tuple[Tape, DecisiveUpdates] | None, failure: str
    ) -> None:
        if decisive is not None:
            self._show_updates(*decisive, "")
        elif failure:
            self._show_updates(None, None, failure)

    def _show_updates(
        self, tape: Tape | None, decisive: DecisiveUpdates | None, obstacle: str
    ) -> None:
        self.tape, self.decisive, self.obstacle = tape, decisive, obstacle
        self.changed.emit()


def _tell_story(tape: Tape, control: TaskControl) -> tuple[Tape, DecisiveUpdates]:
    return tape, decisive_updates(tape, stop=control.cancelled)


def _obstacle(session: Session, tape: Tape | None) -> str:
    if session.endless:
        return "Not while streaming"
    if tape is None:
        return "There is no run yet"
    return why_not(tape)


def caption(update: DecisiveUpdate, tape: Tape) -> str:
    """Say in few words what an update did."""
    wrong = _wrong(update.error, tape)
    if update.reason in ("first", "last"):
        return f"{wrong} wrong" if wrong else update.reason
    if update.reason == "fall":
        return f"{_wrong(update.error_before, tape)}→{wrong} wrong"
    if update.turn >= LEAST_TURN:
        return f"turns {update.turn:.0f}°"
    return f"{wrong} wrong" if wrong else ""


def bound(decisive: DecisiveUpdates, tape: Tape) -> str:
    """Say how much of a long run was looked at, or nothing."""
    if decisive.last_looked_at < tape.steps:
        return f"of the first {most_steps(tape):,} steps"
    if decisive.last_measured < decisive.last_looked_at:
        return f"errors of the first {decisive.last_measured:,} steps"
    return ""


def _wrong(error: float, tape: Tape) -> str:
    """Write an error that was measured."""
    return figure(error, tape.problem) if error == error else ""
