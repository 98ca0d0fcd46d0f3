"""The guard of a task: what the reader must leave as the page has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import TRAINING
from engine.learners import learner
from engine.numbers import enumerated
from engine.training.recipe import streamed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from engine import Dataset, Recipe, Tape
    from engine.export.session_file import SavedSession
    from engine.lessons.facts import Situation
    from engine.lessons.lesson import Lesson, Page
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.state import LessonState
    from engine.lessons.stream import LessonStream

Rows = Sequence[Sequence[float]]

SAMPLES, PLACES, STREAM, PARTS = "samples", "places", "stream", "parts"
OF_DATA = {
    SAMPLES: "the samples",
    PLACES: "where samples lie",
    STREAM: "what the stream brings",
    PARTS: "what is held out",
}
"""What may change besides settings of the recipe, in words."""
OF_WEIGHTS = {
    "w1": "w₁", "w2": "w₂", "b": "b", "h1": "h1", "h2": "h2", "output": "the output",
}  # fmt: skip
"""Of weights that are set by hand: those of a neuron, and units of a network."""
OTHER_STREAM = (
    "The task is about the samples of its stream: undo what was drawn, or press “Begin "
    "again”."
)
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
OTHER_RUN = (
    "The task is about one run by one set-up: end the branch, or press “Begin again”."
)


@dataclass(frozen=True, eq=False)
class Guard:
    """With what a task can be done at all.

    Attributes
    ----------
    saved : SavedSession, optional
        How the page begins; None: nothing is guarded.
    change : tuple of str
        What may be otherwise: settings, and names of `OF_DATA` and `OF_WEIGHTS`.
    any_setting : bool
        All settings may be otherwise, also those that `change` does not name.
    stream : LessonStream, optional
        From which samples may have come.
    asked : bool
        Something is asked about the step that the page begins with.
    game : str
        That is played. Or empty.
    """

    saved: SavedSession | None = None
    change: tuple[str, ...] = ()
    any_setting: bool = False
    stream: LessonStream | None = None
    asked: bool = False
    game: str = ""
    _streamed: list[Dataset] = field(default_factory=list)

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
        asked = bool(task.predict) and page.state is not None
        change = task.may_change
        others_come = state.stream is not None or {SAMPLES, STREAM} & {*change}
        if task.change is None and others_come and not asked:
            return cls(game=state.game)
        stream = state.stream if task.show is None else task.show.stream
        return cls(
            saved or state.saved(files),
            () if asked else change,
            task.change is None and not asked,
            stream,
            asked,
            state.game,
        )

    def objection(self, now: Situation) -> str:
        """Say what is not as the page has it, and what to do; empty for nothing."""
        if self.saved is None:
            return ""
        if said := self._objection_to_data(now, self.saved.data):
            return said
        if not self.any_setting and (
            said := self._objection_to_recipe(now.recipe)
            or self._objection_to_branch(now.tape)
        ):
            return said
        if self.asked and now.tape is not None:
            step = min(self.saved.step, now.tape.steps)
            if step != now.step:
                return f"Go to step {step:,}: the question is what comes after it."
        return ""

    def _objection_to_data(self, now: Situation, own: Dataset) -> str:
        data = now.data
        if SAMPLES in self.change or data is own:
            return ""
        if STREAM in self.change and data.n_samples > own.n_samples:
            return "" if self._came_from_stream(now) else OTHER_STREAM
        moves = PLACES in self.change
        if not _same_labels(own, data, with_parts=PARTS not in self.change):
            return OTHER_LABELS if moves else OTHER_SAMPLES
        return "" if moves or np.array_equal(own.X, data.X) else OTHER_SAMPLES

    def _came_from_stream(self, now: Situation) -> bool:
        """Tell whether all samples after the page's own came from its stream.

        Those that were looked at before are not looked at again.
        """
        assert self.saved is not None
        own, data = self.saved.data, now.data
        known = self._streamed[0] if self._streamed else own
        first = known.n_samples
        if first > data.n_samples or not _begins_with(data, known):
            known, first = own, own.n_samples
        if not _begins_with(data, known):
            return False
        if self.stream is None or not self.stream.gave(data, first, now.tape):
            return False
        self._streamed[:] = [data]
        return True

    def _objection_to_recipe(self, recipe: Recipe) -> str:
        assert self.saved is not None
        own = self.saved.recipe
        if "learner" in self.change:
            own = own.replace(learner=recipe.learner)
        if STREAM in self.change and recipe == streamed(own):
            return ""
        values = own.to_dict()
        before, now = own.get("start"), recipe.get("start")
        if isinstance(before, tuple) and isinstance(now, tuple):
            values["start"] = _with_named_weights(before, now, self.change)
        if all(
            value == values.get(name)
            for name, value in recipe.to_dict().items()
            if name not in self.change
        ):
            return ""
        if self.asked:
            return OTHER_SET_UP
        only = what_may_change(self.change, recipe)
        return (
            f"Change only {only} here: undo the rest, or press “Begin again”."
            if only
            else OTHER_SET_UP
        )

    def _objection_to_branch(self, tape: Tape | None) -> str:
        """Say that the run began by another set-up than it has now."""
        assert self.saved is not None
        own = self.saved.branched_from
        if tape is None or tape.branched_at is None:
            return ""
        is_own = own is not None and tape.branch == own.branch
        return "" if is_own else OTHER_RUN


def what_may_change(change: Iterable[str], recipe: Recipe) -> str:
    """Say in words what may change; empty for nothing but the step.

    Parameters
    ----------
    change : iterable of str
        Settings, and names of `OF_DATA` and `OF_WEIGHTS`.
    recipe : Recipe
        Whose settings they are.
    """
    known = learner(recipe.learner).by_name
    labels = {name: _within_text(setting.label) for name, setting in known.items()}
    words = OF_DATA | OF_WEIGHTS | {"learner": "the learner", "features": "the terms"}
    named = [words.get(name) or labels.get(name, name) for name in change]
    return enumerated(named, "and") if named else ""


def names_of_weights(rows: Rows) -> list[str]:
    """Name the numbers of a neuron that are set by hand, or the units of a network.

    >>> names_of_weights([[1.0, 2.0, -0.5]])
    ['w1', 'w2', 'b']
    >>> names_of_weights([[1.0, 1.0, -0.5], [1.0, 1.0, -1.5], [1.0, 1.0, -1.5]])
    ['h1', 'h2', 'output']
    """
    if len(rows) == 1:
        return [*(f"w{i}" for i in range(1, len(rows[0]))), "b"]
    return [*(f"h{i}" for i in range(1, len(rows))), "output"]


def _with_named_weights(before: Rows, after: Rows, change: Iterable[str]) -> Rows:
    """Give weights that are set by hand, those that are named as they are now."""
    if [*map(len, before)] != [*map(len, after)]:
        return before
    named = [name in change for name in names_of_weights(before)]
    if len(before) > 1:
        units = zip(named, before, after, strict=True)
        return tuple(new if may else old for may, old, new in units)
    numbers = zip(named, before[0], after[0], strict=True)
    return (tuple(new if may else old for may, old, new in numbers),)


def _within_text(label: str) -> str:
    return label[0].lower() + label[1:] if label[1:2].islower() else label


def guards_of(lesson: Lesson, files: LessonFiles) -> Iterator[Guard]:
    """Give the guard of each page.

    Raises
    ------
    UserError
        If a state cannot be made.
    """
    for page, state in lesson.pages_with_states:
        yield Guard.of(page, state, files)


def _begins_with(data: Dataset, first: Dataset) -> bool:
    """Tell whether samples are these and more, of which nothing special is told."""
    n = first.n_samples
    pairs = zip(_arrays(data), _arrays(first), strict=True)
    return (
        all(np.array_equal(now[:n], before) for now, before in pairs)
        and bool((data.parts[n:] == TRAINING).all())
        and bool((_weights(data)[n:] == 1).all())
    )


def _arrays(data: Dataset) -> tuple[NDArray[Any], ...]:
    return data.X, data.y, data.parts, _weights(data)


def _same_labels(data: Dataset, other: Dataset, *, with_parts: bool) -> bool:
    return (
        data.X.shape == other.X.shape
        and len(data.class_names) == len(other.class_names)
        and np.array_equal(data.y, other.y)
        and (not with_parts or np.array_equal(data.parts, other.parts))
        and np.array_equal(_weights(data), _weights(other))
    )


def _weights(data: Dataset) -> NDArray[np.float64]:
    weights = data.sample_weights
    return np.ones(data.n_samples) if weights is None else weights
