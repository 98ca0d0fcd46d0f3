"""Results of a lesson: marked as the command does it, and computed again for it."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.cli.main import run
from engine.data.edits import Remove
from engine.export.session_file import BranchedFrom, SavedSession
from engine.lessons.lesson_files import read_files
from engine.lessons.predictions.error_curve import judge_curve
from engine.lessons.predictions.next_boundary import judge_boundary
from engine.lessons.results import (
    Results,
    TaskResult,
    file_name,
    read_results,
    write_results,
)
from engine.training.branch import Branch
from tests.engine.cli.test_train import accepted, refused

LESSON = """\
---
title: Homework
---

# Reach it

```task
do: Learn until there are 2 updates.
until:
  updates: ">= 2"
show:
  step: 2
```

# Only read

# Choose it

```task
do: What is right?
choices: [this, that, "=1+1"]
answer: 2
```

# The next mistake

```task
do: Click it.
predict: next mistake
```

# The next boundary

```task
do: Draw it.
predict: next boundary
```

# The error curve

```task
do: Draw it.
predict: error curve
```
"""
# w = (1, 0)·1 after the first sample, a mistake at 0; then the second is wrong, too
DATA = Dataset([[2, 0], [1, 0]], [1, 0], class_names=("A", "B"))
RECIPE = Recipe("perceptron", epochs=3, offset=False)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "homework"
    place.mkdir()
    (place / "lesson.md").write_text(LESSON, encoding="utf-8")
    return place


def at(step, recipe=RECIPE):
    return SavedSession(DATA, recipe, step)


def errors():
    tape = Tape(DATA, RECIPE)
    tape.extend()
    return tape.epochs.training_error.tolist()


def all_done():
    curve = tuple((i + 1.0, error) for i, error in enumerate(errors()))
    return {
        0: TaskResult(done=True, tries=3, work=at(2)),
        2: TaskResult(done=True, tries=2, answer=2),
        3: TaskResult(done=True, tries=1, hinted=True, answer=1, work=at(0)),
        4: TaskResult(done=True, tries=1, answer=((0.0, -1.0), (0.0, 1.0)), work=at(0)),
        5: TaskResult(done=True, tries=4, answer=curve, work=at(0)),
    }


@pytest.fixture
def handed_in(folder, tmp_path):
    digest = read_files(folder).digest
    return write(tmp_path / "ada.json", all_done(), name="Ada", digest=digest)


def write(path, tasks, *, name="", digest="other"):
    write_results(path, Results("Homework", digest, "en", name, tasks))
    return path


def rows(text):
    return [*csv.DictReader(io.StringIO(text))]


def test_what_was_done_is_marked_by_computing_it_again(capsys, folder, handed_in):
    (row,) = rows(accepted(capsys, "lesson", "mark", folder, handed_in, "--quiet"))
    assert (row["file"], row["name"]) == (str(handed_in), "Ada")
    assert (row["edition"], row["remarks"]) == ("the same", "")
    pages = [row[f"page {i}"] for i in (1, 3, 4, 5, 6)]
    assert pages == ["done", "done", "done with the hint", "done", "done"]
    # an answer that was not the first counts less; how often one began does not
    points = [row[f"page {i} points"] for i in (1, 3, 4, 5, 6)]
    assert points == ["1.0", "0.5", "1.0", "1.0", "0.25"]
    assert (row["page 1 tries"], row["total"], row["of"]) == ("3", "3.75", "5")


def test_what_was_shown_or_left_gives_nothing(capsys, folder, tmp_path):
    shown = TaskResult(done=True, shown=True, work=at(2))
    path = write(tmp_path / "a.json", {0: shown, 3: TaskResult(shown=True)})
    (row,) = rows(accepted(capsys, "lesson", "mark", folder, path))
    assert [row[f"page {i}"] for i in (1, 3, 4)] == ["shown", "not done", "shown"]
    assert (row["edition"], row["total"], row["remarks"]) == ("another", "0.0", "")


@pytest.mark.parametrize(
    ("page", "entry", "value", "said"),
    [
        (1, "step", 1, "updates until this step: 1, wanted at least 2"),
        (
            1,
            "recipe",
            {"learner": "perceptron", "epochs": 0},
            "Epochs 0 is out of range",
        ),
        (1, None, None, "no work that could be computed again"),
        (3, "answer", 3, "answer 3 is not the right one"),
        (3, "answer", None, "answer None is not the right one"),
        (4, "answer", 2, "Not quite: a mistake comes before point 2."),
        (4, "answer", [[0, 1]], "there is no next mistake to compare"),
        (4, "step", 10, "there is no next mistake to compare"),
        (5, "answer", [[-1, 0], [1, 0]], "your line is turned by 90°"),
        (5, "answer", [[1, 1], [1, 1]], "there is no next boundary to compare"),
        (5, "answer", 1, "there is no next boundary to compare"),
        (5, "answer", [[1, 1, 1], [0, 0, 0]], "there is no next boundary to compare"),
        (5, "answer", [[10**30, 1], [0, 0]], "your line is turned by"),
        (6, "answer", [[1, 0], [3, 1e150]], "Not quite: your curve is"),
        (6, "answer", [[1, 10**30], [3, 0]], "Not quite: your curve is"),
        (6, "answer", [], "there is no error curve to compare"),
    ],
)
def test_a_claim_that_does_not_hold_is_seen(
    capsys, folder, handed_in, page, entry, value, said
):
    content = json.loads(handed_in.read_text(encoding="utf-8"))
    (task,) = [entry for entry in content["tasks"] if entry["page"] == page]
    if entry is None:
        task["work"] = None
    elif entry == "answer":
        task["answer"] = value
    else:
        task["work"][entry] = value
    handed_in.write_text(json.dumps(content), encoding="utf-8")
    (row,) = rows(noted(capsys, "lesson", "mark", folder, handed_in))
    assert said in row["remarks"]
    assert row[f"page {page}"] in ("not confirmed", "")


def noted(capsys, *argv):
    """Run what goes well, whatever is noted beside it."""
    assert run([str(word) for word in argv]) == 0
    return capsys.readouterr().out


def test_what_another_wrote_cannot_do_harm(capsys, folder, tmp_path):
    name = '=HYPERLINK("x")\n\x1b[31m,' + "a" * 200
    path = write(tmp_path / "=a.json", {}, name=name)
    damaged = tmp_path / "b.json"
    damaged.write_text("{", encoding="utf-8")
    out = tmp_path / "marks.csv"
    text = noted(capsys, "lesson", "mark", folder, damaged, path, f"--out={out}")
    assert text.startswith("2 files marked, 1 of them damaged")
    bad, good = rows(out.read_text(encoding="utf-8"))
    assert good["name"].startswith("'=HYPERLINK")
    assert len(good["name"]) <= 101
    assert good["name"].isprintable()
    assert (bad["name"], bad["total"]) == ("", "")
    assert "b.json: is not JSON" in bad["remarks"]


NAN, DEEP = '{"a": NaN}', "[" * 100_000
TWICE = '{"format": 1, "format": 2}'


def test_what_is_damaged_is_refused_in_a_sentence(capsys, folder, handed_in):
    whole = handed_in.read_text(encoding="utf-8")
    content = json.loads(whole)
    samples = content["tasks"][0]["work"]["data"]

    def given(**changes):
        return json.dumps(content | changes)

    def first(**changes):
        return given(tasks=[content["tasks"][0] | changes])

    for text, said in (
        (NAN, "is no finite number"),
        (DEEP, "nested too deeply"),
        (TWICE, "twice"),
        (whole[:-30], "is not JSON"),
        ("{}", "is not a file of results"),
        (given(version=2), "another version"),
        (given(name=7), "entry “name” is missing"),
        (given(tasks=[7]), "entry “tasks” is missing"),
        (given(tasks=content["tasks"] * 100), "entry “tasks” is missing"),
        (given(tasks=content["tasks"] * 2), "entry “page” is missing"),
        (first(page=0), "entry “page” is missing"),
        (first(tries=-1), "entry “tries” is missing"),
        (first(done="yes"), "entry “done” is missing"),
        (first(answer=[[1e200, 0]]), "entry “answer” is missing"),
        (first(answer=[7]), "entry “answer” is missing"),
        (first(stamp=7), "entry “stamp” is missing"),
        (first(work=7), "entry “work” is missing"),
        (first(work={"data": samples}), "entry “work” is missing"),
        (
            first(
                work=content["tasks"][0]["work"]
                | {"data": samples | {"X": [[0, 0]] * 20_001, "y": [0] * 20_001}}
            ),
            "entry “work” is missing",
        ),
        (
            first(work=content["tasks"][0]["work"] | {"recipe": {"learner": "x"}}),
            "the work on page 1: its entry “recipe”: learner “x” is not",
        ),
    ):
        handed_in.write_text(text, encoding="utf-8")
        (row,) = rows(noted(capsys, "lesson", "mark", folder, handed_in))
        assert said in row["remarks"]
        assert row["remarks"].startswith(str(handed_in))


def test_what_is_too_large_is_not_read(capsys, folder, tmp_path):
    path = tmp_path / "a.json"
    with path.open("wb") as file:
        file.truncate(17 * 2**20)
    (row,) = rows(noted(capsys, "lesson", "mark", folder, path))
    assert "is larger than 16 MB" in row["remarks"]


def test_a_folder_of_results(capsys, folder, handed_in, tmp_path):
    write(tmp_path / "ben.json", {})
    facts = json.loads(accepted(capsys, "lesson", "mark", folder, tmp_path, "--json"))
    totals = [(result["name"], result["total"]) for result in facts["results"]]
    assert totals == [("Ada", 3.75), ("", 0.0)]
    assert facts["results"][0]["marks"][0]["state"] == "done"


def test_work_that_two_have_in_common_is_remarked(capsys, folder, tmp_path):
    def of(name, tasks):
        return write(tmp_path / f"{name}.json", tasks, name=name)

    mine, yours = (TaskResult(done=True, tries=1, work=at(2), stamp=s) for s in "ab")
    drawn = all_done()[4]
    ada = of("Ada", {0: mine, 2: all_done()[2], 4: drawn})
    of("Ben", {0: mine, 2: all_done()[2], 4: drawn})  # copied, under another name
    of("Cy", {0: yours, 2: all_done()[2], 4: replace(drawn, stamp="c")})  # a line
    of("Dee", {0: replace(yours, stamp="d"), 2: all_done()[2]})  # by herself
    out = tmp_path / "marks.csv"
    assert run(["lesson", "mark", str(folder), str(tmp_path), f"--out={out}"]) == 0
    said = capsys.readouterr().err
    remarks = [row["remarks"] for row in rows(out.read_text(encoding="utf-8"))]
    ben, cy = tmp_path / "Ben.json", tmp_path / "Cy.json"
    assert remarks[0] == (
        f"the same work as {ben}: pages 1, 5; the same work as {cy}: page 5"
    )
    assert f"the same work as {ada}: pages 1, 5" in remarks[1]
    assert "page 5" in remarks[2] and "page 1" not in remarks[2]
    assert remarks[3] == ""
    assert f"{ben}: the same work as {ada}: pages 1, 5" in said


def test_a_task_counts_with_the_samples_and_at_the_step_of_its_page(
    capsys, folder, tmp_path
):
    state = "```state\npoints: |\n  2 0 B\n  1 0 A\noffset: no\nepochs: 3\n```\n\n"
    text = LESSON
    for title in ("# Reach it\n\n", "# The next mistake\n\n"):
        text = text.replace(title, title + state)
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    erased = Remove(np.array([0])).apply(DATA)

    def marks(work, step):
        path = write(
            tmp_path / "a.json",
            {
                0: TaskResult(done=True, work=SavedSession(work, RECIPE, 2)),
                3: TaskResult(
                    done=True, answer=step + 1, work=SavedSession(DATA, RECIPE, step)
                ),
            },
        )
        (row,) = rows(accepted(capsys, "lesson", "mark", folder, path))
        return row["page 1"], row["page 4"], row["remarks"]

    assert marks(DATA, 0) == ("done", "done", "")
    first, second, said = marks(erased, 1)
    assert (first, second) == ("not confirmed", "not confirmed")
    assert "page 1: The task is about the samples of this page" in said
    assert "page 4: Go to step 0" in said


def test_the_file_is_called_after_whose_it_is(tmp_path):
    def name(person):
        return file_name(Results("Why? A lesson", "d", "en", person))

    assert name("Ada Lovelace") == "ada-lovelace-why-a-lesson.json"
    assert name("Åse/../=Öz") == "åse-öz-why-a-lesson.json"
    assert name("") == "why-a-lesson.json"
    assert file_name(Results("?", "d", "en")) == "results.json"


def test_what_does_not_go_together_is_refused(capsys, folder, handed_in, tmp_path):
    empty, mark = tmp_path / "empty", ("lesson", "mark", folder)
    empty.mkdir()
    assert "RESULTS is missing" in refused(capsys, *mark)
    assert "has no .json file" in refused(capsys, *mark, empty)
    assert "no such file" in refused(capsys, *mark, tmp_path / "none.json")
    assert "end the name in .csv" in refused(capsys, *mark, handed_in, "--out=a.txt")
    check = ("lesson", "check", folder)
    assert "`lesson mark` only" in refused(capsys, *check, handed_in)
    assert "`lesson mark` only" in refused(capsys, *check, "--out=a.csv")
    (folder / "lesson.md").write_text("---\ntitle: t\n---\n\n# Read\n", "utf-8")
    assert "has no task" in refused(capsys, *mark, handed_in)
    (folder / "lesson.md").write_text("no lesson", "utf-8")
    assert "`lesson check` lists" in refused(capsys, *mark, handed_in)


def test_results_come_back_as_they_were(tmp_path):
    path = write(tmp_path / "a.json", all_done(), name="Ada", digest="d")
    results = read_results(path)
    assert (results.name, results.digest, results.language) == ("Ada", "d", "en")
    for place, task in all_done().items():
        back = results.task(place)
        assert (back.done, back.tries, back.hinted) == (
            task.done,
            task.tries,
            task.hinted,
        )
        assert back.answer == task.answer
        if task.work is not None:
            np.testing.assert_array_equal(back.work.data.X, DATA.X)
            assert (back.work.recipe, back.work.step) == (RECIPE, task.work.step)


def test_large_work_is_left_out(tmp_path):
    large = Dataset(np.zeros((10_001, 2)), np.zeros(10_001, int))
    work = TaskResult(done=True, work=SavedSession(large, RECIPE, 0))
    path = write(tmp_path / "a.json", {0: work})
    assert path.stat().st_size < 1000
    assert read_results(path).task(0).work is None


def test_another_edition_has_another_digest(folder):
    before = read_files(folder)
    text = folder / "lesson.md"
    text.write_bytes(text.read_bytes().replace(b"\n", b"\r\n"))
    assert read_files(folder).digest == before.digest
    text.write_bytes(text.read_bytes() + b"More.\r\n")
    assert read_files(folder).digest != before.digest
    assert read_files(folder).edition.startswith("homework-")


def test_a_line_beside_the_true_one():
    """The true one is x = 1; the samples are 4 wide and 3 high: 15 % of 5 is 0.75."""
    corners = np.array([[0.0, 0.0], [4.0, 3.0]])
    line = (2.0, 0.0, -2.0)
    right, said = judge_boundary(((1.5, 9.0), (1.5, -9.0)), line, corners)
    assert right
    assert said == "Right: your line is turned by 0° and 0.5 away."
    assert not judge_boundary(((2.0, 0.0), (2.0, 1.0)), line, corners).right
    # tan 9.46° = 1/6, about the place (1, 1.5) of the line nearest to the middle
    assert judge_boundary(((1.25, 3.0), (0.75, 0.0)), line, corners).right
    assert not judge_boundary(((1.5, 3.0), (0.5, 0.0)), line, corners).right
    tiny = judge_boundary(((1.0, 9.0), (1.0, -9.0)), (2e-300, 0, -2e-300), corners)
    assert tiny == (True, "Right: your line is turned by 0° and 0 away.")
    none = judge_boundary(((0.0, 0.0), (1.0, 1.0)), (0.0, 0.0, 1.0), corners)
    assert none == (False, "The next update leaves no boundary.")


def test_a_curve_beside_the_true_one():
    tape = Tape(DATA, RECIPE)
    tape.extend()
    off = tuple((i + 1.0, abs(error - 0.2)) for i, error in enumerate(errors()))
    right, said = judge_curve(tape, off)
    assert not right
    assert said.startswith("Not quite: your curve is 20.0 % of the samples away")


def test_a_run_that_branches_is_computed_with_its_branch(capsys, folder, tmp_path):
    """One update with η = 1, w = (2, 0); the next with 0.001 takes 0.001·(1, 0)."""
    text = LESSON.replace('updates: ">= 2"', "norm: 1.999")
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    slow, branch = RECIPE.replace(learning_rate=0.001), Branch(RECIPE, 1)
    for former, state in (
        (BranchedFrom(branch, beside=False), "done"), (None, "not confirmed"),
    ):  # fmt: skip
        work = SavedSession(DATA, slow, 2, branched_from=former)
        path = write(tmp_path / "a.json", {0: TaskResult(done=True, work=work)})
        (row,) = rows(accepted(capsys, "lesson", "mark", folder, path))
        assert row["page 1"] == state, row["remarks"]
