"""A still picture for a page: points, and the classes decided over the plane.

It stands where a page cannot play the run itself.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.view_choice import ViewChoice
from engine.export.page import point_entries, settings_said
from engine.learners import learner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.export.session_file import SavedSession
    from engine.models.predictor import Predictor
    from engine.training.tape import Tape

CELLS = 96
"""In each direction, of the plane that is drawn."""
MARGIN = 0.2
"""Of the plane beyond the points on each side, as a share of their extent."""
BARE = (-4.0, -4.0, 4.0, 4.0)
"""What is seen of a plane without points: left, bottom, right, top."""


def still_entries(saved: SavedSession, tape: Tape | None) -> dict[str, Any]:
    """Give what a page's script draws of a session at its step.

    Parameters
    ----------
    saved : SavedSession
    tape : Tape, optional
        Its run, recorded; None where there are no points.
    """
    data, rule = saved.data, learner(saved.recipe.learner)
    view = saved.view_choice or ViewChoice.of(data)
    entries = {
        "title": rule.title,
        "settingsSaid": settings_said(saved),
        "step": 0,
        "rect": list(BARE),
        "codes": [],
        "wrong": [],
        **point_entries(data, view),
    }
    if tape is None:
        return entries
    step, rect = min(saved.step, tape.steps), _rect(data, view)
    model = tape.model_of(tape.frame(step))
    entries |= {"step": step, "rect": rect}
    if model.is_zero:
        return entries
    codes = _decided(model, data, view, rect).ravel().tolist()
    wrong = np.flatnonzero(model.mistaken(data.X, data.y)).tolist()
    return entries | {"codes": runs_of(codes), "wrong": wrong}


def _rect(data: Dataset, view: ViewChoice) -> list[float]:
    """Give left, bottom, right and top of what is seen: so wide as it is high."""
    spans = [data.span(view.across)]
    stretch = view.stretch(data)
    spans.append(data.span(view.up) if data.n_features > 1 else (0.0, 0.0))
    middles = [(low + high) / 2 for low, high in spans]
    wide, high = (high - low for low, high in spans)
    half = (0.5 + MARGIN) * (max(wide, stretch * high) or 2.0)
    (x, y), halves = middles, (half, half / stretch)
    return [x - halves[0], y - halves[1], x + halves[0], y + halves[1]]


def _decided(
    model: Predictor, data: Dataset, view: ViewChoice, rect: list[float]
) -> NDArray[np.int64]:
    """Give the classes decided at the middles of cells, from the top left on."""
    left, bottom, right, top = rect
    shares = (np.arange(CELLS) + 0.5) / CELLS
    across, up = np.meshgrid(
        left + (right - left) * shares, top + (bottom - top) * shares
    )
    X = np.tile(data.centre, (CELLS * CELLS, 1))
    X[:, view.across] = across.ravel()
    if data.n_features > 1:
        X[:, view.up] = up.ravel()
    return model.decide(model.scores(X))


def runs_of(codes: Iterable[int]) -> list[int]:
    """Write codes as runs of like ones, each by its code and its length.

    Examples
    --------
    >>> runs_of([1, 1, 1, 0])
    [1, 3, 0, 1]
    """
    return [n for code, run in groupby(codes) for n in (code, len([*run]))]
