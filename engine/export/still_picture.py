"""A still picture for a page: points, and the outlines of what each class has.

It stands where a page cannot play the run itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.view_choice import ViewChoice
from engine.export.page import point_entries, settings_said
from engine.learners import learner

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.export.session_file import SavedSession
    from engine.models.predictor import Predictor
    from engine.training.tape import Tape

SIDE, PARTS = 128, 4000
"""Places along a side at which boundaries are traced; parts of it in which their places
are told."""
HALVINGS = 6
"""By which a boundary's place on a side of a cell is found."""
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
        "regions": [],
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
    wrong = np.flatnonzero(model.mistaken(data.X, data.y)).tolist()
    return entries | {
        "regions": _regions(model, data, view, rect),
        "parts": PARTS,
        "wrong": wrong,
    }


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


def _regions(
    model: Predictor, data: Dataset, view: ViewChoice, rect: list[float]
) -> list[list[list[int]]]:
    """Give the outlines of what each class has of a view: where its lead is 0.

    Returns
    -------
    list of list of list of int
        Of each class rings, closed, holes among them, each x, y, x, y, … in parts of
        the view from its left and from its bottom. The first class lies under all
        others, and has all of it.
    """
    from contourpy import FillType, contour_generator

    left, bottom, right, top = rect
    n = SIDE - 1

    def leads(places: NDArray[np.float64]) -> NDArray[np.float64]:
        X = np.tile(data.centre, (len(places), 1))
        X[:, view.across] = left + (right - left) * places[:, 0] / n
        if data.n_features > 1:
            X[:, view.up] = bottom + (top - bottom) * places[:, 1] / n
        return _leads(model, model.scores(X))

    grid = np.stack(np.meshgrid(*[np.arange(float(SIDE))] * 2), -1).reshape(-1, 2)
    regions = [[[0, 0, PARTS, 0, PARTS, PARTS, 0, PARTS, 0, 0]]]
    for k, lead in enumerate(leads(grid).T[: len(data.class_names) - 1]):
        traced: Any = contour_generator(
            z=lead.reshape(SIDE, SIDE), fill_type=FillType.OuterOffset
        )
        rings = [
            _halved(ring, leads, k) * PARTS / n
            for outline, ends in zip(*traced.filled(0.0, np.inf), strict=True)
            for ring in np.split(outline, ends[1:-1])
        ]
        regions.append([np.rint(ring).astype(int).ravel().tolist() for ring in rings])
    return regions


def _halved(
    ring: NDArray[np.float64],
    leads: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    k: int,
) -> NDArray[np.float64]:
    """Put places on sides of cells to where the lead changes its sign, by halving.

    It is not straight along a side: of a narrow kernel it hardly changes but there.
    """
    low, high = np.floor(ring), np.ceil(ring)
    is_ahead = leads(low)[:, k] > 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        alike = ((leads(middle)[:, k] > 0) == is_ahead)[:, None]
        low, high = np.where(alike, middle, low), np.where(alike, high, middle)
    return (low + high) / 2


def _leads(model: Predictor, z: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give by how much each class but the first is ahead of all others: never 0."""
    lead = z
    if z.shape[1] > 1:
        others = (np.delete(z, k, axis=1).max(axis=1) for k in range(1, z.shape[1]))
        lead = z[:, 1:] - np.column_stack([*others])
    is_decided = model.decide(z)[:, None] == np.arange(1, lead.shape[1] + 1)
    least = np.finfo(float).tiny
    return np.where(lead == 0, np.where(is_decided, least, -least), lead)
