"""Translations: a lesson's text in its languages, and where one says something else."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from engine.lessons.lesson_files import TEXT
from engine.lessons.lesson_text import Fault, parse_lesson
from engine.lessons.markdown import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.lessons.lesson import Lesson, Page
    from engine.lessons.lesson_files import LessonFiles


def texts_of(files: LessonFiles) -> dict[str, str]:
    """Give the file of the text in each language of a lesson, its first one first."""
    first, _ = parse_lesson(files.contents[TEXT], TEXT, files.pictures)
    return {first.language: TEXT, **files.languages}


def faults_of_translation(
    lesson: Lesson, file: str, code: str, first: Lesson
) -> Iterator[Fault]:
    """Name what a translation has otherwise than the lesson's first text.

    Parameters
    ----------
    lesson : Lesson
        The translation.
    file : str
        What its file is called.
    code : str
        The language that the file's name tells.
    first : Lesson
        The text of ``lesson.md``.

    Yields
    ------
    Fault
        In the file of the translation.
    """
    if lesson.language != code:
        said = (
            f"language: is “{lesson.language}”, in the file’s name “{code}”: write the "
            "same in both"
        )
        yield Fault(file, lesson.language_line, said)
    for page, original in zip_longest(lesson.pages, first.pages):
        if page is None:
            last = lesson.pages[-1].line if lesson.pages else 1
            yield Fault(
                file,
                last,
                f"the page of {TEXT}:{original.line} is missing: write it after this",
            )
            return
        if original is None:
            yield Fault(
                file,
                page.line,
                f"{TEXT} has no such page: write it there, or delete it",
            )
            return
        same = _content(original)
        for name, (line, content) in _content(page).items():
            if content != same[name][1]:
                said = f"{name}: not as in {TEXT}:{same[name][0]}: write the same"
                yield Fault(file, line, said)


def _content(page: Page) -> dict[str, tuple[int, object]]:
    """Give what is the same in each language, with the line on which it stands."""
    state, figure, task = page.state, page.figure, page.task
    asked: object = None
    if task is not None:
        asked = (
            task.until, task.predict, len(task.choices), task.answer, task.show,
            bool(task.because), bool(task.hint), bool(task.replies),
        )  # fmt: skip
    facts = {
        (match[1], match[2])
        for text in page.texts
        for match in PLACEHOLDER.finditer(text)
    }
    return {
        "state": (page.line if state is None else state.line, state),
        "spotlight": (page.line, page.spotlights),
        "figure": (page.line if figure is None else figure.line, figure),
        "task": (page.line if task is None else task.line, asked),
        "facts": (page.line, facts),
    }
