"""The panel of lessons: the contents, or a page with its task."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLabel,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.lessons.facts import LATE
from engine.lessons.lesson_faults import drawn_figure
from engine.lessons.translations import texts_of
from gui.features.lessons.contents import OURS, Contents
from gui.features.lessons.figure_view import FigureView
from gui.features.lessons.language import LanguageButton
from gui.features.lessons.page_dots import PageDots
from gui.features.lessons.page_text import PageText, facts_of
from gui.tasks.task import Task
from gui.widgets.adaptive_row import AdaptiveRow
from gui.widgets.buttons import push_button
from gui.widgets.labels import set_role, show_words
from gui.widgets.layouts import STRETCH, fill, in_column, in_row, row_of
from gui.widgets.scroll_area import ScrollArea

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QMouseEvent

    from engine.lessons.figures.drawing import FigureDrawing
    from engine.lessons.figures.figure import LessonFigure
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.results import Results
    from engine.lessons.state import LessonState
    from gui.features.lessons.lesson_player import LessonPlayer
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl


DONE = "✓ Done"
UNDRAWN = "the figure could not be drawn"


class LessonsPanel(QStackedWidget):
    """Where one reads.

    Parameters
    ----------
    player : LessonPlayer
    theme : Theme
    """

    def __init__(self, player: LessonPlayer, theme: Theme) -> None:
        super().__init__()
        self._player = player
        self.contents = Contents(player.progress)
        self.contents.chosen.connect(player.open)
        area = ScrollArea("Contents")
        area.setWidget(self.contents)
        self.page = PageView(player, theme)
        self.addWidget(area)
        self.addWidget(self.page)
        player.page_changed.connect(self.refresh)
        self.refresh()

    def open(self, files: LessonFiles, place: int | None) -> None:
        """Open a lesson that is not ours.

        Raises
        ------
        UserError
            If it has a fault.
        """
        self._player.open(files, place)

    @property
    def folder(self) -> Path | None:
        """The folder of the lesson that is open, if a person can write into it."""
        files = self._player.files
        ours = files is not None and files.place.parent == OURS
        return None if files is None or ours or files.place.is_file() else files.place

    @property
    def place(self) -> int:
        """Of the page that is open, from 0."""
        return self._player.place

    @property
    def results(self) -> tuple[Lesson, Results] | None:
        """The lesson that is open, and what came of its tasks."""
        return self._player.handed_in

    def leave(self) -> None:
        """Go back to the contents."""
        self._player.leave()

    def close_task(self) -> None:
        """Stop what is made for a page."""
        self._player.close()
        self.page.close_task()

    def refresh(self) -> None:
        """Show the page that is open, or the contents."""
        is_open = self._player.page is not None
        if is_open:
            self.page.refresh()
        else:
            self.contents.refresh()
        self.setCurrentIndex(int(is_open))

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.page.set_theme(theme)


class PageView(QWidget):
    """A page: its text, its task, and where one goes from it."""

    def __init__(self, player: LessonPlayer, theme: Theme) -> None:
        super().__init__()
        self.player = player
        self.contents_button = _button("Contents", player.leave)
        self.contents_button.setToolTip(
            "Leave the lesson: your own points and set-up come back"
        )
        self.language_button = LanguageButton()
        self.language_button.chosen.connect(player.read_again)
        self.dots = PageDots(theme)
        self.dots.chosen.connect(player.go)
        self.text = PageText(theme, "Page")
        self.figure = FigureView(theme)
        self._drawing = Task("figure", self, self._take_drawing)
        self.task = TaskCard(player, theme)
        self.back_button = _button("Back", lambda: player.go(player.place - 1))
        self.next_button = _button("Next", self._next)
        self.next_button.setProperty("primary", True)
        head = row_of(self.contents_button, STRETCH, self.language_button)
        # The left edge is the one that stays where it is from page to page.
        foot = row_of(self.back_button, self.next_button, STRETCH, self.dots)
        body = QWidget()
        in_column(body, self.text, self.figure, self.task, STRETCH, spacing=10)
        area = ScrollArea("Page")
        area.setWidget(body)
        self.task.feedback_shown.connect(area.reveal)
        in_column(self, head, (area, 1), foot, spacing=8)
        self._was_done = False
        player.task_changed.connect(self._show_facts)

    def _next(self) -> None:
        if self.player.is_last:
            self.player.leave()
        else:
            self.player.go_on()

    def refresh(self) -> None:
        """Show the page that is open."""
        player = self.player
        if player.lesson is None or player.page is None or player.files is None:
            return
        is_own = player.asked_again is None
        languages = texts_of(player.files) if is_own else ()
        self.language_button.offer(languages, player.lesson.language)
        self.dots.setVisible(is_own)
        self._show_dots()
        self.back_button.setEnabled(player.place > 0)
        self.next_button.setText("Done" if player.is_last else "Next")
        self.task.begin()
        self._show_facts()
        self._draw_figure()

    def _draw_figure(self) -> None:
        """Have the page's figure drawn: what takes runs, in a thread."""
        player = self.player
        figure = None if player.page is None else player.page.figure
        self.figure.show_drawing(None)
        self._drawing.drop()
        if figure is not None and player.files is not None:
            work = partial(_drawn, figure, player.state, player.files)
            self._drawing.start(work, trouble=UNDRAWN, wait=True)

    def _take_drawing(self, drawing: FigureDrawing | None, failure: str) -> None:
        page, files = self.player.page, self.player.files
        if page is None or page.figure is None or files is None:
            return
        self.figure.show_drawing(drawing, page.figure.alt)
        if failure:
            self.player.failed.emit(f"{files.place}: {failure}")

    def close_task(self) -> None:
        """Stop what is drawn."""
        self._drawing.drop()

    def _show_dots(self) -> None:
        player = self.player
        if player.lesson is not None and player.files is not None:
            titles = [page.title for page in player.lesson.pages]
            done = player.progress.done(player.files)
            self.dots.show_pages(titles, player.place, done)

    def _show_facts(self) -> None:
        player = self.player
        if player.page is not None and player.files is not None:
            if player.done != self._was_done:
                self._was_done = player.done
                self._show_dots()
            text = f"### {player.page.title}\n\n{player.page.text}"
            facts = facts_of(text, player.now, player.begun)
            self.text.show_text(text, player.files.contents, facts)
            self.task.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.text.set_theme(theme)
        self.figure.set_theme(theme)
        self.task.set_theme(theme)
        self.dots.set_theme(theme)


