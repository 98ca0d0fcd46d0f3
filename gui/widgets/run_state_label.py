"""Where the run is, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

from engine.numbers import counted, percent
from engine.training.stop_reasons import NOTHING, ahead
from engine.training.wrong_samples import figure, wrong
from gui.session.hidden_future import HiddenFuture
from gui.session.run_caption import APART, run_counts, run_errors
from gui.session.session import COMPILING
from gui.style.text import no_boundary
from gui.tasks.throttle import Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.labels import FittingLabel, set_role

if TYPE_CHECKING:
    from engine import Frame, Tape
    from gui.session.session import Session

WRONG = " wrong"


class RunStateLabel(FittingLabel):
    """Epoch, what is wrong and updates under the playhead; in full as tool tip.

    The step is said by the timeline, how the run ends beside this. Where there is no
    room for all, the last parts are left out; what is wrong stays, in fewer words.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = s = session
        self._hidden = HiddenFuture.of(session)
        Throttle(
            s,
            self._show_state,
            s.moved,
            s.tape_grown,
            s.preparing_began,
            s.playing_changed,
            s.measured_error.changed,
            self._hidden.changed,
            late=Dimming(lambda: [self]),
        )
        s.data_changed.connect(self._say_that_it_begins)
        self._show_state()

    def _say_that_it_begins(self) -> None:
        if self._session.tape is None:
            self._show_state()

    def _show_state(self) -> None:
        set_role(self, "warning" if self._session.obstacle else "")
        parts, kept = self._parts()
        fewest = min(1, len(parts) - 1)  # a part alone is not the most of several
        fewer = [APART.join(parts[:n]) for n in range(len(parts), fewest, -1)]
        if kept and kept[0].endswith(WRONG):  # the step's verdict tells of before it
            fewer.insert(0, fewer[0].replace(kept[0], f"{kept[0]} now"))
        self.set_alternatives(*fewer, *kept)

    def event(self, event: QEvent) -> bool:
        """Say all as tool tip, put together when it is asked for."""
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(self.in_full())
        return super().event(event)

    def _parts(self) -> tuple[list[str], tuple[str, ...]]:
        """Give what is said here, and what of it is kept, in more and fewer words."""
        s = self._session
        tape, frame, model = s.tape, s.frame, s.model
        if tape is None or frame is None or model is None:
            # Why there is no run is said beside this.
            return ["" if s.obstacle else s.why_no_run or _run_state(s)], ()
        if s.obstacle:
            before = f"shown is the run before, step {frame.step:,} of {s.last:,}"
            return [before], ("the run before",)
        kept: tuple[str, ...] = ()
        if s.endless:
            progress = stream_progress(frame)
            kept = progress, progress.split(", ")[0]
        elif model.is_zero:
            kept = no_boundary(frame.step), "no boundary"
        elif (measured := s.measured_error.of(model)) is not None:
            said = wrong(measured, tape.problem)
            few = figure(measured, tape.problem) + WRONG
            kept = said, few
        parts = [*kept[:1]]
        if not s.endless:
            epoch, updates = run_counts(frame)
            if tape.finished and not self._hidden.on:
                epoch += f" of {tape.epoch_of(tape.steps):,}"
            parts = [epoch, *parts, updates]
        if self._goes_on(tape):
            parts.append(_run_state(s))
        return parts, kept or (parts[0],)

    @staticmethod
    def _goes_on(tape: Tape) -> bool:
        return not tape.finished or tape.reason == NOTHING

    def in_full(self) -> str:
        """Say all of it, and what is told elsewhere."""
        s = self._session
        tape, frame, model = s.tape, s.frame, s.model
        parts, _ = self._parts()
        if tape is None or frame is None or model is None:
            return APART.join(parts)
        if s.obstacle:
            return APART.join([s.why_no_run, *parts])
        said = [f"step {frame.step:,} of {s.last:,}"]
        if not model.is_zero:
            measured = s.measured_error.of(model)
            said += run_errors(tape, model, frame.step, measured)
        if not self._goes_on(tape) and (s.step == s.last or not self._hidden.on):
            said.append(_run_state(s))
        return APART.join([*said, *parts])


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
