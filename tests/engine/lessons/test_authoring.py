"""Lessons made from what is on the screen: what is written can be read and checked."""

import numpy as np
import pytest

from engine import Recipe
from engine.data.lecture_examples import xor
from engine.errors import UserError
from engine.export.session_file import SavedSession
from engine.lessons.authoring import add_page, new_lesson, pack
from engine.lessons.check import check_lesson
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson


def test_a_lesson_is_begun_continued_and_packed(tmp_path):
    folder = tmp_path / "mine"
    saved = SavedSession(xor(), Recipe(squares=True), 3)
    new_lesson(folder, 'My: "own" lesson', saved, ["This update"])
    add_page(folder, SavedSession(xor(), Recipe(), 0), [])
    pack(folder, tmp_path / "mine.lesson")
    for path in (folder, tmp_path / "mine.lesson"):
        files = read_files(path)
        assert not check_lesson(files)
        lesson, _ = parse_lesson(files.contents["lesson.md"], "lesson.md")
        assert lesson.title == "My: 'own' lesson"
        first, second = (page.state for page in lesson.pages)
        assert first.panels == ("This update",)
        begun = first.saved(files)
        assert (begun.recipe, begun.step) == (saved.recipe, 3)
        np.testing.assert_array_equal(begun.data.X, xor().X)
        assert second.saved(files).recipe == Recipe()
    with pytest.raises(UserError, match="mine"):
        new_lesson(folder, "again", saved, [])
