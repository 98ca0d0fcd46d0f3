"""Asks for the name under which results of a lesson are handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from engine.lessons.results import LONGEST_NAME
from engine.numbers import plural
from gui.widgets.buttons import dialog_buttons
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from engine.lessons.lesson import Lesson
    from engine.lessons.results import Results

KEY = "lessons/name"
HELD = (
    "The file holds your name, your answers, and the points and set-up with which each "
    "task was done. It is written where you say; nothing is sent."
)
WIDTH = 420


class ResultsDialog(QDialog):
    """Tells what is done, and asks for a name; it is remembered.

    Attributes
    ----------
    summary : QLabel
        How many tasks are done, and which are not.
    name : QLineEdit
        May stay empty.
    """

    def __init__(
        self, lesson: Lesson, results: Results, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export results")
        title, held = _wrapped(lesson.title), _wrapped(HELD)
        title.setProperty("role", "title")
        held.setProperty("role", "muted")
        self.summary = _wrapped(_summary(lesson, results))
        self.name = QLineEdit(str(QSettings().value(KEY, "")))
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText("may stay empty")
        self.name.setAccessibleName("Name")
        form = QFormLayout()
        form.addRow("Name", self.name)
        buttons, _ = dialog_buttons(self, "Choose file…")
        in_column(
            self,
            title,
            self.summary,
            form,
            held,
            buttons,
            margins=(16, 16, 16, 16),
            spacing=12,
        )
        self.setMinimumWidth(WIDTH)
        self.name.setFocus()

    def accept(self) -> None:
        """Remember the name."""
        QSettings().setValue(KEY, self.name.text())
        super().accept()


def _wrapped(text: str) -> QLabel:
    label = QLabel(text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    return label


def _summary(lesson: Lesson, results: Results) -> str:
    pages = [i for i, page in enumerate(lesson.pages) if page.task is not None]
    results_of = {i: results.task(i) for i in pages}
    done = [i for i in pages if results_of[i].done and not results_of[i].shown]
    lines = [f"{len(done)} of {len(pages)} tasks are done."]
    for heading, listed in (
        ("Shown to you", [i for i in pages if results_of[i].shown]),
        (
            "Not done",
            [i for i in pages if not (results_of[i].done or results_of[i].shown)],
        ),
    ):
        if listed:
            named = ", ".join(str(i + 1) for i in listed)
            lines.append(f"{heading}: {plural('page', len(listed))} {named}.")
    return "\n".join(lines)
