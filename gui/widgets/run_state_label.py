"""Where the run is, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.diagnosis.run_outcome import wrong
from engine.numbers import counted, percent
from engine.training.stop_reasons import NOTHING, ahead
from gui.session.hidden_future import HiddenFuture
from gui.session.run_caption import APART, run_counts, run_errors
from gui.session.session import COMPILING
from gui.tasks.throttle import Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.labels import FittingLabel, set_role

if TYPE_CHECKING:
    from engine import Frame, Tape
    from gui.session.session import Session


class RunStateLabel(FittingLabel):
    """Epoch, what is wrong and updates under the playhead; in full as tool tip.

    The step is said by the timeline, how the run ends beside this. Where there is no
    room for all, the last parts are left out, never a part of one; what is wrong stays.
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
            s.playing_changed,
            s.measured_error.changed,
            self._hidden.changed,
            late=Dimming(lambda: [self]),
        )
        s.data_changed.connect(self._say_that_it_begins)
        self._refresh()

    def _say_that_it_begins(self) -> None:
        if self._session.tape is None:
            self._refresh()

    def _refresh(self) -> None:
        set_role(self, "warning" if self._session.obstacle else "")
        elsewhere, parts, most = self._parts()
        fewest = min(1, len(parts) - 1)  # a part alone is not the most of several
        fewer = [APART.join(parts[:n]) for n in range(len(parts), fewest, -1)]
        self.set_alternatives(*fewer, most or parts[0])
        self.setToolTip(APART.join([*elsewhere, *parts]))

    def _parts(self) -> tuple[list[str], list[str], str]:
        """Give what is told elsewhere, what here, and what of it is never left out."""
        s = self._session
        tape, frame, model = s.tape, s.frame, s.model
        if tape is None or frame is None or model is None:
            # Why there is no run is said beside this.
            return [], ["" if s.obstacle else s.why_no_run or _run_state(s)], ""
        where = f"step {frame.step:,} of {s.last:,}"
        if s.obstacle:
            before = f"shown is the run before, {where}"
            return [s.why_no_run], [before], "the run before"
        measured = s.measured_error.of(model)
        errors = run_errors(tape, model, frame.step, measured)
        epoch, updates = run_counts(frame)
        if tape.finished and not self._hidden.on:
            epoch += f" of {tape.epoch_of(tape.steps):,}"
        if s.endless:
            most = stream_progress(frame)
        elif model.is_zero:
            most, errors = errors[0], []
        else:
            most = "" if measured is None else wrong(tape, model)
        parts = [most] if s.endless else [epoch, *filter(None, [most]), updates]
        if not tape.finished or tape.reason == NOTHING:
            parts.append(_run_state(s))
        elif s.step == s.last or not self._hidden.on:
            errors.append(_run_state(s))
        return [where, *errors], parts, most


def _run_state(s: Session) -> str:
    return run_state(
        s.tape, s.obstacle, s.preparing,
        step=s.step, endless=s.endless, awaited=not s.up_to_date,
    )  # fmt: skip


def stream_progress(frame: Frame) -> str:
    """Say how many samples came in, and how many were mistakes when they came."""
    n = frame.step
    if not n:
        return "no sample yet"
    share = percent(frame.mistakes / n)
    return f"{counted(n, 'sample')}, {share} mistakes so far"


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
