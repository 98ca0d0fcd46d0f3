"""The contents: every lesson with its question, and how far one has come."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson

if TYPE_CHECKING:
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from gui.lessons.progress import Progress

OURS = Path(__file__).parents[2] / "resources" / "lessons"
ORDER = (
    "what-a-linear-classifier-is",
    "one-mistake",
    "order-of-samples",
    "learning-rate",
    "offset",
    "separable-or-not",
    "xor-and-squares",
    "averaging-and-voting",
    "adaline",
    "standardising",
    "margin",
    "over-fitting",
    "more-classes",
    "stream",
)
"""The lessons that come with the program, as one goes through them."""


class Known(NamedTuple):
    """A lesson that can be opened, in the language that is wanted."""

    files: LessonFiles
    lesson: Lesson


@cache
def our_lessons() -> tuple[Known, ...]:
    """Read the lessons that come with the program."""
    return tuple(known(read_files(OURS / name)) for name in ORDER)


def known(files: LessonFiles) -> Known:
    """Read a lesson in the person's language, if it has that."""
    file = files.text_in(QLocale().name().partition("_")[0])
    return Known(files, parse_lesson(files.contents[file], file)[0])


class Contents(QWidget):
    """A button for each lesson.

    Signals
    -------
    chosen(LessonFiles)
    """

    chosen = Signal(object)

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._states: list[tuple[QLabel, Known]] = []
        for one in our_lessons():
            self._add(one)
        self._column.addStretch(1)
        self.refresh()

    def _add(self, one: Known) -> None:
        button = QPushButton(one.lesson.title)
        button.setProperty("lesson", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.chosen.emit(one.files))
        about = QLabel(one.lesson.about)
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setProperty("role", "muted")
        self._states.append((about, one))
        self._column.addWidget(button)
        self._column.addWidget(about)

    def refresh(self) -> None:
        """Show how far one has come."""
        for label, one in self._states:
            done, count = (
                len(self._progress.done(one.files.name)),
                len(one.lesson.pages),
            )
            come = "✓" if done == count else f"{done} of {count}"
            label.setText(f"{one.lesson.about}  ·  {come}")
