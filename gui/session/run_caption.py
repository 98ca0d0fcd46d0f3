"""What is said of a run at a step, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import VALIDATION
from engine.evaluation.error_rates import error_on
from engine.learners import learner
from engine.numbers import counted, percent
from gui.session.measured_error import NOT_YET
from gui.style.text import no_boundary, number

if TYPE_CHECKING:
    from engine import Frame, Tape
    from engine.models.predictor import Predictor

APART = "  ·  "


def run_title(tape: Tape) -> str:
    """Name what learns: the learner, and its rate if it keeps to one."""
    recipe = tape.recipe
    name, rate = learner(recipe.learner).title, recipe.get("learning_rate")
    constant = recipe.get("schedule", "constant") == "constant"
    return f"{name}, η = {number(rate)}" if rate is not None and constant else name


def run_caption(tape: Tape, step: int) -> str:
    """Say which step it is, and what the run has come to: epoch, updates, error."""
    frame, model = tape.frame(step), tape.model(step)
    errors = run_errors(tape, model, step, model.training_error)
    said = APART.join([*run_counts(frame), *errors])
    return f"Step {step:,} of {tape.steps:,}{APART}{said}"


def run_counts(frame: Frame) -> list[str]:
    """Say in which epoch a step is, and how many updates there were."""
    updates = counted(frame.updates, "update")
    return [f"epoch {frame.epoch:,}", updates]


def run_errors(
    tape: Tape | None, model: Predictor, step: int, error: float | None
) -> list[str]:
    """Say the errors of a model; a training error of None is not known yet."""
    if model.is_zero:
        return [no_boundary(step)]
    training = f"training error {NOT_YET if error is None else percent(error)}"
    held_out = None if tape is None else error_on(VALIDATION, tape, model)
    if held_out is None:
        return [training]
    return [training, f"validation error {percent(held_out)}"]
