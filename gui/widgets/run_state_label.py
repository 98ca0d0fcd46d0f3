"""Where the run is, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette

from engine.training.stop_reasons import NOTHING, ahead
from gui.session.hidden_future import HiddenFuture
from gui.session.run_caption import APART, run_counts, run_errors
from gui.session.session import COMPILING
from gui.tasks.throttle import Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.labels import FittingLabel, set_role

if TYPE_CHECKING:
    from engine import Tape
    from gui.session.session import Session


class RunStateLabel(FittingLabel):
    """Epoch and updates under the playhead, and what is recorded; in full as tooltip.

    The step is said by the timeline, the error by its plot, how the run ends on the
    canvas. Where there is no room for all, the last parts are left out, never a part
    of one.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = s = session
        self._hidden = HiddenFuture.of(session)
        Throttle(
            s,
            self._refresh,
            s.moved,
            s.tape_grown,
            s.preparing_began,
            s.measured_error.changed,
            self._hidden.changed,
            late=Dimming(lambda: [self], QPalette.ColorRole.Window),
        )
        s.data_changed.connect(self._say_that_it_begins)
        self._refresh()

    def _say_that_it_begins(self) -> None:
        if self._session.tape is None:
            self._refresh()

    def _refresh(self) -> None:
        set_role(self, "warning" if self._session.obstacle else "")
        elsewhere, parts = self._parts()
        shorter = range(len(parts), 0, -1)
        self.set_alternatives(*(APART.join(parts[:n]) for n in shorter))
        self.setToolTip(APART.join([*elsewhere, *parts]))

    def _parts(self) -> tuple[list[str], list[str]]:
        """Give what is told elsewhere, and what is told here."""
        s = self._session
        tape, frame, model = s.tape, s.frame, s.model
        if frame is None or model is None:
            return [], [s.obstacle or s.why_no_run or _run_state(s)]
        where = f"step {frame.step:,} of {s.last:,}"
        if s.obstacle:
            return [], [s.why_no_run, f"shown is the run before, {where}"]
        errors = run_errors(tape, model, frame.step, s.measured_error.of(model))
        parts = run_counts(frame)
        if model.is_zero:
            parts, errors = [*parts, *errors], []
        if tape is None or not tape.finished or tape.reason == NOTHING:
            parts.append(_run_state(s))
        elif s.step == s.last or not self._hidden.on:
            errors.append(_run_state(s))
        return [where, *errors], parts


def _run_state(s: Session) -> str:
    return run_state(
        s.tape, s.obstacle, s.preparing,
        step=s.step, endless=s.endless, awaited=not s.up_to_date,
    )  # fmt: skip


def run_state(
    tape: Tape | None,
    obstacle: str,
    preparing: bool,
    *,
    step: int = 0,
    endless: bool = False,
    awaited: bool = False,
) -> str:
    """Say what the recorder is doing, or how the run ends; a stream only waits.

    Before the last step, looked at from `step`, the end is still to come.
    """
    if preparing:
        return COMPILING
    if tape is None:
        return obstacle or ("recording" if awaited else "")
    if endless and tape.steps == tape.problem.most_steps:
        return "the stream goes on"
    if not tape.finished:
        return "recording"
    return tape.reason if step >= tape.steps else ahead(tape.reason, tape.steps)