class TaskCard(QFrame):
    """What a page asks for, how it stands, and what helps.

    Signals
    -------
    feedback_shown(QWidget)
        Something is said there of what the reader did.
    """

    feedback_shown = Signal(QWidget)

    def __init__(self, player: LessonPlayer, theme: Theme) -> None:
        super().__init__()
        self._player = player
        self.setProperty("card", True)
        self.text = PageText(theme, "Task")
        self.note = PageText(theme, "Note on the task")
        self.state = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.choices = QButtonGroup(self)
        self.choices.idClicked.connect(self._take_answer)
        self._answers = QVBoxLayout()
        self._texts: list[tuple[PageText, str]] = []
        self._noted = ""
        self._feedback = ""
        self.hint_button = _button("Hint", self._hint)
        self.show_button = _button("Show me", player.show_me)
        self.again_button = _button("Begin again", self._begin_again)
        self.again_button.setToolTip("Bring on the state with which the page began")
        self._help, again = QWidget(), QWidget()
        in_row(self._help, self.hint_button, self.show_button).addStretch(1)
        in_row(again, self.again_button).addStretch(1)
        row = AdaptiveRow((self._help, 0), (again, 1), least=0, spacing=8)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        fill(column, self.text, self._answers, self.state, self.note, row)

    def begin(self) -> None:
        """Show the task of another page."""
        task = self._player.task
        self.setVisible(task is not None)
        self._texts = []
        for button in self.choices.buttons():
            self.choices.removeButton(button)
            if (whole := button.parentWidget()) is not None:
                whole.deleteLater()
        if task is None:
            return
        self._texts = [(self.text, task.do)]
        for place in task.shown_order:
            words = PageText(self.text.theme, "Answer")
            words.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to its button
            self._texts.append((words, task.choices[place]))
            self._answers.addWidget(self._answer(place, words))
        self.hint_button.setVisible(bool(task.hint))
        self.show_button.setVisible(task.show is not None or bool(task.predict))
        helped = (self.hint_button, self.show_button)
        self._help.setVisible(not all(button.isHidden() for button in helped))
        self.note.hide()
        self._feedback = DONE if self._player.done else ""

    def _answer(self, place: int, words: PageText) -> QWidget:
        """Make a line with a radio button for a possible answer."""
        answer = _Answer(words)
        self.choices.addButton(answer.button, place)
        return answer

    def refresh(self) -> None:
        """Show how the task stands."""
        player, task = self._player, self._player.task
        if task is None:
            return
        for words, text in self._texts:
            self._tell_text(words, text)
        for button, (words, _) in zip(
            self.choices.buttons(), self._texts[1:], strict=True
        ):
            button.setAccessibleName(words.toPlainText())
        now = player.now
        missed = player.chosen not in (None, task.answer)
        if player.said:
            role, said = "good", player.said
            if not player.right:
                role, said = "mistake", f"{said}\nTry again, or press “Show me”."
        elif missed:
            role, said = "mistake", "Not that one"
        elif player.done:
            role, said = "good", DONE
        elif player.objection:
            role, said = "warning", player.objection
        else:
            role, said = (
                "muted",
                "\n".join(
                    [f"Change only {player.may_change}."] * bool(player.may_change)
                    + [
                        condition.state(now)
                        for condition in task.until
                        if not condition.holds(now)
                    ]
                ),
            )
        set_role(self.state, role)
        show_words(self.state, said)
        feedback = said if role in ("good", "mistake") else ""
        if feedback and feedback != self._feedback:
            self.feedback_shown.emit(self.state)
        self._feedback = feedback
        is_done = player.done and not missed
        if is_done and task.because and (player.is_so or not task.until):
            if self.note.isHidden() or self._noted != task.because:
                self._show_note(task.because)
            else:
                self._tell_text(self.note, task.because)
        elif LATE in self.note.toPlainText():
            self._tell_text(self.note, self._noted)

    def _take_answer(self, place: int) -> None:
        """Take an answer; to a wrong one something of its own is said."""
        player, task = self._player, self._player.task
        self.note.hide()
        player.choose(place)
        if task is not None and task.replies and place != task.answer:
            self._show_note(task.replies[place])

    def _hint(self) -> None:
        if self._player.task is not None:
            self._player.note_hint()
            self._show_note(self._player.task.hint)

    def _begin_again(self) -> None:
        self.note.hide()
        self.choices.setExclusive(False)
        for button in self.choices.buttons():
            button.setChecked(False)
        self.choices.setExclusive(True)
        self._player.begin_again()

    def _show_note(self, text: str) -> None:
        self._noted = text
        self._tell_text(self.note, text)
        self.note.show()
        self.feedback_shown.emit(self.note)

    def _tell_text(self, where: PageText, text: str) -> None:
        player = self._player
        pictures = {} if player.files is None else player.files.contents
        where.show_text(text, pictures, facts_of(text, player.now, player.begun))

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for page_text in self.findChildren(PageText):
            page_text.set_theme(theme)


class _Answer(QWidget):
    """A button with its words beside it, for a formula cannot stand in a button."""

    def __init__(self, words: PageText) -> None:
        super().__init__()
        self.button = QRadioButton()
        words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        in_row(self, self.button, (words, 1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose by a click on the words as well."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.button.setFocus(Qt.FocusReason.MouseFocusReason)
            self.button.click()


def _drawn(
    figure: LessonFigure,
    state: LessonState | None,
    files: LessonFiles,
    _: TaskControl,
) -> FigureDrawing:
    return drawn_figure(figure, state, files)


def _button(text: str, act: Callable[[], object]) -> QPushButton:
    button = push_button(text)
    button.clicked.connect(lambda: act())
    return button
