"""Questions that were missed: each comes once more, two lessons later."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSettings

from gui.features.lessons.contents import our_lessons, place_in_course

if TYPE_CHECKING:
    from engine.lessons.lesson_files import LessonFiles
    from gui.features.lessons.contents import Known

KEY = "lessons/missed"
LATER = 2
"""Lessons of the course after which a question comes again."""


class MissedQuestion(NamedTuple):
    """A question whose first answer was wrong.

    Attributes
    ----------
    edition : str
        Of its lesson: another edition may ask something else.
    page : int
        From 0.
    missed_at : int
        The place in the course of the lesson in which it was missed last.
    """

    edition: str
    page: int
    missed_at: int

    @property
    def lesson(self) -> Known:
        """The lesson that it is of."""
        return next(own for own in our_lessons() if own.files.edition == self.edition)


class MissedQuestions:
    """Keeps them from one start to the next, until they are answered at once."""

    def __init__(self) -> None:
        self._settings = QSettings()

    def due(self, files: LessonFiles) -> list[MissedQuestion]:
        """Give those that come again in a lesson, the oldest first."""
        place = place_in_course(files)
        if place is None:
            return []
        ours = {own.files.edition: own for own in our_lessons()}
        return [
            question
            for question in dict.fromkeys(self._kept())
            if place >= question.missed_at + LATER
            and question.edition in ours
            and _is_asked(ours[question.edition], question.page)
        ]

    def note(
        self, files: LessonFiles, page: int, missed_in: LessonFiles, *, right: bool
    ) -> None:
        """Keep what became of the first answer to a question.

        Parameters
        ----------
        files : LessonFiles
        page : int
            The question's own.
        missed_in : LessonFiles
            The lesson in which it was asked this time.
        right : bool
        """
        place, asked = place_in_course(missed_in), (files.edition, page)
        kept = [question for question in self._kept() if question[:2] != asked]
        if not right and place is not None:
            kept.append(MissedQuestion(*asked, place))
        self._settings.setValue(KEY, json.dumps(kept))

    def _kept(self) -> list[MissedQuestion]:
        try:
            kept = json.loads(str(self._settings.value(KEY, "[]")))
            return [MissedQuestion(str(e), int(p), int(at)) for e, p, at in kept]
        except (ValueError, TypeError, OverflowError, RecursionError):
            return []


def _is_asked(lesson: Known, page: int) -> bool:
    """Tell whether there is such a page, with choices."""
    pages = lesson.lesson.pages
    if not 0 <= page < len(pages):
        return False
    task = pages[page].task
    return task is not None and bool(task.choices)
