"""Where the boundary was before what the mouse is dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.session.compared_run import MOST_VOTES, ComparedRun

if TYPE_CHECKING:
    from engine import Dataset
    from engine.models.predictor import Predictor

AT_STEP = "Where the boundary was, at this step, before the setting was dragged"
AT_END = "Where the boundary was, at the end of the run, before this was dragged"


def run_before(
    label: str, data: Dataset, model: Predictor | None, *, at_end: bool
) -> ComparedRun | None:
    """Give what a drag began with, under a label; None where nothing was decided."""
    if model is None or model.is_zero:
        return None
    tip = AT_END if at_end else AT_STEP
    drawn = model.thinned(MOST_VOTES)
    return ComparedRun(label, tip, data, None, models=(drawn,), faint=True)
