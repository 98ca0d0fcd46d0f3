"""A lesson as a page: its texts and runs, and the tasks that can be done in it."""

import json
import zipfile
from pathlib import Path

import pytest

import main
from engine import Tape
from engine.lessons.lesson_faults import situation_of
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_page import (
    ABOUT_THE_WINDOW,
    IN_THE_PROGRAM,
    write_lesson_page,
)
from engine.lessons.lesson_text import parse_lesson
from engine.lessons.page_tasks import PageTask
from engine.numbers import number

LESSON = r"""---
title: <b>Steps</b>
---
# How it begins

At step {{step}} there are **{{updates}}** updates; with <i>all</i> of them
{{run_updates}}, and $w \lt b$. Sample {{sample}}, y = {{label}}, z = {{score}}.

```state
points: |
  2 4 A
  -6 1 B
  1 3 A
learner: perceptron
step: 1
panels: [Weights, Loss, Lifted space]
```

```spotlight
on: [Step, Pen, This update]
```

```task
do: Which?
choices: [This, That]
answer: 2
replies: [Not this.]
because: It is that.
```

# Go on

```task
do: Go to the end.
until: {step: ">= 2", converges: yes}
show: {step: end}
because: It has converged.
```

# Only there

```state
learner: kernel-perceptron
panels: []
```

```task
do: Take another learner.
until: {learner: adaline}
show: {learner: adaline}
```
"""


@pytest.fixture
def lesson(tmp_path):
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "lesson.md").write_text(LESSON)
    return folder


def test_a_lesson_is_gone_through(browser, lesson, tmp_path):
    path = tmp_path / "steps.html"
    assert main.main(["lesson", "page", str(lesson), "--out", str(path)]) == 0
    browser.look(1440, 900)
    browser.open(path)
    browser.settled()
    seen = "document.querySelector('#lesson article:not([hidden])').innerText"
    text = browser.ask(seen)
    tape = Tape(*_run())
    tape.extend()
    updates = tape.frame(tape.steps).updates
    assert "has a panel for this: Loss and Lifted space." in text
    assert "<i>all</i>" in text
    assert f"At step 1 there are {tape.frame(1).updates} updates" in text
    assert f"of them {updates}" in text
    assert browser.ask("document.querySelectorAll('article math').length") == 1
    assert browser.ask("document.querySelectorAll('article i, h1 b').length") == 0
    browser.press("ArrowRight")
    text = browser.ask(seen)
    assert "At step 2" in text
    frame = tape.frame(2)
    (row,), y = frame.rows, 2 * tape.data.y[frame.rows[0]] - 1
    said = f"Sample {row + 1}, y = {number(y)}, z = {number(frame.scores[0, 0])}."
    assert said in text

    lit = "[...document.querySelectorAll('.spotlight')].map((e) => e.id)"
    assert browser.ask(lit) == ["forward", "update"]

    assert "Not this." not in text
    browser.mouse(browser.middle_of("article .choice"))
    assert "Not this." in browser.ask(seen)
    browser.mouse(browser.middle_of("article .choice:nth-of-type(2)"))
    assert "It is that." in browser.ask(seen)
    assert "Not this." not in browser.ask(seen)
    browser.mouse(browser.middle_of("article .choice"))
    assert "Not this." in browser.ask(seen)
    assert "It is that." not in browser.ask(seen)
    right = "document.querySelector('article .choice.right').innerText"
    assert browser.ask(right) == "That"

    browser.mouse(browser.middle_of("#page-next"))
    assert browser.ask(lit) == []
    assert "It has converged." not in browser.ask(seen)
    browser.press("End")
    assert "It has converged." in browser.ask(seen)

    browser.mouse(browser.middle_of("#page-next"))
    assert browser.ask(seen).split("\n\n")[1] == IN_THE_PROGRAM, "it is said first"
    assert browser.ask("byId('plane').offsetHeight") == 0
    assert browser.ask("byId('page-next').ariaDisabled") == "true"
    assert browser.ask("document.activeElement.id") == "page-next"
    browser.mouse(browser.middle_of("article:not([hidden]) .show"))
    assert browser.ask("player.spec.title") == "Adaline"
    assert browser.ask("byId('plane').offsetHeight") > 100

    got = browser.downloaded(
        tmp_path / "got", lambda: browser.mouse(browser.middle_of("#download"))
    )
    assert zipfile.is_zipfile(got)
    assert read_files(got).contents == read_files(lesson).contents
    assert browser.complaints == []


def test_a_page_about_the_window_says_so_first(browser, tmp_path):
    path = tmp_path / "tour.html"
    ours = Path(__file__).parents[3] / "resources" / "lessons"
    write_lesson_page(path, read_files(ours / "tour"))
    browser.look(360, 740)
    browser.open(path)
    assert browser.ask("lesson.article.querySelector('h2 + p').innerText") == (
        ABOUT_THE_WINDOW
    )


def _run():
    from engine.lessons.lesson_text import parse_lesson

    files_text, faults = parse_lesson(LESSON.encode(), "lesson.md")
    assert faults == []
    saved = files_text.pages[0].state.saved(None)
    return saved.data, saved.recipe


def test_what_is_no_page_is_refused(lesson, tmp_path, capsys):
    for words, said in (
        ([], "--out is missing: name the page, ending in .html"),
        (["--out", "x.csv"], "--out x.csv: name the page"),
        (["results", "--out", "x.html"], "results: is for `lesson mark` only"),
    ):
        assert main.main(["lesson", "page", str(lesson), *words]) == 2
        assert said in capsys.readouterr().err
    (lesson / "lesson.md").write_text("# A\n```state\nlearner: none\n```\n")
    out = tmp_path / "x.html"
    assert main.main(["lesson", "page", str(lesson), "--out", str(out)]) == 2
    assert "lesson check" in capsys.readouterr().err
    assert not out.exists()


def test_weights_that_may_not_change_are_held_in_the_page():
    ours = Path(__file__).parents[3] / "resources" / "lessons"
    files = read_files(ours / "hyperplane")
    lesson, _ = parse_lesson(files.contents["lesson.md"], "lesson.md")
    page, state = lesson.pages_with_states[0]
    task = PageTask(page.task, situation_of(state.saved(files)), state)
    assert task.settings == ("start",)
    asked = {name: (low, high) for name, low, high, _ in json.loads(task.until)}
    assert (asked["w1"], asked["w2"]) == ((1.0, 1.0), (1.0, 1.0))
    assert "b" not in asked
