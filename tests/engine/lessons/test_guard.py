"""Tasks that are not fulfilled do not count, whatever else is done on their pages."""

from pathlib import Path

import numpy as np
import pytest

from engine import Recipe
from engine.data.edits import Add, Assign, Move, Relabel, Remove, Weigh
from engine.errors import UserError
from engine.export.session_file import BranchedFrom, SavedSession
from engine.learners import learners
from engine.lessons.facts import Situation
from engine.lessons.guard import Guard, guards_of
from engine.lessons.lesson_faults import check_lesson, situation_of
from engine.lessons.lesson_files import LessonFiles, read_files
from engine.lessons.lesson_text import parse_lesson
from engine.training.branch import Branch

OURS = Path(__file__).parents[3] / "resources" / "lessons"
NAMES = sorted(path.name for path in OURS.iterdir())
MEANT = {
    ("averaging-and-voting", 3): {"averaged-perceptron"},
    ("margin", 2): {"linear-svm"},
    ("margin", 6): {
        "adaline", "logistic-regression", "passive-aggressive", "softmax-regression",
    },
    ("more-classes", 4): {
        "kernel-perceptron", "logistic-regression", "multi-layer-perceptron",
        "multiclass-perceptron", "perceptron-criterion", "softmax-regression",
        "voted-perceptron",
    },
    ("more-classes", 5): {"multiclass-perceptron"},
    ("stream", 4): {"averaged-perceptron"},
    ("zero-one-loss", 3): {"end"},
    ("zero-one-loss", 5): {"end"},
    ("zero-one-loss", 6): {"linear-svm", "logistic-regression", "perceptron"},
}  # fmt: skip
"""What fulfils a task because the task is to do just that, or anything that helps."""


def tasks_of(name):
    """Give each task that is done in the window, by page, with how the page begins."""
    files = read_files(OURS / name)
    lesson, _ = parse_lesson(files.contents["lesson.md"], "lesson.md")
    state = None
    for place, page in enumerate(lesson.pages):
        state = page.state.after(state) if page.state else state
        if page.task is not None and page.task.until:
            guard = [*guards_of(lesson, files)][place]
            yield place + 1, page.task, guard, state.saved(files)


def is_done(task, guard, now):
    return not guard.objection(now) and all(
        condition.holds(now) for condition in task.until
    )


def takes(task, now):
    """Tell whether a task can be fulfilled by this learner at all."""
    return all(
        condition.holds(now) for condition in task.until if condition.name == "learner"
    )


def at(situation, step):
    tape = situation.tape
    last = tape.steps if tape else 0
    return Situation(situation.data, situation.recipe, tape, min(step, last))


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", NAMES)
def test_another_learner_home_and_end_fulfil_no_task_that_does_not_mean_it(name, every):
    for page, task, guard, saved in tasks_of(name):
        done, meant = set(), MEANT.get((name, page), set())
        others = [*learners()][page % every :: every]
        for learner in {saved.recipe.learner, *meant & {*learners()}, *others}:
            try:
                recipe = saved.recipe.replace(learner=learner)
                if not takes(task, Situation(saved.data, recipe, None, 0)):
                    continue
                now = situation_of(SavedSession(saved.data, recipe, saved.step))
            except UserError:  # it cannot learn this
                continue
            own = learner == saved.recipe.learner
            steps = {"home" if own else learner: 0, "end" if own else learner: 2**53}
            if not own:
                done |= {learner} if is_done(task, guard, now) else set()
            done |= {
                k for k, step in steps.items() if is_done(task, guard, at(now, step))
            }
        assert done == meant, page


def test_samples_that_did_not_come_from_the_stream_do_not_count():
    files = read_files(OURS / "stream")
    lesson, _ = parse_lesson(files.contents["lesson.md"], "lesson.md")
    for place in (0, 4, 5):
        page, state = lesson.pages_with_states[place]
        guard = Guard.of(page, state, files)
        now = situation_of(page.task.show.after(state).saved(files))
        assert guard.objection(now) == ""
        last = np.array([now.data.n_samples - 1])
        moved = Move(last, now.data.X[last] + 0.01).apply(now.data)
        sprayed = Add(np.full((9, 2), 0.1), np.zeros(9, int)).apply(guard.saved.data)
        weighed = Weigh(last, last * 0 + 9.0).apply(now.data)
        for data in (moved, sprayed, weighed):
            other = situation_of(SavedSession(data, now.recipe, now.step))
            assert "samples of its stream" in guard.objection(other)


LESSON = """\
---
title: Guards
---

# The samples

```state
points: |
  2 1 B
  1 -1 A
  1 3 B
  -1 2 A
SAMPLES
```

```task
do: Do it.
TASK
```

# Without a state

```task
do: Do it as well.
predict: next mistake
```
"""
UNTIL = 'change: []\nuntil: {updates: ">= 1"}\nshow: {step: 1}'
PREDICT = "predict: next boundary"


def guards(task, samples=""):
    text = LESSON.replace("SAMPLES", samples).replace("TASK", task)
    files = LessonFiles(Path("guards"), {"lesson.md": text.encode()})
    lesson, faults = parse_lesson(files.contents["lesson.md"], "lesson.md")
    assert faults == []
    saved = lesson.pages[0].state.saved(files)
    return [*guards_of(lesson, files)], saved, files


def said(guard, data, recipe=None, step=0):
    return guard.objection(situation_of(SavedSession(data, recipe or Recipe(), step)))


