"""Do something else than a task asks for, next to what it asks: no task may tick.

    python -m tests.reliability.task_trials --seed 1 --trials 120
    python -m tests.reliability.task_trials --lessons offset margin

For every task of every lesson so many trials are made. Most go from the page as it
begins, or from what “Show me” brings on, and do at least one thing that the task's
`change` does not name: another learner, other terms or settings, samples erased, moved,
drawn, given another class or another place in the order, another data set, points
sprayed in place of a stream, a run that branches; often together with what is named, at
any step of the run. An answer is then the one that is right there. Others change only
what is named and do not come to what is asked for, by numbers that are computed here,
or by what the words ask for; or they answer wrongly. All are marked as results that
somebody hands in; a task that counts as done is a fault.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.data.edits import Add, Assign, Edit, Move, Relabel, Remove, Reorder, Weigh
from engine.data.feature_map import pretty
from engine.data.gallery import EXAMPLES, example
from engine.data.stream_sources import SOURCES
from engine.errors import UserError
from engine.export.session_file import BranchedFrom, SavedSession
from engine.learners import learner, learners
from engine.lessons.facts import Situation
from engine.lessons.guard import Guard
from engine.lessons.lesson_files import LessonFiles, read_files
from engine.lessons.lesson_text import parse_lesson
from engine.lessons.marking import DONE, DONE_WITH_HINT, marks_of
from engine.lessons.results import Results, TaskResult
from engine.lessons.stream import LessonStream
from engine.training.branch import Branch

if TYPE_CHECKING:
    from engine.lessons.lesson import Lesson, LessonTask, Page
    from engine.lessons.state import LessonState

OURS = Path(__file__).parents[2] / "resources" / "lessons"
NAMES = sorted(path.name for path in OURS.iterdir())
TRIALS = 120
"""For each task."""
SAMPLES, PLACES, STREAM, PARTS = "samples", "places", "stream", "parts"
WEIGHTS = {"b", "w1", "w2", "h1", "h2", "output"}
NEVER = "what is not named at all"
"""No task names it: a branch, a rule of a game, another step than that asked about."""
TERMS = (
    "x1", "x2", "x1,x2", "x1*x2", "x1,x2,x1*x2", "x1^2,x2^2", "x1,x2,x1^2,x2^2",
    "x1,x2,x1^2,x2^2,x1*x2", "x1,x2,sin(x1)", "x1,x2,x1^3,x2^3", "x1,x2,x1^2",
)  # fmt: skip
SETTINGS = {
    "order": ("given", "shuffled"), "start": ("zero", "random"),
    "target_error": (None, 0.0, 0.1, 0.4, 1.0), "least_change": (None, 0.5, 100.0),
    "class_weight": (None, "balanced"), "seed": (*range(12), 71),
    "tolerance": (0.0, 0.5, 1.0, 3.0), "batch_size": (0, 1, 3, 8),
    "epochs": (1, 2, 5, 19, 41, 60), "hidden": (1, 2, 3, 4, 6, 8), "second": (0, 2),
    "kernel_degree": (1, 2, 3), "budget": (0, 1, 5), "momentum": (0.0, 0.5, 0.9),
    "strength": (1e-6, 1e-3, 0.03, 1.0), "learning_rate": (1e-3, 0.01, 0.1, 0.4, 3.0),
}  # fmt: skip
"""Values tried of a setting, besides those that are of its kind."""
FACTORS = (0.1, 0.5, 2.0, 10.0)
NAMED_ALONE = 0.3
"""Share of the trials that do only what a task names."""
MOST_VISITS = 60_000
"""Samples times epochs, at most, of a run of a trial."""
Asked = Callable[[SavedSession, SavedSession], bool]
ASKED: dict[tuple[str, int], Asked] = {
    ("xor-and-squares", 2): lambda _, now: "x1*x2" in (now.recipe.features or ()),
    ("adaline", 4): lambda own, now: (
        now.recipe.learning_rate > own.recipe.learning_rate
    ),
    ("gradient-descent", 5): lambda _, now: now.recipe.c1 == now.recipe.c2 == 20,
    ("more-classes", 4): lambda own, now: now.recipe.learner != own.recipe.learner,
    ("the-hidden-layer", 3): lambda own, now: now.recipe.hidden > own.recipe.hidden,
    ("why-the-bound-holds", 6): lambda own, now: now.recipe.seed != own.recipe.seed,
    ("what-a-linear-classifier-is", 2): lambda own, now: same_numbers(own, now, [0, 1]),
    ("what-a-linear-classifier-is", 3): lambda own, now: same_numbers(own, now, [0, 2]),
    ("hyperplane", 1): lambda own, now: same_numbers(own, now, [0, 1]),
    ("zero-one-loss", 1): lambda own, now: same_numbers(own, now, [0, 1]),
    ("stacking", 2): lambda own, now: same_units(own, now, [0, 2]),
    ("stacking", 3): lambda own, now: same_units(own, now, [0, 1]),
}
"""What the words of a task ask for besides, as a person reads them."""


def same_numbers(own: SavedSession, now: SavedSession, places: list[int]) -> bool:
    """Tell whether these numbers of a neuron by hand are as they were."""
    if now.recipe.learner != own.recipe.learner:
        return False
    before, after = own.recipe.start[0], now.recipe.start[0]
    return len(before) == len(after) and all(before[i] == after[i] for i in places)


def same_units(own: SavedSession, now: SavedSession, rows: list[int]) -> bool:
    """Tell whether these units of a network by hand are as they were."""
    before, after = own.recipe.start, now.recipe.get("start", "")
    return len(before) == len(after) and all(before[i] == after[i] for i in rows)


@dataclass(frozen=True, eq=False)
class Trial:
    """What somebody comes to, and by what: names of what a task may name."""

    saved: SavedSession
    did: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def doing(self, name: str, what: str, **changes: object) -> Trial:
        """Go on by one more thing."""
        saved = replace(self.saved, **changes)
        return Trial(saved, (*self.did, name), (*self.said, what))

    def edited(self, name: str, what: str, edit: Edit) -> Trial:
        return self.doing(name, what, data=edit.apply(self.saved.data))

    def set(self, name: str, value: object) -> Trial:
        recipe = self.saved.recipe.replace(**{name: value})
        return self.doing(name, f"{name} {value}", recipe=recipe)


# What can be done


def settings_of(trial: Trial, chance: random.Random) -> Trial:
    """Give any setting another value."""
    names = learner(trial.saved.recipe.learner).by_name
    return setting_of(trial, chance.choice([*names]), chance)


def setting_of(trial: Trial, name: str, chance: random.Random) -> Trial:
    recipe = trial.saved.recipe
    if name not in learner(recipe.learner).by_name:
        raise UserError("no such setting")
    parameter = learner(recipe.learner).by_name[name]
    now, values = recipe.get(parameter.name), list(SETTINGS.get(parameter.name, ()))
    if parameter.kind == "bool":
        values = [not now]
    elif parameter.choices and not values:
        values = list(parameter.choices)
    elif type(now) is float:
        values += [now * factor for factor in FACTORS]
    elif not values:
        values = [parameter.low, 1, 3]
    return trial.set(parameter.name, chance.choice([v for v in values if v != now]))


def learner_of(trial: Trial, chance: random.Random) -> Trial:
    others = [name for name in learners() if name != trial.saved.recipe.learner]
    return trial.set("learner", chance.choice(others))


def terms_of(trial: Trial, chance: random.Random) -> Trial:
    terms = chance.choice(TERMS)
    if terms == ",".join(trial.saved.recipe.features or trial.saved.data.feature_names):
        raise UserError("the same terms")
    return trial.set("features", terms)


def wrong_rows(saved: SavedSession) -> np.ndarray:
    """Give the samples that are wrong at the end of the run."""
    model = recorded(saved.data, saved.recipe, None).model()
    return np.flatnonzero(model.mistaken(saved.data.X, saved.data.y))


def some_rows(saved: SavedSession, chance: random.Random) -> np.ndarray:
    """Give a sample, some, or those that are wrong."""
    n = saved.data.n_samples
    if not n:
        raise UserError("no samples")
    wrong = wrong_rows(saved) if chance.random() < 0.5 else np.array([], int)
    if 0 < len(wrong) < n:
        return wrong
    return np.sort(chance.sample(range(n), chance.choice([1, 1, max(1, n // 2)])))


def erased(trial: Trial, chance: random.Random) -> Trial:
    rows = some_rows(trial.saved, chance)
    return trial.edited(SAMPLES, f"erased {len(rows)}", Remove(rows))


def relabelled(trial: Trial, chance: random.Random) -> Trial:
    rows, data = some_rows(trial.saved, chance), trial.saved.data
    y = (data.y[rows] + 1) % len(data.class_names)
    return trial.edited(SAMPLES, f"relabelled {len(rows)}", Relabel(rows, y))


def drawn(trial: Trial, chance: random.Random) -> Trial:
    m, data = chance.choice([1, 3, 9]), trial.saved.data
    X = [[chance.uniform(-2, 2) for _ in data.feature_names] for _ in range(m)]
    y = np.array([chance.randrange(len(data.class_names)) for _ in range(m)])
    return trial.edited(SAMPLES, f"{m} drawn", Add(np.array(X), y))


def twice(trial: Trial, chance: random.Random) -> Trial:
    data = trial.saved.data
    return trial.edited(SAMPLES, "all drawn twice", Add(data.X, data.y))


def reordered(trial: Trial, chance: random.Random) -> Trial:
    rows = list(range(trial.saved.data.n_samples))
    chance.shuffle(rows)
    changed = trial.edited(SAMPLES, "another order", Reorder(np.array(rows, int)))
    if np.array_equal(changed.saved.data.X, trial.saved.data.X):
        raise UserError("the same order")
    return changed


def other_data(trial: Trial, chance: random.Random) -> Trial:
    chosen = chance.choice([e for e in EXAMPLES if e.group == "Lecture"])
    data = example(chosen.name).make()
    if data.n_features != trial.saved.data.n_features or data.n_samples > 400:
        raise UserError("not like these")
    return trial.doing(SAMPLES, f"opened {chosen.name}", data=data)


def moved(trial: Trial, chance: random.Random) -> Trial:
    rows, data = some_rows(trial.saved, chance), trial.saved.data
    X = data.X[rows] + np.array([chance.gauss(0, 1) for _ in data.feature_names])
    return trial.edited(PLACES, f"moved {len(rows)}", Move(rows, X))


def scaled(trial: Trial, chance: random.Random) -> Trial:
    data, by = trial.saved.data, chance.choice([0.1, 0.5, -1.0, 3.0])
    rows = np.arange(data.n_samples)
    return trial.edited(PLACES, f"all times {by}", Move(rows, data.X * by))


def held_out(trial: Trial, chance: random.Random) -> Trial:
    rows, data = some_rows(trial.saved, chance), trial.saved.data
    parts = np.full(len(rows), chance.choice([0, 1, 2]), np.uint8)
    changed = trial.edited(PARTS, f"parts of {len(rows)}", Assign(rows, parts))
    if np.array_equal(changed.saved.data.parts, data.parts):
        raise UserError("the same parts")
    return changed


def weighed(trial: Trial, chance: random.Random) -> Trial:
    rows = some_rows(trial.saved, chance)
    weights = np.full(len(rows), chance.choice([0.1, 3.0, 20.0]))
    return trial.edited(SAMPLES, f"weighed {len(rows)}", Weigh(rows, weights))


def by_hand(trial: Trial, chance: random.Random) -> Trial:
    """Set weights by hand: of a line that separates, or of units that do."""
    saved = trial.saved
    if not learner(saved.recipe.learner).by_hand:
        raise UserError("not by hand")
    rows = [list(row) for row in saved.recipe.start]
    if len(rows) == 1:
        run = recorded(saved.data, Recipe("pocket-perceptron", epochs=30), None)
        rows = run.model().newest_weights().tolist()
    else:
        units = [[1.0, 1.0, -0.5], [-1.0, -1.0, 1.5], [1.0, 1.0, -1.5]]
        signed = [[s * w for w in unit] for unit in units for s in (-1.0, 1.0)]
        rows = [chance.choice(signed) for _ in rows]
    return trial.set("start", tuple(map(tuple, rows)))


def as_named(task: LessonTask, trial: Trial, chance: random.Random) -> Trial:
    """Change one of the settings that a task names."""
    name = chance.choice([n for n in task.change or () if n not in (SAMPLES, STREAM)])
    if name == "learner":
        return learner_of(trial, chance)
    if name == "features":
        return terms_of(trial, chance)
    if name == PLACES:
        return moved(trial, chance)
    if name in ("start", *WEIGHTS) and learner(trial.saved.recipe.learner).by_hand:
        return by_hand(trial, chance)
    return setting_of(trial, name, chance)


def branched(trial: Trial, chance: random.Random) -> Trial:
    """Begin the run by another recipe, or go on from weights set by hand."""
    saved = trial.saved
    before = settings_of(Trial(saved), chance).saved.recipe
    run = recorded(saved.data, saved.recipe, None)
    step, weights = chance.randint(0, max(1, run.steps - 1)), ()
    if chance.random() < 0.5:
        before = saved.recipe
        weights = tuple(chance.gauss(0, 3) for _ in range(run.problem.start.size))
    branch = Branch(before, step, weights)
    if run_of(saved.data, saved.recipe, branch).branched_at is None:
        raise UserError("the same run")
    left = BranchedFrom(branch, beside=False)
    return trial.doing(NEVER, f"branched at {step}", branched_from=left)


WAYS = (
    settings_of, settings_of, settings_of, learner_of, terms_of, erased, relabelled,
    drawn, twice, reordered, other_data, moved, scaled, held_out, weighed, branched,
)  # fmt: skip


def other_streams(
    begun: SavedSession, stream: LessonStream, chance: random.Random
) -> Iterator[Trial]:
    """Let other samples come than those of a task's stream, as many as it wants."""
    many = stream.samples
    for own in SOURCES:
        if own.name == stream.source or not own.at_once:
            continue
        other = LessonStream(own.name, own.defaults, many)
        data, recipe = other.apply(begun.data, begun.recipe)
        saved = SavedSession(data, recipe, 2**53)
        yield Trial(saved, (NEVER,), (f"the stream {own.name}",))
    for name, value in stream.settings.items():
        other = replace(stream, settings={**stream.settings, name: value * 1.5})
        data, recipe = other.apply(begun.data, begun.recipe)
        saved = SavedSession(data, recipe, 2**53)
        yield Trial(saved, (NEVER,), (f"{name} of the stream {value * 1.5}",))
    data, recipe = stream.apply(begun.data, begun.recipe)
    whole = SavedSession(data, recipe, 2**53)
    new = np.arange(begun.data.n_samples, data.n_samples)
    for row in (new[0], new[len(new) // 2], new[-1]):
        place = data.X[[row]] + 0.01
        y = (data.y[[row]] + 1) % len(data.class_names)
        for what, edit in (
            ("moved", Move(np.array([row]), place)),
            ("erased and drawn", Add(place, data.y[[row]])),
            ("relabelled", Relabel(np.array([row]), y)),
            ("drawn twice", Add(data.X[[row]], data.y[[row]], np.array([row]))),
        ):
            came = replace(whole, data=edit.apply(data))
            yield Trial(came, (NEVER,), (f"{what} among the stream",))
    for spread in (0.1, 1.0, 3.0):
        X = np.array([[chance.gauss(0, spread) for _ in "xy"] for _ in range(many)])
        y = np.array([chance.randrange(2) for _ in range(many)])
        sprayed = Add(X, y).apply(begun.data)
        yield Trial(replace(whole, data=sprayed), (NEVER,), ("a spray",))


# What is so, by numbers that are computed here


def run_of(data: Dataset, recipe: Recipe, branch: Branch | None) -> Tape:
    visits = data.n_samples * recipe.get("epochs", 1)
    if not data.n_samples or visits > MOST_VISITS:
        raise UserError("nothing, or too much")
    return Tape(data, recipe, branch=branch)


def recorded(data: Dataset, recipe: Recipe, branch: Branch | None) -> Tape:
    tape = run_of(data, recipe, branch)
    tape.extend(2.0)
    if not tape.finished:
        raise UserError("too long")
    return tape


def plain_value(name: str, tape: Tape, step: int) -> object:
    """Compute what a task asks for, without facts; None where it is not known here."""
    data, recipe = tape.data, tape.recipe
    last = step if not name.startswith("run_") else tape.steps
    if name == "step":
        return step
    if name == "samples":
        return data.n_samples
    if name == "classes":
        return len(set(data.y.tolist()))
    if name == "terms":
        return ",".join(recipe.features or data.feature_names)
    if name == "learner":
        return recipe.learner
    if name.removeprefix("run_") in ("error", "validation_error", "test_error"):
        part = ("error", "validation_error", "test_error").index(
            name.removeprefix("run_")
        )
        rows = data.parts == part
        model = tape.model(last)
        if not rows.any() or model.undecided(model.scores(data.X[rows])).any():
            return None
        return float((model.predict(data.X[rows]) != data.y[rows]).mean())
    if name.removeprefix("run_") in ("updates", "mistakes") and last < 3000:
        frames = tape.frames(1, last) if last else ()
        if name == "mistakes":
            return None
        return sum(bool((f.weights != f.weights_before).any()) for f in frames)
    if name in ("b", "w1", "w2"):
        rows = tape.model(step).newest_weights()
        if rows is None or len(rows) != 1:
            return None
        return float(rows[0, {"w1": 0, "w2": 1, "b": -1}[name]])
    return recipe.get(name)


def is_missed(task: LessonTask, tape: Tape, step: int) -> bool:
    """Tell whether something that a task asks for is surely not so."""
    for condition in task.until:
        value = plain_value(condition.name, tape, step)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, str):
            if value not in condition.words and pretty(value) not in condition.words:
                return True
        elif isinstance(value, int | float) and math.isfinite(value):
            far = 1e-6 * max(1.0, abs(value))
            if not condition.low - far <= value <= condition.high + far:
                return True
    return False


def right_answer(predict: str, tape: Tape, step: int) -> object:
    """Give the answer that is right in a run; None where there is none."""
    if predict == "error curve":
        errors = tape.epochs.training_error.tolist()
        return tuple((float(i), e) for i, e in enumerate(errors, 1)) or None
    for frame in tape.frames(step + 1, tape.steps) if step < tape.steps else ():
        if predict == "next mistake" and frame.mistake:
            return int(frame.rows[0]) + 1
        if predict == "next boundary" and (frame.weights != frame.weights_before).any():
            model = tape.model_of(frame)
            if tape.data.n_features != 2 or not model.is_straight:
                return None
            corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
            b, *at = model.scores(corners)[:, 0].tolist()
            w = [score - b for score in at]
            if not any(w):
                return None
            foot = [-b * x / math.hypot(*w) ** 2 for x in w]
            return (tuple(foot), (foot[0] - w[1], foot[1] + w[0]))
    return None


def wrong_answers(
    predict: str, right: object, tape: Tape, chance: random.Random
) -> Iterator[tuple[str, object]]:
    """Give answers that are far from the right one."""
    data = tape.data
    if predict == "next mistake":
        others = [i for i in range(1, data.n_samples + 1) if i != right]
        some = chance.sample(others, min(20, len(others)))
        for other in (0, data.n_samples + 1, *some):
            yield f"sample {other}", other
    elif predict == "error curve":
        errors = [error for _, error in right]
        for by in (0.15, 0.3, -0.15, -0.3, 0.6):
            curve = tuple((float(i), e + by) for i, e in enumerate(errors, 1))
            if np.abs(np.clip([e for _, e in curve], 0, 1) - errors).mean() > 0.12:
                yield f"a curve {by} away", curve
        for level in (0.0, 0.1, 0.25, 0.5, 1.0):
            if np.abs(level - np.array(errors)).mean() > 0.12:
                yield f"a curve at {level}", ((1.0, level), (float(len(errors)), level))
    else:
        (x, y), (to_x, to_y) = right
        extent = math.dist(data.X.min(axis=0), data.X.max(axis=0))
        a, z = np.array([x, y]), np.array([to_x - x, to_y - y])
        across = np.array([-z[1], z[0]]) / math.hypot(*z)
        middle = (data.X.min(axis=0) + data.X.max(axis=0)) / 2
        foot = a + z * ((middle - a) @ z) / (z @ z)
        for degrees in (12, 20, 45, 90, 135, -12, -30):
            t = math.radians(degrees)
            turn = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
            to = foot + turn @ z
            yield f"turned by {degrees}°", (tuple(foot.tolist()), tuple(to.tolist()))
        for share in (0.12, 0.2, 0.5, -0.12, -0.4):
            p = foot + share * extent * across
            q = p + z
            yield f"{share} away", (tuple(p.tolist()), tuple(q.tolist()))


# The trials of a task


@dataclass(frozen=True, eq=False)
class TaskOfLesson:
    """A task with all that its trials begin from."""

    name: str
    lesson: Lesson
    files: LessonFiles
    place: int

    @property
    def page(self) -> Page:
        return self.lesson.pages[self.place]

    @property
    def task(self) -> LessonTask:
        assert self.page.task is not None
        return self.page.task

    @property
    def state(self) -> LessonState | None:
        return self.lesson.pages_with_states[self.place][1]

    @cached_property
    def guard(self) -> Guard:
        return Guard.of(self.page, self.state, self.files)

    @cached_property
    def begun(self) -> SavedSession | None:
        return None if self.state is None else self.state.saved(self.files)

    @cached_property
    def shown(self) -> SavedSession | None:
        show = self.task.show
        return None if show is None else show.after(self.state).saved(self.files)

    def may(self, name: str) -> bool:
        """Tell whether the task names it, or what it is part of."""
        named = {*(self.task.change or ())}
        if named & WEIGHTS:
            named.add("start")  # whether all others stayed is `ASKED`
        return name in named or (name == PLACES and SAMPLES in named)

    def ticks(self, trial: Trial, answer: object = None) -> bool:
        """Mark it as handed in: tell whether it counts."""
        result = TaskResult(True, 1, answer=answer, work=trial.saved, stamp="s")
        return self._counts(result)

    def _counts(self, result: TaskResult) -> bool:
        alone = replace(self.lesson, pages=(self.page,))
        (mark,) = marks_of(alone, [self.guard], Results("", "", "", tasks={0: result}))
        return mark.state in (DONE, DONE_WITH_HINT)

    def faults(self, trials: int, seed: int, counts: Counter[str]) -> Iterator[str]:
        """Make the trials; give those in which the task ticks."""
        chance = random.Random(f"{seed} {self.name} {self.place}")
        if self.task.choices:
            for i in range(len(self.task.choices)):
                if i != self.task.answer:
                    counts["trials"] += 1
                    if self._counts(TaskResult(True, 1, answer=i + 1)):
                        yield f"{self}: choice {i + 1}"
            return
        made = self._streams(chance) if self.task.until else self._wrong(chance)
        yield from self._tried(made, counts)
        first, tried = counts["trials"], 0
        while counts["trials"] < first + trials and tried < 20 * trials:
            tried += 1
            yield from self._tried(self._trial(chance), counts)

    def _tried(
        self, made: Iterator[tuple[Trial, object, bool]], counts: Counter[str]
    ) -> Iterator[str]:
        try:
            for trial, answer, reached in made:
                counts["trials"] += 1
                counts["reached"] += reached
                counts.update({f"by {name}": 1 for name in {*trial.did}})
                if self.ticks(trial, answer):
                    yield f"{self}: {', '.join(trial.said)}"
        except UserError:  # cannot be done
            return

    def _streams(self, chance: random.Random) -> Iterator[tuple[Trial, object, bool]]:
        stream = self.task.show.stream if self.task.show else None
        if stream is None or self.begun is None or not self.may(STREAM):
            return
        for trial in other_streams(self.begun, stream, chance):
            yield trial, None, self._is_reached(trial.saved)

    def _wrong(self, chance: random.Random) -> Iterator[tuple[Trial, object, bool]]:
        if self.begun is None:
            return
        tape = recorded(self.begun.data, self.begun.recipe, None)
        step = min(self.begun.step, tape.steps)
        right = right_answer(self.task.predict, tape, step)
        for what, answer in wrong_answers(self.task.predict, right, tape, chance):
            yield Trial(self.begun, said=(what,)), answer, False

    def _trial(self, chance: random.Random) -> Iterator[tuple[Trial, object, bool]]:
        """Do one to three things, and stand somewhere in the run."""
        begun = self.begun if self.task.predict else chance.choice(
            [self.begun, self.shown]
        )  # fmt: skip
        if begun is None:
            return
        trial, named = (
            Trial(begun),
            bool({*(self.task.change or ())} - {SAMPLES, STREAM}),
        )
        alone = named and chance.random() < NAMED_ALONE
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            if alone or (named and chance.random() < NAMED_ALONE):
                trial = as_named(self.task, trial, chance)
            else:
                trial = chance.choice(WAYS)(trial, chance)
        saved = trial.saved
        if self.guard.game and SAMPLES in trial.did:
            said = " ".join(trial.said)
            if "weighed" not in said and (
                "drawn" in said or not self.begun.data.n_samples
            ):
                return  # as its rules say
            trial = replace(trial, did=(*trial.did, NEVER))
        branch = saved.branched_from.branch if saved.branched_from else None
        tape = recorded(saved.data, saved.recipe, branch)
        end = tape.steps
        own = min(begun.step, end)
        steps = {0, own, end, chance.randint(0, end), chance.randint(0, end)}
        for step in chance.sample(sorted(steps), min(3, len(steps))):
            now = replace(trial, saved=replace(saved, step=step))
            if self.task.predict:
                answer = right_answer(self.task.predict, tape, step)
                if answer is not None and (self._differs(saved) or step != own):
                    yield now, answer, True
            elif self._is_otherwise(trial):
                yield now, None, self._is_reached(now.saved, tape)
            elif not self._is_asked(saved) or is_missed(self.task, tape, step):
                said = (*now.said, f"step {step}")
                yield replace(now, said=said), None, self._is_reached(now.saved, tape)

    def _is_asked(self, saved: SavedSession) -> bool:
        """Tell whether it is what the words ask for."""
        asked = ASKED.get((self.name, self.place + 1))
        return asked is None or self.begun is None or asked(self.begun, saved)

    def _is_otherwise(self, trial: Trial) -> bool:
        """Tell whether something that the task does not name is otherwise at last."""
        if all(map(self.may, trial.did)):
            return False
        return self._differs(trial.saved, unnamed=True)

    def _differs(self, saved: SavedSession, *, unnamed: bool = False) -> bool:
        """Tell whether samples, set-up or run are not those of the page."""
        own = self.begun
        assert own is not None
        named = self.may if unnamed else lambda name: False
        if saved.branched_from is not None:
            return True
        ours, theirs = own.recipe, saved.recipe
        if named("learner") and ours.learner != theirs.learner:
            ours = ours.replace(learner=theirs.learner)
        if named(STREAM) and saved.data is not own.data:
            ours = self.shown.recipe if self.shown is not None else ours
        before, after = ours.to_dict(), theirs.to_dict()
        if any(v != before.get(k) for k, v in after.items() if not named(k)):
            return True
        a, z = own.data, saved.data
        if named(SAMPLES) and not self.guard.game:
            return False
        stream = self.task.show.stream if self.task.show else None
        if named(STREAM) and stream is not None and z.n_samples > a.n_samples:
            came = replace(stream, samples=z.n_samples - a.n_samples)
            a, _ = came.apply(own.data, own.recipe)
        if a.X.shape != z.X.shape or not np.array_equal(a.y, z.y):
            return True
        if not named(PLACES) and not np.array_equal(a.X, z.X):
            return True
        if not named(PARTS) and not np.array_equal(a.parts, z.parts):
            return True
        weights = [
            np.ones(d.n_samples) if d.sample_weights is None else d.sample_weights
            for d in (a, z)
        ]
        return not np.array_equal(*weights)

    def _is_reached(self, saved: SavedSession, tape: Tape | None = None) -> bool:
        """Tell whether what is asked for is so: then the guard alone refuses."""
        if tape is None:
            tape = recorded(saved.data, saved.recipe, None)
        step, game = min(saved.step, tape.steps), self.guard.game
        now = Situation(saved.data, saved.recipe, tape, step, game, int(bool(game)))
        return all(condition.holds(now) for condition in self.task.until)

    def __str__(self) -> str:
        return f"{self.name} {self.place + 1}"


def tasks_of(names: Sequence[str]) -> Iterator[TaskOfLesson]:
    """Give every task of these lessons."""
    for name in names:
        files = read_files(OURS / name)
        lesson, _ = parse_lesson(files.contents["lesson.md"], "lesson.md")
        for place, page in enumerate(lesson.pages):
            if page.task is not None:
                yield TaskOfLesson(name, lesson, files, place)


def main(
    names: Sequence[str], trials: int, seed: int, show: Callable[[str], object]
) -> tuple[list[str], Counter[str]]:
    """Make the trials of these lessons; give the faults, and how many there were."""
    faults: list[str] = []
    counts: Counter[str] = Counter()
    for task in tasks_of(names):
        own: Counter[str] = Counter()
        found = list(task.faults(trials, seed, own))
        show(f"{task!s:32} {own['trials']:5} trials, in {own['reached']:4} the goal is "
             f"reached, {len(found)} tick")  # fmt: skip
        for fault in found[:8]:
            show(f"    {fault}")
        counts.update(own)
        counts["tasks"] += 1
        faults += found
    return faults, counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=TRIALS)
    parser.add_argument("--lessons", nargs="*", default=NAMES)
    given = parser.parse_args()
    faults, counts = main(
        given.lessons, given.trials, given.seed, partial(print, flush=True)
    )
    print(dict(counts))
    print(
        f"{counts['tasks']} tasks, {counts['trials']} trials, in {counts['reached']} "
        f"what is asked for is so: {len(faults)} tick"
    )
    sys.exit(bool(faults))
