"""How far a person has come with each lesson; kept from one start to the next."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSettings, QStandardPaths

from engine.errors import UserError

if TYPE_CHECKING:
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.results import Results


OWN = "lessons/own"
MOST_OWN = 8
"""Lessons that are remembered besides those that come with the program."""


class OwnLesson(NamedTuple):
    """A lesson that was opened from a file or folder of one's own."""

    place: Path
    title: str
    about: str


class Progress:
    """The pages that were done, the one that was open last, and what came of the tasks.

    Another edition of a lesson is begun anew.
    """

    def __init__(self) -> None:
        self._settings = QSettings()

    def done(self, files: LessonFiles) -> set[int]:
        """Give the places of the pages that are done."""
        kept = str(self._settings.value(f"lessons/{files.edition}/done", ""))
        return {int(page) for page in kept.split() if page.isdecimal()}

    def page(self, files: LessonFiles) -> int:
        """Give the place of the page that was open last."""
        kept = str(self._settings.value(f"lessons/{files.edition}/page", "0"))
        return int(kept) if kept.isdecimal() else 0

    def note_done(self, files: LessonFiles, page: int) -> None:
        """Keep that a page is done."""
        done = " ".join(map(str, sorted(self.done(files) | {page})))
        self._settings.setValue(f"lessons/{files.edition}/done", done)

    def note_page(self, files: LessonFiles, page: int) -> None:
        """Keep which page is open."""
        self._settings.setValue(f"lessons/{files.edition}/page", str(page))

    def own(self) -> list[OwnLesson]:
        """Give the lessons of one's own that are still there, the newest first."""
        try:
            kept = json.loads(str(self._settings.value(OWN, "[]")))
            lessons = [OwnLesson(Path(place), *words) for place, *words in kept]
        except (ValueError, TypeError):
            return []
        return [lesson for lesson in lessons if lesson.place.exists()]

    def note_own(self, files: LessonFiles, lesson: Lesson) -> None:
        """Keep that a lesson of one's own was opened."""
        others = [lesson for lesson in self.own() if lesson.place != files.place]
        now = OwnLesson(files.place, lesson.title, lesson.about)
        kept = [
            (str(lesson.place), *lesson[1:]) for lesson in [now, *others][:MOST_OWN]
        ]
        self._settings.setValue(OWN, json.dumps(kept))

    def results(self, files: LessonFiles) -> Results | None:
        """Give what came of the tasks, if any was begun and it can be read."""
        from engine.lessons.results import read_results

        place = _place(files)
        try:
            return read_results(place) if place.exists() else None
        except UserError:
            return None

    def keep(self, files: LessonFiles, results: Results) -> None:
        """Keep what came of the tasks.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        from engine.lessons.results import write_results

        place = _place(files)
        with suppress(OSError):  # that it is missing is said by what writes into it
            place.parent.mkdir(parents=True, exist_ok=True)
        write_results(place, results)


def _place(files: LessonFiles) -> Path:
    state = QStandardPaths.StandardLocation.StateLocation
    folder = Path(QStandardPaths.writableLocation(state)) / "lessons"
    return folder / f"{files.edition}.json"
