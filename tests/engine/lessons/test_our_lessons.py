"""The lessons that come with the program: each is whole and can be used."""

from pathlib import Path

import pytest

from engine.lessons.lesson_faults import check_lesson
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson

OURS = Path(__file__).parents[3] / "resources" / "lessons"


@pytest.mark.parametrize("name", sorted(path.name for path in OURS.iterdir()))
def test_a_lesson_of_ours(name):
    files = read_files(OURS / name)
    assert [str(fault) for fault in check_lesson(files)] == []
    for file in ("lesson.md", *files.languages.values()):
        lesson, _ = parse_lesson(files.contents[file], file)
        assert all((lesson.title, lesson.about, lesson.level, lesson.language))
        assert 3 <= len(lesson.pages) <= 6
        tasks = [page.task for page in lesson.pages if page.task is not None]
        assert all(task.hint and task.because for task in tasks)
        assert all(len(task.replies) == len(task.choices) for task in tasks)
        for task in tasks:
            if {*task.may_change} - {"points", "step"} and "key End" in task.hint:
                assert "Enter" in task.hint, "the key is the field's or the list's own"
        if lesson.language == "en":
            assert lesson.pages[-1].title == "Try yourself"
