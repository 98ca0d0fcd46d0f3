"""Whether a task can be done in a lesson's page, and what its script reads of it."""

from __future__ import annotations

import json
import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.export.set_up import (
    SETTINGS,
    START,
    is_changeable,
    set_up_entries,
)
from engine.learners import learners
from engine.lessons.guard import OF_WEIGHTS, PLACES, names_of_weights
from engine.lessons.predictions import next_boundary
from engine.lessons.predictions.error_curve import curve_off, is_whole
from engine.lessons.predictions.next_boundary import line_off
from engine.training.problem import problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.export.session_file import SavedSession
    from engine.lessons.facts import Situation
    from engine.lessons.lesson import LessonTask
    from engine.lessons.state import LessonState
    from engine.lessons.task_condition import TaskCondition

LIVE = (
    "step", "epoch", "updates", "mistakes", "mistake", "sample", "label", "score",
    "error", "validation_error", "w1", "w2", "b", "norm", "cost", "run_steps",
    "run_epochs", "run_updates", "run_error", "recent_error", "converges",
)  # fmt: skip
"""The facts that the player tells of any step and any run that it plays.

Of the others, where it cannot compute them, it tells those of the begin, or none."""
ASKED = (
    *LIVE, "samples", "classes", "margin", "test_error", "clearance", "support", "room",
    "run_validation_error", "run_cost", "best_validation_error", "separable", "bound",
)  # fmt: skip
"""The facts that it tells where a task asks for them."""
BY_HAND_GAME = "separate"
"""The game whose score it tells: the lines that were set."""
JUDGES: dict[str, Callable[..., Any]] = {
    "line_off": line_off, "curve_off": curve_off, "is_whole": is_whole,
}  # fmt: skip
"""What tells how far a prediction is off, which the page's script has translated."""


class PageTask:
    """A task of a page whose run is played.

    Parameters
    ----------
    task : LessonTask
    begun : Situation
        With which the page begins.
    state : LessonState, optional
    """

    def __init__(
        self, task: LessonTask, begun: Situation, state: LessonState | None
    ) -> None:
        self._task, self._begun = task, begun
        self._game = "" if state is None else state.game
        self.predict = task.predict
        self.moves = PLACES in task.may_change
        named = (START if n in OF_WEIGHTS else n for n in task.may_change)
        self.settings = tuple(dict.fromkeys(n for n in named if n != PLACES))

    @cached_property
    def can_be_done(self) -> bool:
        """Whether the page's script can bring about what is asked for."""
        if self.predict:
            return self.predict != next_boundary.PREDICTION.name or self._is_flat
        data, recipe = self._begun.data, self._begun.recipe
        if not self._task.until or not is_changeable(data, recipe, self.settings):
            return False
        still = [c for c in self._task.until if not self._is_told(c)]
        return len(still) < len(self._task.until) and all(
            condition.holds(self._begun) for condition in still
        )

    @property
    def _is_flat(self) -> bool:
        model = self._begun.model
        return model is not None and model.is_straight and model.n_outputs == 1

    def _is_told(self, condition: TaskCondition) -> bool:
        """Tell whether the page's script tells this fact anew."""
        name = condition.name
        if name == "game_score":
            return self._game == BY_HAND_GAME
        if name in ASKED or name in self.settings:
            return True
        if name == "terms":
            return "features" in self.settings
        return "learner" in self.settings and any(
            rule.declares(name) for rule in learners().values()
        )

    @property
    def until(self) -> str:
        """What is asked for, as JSON: names, ranges, words."""

        def end(value: float) -> float | None:
            return None if math.isinf(value) else value

        asked = [
            (each.name, end(each.low), end(each.high), each.words)
            for each in self._task.until
            if self._is_told(each)
        ]
        held = [(name, value, value, ()) for name, value in self._held_weights]
        return json.dumps([*asked, *held])

    @property
    def _held_weights(self) -> list[tuple[str, float]]:
        """The numbers of a neuron that may not change, where others may."""
        may, start = {*self._task.may_change}, self._begun.recipe.get(START)
        if not may & {*OF_WEIGHTS} or not isinstance(start, tuple) or len(start) > 1:
            return []
        values = zip(names_of_weights(start), start[0], strict=True)
        return [(name, value) for name, value in values if name not in may]

    @property
    def set_up(self) -> dict[str, Any]:
        """What can be changed, as the page's script reads it."""
        entries = set_up_entries(self._begun.data, self._begun.recipe, self.settings)
        named = [name for name in self._task.may_change if name in OF_WEIGHTS]
        return entries | {"weights": named}

    def set_by(self, shown: SavedSession) -> str:
        """Give as JSON what “Show me” sets; empty where it brings other samples."""
        if shown.data.X.tolist() != self._begun.data.X.tolist():
            return ""
        recipe, made = shown.recipe, problem(shown.data, shown.recipe)
        names = [
            n for n in self.settings if n in SETTINGS and recipe.get(n) is not None
        ]
        features = made.features.names if "features" in self.settings else None
        return json.dumps(
            {
                "learner": recipe.learner,
                "values": {name: recipe.get(name) for name in names},
                "terms": features,
                "start": made.start.tolist() if START in self.settings else None,
                "step": shown.step,
            }
        )
