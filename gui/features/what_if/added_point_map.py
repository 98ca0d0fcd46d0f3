"""Where one more point would change the result most: runs at places of the plane."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.evaluation.added_sample_effects import (
    added_sample_effects,
    why_no_effects,
)
from gui.session.derived import Derived

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine import Dataset, Recipe
    from engine.evaluation.added_sample_effects import AddedSampleEffects
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

    Rect = tuple[float, float, float, float]
    Lift = Callable[[NDArray[np.float64]], NDArray[np.float64]]
    """Gives points of the plane all features."""

GRIDS = ((24, 16), (12, 8), (6, 4))
"""Places across and up: of a long run fewer."""
MOST_WORK = 2_000_000_000
"""Multiplications of all runs together: some ten seconds, compiled."""
TROUBLE = "the map could not be computed"


@dataclass(frozen=True, eq=False)
class AddedPointMap:
    """What one more point would change, place by place.

    Attributes
    ----------
    rect : tuple of float
        The part of the plane: left, bottom, right, top.
    shape : (int, int)
        Places up and across.
    class_name : str
    effects : AddedSampleEffects
        From the lowest row of places up, each from the left.
    """

    rect: Rect
    shape: tuple[int, int]
    class_name: str
    effects: AddedSampleEffects

    def values(self, *, turns: bool) -> NDArray[np.float64]:
        """Give the turns, or by how many more are wrong, (up, across)."""
        values = self.effects.turns if turns else self.effects.wrong
        return values.reshape(self.shape)


class AddedPointMapper(Derived):
    """Computes a map when it is asked for; any change takes it away.

    Attributes
    ----------
    map : AddedPointMap or None
    words : str
        How far it is, or why there is none; empty with a map, and before.

    Signals
    -------
    changed
        Either of them.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.map: AddedPointMap | None = None
        self.words = ""
        self._task = self.new_task("map of one more point", self._take_map)
        self._task.progressed.connect(self._tell_progress)
        for signal in (session.begun, session.data_changed, session.recipe_changed):
            signal.connect(self.clear)
        session.branches.toggled.connect(self.clear)

    def request(self, lift: Lift, rect: Rect, code: int) -> None:
        """Compute it for a part of the plane and a class."""
        session, tape = self._session, self._session.tape
        self._task.drop()
        obstacle = why_no_effects(session.recipe)
        if session.endless or session.branches.active:
            obstacle = "Not while streaming, and not on a branch"
        if tape is None or not session.up_to_date:
            obstacle = obstacle or "There is no run yet"
        if obstacle or tape is None:
            self._show_map(None, obstacle)
            return
        work = max(1, tape.work)
        grid = next((g for g in GRIDS if g[0] * g[1] * work <= MOST_WORK), None)
        if grid is None:
            self._show_map(None, "Too long a run for a map: take fewer epochs")
            return
        self._show_map(None, "Mapping …")
        self._task.start(
            partial(_compute, session.data, session.recipe, lift, rect, grid, code),
            trouble=TROUBLE,
        )

    def clear(self) -> None:
        """Have no map, and compute none."""
        self._task.drop()
        if self.map is not None or self.words:
            self._show_map(None, "")

    @property
    def running(self) -> bool:
        """Whether one is being computed."""
        return self._task.running

    def _tell_progress(self, share: float) -> None:
        self._show_map(None, f"Mapping … {share:.0%}")

    def _take_map(self, result: AddedPointMap | None, failure: str) -> None:
        self._show_map(result, failure)

    def _show_map(self, result: AddedPointMap | None, words: str) -> None:
        self.map, self.words = result, words
        self.changed.emit()


def _compute(
    data: Dataset,
    recipe: Recipe,
    lift: Lift,
    rect: Rect,
    grid: tuple[int, int],
    code: int,
    control: TaskControl,
) -> AddedPointMap:
    across, up = grid
    left, bottom, right, top = rect
    x = left + (np.arange(across) + 0.5) * (right - left) / across
    y = bottom + (np.arange(up) + 0.5) * (top - bottom) / up
    points = np.column_stack([np.tile(x, up), y.repeat(across)])
    places = lift(points)
    effects = added_sample_effects(data, recipe, places, code, control.report)
    return AddedPointMap(rect, (up, across), data.class_names[code], effects)