def test_a_task_counts_with_the_samples_of_its_page():
    (guard, _), saved, _ = guards(UNTIL)
    data, rows = saved.data, np.array([0])
    assert said(guard, data) == said(guard, data, Recipe(), 3) == ""
    for edit in (
        Remove(rows), Relabel(rows, rows), Move(rows, np.array([[9.0, 9.0]])),
        Add(np.zeros((1, 2)), rows), Assign(rows, rows + 1), Weigh(rows, rows + 2.0),
    ):  # fmt: skip
        assert "samples of this page: undo, or press “Begin again”" in said(
            guard, edit.apply(data)
        )
        undone = edit.inverse(data).apply(edit.apply(data))
        assert said(guard, undone) == ""


def test_a_task_says_which_settings_may_change():
    (guard, _), saved, _ = guards(UNTIL.replace("[]", "[seed, epochs]"))
    assert said(guard, saved.data, Recipe(seed=5, epochs=9)) == ""
    assert said(guard, saved.data, Recipe(seed=5, offset=False)) == (
        "Change only seed and epochs here: undo the rest, or press “Begin again”."
    )
    assert "Change only" in said(guard, saved.data, Recipe("adaline"))
    (guard, _), *_ = guards(UNTIL.replace("[]", "[learner]"))
    assert said(guard, saved.data, Recipe().replace(learner="adaline")) == ""
    assert said(guard, saved.data, Recipe("adaline", learning_rate=1.0)) != ""


@pytest.mark.parametrize(
    ("learner", "start", "change", "other", "objects"),
    [
        ("manual-neuron", "1,1,-1", "b", ((1.0, 1.0, 2.0),), ""),
        ("manual-neuron", "1,1,-1", "b", ((1.0, 3.0, 2.0),), "Change only b here"),
        ("manual-neuron", "1,1,-1", "w1, b", ((3.0, 1.0, 2.0),), ""),
        ("manual-network", "1,1,0;1,1,1;1,1,2", "h2",
         ((1.0, 1.0, 0.0), (5.0, 6.0, 7.0), (1.0, 1.0, 2.0)), ""),
        ("manual-network", "1,1,0;1,1,1;1,1,2", "output",
         ((1.0, 1.0, 0.0), (5.0, 6.0, 7.0), (1.0, 1.0, 2.0)), "Change only the output"),
    ],
)  # fmt: skip
def test_a_task_says_which_weights_are_set_by_hand(
    learner, start, change, other, objects
):
    (guard, _), saved, _ = guards(
        UNTIL.replace("[]", f"[{change}]"), f"learner: {learner}\nstart: {start}"
    )
    objection = said(guard, saved.data, saved.recipe.replace(start=other))
    assert objection.startswith(objects) and bool(objection) == bool(objects)


def test_a_run_that_branches_off_another_is_not_by_the_set_up_of_the_page():
    (guard, _), saved, _ = guards(UNTIL.replace("[]", "[seed]"))
    other, here = Branch(Recipe(learning_rate=7.0), 2), Branch(Recipe(seed=3), 2)
    by_hand, same = Branch(Recipe(), 1, (9.0, 9.0, 9.0)), Branch(Recipe(), 2)
    for branch, objects in ((other, 1), (here, 1), (by_hand, 1), (same, 0)):
        left = BranchedFrom(branch, beside=False)
        now = situation_of(SavedSession(saved.data, Recipe(), 3, branched_from=left))
        assert ("end the branch" in guard.objection(now)) == objects


def test_a_task_lets_samples_be_moved_or_drawn():
    (guard, _), saved, _ = guards(UNTIL.replace("[]", "[places]"))
    data, rows = saved.data, np.array([0])
    assert not said(guard, Move(rows, np.array([[9.0, 9.0]])).apply(data))
    assert "about moving" in said(guard, Relabel(rows, rows).apply(data))
    assert "about moving" in said(guard, Remove(rows).apply(data))
    (guard, _), _, _ = guards(UNTIL.replace("[]", "[samples]"))
    assert said(guard, Remove(rows).apply(data)) == ""


def test_check_asks_what_may_change():
    show = UNTIL.replace("{step: 1}", '{points: "1 1 A", epochs: 3, step: 1}')
    *_, files = guards(show.replace("change: []\n", ""))
    (fault,) = check_lesson(files)
    assert "write “change: [epochs, samples]”" in fault.what
    *_, files = guards(show)
    assert "“show” does what may not change" in check_lesson(files)[0].what
    *_, files = guards(show.replace("[]", "[epochs, samples]"))
    assert check_lesson(files) == []
    text = LESSON.replace("SAMPLES", "").replace("TASK", UNTIL.replace("[]", "[sed]"))
    _, faults = parse_lesson(text.encode(), "lesson.md")
    assert "there is no “sed”: did you mean seed?" in faults[0].what


def test_a_prediction_is_judged_at_the_step_of_its_page():
    (guard, following), saved, _ = guards(PREDICT, "step: 1")
    data = saved.data
    assert said(guard, data, step=1) == ""
    for step in (0, 2, 10**6):
        assert said(guard, data, step=step).startswith("Go to step 1: ")
    assert "set-up of this page" in said(guard, data, Recipe("adaline"), 1)
    assert "samples of this page" in said(
        guard, Remove(np.array([0])).apply(data), None, 1
    )
    # a page without a state goes on where the one before it was left
    assert said(following, data, Recipe(epochs=3), 7) == ""
    assert said(following, Remove(np.array([0])).apply(data)) != ""
    (guard, _), *_ = guards(PREDICT, "step: end")
    last = situation_of(SavedSession(data, Recipe(), 2**53)).step
    assert said(guard, data, step=last) == ""
    assert said(guard, data, step=0).startswith(f"Go to step {last}: ")


def test_what_is_chosen_needs_no_guard():
    (guard, _), saved, _ = guards("choices: [a, b]")
    assert guard.objection(Situation(saved.data, Recipe("adaline"), None, 0)) == ""
    assert isinstance(guard, Guard)
