"""Will it converge, at which rates, how does it end: told after the last change.

The rates are told unasked. The rest, of which a solver may be a part that takes half a
second to load, waits until somebody asks who shows it and is seen.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal

from engine.errors import Cancelled
from engine.learners import learner
from engine.learners.multiclass_perceptron import PERCEPTRONS
from engine.training.safe_rates import rate_limits
from gui.session.derived import Derived
from gui.session.hidden_future import HiddenFuture
from gui.session.open_task import OpenTask
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from engine import Tape
    from engine.diagnosis.conditioning import StandardisationEffect
    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.run_outcome import RunOutcome, TriedRemedy
    from engine.diagnosis.separating_terms import Remedy
    from engine.learners import Learner
    from engine.training.safe_rates import RateLimits
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

LOOK_AFTER_MS = 200
"""Milliseconds without a change after which it is worth while to look."""
BETWEEN_LOOKS_SECONDS = 0.01
"""Seconds between two looks whether the recorder has come to the branch."""
TROUBLE = "this could not be told"
TELL_AFTER_MS = 300
"""Milliseconds without a change after which it is told how the run ends."""
STREAM = "No end: each new point is one more step"
MOST_ASKED = 20_000
"""Samples up to which it is asked unbidden whether a perceptron can come to rest."""


class Findings(NamedTuple):
    """What the thread found of a recording."""

    rates: RateLimits | None
    diagnosis: Diagnosis | None
    remedy: Remedy | None = None
    effect: StandardisationEffect | None = None


class DiagnosisRunner(Derived):
    """Keeps the diagnosis of the recording shown, if somebody asks for it.

    A result for a recording that is no longer shown is dropped.

    Attributes
    ----------
    diagnosis : Diagnosis or None
        The newest there is, which is of `tape`; None where nobody has asked.
    rates : RateLimits or None
        Learning rates that are safe for `tape`.
    remedy : Remedy or None
        What would make the samples separable where they are not.
    effect : StandardisationEffect or None
        What standardising does, where the learner goes down a curved cost.
    tape : Tape or None
    looking : bool
        Whether a newer one is to come.
    failure : str
        Why there is none, or empty.

    Signals
    -------
    changed
        Any of these.
    told_ahead
        `known_of` the recording looked at, though a cycle is still searched for.
    """

    told_ahead = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.diagnosis: Diagnosis | None = None
        self.rates: RateLimits | None = None
        self.remedy: Remedy | None = None
        self.effect: StandardisationEffect | None = None
        self.tape: Tape | None = None
        self.looking = False
        self.failure = ""
        self._asked = False
        self._ahead: tuple[Tape, Diagnosis] | None = None
        self._task = self.new_task("diagnosis", self._take_findings)
        self._task.progressed.connect(self._take_ahead)
        session.begun.connect(self._forget_diagnosis)
        session.data_changed.connect(self._await)
        session.recipe_changed.connect(self._await)
        session.tape_changed.connect(self._await)

    def ask(self) -> None:
        """Have the present recording diagnosed, and each until it is so.

        Who shows a diagnosis asks at every `changed`, while it is seen.
        """
        if self._asked:
            return
        self._asked = True
        if self._session.tape is None:
            return
        if not self.looking:
            self.looking = True
            self._look_at_run()
            self.changed.emit()
        elif self._task.running:
            self._look_at_run()

    def known_of(self, tape: Tape) -> Diagnosis | None:
        """Give what is known of a recording by now: its cycle may still be missing."""
        if self._ahead is not None and self._ahead[0] is tape:
            return self._ahead[1]
        return None if self.looking or self.tape is not tape else self.diagnosis

    def _forget_diagnosis(self) -> None:
        """Say nothing more of data that are left for others."""
        self.diagnosis = self.rates = self.remedy = self.effect = self.tape = None
        self._ahead = None
        self._await()
        self.changed.emit()

    def _await(self) -> None:
        self._task.start_later(self._look_at_run, LOOK_AFTER_MS)
        if not self.looking:
            self.looking, self._asked = True, False
            self.changed.emit()

    def _look_at_run(self) -> None:
        tape = self._session.tape
        if tape is None:
            self._take_findings(None, "")
        elif self._asked or _depends_on_scales(learner(tape.recipe.learner)):
            work = partial(_find, tape, whole=self._asked)
            self._task.start(work, trouble=TROUBLE)
        else:
            self._take_findings(Findings(None, None), "")

    def _take_ahead(self, diagnosis: Diagnosis) -> None:
        if (tape := self._session.tape) is not None:
            self._ahead = tape, diagnosis
            self.told_ahead.emit()

    def _take_findings(self, findings: Findings | None, failure: str) -> None:
        self._ahead = None
        self.tape, self.looking = self._session.tape, False
        findings = findings or Findings(None, None)
        self.rates, self.diagnosis, self.remedy, self.effect = findings
        self.failure = failure
        self.changed.emit()


def _find(tape: Tape, control: TaskControl, *, whole: bool) -> Findings:
    from engine.diagnosis.conditioning import standardisation_effect
    from engine.diagnosis.separating_terms import remedy_of

    rates = rate_limits(learner(tape.recipe.learner), tape.problem)
    effect = standardisation_effect(tape.data, tape.recipe, control.cancelled)
    if not whole:
        return Findings(rates, None, None, effect)
    diagnosis = _diagnose(tape, control)
    remedy = remedy_of(tape, diagnosis, control.cancelled)
    return Findings(rates, diagnosis, remedy, effect)


def _try(
    tape: Tape, diagnosis: Diagnosis | None, control: TaskControl
) -> TriedRemedy | None:
    from engine.diagnosis.remedy_trials import tried_remedy

    return tried_remedy(tape, diagnosis, control.cancelled)


def _depends_on_scales(rule: Learner) -> bool:
    """Tell whether there is something to say of the rates of a learner."""
    from engine.diagnosis.conditioning import goes_down_a_bowl

    return rule.safe_rate is not None or goes_down_a_bowl(rule)


def _diagnose(tape: Tape, control: TaskControl) -> Diagnosis:
    """Wait until the tape is past its branch, and tell what can be said of it."""
    from engine.diagnosis.convergence import diagnose

    while tape.own_epoch() is None:
        if control.cancelled():
            raise Cancelled
        time.sleep(BETWEEN_LOOKS_SECONDS)
    return diagnose(tape, control.cancelled, report=control.report)


class OutcomeRunner(Derived):
    """Keeps how the run shown ends, once it has ended or that is known.

    While data or recipe change there is none, but of a stream, which has no end.

    Attributes
    ----------
    outcome : RunOutcome or None

    Signals
    -------
    changed
        `outcome`, or whether it is said before the run ends.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._diagnoser = diagnoser = DiagnosisRunner.of(session)
        self.outcome: RunOutcome | None = None
        self._hidden, self._open_task = HiddenFuture.of(session), OpenTask.of(session)
        self._at_end = False
        self._seen: tuple[object, object, object] = None, None, None
        self._rest = DelayedCall(self, self._look_at_run, TELL_AFTER_MS)
        self._task = self.new_task("remedy", self._take_remedy)
        self._tried: tuple[Tape | None, TriedRemedy | None] = None, None
        session.changed.connect(self._follow_session)
        session.measured_error.changed.connect(self._follow_error)
        session.tape_grown.connect(self._follow_growth)
        session.stroke_ended.connect(self._rest.start)
        # At once: the end, or that it is ahead again, is said without a gap.
        session.playing_changed.connect(self._look_at_run)
        self._hidden.changed.connect(self._tell_ahead)
        self._open_task.changed.connect(self._tell_ahead)
        diagnoser.told_ahead.connect(self._follow_separability)
        diagnoser.changed.connect(self._follow_diagnosis)

    @property
    def tells_ahead(self) -> bool:
        """Whether it is said how a run will end before it does."""
        return not (self._hidden.on or self._open_task.on)

    def _tell_ahead(self) -> None:
        self._look_at_run()
        self.changed.emit()

    def _follow_session(self) -> None:
        """Forget what was of another run; look again where the playhead came to rest.

        It is asked at every frame.
        """
        s, tape = self._session, self._session.tape
        data, recipe, former = self._seen
        if tape is not former or s.data is not data or s.recipe is not recipe:
            self._seen = s.data, s.recipe, tape
            self._task.drop()
            self._tried = None, None
            self._take_outcome(self._of_stream())
            if not s.stroking:
                self._rest.start()
        elif not s.playing and self._at_end != (
            tape is not None and tape.finished and s.step >= tape.steps
        ):
            self._rest.start()

    def _follow_error(self) -> None:
        """Look where one was awaited: while a run plays, one comes at every frame."""
        if self.outcome is None:
            self._look_at_run()

    def _follow_growth(self) -> None:
        tape = self._session.tape
        if tape is not None and tape.finished and self.outcome is None:
            self._rest.start()

    def _follow_separability(self) -> None:
        if not self._rest.isActive():
            self._look_at_run()

    def _follow_diagnosis(self) -> None:
        if not self._diagnoser.looking:
            self._follow_separability()

    def _stands_at_end(self) -> bool:
        tape = self._session.tape
        return tape is not None and tape.finished and self._session.step >= tape.steps

    def _look_at_run(self) -> None:
        self._at_end = self._stands_at_end()
        self._take_outcome(self._present())

    def _present(self) -> RunOutcome | None:
        s, tape = self._session, self._session.tape
        if s.obstacle and not s.stroking:
            return self._no_run()
        if s.endless:
            return self._of_stream()
        if tape is None or s.stroking or not s.up_to_date:
            return None
        if not (self._at_end or self.tells_ahead):
            return None
        if tape.finished and tape.steps and s.measured_error.of(tape.model()) is None:
            return None  # until it is known how much is wrong
        from engine.diagnosis.run_outcome import run_outcome

        diagnosis = self._diagnosis(tape)
        if self._open_task.on:
            bare = run_outcome(tape, diagnosis, at_end=self._at_end)
            return bare and bare._replace(remedy=None, remedy_text="", has_reason=False)
        tried = self._remedy(tape, diagnosis)
        return run_outcome(tape, diagnosis, at_end=self._at_end, tried=tried)

    def _of_stream(self) -> RunOutcome | None:
        """Say that it goes on, if it does: that is known, whatever comes in."""
        s, tape = self._session, self._session.tape
        if not s.endless or not self.tells_ahead:
            return None
        from engine.diagnosis.run_outcome import RunOutcome, run_outcome

        if tape is not None and tape.diverged:
            return run_outcome(tape, at_end=self._stands_at_end())
        return RunOutcome(STREAM, ahead=True)

    def _no_run(self) -> RunOutcome:
        """Say that there is none, whatever of a run before is still to be seen."""
        from engine.diagnosis.run_outcome import RunOutcome

        s = self._session
        which = "" if s.branches.other is None else " 2"
        return RunOutcome(f"No run{which}: {s.obstacle}", "mistake")

    def _remedy(self, tape: Tape, diagnosis: Diagnosis | None) -> TriedRemedy | None:
        """Give what has been seen to end better, once it is known.

        Of a perceptron it is asked when it is known whether it can converge.
        """
        from engine.diagnosis.remedy_trials import may_end_better

        if self._tried[0] is tape:
            return self._tried[1]
        failed = self._diagnoser.failure and self._diagnoser.tape is tape
        awaited = diagnosis is None and self._asks(tape) and not failed
        if not awaited and may_end_better(tape, diagnosis):
            self._tried = tape, None
            self._task.start(partial(_try, tape, diagnosis))
        return None

    def _take_remedy(self, remedy: TriedRemedy | None, _: str) -> None:
        self._tried = self._tried[0], remedy
        self._look_at_run()

    def _diagnosis(self, tape: Tape) -> Diagnosis | None:
        """Give what is known of the run; ask for it where it decides what is said."""
        if not self._decides(tape):
            return None
        if self._asks(tape):
            self._diagnoser.ask()
        return self._diagnoser.known_of(tape)

    def _asks(self, tape: Tape) -> bool:
        return self._decides(tape) and tape.problem.n_samples <= MOST_ASKED

    @staticmethod
    def _decides(tape: Tape) -> bool:
        """Tell whether what is said of a run depends on whether it can converge."""
        return (
            tape.finished
            and not tape.converged
            and learner(tape.recipe.learner).pull in PERCEPTRONS
        )

    def _take_outcome(self, outcome: RunOutcome | None) -> None:
        if outcome != self.outcome:
            self.outcome = outcome
            self.changed.emit()
