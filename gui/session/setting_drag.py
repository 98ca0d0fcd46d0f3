"""A setting that is being dragged, and where the boundary was before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gui.session.compared_run import ComparedRun

if TYPE_CHECKING:
    from engine import Dataset
    from engine.models.predictor import Predictor

BEFORE = "Where the boundary was, at this step, before the setting was dragged"


class SettingDrag(NamedTuple):
    """One stroke of changes to a setting.

    Attributes
    ----------
    stroke : int
        To which the changes belong: they are undone together.
    before : ComparedRun or None
        The model under the playhead at the beginning, if there was one that decides.
    """

    stroke: int
    before: ComparedRun | None


def run_before(
    setting: str, data: Dataset, model: Predictor | None
) -> ComparedRun | None:
    """Give what a drag began with; `setting` says what the setting was."""
    if model is None or model.is_zero:
        return None
    return ComparedRun(setting, BEFORE, data, None, models=(model,), faint=True)
