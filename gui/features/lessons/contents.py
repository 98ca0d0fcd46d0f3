"""The contents: every lesson with its question, and how far one has come."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson
from engine.numbers import plural
from gui.features.lessons.language import languages_wanted, text_wanted
from gui.widgets.labels import show_words, with_role
from gui.widgets.layouts import column_of, fill, in_column, in_row

if TYPE_CHECKING:
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from gui.features.lessons.progress import Progress

Policy = QSizePolicy.Policy
OURS = Path(__file__).parents[3] / "resources" / "lessons"
ORDER = (
    "tour",
    "what-a-linear-classifier-is",
    "one-mistake",
    "order-of-samples",
    "learning-rate",
    "offset",
    "separable-or-not",
    "why-the-bound-holds",
    "xor-and-squares",
    "averaging-and-voting",
    "adaline",
    "zero-one-loss",
    "gradient-descent",
    "standardising",
    "margin",
    "hyperplane",
    "over-fitting",
    "more-classes",
    "stacking",
    "the-hidden-layer",
    "start-at-zero",
    "kernel",
    "stream",
    "games",
)
"""The lessons that come with the program, as one goes through them."""
Stands = Literal["done", "next", "open"]
STANDS: dict[Stands, str] = {
    "done": "Lesson {}, done.", "next": "Lesson {}, comes next.", "open": "Lesson {}.",
}  # fmt: skip
"""How a lesson stands, in words."""
FEW = 2
"""Pages up to which those are named that are not done."""


class Known(NamedTuple):
    """A lesson that can be opened, in the language that is wanted."""

    files: LessonFiles
    lesson: Lesson


def place_in_course(files: LessonFiles) -> int | None:
    """Give the place of a lesson that comes with the program; None of another."""
    name = files.place.name if files.place.parent == OURS else ""
    return ORDER.index(name) if name in ORDER else None


def our_lessons() -> tuple[Known, ...]:
    """Read the lessons that come with the program."""
    return _our_lessons(languages_wanted())


@cache
def _our_lessons(_: tuple[str, ...]) -> tuple[Known, ...]:
    return tuple(_known(read_files(OURS / name)) for name in ORDER)


def _known(files: LessonFiles) -> Known:
    file = text_wanted(files)
    return Known(files, parse_lesson(files.contents[file], file, files.pictures)[0])


class Contents(QWidget):
    """A button for each lesson.

    Signals
    -------
    chosen(LessonFiles)
    own_chosen(Path)
        One of one's own, by its place.
    """

    chosen = Signal(object)
    own_chosen = Signal(object)

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress
        self._column = in_column(self, spacing=2)
        self._rows = [self._add_lesson(lesson.files) for lesson in our_lessons()]
        self._own_title = with_role(QLabel("Your own"), "muted")
        self._own_title.setContentsMargins(8, 12, 8, 2)
        self._column.addWidget(self._own_title)
        self._own = QVBoxLayout()
        self._column.addLayout(self._own)
        self._own_rows: list[LessonRow] = []
        self._column.addStretch(1)
        self.refresh()

    def _add_lesson(self, files: LessonFiles) -> LessonRow:
        row = LessonRow()
        row.clicked.connect(lambda: self.chosen.emit(files))
        self._column.addWidget(row)
        return row

    def _show_own(self) -> None:
        """Show the lessons of one's own that were opened last."""
        own = self._progress.own()
        self._own_title.setVisible(bool(own))
        for row in self._own_rows:
            row.deleteLater()
        self._own_rows = [LessonRow() for _ in own]
        for row, (place, title, about) in zip(self._own_rows, own, strict=True):
            row.clicked.connect(partial(self.own_chosen.emit, place))
            row.tell(title, about, "", "")
            row.setToolTip(str(place))
            self._own.addWidget(row)

    def refresh(self) -> None:
        """Show them in the language that is wanted, and how far one has come."""
        self._show_own()
        comes_next = True  # the first that is not done is
        for place, (row, (files, lesson)) in enumerate(
            zip(self._rows, our_lessons(), strict=True), 1
        ):
            done, count = self._progress.done(files), len(lesson.pages)
            come = f"{len(done)} of {count}" if 0 < len(done) < count else ""
            if len(done) == count:
                row.mark(place, "done")
            else:
                row.mark(place, "next" if comes_next else "open")
                comes_next = False
            missing = [i + 1 for i in range(count) if i not in done]
            left = ""
            if done and 0 < len(missing) <= FEW:
                pages = ", ".join(map(str, missing))
                left = f"Not done: {plural('page', len(missing))} {pages}"
            row.tell(lesson.title, lesson.about, come, left)


class LessonRow(QPushButton):
    """A button with a title that may need two lines, a question, and how far it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("quiet", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.number, self._stands = QLabel(), ""
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.number.hide()
        self._title, self._about = _wrapped("title"), _wrapped("muted")
        self._missing = _wrapped("muted")
        self._come = with_role(QLabel(), "muted")
        words = column_of(self._title, self._about, self._missing, spacing=1)
        row = in_row(self, margins=(8, 6, 8, 6), spacing=10)
        row.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        # As high as the words in its width: a button's own height is one line.
        self.setSizePolicy(Policy.Expanding, Policy.Preferred)
        fill(row, (words, 1), self._come)
        for label in (self._title, self._about, self._missing, self._come, self.number):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def mark(self, place: int, stands: Stands) -> None:
        """Show its number on the way through all, or that it is done."""
        self._stands = STANDS[stands].format(place)
        self.number.setText("✓" if stands == "done" else f"{place}")
        self.number.setProperty("badge", stands)
        self.number.style().polish(self.number)
        self.number.show()

    def tell(self, title: str, about: str, come: str, missing: str) -> None:
        """Show the title, the question, how far one has come, and what is missing."""
        self._title.setText(title)
        self._about.setText(about)
        self._come.setText(come)
        self.setAccessibleName(title)
        show_words(self._missing, missing)
        self.setAccessibleDescription(
            " ".join(filter(None, (self._stands, about, come, missing)))
        )


def _wrapped(role: str) -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label
