"""The guard of a task: what the reader must leave as the page has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from engine import Dataset, Recipe
    from engine.export.session_file import SavedSession
    from engine.lessons.facts import Situation
    from engine.lessons.lesson import Lesson, Page
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.state import LessonState

OTHER_SAMPLES = (
    "The task is about the samples of this page: undo, or press “Begin again”."
)
OTHER_LABELS = (
    "The task is about moving the samples of this page: undo what was drawn, erased or "
    "given another class, or press “Begin again”."
)
OTHER_SET_UP = (
    "The question is about the set-up of this page: undo, or press “Begin again”."
)


@dataclass(frozen=True, eq=False)
class Guard:
    """With what a task can be done at all.

    Attributes
    ----------
    data : Dataset, optional
        The samples that it is about; None where others may be drawn.
    moves : bool
        They may lie elsewhere.
    recipe : Recipe, optional
    step : int, optional
        With which, and after which, something is predicted; beyond the run's end: at
        the end.
    """

    data: Dataset | None = None
    moves: bool = False
    recipe: Recipe | None = None
    step: int | None = None
    game: str = ""

    @classmethod
    def of(
        cls,
        page: Page,
        state: LessonState | None,
        files: LessonFiles,
        saved: SavedSession | None = None,
    ) -> Guard:
        """Make that of a page's task.

        Parameters
        ----------
        page : Page
        state : LessonState, optional
            Its own, or the one with which it would have been come to.
        files : LessonFiles
        saved : SavedSession, optional
            What the state describes, if it was made before.

        Raises
        ------
        UserError
            If the state cannot be made.
        """
        task = page.task
        if task is None or task.choices or state is None:
            return cls()
        draws = task.show is not None and (task.show.has_data or task.show.stream)
        kind = state.samples or ("free" if draws or state.stream else "same")
        predicts = bool(task.predict) and page.state is not None
        if kind == "free" and not predicts:
            return cls(game=state.game)
        saved = saved or state.saved(files)
        data = None if kind == "free" else saved.data
        recipe, step = (saved.recipe, saved.step) if predicts else (None, None)
        return cls(data, kind == "moved", recipe, step, state.game)

    def objection(self, now: Situation) -> str:
        """Say what is not as the page has it, and what to do; empty for nothing."""
        if self.data is not None and self.data is not now.data:
            if not _same_labels(self.data, now.data):
                return OTHER_LABELS if self.moves else OTHER_SAMPLES
            if not (self.moves or np.array_equal(self.data.X, now.data.X)):
                return OTHER_SAMPLES
        if self.recipe is not None and self.recipe != now.recipe:
            return OTHER_SET_UP
        if self.step is not None and now.tape is not None:
            step = min(self.step, now.tape.steps)
            if step != now.step:
                return f"Go to step {step:,}: the question is what comes after it."
        return ""


def guards_of(lesson: Lesson, files: LessonFiles) -> Iterator[Guard]:
    """Give the guard of each page.

    Raises
    ------
    UserError
        If a state cannot be made.
    """
    for page, state in lesson.pages_with_states:
        yield Guard.of(page, state, files)


def _same_labels(data: Dataset, other: Dataset) -> bool:
    return (
        data.X.shape == other.X.shape
        and len(data.class_names) == len(other.class_names)
        and np.array_equal(data.y, other.y)
        and np.array_equal(data.parts, other.parts)
        and np.array_equal(_weights(data), _weights(other))
    )


def _weights(data: Dataset) -> NDArray[np.float64]:
    weights = data.sample_weights
    return np.ones(data.n_samples) if weights is None else weights
