"""Lessons made from what is on the screen: what is written can be read and checked."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Recipe
from engine.data.gallery import empty
from engine.data.lecture_examples import two_clusters, xor
from engine.errors import UserError
from engine.export.session_file import SavedSession
from engine.lessons.authoring import (
    PageDraft,
    delete_page,
    draft_of,
    move_page,
    new_lesson,
    pack,
    proposals,
    write_page,
)
from engine.lessons.lesson_faults import check_lesson, situation_of
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson
from engine.lessons.task_condition import TaskCondition

STEP_3 = SavedSession(xor(), Recipe(squares=True), 3)


def lesson_of(path):
    files = read_files(path)
    assert not check_lesson(files)
    return files, parse_lesson(files.contents["lesson.md"], "lesson.md")[0]


def test_a_lesson_is_begun_continued_and_packed(tmp_path):
    folder = tmp_path / "mine"
    panels = ["This update", "Will it converge?"]
    new_lesson(
        folder, STEP_3, panels, 'My: "own"\nlesson', "Why?", PageDraft(text="Words.")
    )
    draft = PageDraft("Two: *points*", "It has {{samples}}.\n\n- $w$")
    write_page(folder, SavedSession(xor(), Recipe(), 0), [], draft)
    pack(folder, tmp_path / "mine.lesson")
    for path in (folder, tmp_path / "mine.lesson"):
        files, lesson = lesson_of(path)
        assert (lesson.title, lesson.about) == ('My: "own" lesson', "Why?")
        assert [page.title for page in lesson.pages] == ["Page 1", "Two: *points*"]
        assert lesson.pages[1].text == draft.text
        first, second = (page.state for page in lesson.pages)
        assert first.panels == tuple(panels)
        begun = first.saved(files)
        assert (begun.recipe, begun.step) == (STEP_3.recipe, 3)
        np.testing.assert_array_equal(begun.data.X, xor().X)
        assert second.saved(files).recipe == Recipe()
    with pytest.raises(UserError, match="mine"):
        new_lesson(folder, STEP_3, [], "again", "", PageDraft(text="Words."))


@pytest.mark.parametrize("begin", ["start", "before", "empty"])
def test_a_task_is_to_reach_what_is_on_the_screen(tmp_path, begin):
    folder = tmp_path / "mine"
    new_lesson(
        folder,
        SavedSession(empty(), Recipe(), 0),
        [],
        "One",
        "",
        PageDraft(text="Words."),
    )
    task = {"do": "Reach it.", "until": {"mistakes": ">= 3"}}
    write_page(folder, STEP_3, [], PageDraft(text="Words.", task=task, begin=begin))
    files, lesson = lesson_of(folder)  # open at first, and shown truly
    page = lesson.pages[1]
    begun = (page.state or lesson.pages[0].state).saved(files)
    assert begun.step == 0
    assert begun.data.n_samples == (4 if begin == "start" else 0)
    shown = page.task.show.after(page.state or lesson.pages[0].state).saved(files)
    assert (shown.step, shown.recipe) == (3, STEP_3.recipe)


def test_what_is_on_the_screen_is_proposed_so_that_it_holds():
    for learner, part in (("perceptron", 1), ("adaline", 3), ("linear-svm", 7)):
        now = situation_of(SavedSession(two_clusters(), Recipe(learner), part))
        proposed = {proposal.name: proposal for proposal in proposals(now)}
        assert {"error", "updates", "samples", "learner", "epochs"} <= set(proposed)
        for proposal in proposed.values():
            text = f"{proposal.relation} {proposal.value}".strip()
            assert TaskCondition.parse(proposal.name, text).holds(now), proposal


def test_a_page_with_a_fault_is_not_written(tmp_path):
    folder = tmp_path / "mine"

    def refused(**draft):
        with pytest.raises(UserError) as refusal:
            new_lesson(folder, STEP_3, [], "One", "", PageDraft(**draft))
        assert not folder.exists()
        return str(refusal.value)

    until = {"do": "x", "until": {"mistakes": ">= 3"}}
    assert refused(task=until).startswith("the page begins with this task fulf")
    beyond = {"do": "x", "until": {"mistakes": ">= 4"}}
    assert "“show” does not fulfil the task" in refused(task=beyond, begin="start")
    assert refused(text="{{mistaks}}").startswith("there is no fact “mistaks”: did you")
    assert refused(text="# Two").startswith("text: a line begins with #")
    assert refused(text="```\nnever ended").startswith("the block is never closed")
    new_lesson(folder, STEP_3, [], "One", "", PageDraft(text="Words."))
    before = read_files(folder).contents
    with pytest.raises(UserError):
        write_page(folder, STEP_3, [], PageDraft(text="{{mistaks}}"))
    assert read_files(folder).contents == before
    (folder / "lesson.md").write_bytes(before["lesson.md"] + b"{{mistaks}}")
    with pytest.raises(UserError, match=r"^lesson.md:\d+: there is no"):
        write_page(folder, STEP_3, [], PageDraft(text="Words."))


def test_pages_are_edited_moved_and_deleted(tmp_path):
    """What the window knows nothing of, such as spotlights and figures, stays."""
    folder = tmp_path / "mine"
    new_lesson(folder, STEP_3, [], "One", "", PageDraft("First", "Here."))
    task = {"do": "Reach it.", "until": {"mistakes": ">= 3"}, "because": "So."}
    write_page(folder, STEP_3, [], PageDraft("Second", "It.", task, "start"))
    text = folder / "lesson.md"
    drawn = "\n```figure\nof: losses\nwith: hinge\nalt: A bend\n```\n"
    pointed = "\n```spotlight\non: [Step]\n```\n"
    text.write_text(text.read_text() + pointed + drawn)
    (folder / "lesson.de.md").write_text(
        text.read_text()
        .replace("First", "Erste")
        .replace("Second", "Zweite")
        .replace("language: en", "language: de")
    )
    draft = draft_of(folder, 1)
    assert (draft.title, draft.text, draft.begin) == ("Second", "It.", "kept")
    assert draft.task == {**task, "show": {"step": "3"}, "change": []}
    before = lesson_of(folder)[1].pages[1]
    write_page(folder, STEP_3, [], replace(draft, title="Last", text="More."), 1)
    after = lesson_of(folder)[1].pages[1]
    assert (after.title, after.text, after.spotlights) == ("Last", "More.", ("Step",))
    assert (after.figure, after.figure.alt) == (before.figure, "A bend")
    assert after.state.saved(read_files(folder)).step == 0
    assert replace(after.task, line=0) == replace(before.task, line=0)
    move_page(folder, 1, 0)
    assert [page.title for page in lesson_of(folder)[1].pages] == ["Last", "First"]
    german = parse_lesson((folder / "lesson.de.md").read_bytes(), "lesson.de.md")[0]
    assert [page.title for page in german.pages] == ["Zweite", "Erste"]
    delete_page(folder, 0)
    assert [page.title for page in lesson_of(folder)[1].pages] == ["First"]
    with pytest.raises(UserError, match="only this page"):
        delete_page(folder, 0)


def test_a_page_is_not_moved_to_where_its_task_cannot_be_done(tmp_path):
    folder = tmp_path / "mine"
    new_lesson(
        folder, STEP_3, [], "One", "", PageDraft("First", "Words.", begin="start")
    )
    task = {"do": "Reach it.", "until": {"mistakes": ">= 3"}}
    write_page(folder, STEP_3, [], PageDraft("Second", task=task, begin="before"))
    last = PageDraft("Third", "Words.", begin="screen")
    write_page(folder, STEP_3, [], last)
    before = read_files(folder).contents
    with pytest.raises(UserError, match="then the lesson has a fault: the page begins"):
        move_page(folder, 1, 2)
    assert read_files(folder).contents == before


LIST_SIGN = re.compile(r"[-+]|\d{1,9}[.)]")
"""Alone in a line they are read as a list with nothing in it, and refused."""
WORDS = st.text(min_size=1, max_size=20).filter(
    lambda text: (
        text.strip()
        and not set(text) & set("{$*`![\\")
        and not LIST_SIGN.fullmatch(in_one_line(text))
    )
)


@settings(max_examples=25)
@given(
    st.lists(WORDS, min_size=2, max_size=4, unique_by=lambda text: in_one_line(text)),
    WORDS,
)
def test_whatever_is_typed_in_a_line_is_read_as_it_is(tmp_path_factory, choices, title):
    folder = tmp_path_factory.mktemp("any") / "mine"
    task = {"do": title, "choices": choices, "answer": "1", "hint": choices[0]}
    new_lesson(folder, STEP_3, [], title, title, PageDraft(task=task))
    _, lesson = lesson_of(folder)
    (page,) = lesson.pages
    said = (lesson.title, lesson.about, page.task.do, page.task.hint)
    assert said == tuple(map(in_one_line, (title, title, title, choices[0])))
    assert page.task.choices == tuple(map(in_one_line, choices))


def in_one_line(text):
    return " ".join(text.split())
