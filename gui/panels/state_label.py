"""Where the run is, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import VALIDATION
from engine.evaluation.parts import error_on
from gui.pace import Pace
from gui.panels.elided import SteadyLabel
from gui.words import percent, run_state

if TYPE_CHECKING:
    from engine import Tape
    from engine.evaluation.model import Model
    from gui.session import Session


class StateLabel(SteadyLabel):
    """Step, epoch, updates and error under the playhead, and what the run does."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = s = session
        Pace(s, self._show_state, s.moved, s.tape_grown, s.waiting, s.failed)
        self._show_state()

    def _show_state(self) -> None:
        s = self._session
        state = run_state(s.tape, s.problem, s.preparing, s.endless)
        frame, model = s.frame, s.model
        if frame is None or model is None:
            self.setText(state)
            return
        self.setText(
            f"step {frame.step:,} of {s.last:,}  ·  epoch {frame.epoch:,}  ·  "
            f"{frame.updates:,} update{'s'[: frame.updates != 1]}  ·  "
            f"{_error(s.tape, model)}  ·  {state}"
        )


def _error(tape: Tape | None, model: Model) -> str:
    if not model.weights.any():
        return "no boundary yet"
    training = f"training error {percent(model.training_error)}"
    held_out = None if tape is None else error_on(VALIDATION, tape, model)
    if held_out is None:
        return training
    return f"{training}  ·  validation error {percent(held_out)}"
