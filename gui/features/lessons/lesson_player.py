"""The lesson that is open: its page, the state that it brings on, its task."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from engine.errors import UserError
from engine.lessons.facts import Situation
from engine.lessons.guard import Guard, what_may_change
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson
from engine.lessons.results import Results
from gui.canvas.point_index import prepare_index
from gui.features.lessons.contents import OURS
from gui.features.lessons.language import text_wanted
from gui.features.lessons.missed_questions import MissedQuestion, MissedQuestions
from gui.features.lessons.progress import Progress
from gui.session.measured_error import MOST_PRODUCTS
from gui.tasks.progress_dialog import TaskWithDialog
from gui.tasks.task import Task, TaskControl
from gui.tasks.throttle import DelayedCall, Throttle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from engine.export.session_file import SavedSession
    from engine.lessons.facts import Fact, Value
    from engine.lessons.lesson import Lesson, LessonTask, Page
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.predictions.prediction import Answer, Verdict
    from engine.lessons.results import TaskResult
    from engine.lessons.state import LessonState
    from engine.lessons.stream import LessonStream
    from gui.canvas.canvas import Canvas
    from gui.features.lessons.predictions.prediction_task import PredictionTask
    from gui.session.session import Session
    from gui.tasks.task import Work


WRITTEN_MS = 150
"""Milliseconds after which a file that an editor has changed is whole."""
UNMADE = "the page could not be prepared"


class Beginning(NamedTuple):
    """What is made for a page to begin: its state, if it has one, and its guard."""

    saved: SavedSession | None = None
    guard: Guard = Guard()


class GoneThrough(NamedTuple):
    """A lesson whose last page was left for a question of an earlier one."""

    files: LessonFiles
    lesson: Lesson
    results: Results


def lesson_of(files: LessonFiles, wanted: Sequence[str] | None = None) -> Lesson:
    """Read the text of a lesson, in the person's language if there is one.

    What was read is kept: a thread that reads it first spares the window the time.

    Parameters
    ----------
    files : LessonFiles
    wanted : sequence of str, optional
        Codes of languages; default the person's own, asked for in the GUI thread.

    Raises
    ------
    UserError
        If it has a fault.
    """
    file = text_wanted(files, wanted)
    lesson, faults = parse_lesson(files.contents[file], file, files.pictures)
    if faults:
        raise UserError(f"{files.place}: {faults[0]}")
    return lesson


class LessonPlayer(QObject):
    """Goes through the pages of a lesson; the person's own work is kept aside.

    Parameters
    ----------
    session : Session
    set_aside : callable
        Begins with the state of a page; what is open goes aside, if it is not there.
    take_back : callable
        Brings back what is aside.
    present : callable
        Gives what a session file would hold now.
    canvas : Canvas
    predictions : mapping
        By what a task calls them.
    play : callable
        Begins to count in a game, by its name, that a page has brought on; empty: in
        none.
    moves : callable
        Gives how many moves there were in it.
    parent : QWidget
        Where it is said that a page is being prepared.

    Attributes
    ----------
    files : LessonFiles, optional
    lesson : Lesson, optional
        The one that is open.
    place : int
        Of the page that is open.
    begun : Situation
        With what the page began.
    chosen : int, optional
        The answer that was chosen last.
    said : str
        What is said of a prediction, if one was made.
    right : bool
        Whether it was right.
    done : bool
        Whether the page's task is done, and was not begun again since.
    progress : Progress
    results : Results
        What came of the tasks of the lesson that is open, now or another time.
    asked_again : MissedQuestion, optional
        The question of an earlier lesson that is open after the last page.

    Signals
    -------
    failed(str)
        A page's state, or the text that is being written, cannot be used.
    page_changed
        Another page is open, or none.
    task_changed
        The task is done, or it or a fact stands otherwise than before.
    """

    failed = Signal(str)
    page_changed = Signal()
    task_changed = Signal()

    def __init__(
        self,
        session: Session,
        set_aside: Callable[[SavedSession, LessonStream | None], None],
        take_back: Callable[[], None],
        present: Callable[[], SavedSession],
        canvas: Canvas,
        predictions: Mapping[str, PredictionTask],
        play: Callable[[str], None],
        moves: Callable[[], int],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._making: TaskWithDialog | None = None
        self._session = session
        self._set_aside, self._take_back = set_aside, take_back
        self._present, self._canvas = present, canvas
        self._play, self._moves, self._game = play, moves, ""
        self._tool, self._selected = canvas.toolbar.tool, canvas.selection.rows
        self.files: LessonFiles | None = None
        self.lesson: Lesson | None = None
        self.place = 0
        self.chosen: int | None = None
        self.said, self.right, self.done = "", False, False
        self._guard = Guard()
        self._predictions = predictions
        self._prediction: PredictionTask | None = None
        for prediction in predictions.values():
            prediction.answered.connect(self._take_answer)
        self._bringing, self._begins = False, True
        self._moment: object = None
        self.begun = self.now
        self._finding = Task("facts", self, self._take_found)
        self._late = DelayedCall(self, self._find_late, 0)
        self.page_changed.connect(self._late.start)
        self.task_changed.connect(self._late.start)
        self.progress, self.results = Progress(), Results("", "", "")
        self._missed, self._due = MissedQuestions(), list[MissedQuestion]()
        self._gone_through: GoneThrough | None = None
        self.asked_again: MissedQuestion | None = None
        Throttle(
            session, self._look_at_task, session.changed, session.tape_grown,
            session.stroke_ended,
        )  # fmt: skip
        self._watcher = QFileSystemWatcher(self)
        self._written = DelayedCall(self, self.read_again, WRITTEN_MS)
        self._watcher.fileChanged.connect(lambda _: self._written.start())

    @property
    def now(self) -> Situation:
        """What a page can speak of at the moment."""
        s, game = self._session, self._game
        moves = max(1, self._moves()) if game else 0
        moment = s.data, s.recipe, s.tape, s.step, game, moves
        if (moment, s.recorded) != self._moment:  # else what was found stays known
            self._moment = moment, s.recorded
            self._now = Situation(*moment, most=MOST_PRODUCTS)
        return self._now

    @property
    def page(self) -> Page | None:
        """The page that is open."""
        return self.lesson.pages[self.place] if self.lesson else None

    @property
    def task(self) -> LessonTask | None:
        """What it asks for."""
        return self.page.task if self.page else None

    @property
    def objection(self) -> str:
        """What must be as the page has it before its task can be done; or empty."""
        return self._guard.objection(self.now)

    @property
    def is_so(self) -> bool:
        """Whether what the task asks for is so at the moment."""
        until, now = () if self.task is None else self.task.until, self.now
        return all(
            condition.holds(now) for condition in until
        ) and not self._guard.objection(now)

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after the page that is open."""
        pages = () if self.lesson is None else self.lesson.pages
        return self.place >= len(pages) - 1 and not self._due

    @property
    def handed_in(self) -> tuple[Lesson, Results] | None:
        """The lesson that is gone through, and what came of its tasks."""
        if self._gone_through is not None:
            return self._gone_through[1:]
        return None if self.lesson is None else (self.lesson, self.results)

    @property
    def may_change(self) -> str:
        """What may change until the task is done, in words; empty: all, or nothing."""
        change = self.task.change if self.task else None
        return what_may_change(change or (), self._session.recipe)

    @property
    def panels(self) -> tuple[str, ...] | None:
        """The panels beside the canvas that it wants; None: those that are there."""
        return None if self.state is None else self.state.panels

    @property
    def result(self) -> TaskResult:
        """What came of the page's task, now or another time."""
        return self.results.task(self.place)

    def open(self, files: LessonFiles, place: int | None = None) -> None:
        """Open a lesson, in the person's language if it has that.

        Parameters
        ----------
        files : LessonFiles
        place : int, optional
            Of the page, -1 the last; default the one at which it was left.

        Raises
        ------
        UserError
            If it has a fault.
        """
        lesson = lesson_of(files)
        pages = range(len(lesson.pages))
        wanted = self.progress.page(files) if place is None else pages[place]
        wanted = wanted if wanted in pages else 0
        page, state = lesson.pages_with_states[wanted]
        self._make_work(
            partial(_beginning, page, state, files, begins=True), state, files,
            partial(self._begin_lesson, files, lesson, wanted),
        )  # fmt: skip

    def _begin_lesson(
        self,
        files: LessonFiles,
        lesson: Lesson,
        place: int,
        made: Beginning | None,
        failure: str,
    ) -> None:
        if made is None and not failure:
            return
        self.leave()  # a page without a state speaks of the person's own work
        self._play("")
        self._take_lesson(files, lesson)
        self._watch()
        self._enter(place, made, failure)

    def _take_lesson(self, files: LessonFiles, lesson: Lesson) -> None:
        self.files, self.lesson = files, lesson
        self._due = self._missed.due(files)
        if files.place.parent != OURS:
            self.progress.note_own(files, lesson)
        kept = self.progress.results(files) or Results("", "", "")
        self.results = replace(
            kept, lesson=lesson.title, digest=files.digest, language=lesson.language
        )

    def _watch(self) -> None:
        """Follow a lesson that is being written: editors put other files there."""
        if self._watcher.files():
            self._watcher.removePaths(self._watcher.files())
        if self.files is not None and self.files.place.is_dir():
            texts = [n for n in self.files.contents if n.endswith(".md")]
            self._watcher.addPaths([str(self.files.place / name) for name in texts])

    def read_again(self) -> None:
        """Show the text as it has been written anew; its states wait for their turn."""
        if self.files is None or self.lesson is None or self.asked_again is not None:
            return
        try:
            files = read_files(self.files.place)
            lesson = lesson_of(files)
        except UserError as error:
            self.failed.emit(str(error))
        else:
            self._take_lesson(files, lesson)
            self.place = min(self.place, len(lesson.pages) - 1)
            self.done = self.result.done
            self.page_changed.emit()
        self._watch()

    def go(self, place: int) -> None:
        """Open a page, with its state, or with that of the last page that has one."""
        if self.lesson is None or self.files is None:
            return
        page, state = self.lesson.pages_with_states[place]
        begins = page.state is not None or place != self.place + 1
        self._make_work(
            partial(_beginning, page, state, self.files, begins=begins),
            state, self.files, partial(self._enter, place),
        )  # fmt: skip

    def go_on(self) -> None:
        """Open the next page; after the last one, a question that was missed."""
        if self.lesson is not None and self.place < len(self.lesson.pages) - 1:
            self.go(self.place + 1)
        elif self._due:
            self._ask_again(self._due[0])

    def _ask_again(self, question: MissedQuestion) -> None:
        files, whole = question.lesson
        page, state = whole.pages_with_states[question.page]
        titled = replace(page, title=f"Once more: {whole.title}", state=state)
        lesson = replace(whole, pages=(titled,))
        self._make_work(
            partial(_beginning, page, state, files, begins=True), state, files,
            partial(self._begin_question, question, files, lesson),
        )  # fmt: skip

    def _begin_question(
        self,
        question: MissedQuestion,
        files: LessonFiles,
        lesson: Lesson,
        made: Beginning | None,
        failure: str,
    ) -> None:
        if self.lesson is None or self.files is None or not (made or failure):
            return
        if self._gone_through is None:
            self._gone_through = GoneThrough(self.files, self.lesson, self.results)
        self._due.remove(question)
        self.asked_again = question
        self.files, self.lesson = files, lesson
        self.results = Results("", "", "")
        self._enter(0, made, failure)

    def _enter(self, place: int, made: Beginning | None, failure: str) -> None:
        """Show a page with what was made of its state."""
        if self.lesson is None or self.files is None or not (made or failure):
            return
        self.place = place
        saved, self._guard = made or Beginning()
        state = self.state
        self._game = "" if state is None else state.game
        self._say_failed(failure)
        if saved is not None:
            self._bring_on(saved, state, undoable=False)
        if saved is not None or failure:
            self._play(self._game)
        self._tool = self._canvas.toolbar.tool
        self._selected = self._canvas.selection.rows
        self.chosen, self._begins, self.done = None, True, self.result.done
        self._ask_for_prediction()
        if self.asked_again is None:
            self.progress.note_page(self.files, place)
            if self.task is None:
                self.progress.note_done(self.files, place)
        self.page_changed.emit()
        self._look_at_task()

    def begin_again(self) -> None:
        """Bring on the page's state, its tool and selection, and ask anew."""
        if (state := self.state) is not None:
            self._make_state(state, self._begin_again)
        else:
            self._begin_again(None)

    def _begin_again(self, saved: SavedSession | None) -> None:
        self.chosen, self.done = None, False
        if self.task is not None and self.task.until:
            self._note_try()
        if saved is not None:
            self._bring_on(saved, self.state)
        self._play(self._game)
        self._canvas.toolbar.choose(self._tool)
        self._canvas.selection.set(self._selected)
        self._ask_for_prediction()
        self.task_changed.emit()

    def _ask_for_prediction(self) -> None:
        """Take answers to what the page asks; none of another page."""
        if self._prediction is not None:
            self._prediction.end()
        wanted = "" if self.task is None else self.task.predict
        self._prediction, self.said = self._predictions.get(wanted), ""
        if self._prediction is not None:
            self._prediction.ask()

    def _take_answer(self, answer: Answer, verdict: Verdict) -> None:
        """Judge an answer where it is asked for; show what comes after a right one."""
        if self._prediction is None or self.objection:
            return
        self.right, self.said = verdict
        self._note_try(done=verdict.right, answer=answer, work=self._work())
        self.task_changed.emit()
        if verdict.right:
            self._prediction.show()

    def note_hint(self) -> None:
        """Take note that the hint is read."""
        self._note_result(hinted=True)

    def show_me(self) -> None:
        """Bring on what fulfils the task, or what was to be predicted."""
        self._note_result(shown=True)
        if self._prediction is not None:
            self._prediction.show()
        if self.task is not None and self.task.show is not None:
            shown = self.task.show.after(self.state)
            self._make_state(shown, partial(self._show_state, shown))

    def _show_state(self, shown: LessonState, saved: SavedSession) -> None:
        self._play("")
        self._bring_on(saved, shown)

    def choose(self, answer: int) -> None:
        """Take an answer of those to choose from."""
        self.chosen = answer
        if self.task is not None:
            right = answer == self.task.answer
            self._note_first_answer(right=right)
            self._note_try(done=right, answer=answer + 1)
        self.task_changed.emit()

    def _note_first_answer(self, *, right: bool) -> None:
        """Have a question come again that was missed, and no more if it was not."""
        if self.files is None or self.result.tries or self.result.done:
            return
        question, through = self.asked_again, self._gone_through
        if question is not None and through is not None:
            self._missed.note(self.files, question.page, through.files, right=right)
        elif not right:
            self._missed.note(self.files, self.place, self.files, right=False)

    def leave(self) -> None:
        """Close the lesson; the person's own work comes back."""
        if self.lesson is not None:
            self.forget()
            self._take_back()

    def forget(self) -> None:
        """Close the lesson; what is there stays."""
        self.close()
        if self.lesson is not None:
            self.files = self.lesson = None
            self.asked_again = self._gone_through = None
            self._due = []
            self._game = ""
            self._play("")
            self._watch()
            self._ask_for_prediction()
            self.page_changed.emit()

    @property
    def state(self) -> LessonState | None:
        """The page's state, or that with which it would have been come to."""
        pages = () if self.lesson is None else self.lesson.pages_with_states
        come_to = pages[: self.place + 1]
        return come_to[-1][1] if come_to else None

    def _make_work(
        self,
        work: Work[object],
        state: LessonState | None,
        files: LessonFiles,
        take: Callable[[Any, str], None],
    ) -> None:
        """Make a state, beside where it takes long; what is made last counts.

        Nothing, and no reason for it, is taken where somebody does not wait.
        """
        self.close()
        if state is None or not state.takes_long(files):
            control = TaskControl()
            control.perform(work, UNMADE)
            take(control.result, control.failure)
            return
        self._making = TaskWithDialog("Open", "Preparing the page…", self._parent)
        self._making.ended.connect(self._forget_making)
        self._making.ended.connect(take)
        self._making.start(work, trouble=UNMADE, wait=True)

    def _make_state(
        self, state: LessonState, take: Callable[[SavedSession], None]
    ) -> None:
        def end(saved: SavedSession | None, failure: str) -> None:
            self._say_failed(failure)
            if saved is not None and self.lesson is not None:
                take(saved)

        if (files := self.files) is not None:
            self._make_work(partial(_made, state, files), state, files, end)

    def _forget_making(self) -> None:
        self._making = None

    def close(self) -> None:
        """Stop what is made for a page, and what is found."""
        self._finding.drop()
        if self._making is not None:
            self._making.drop()
            self._making = None

    def _say_failed(self, failure: str) -> None:
        if failure and self.files is not None:
            self.failed.emit(f"{self.files.place}: {failure}")

    def _bring_on(
        self, saved: SavedSession, state: LessonState | None, *, undoable: bool = True
    ) -> None:
        self._bringing = True
        self._set_aside(saved, None if state is None else state.stream)
        if not undoable:
            self._session.undo_stack.hold()
        self._bringing = False
        self._look_at_task()

    def _look_at_task(self) -> None:
        """Tell whether the task is done."""
        s, task = self._session, self.task
        if self.lesson is None or self._bringing or s.stroking or not s.up_to_date:
            return
        if s.recorded:  # until then the playhead passes what the page does not mean
            if self._begins:
                self.begun, self._begins = self.now, False
            asks = task is not None and task.until and not self.done
            if asks and self.is_so:
                self._note_try(done=True, work=self._work())
        self.task_changed.emit()

    def _find_late(self) -> None:
        """Have what a page told of in vain found in a thread."""
        told_of = {self.now, self.begun}
        late = [(s, frozenset(s.late)) for s in told_of if s.late]
        if late and self.lesson is not None:
            self._finding.request(partial(_late_facts, late), quick=False)

    def _take_found(
        self, late: list[tuple[Situation, dict[Fact, Value]]] | None, failure: str
    ) -> None:
        if late is None:
            self._say_failed(failure)
            return
        for situation, facts in late:
            situation.know(facts)
        self._look_at_task()

    def _work(self) -> SavedSession:
        """Give what a task is judged by, with the recipe by which a stream learns."""
        return replace(self._present(), recipe=self._session.recipe)

    def _note_try(self, *, done: bool = False, **changes: Any) -> None:
        """Take note of one more try at the task, and of what came of it."""
        self.done = self.done or done
        stamp = uuid4().hex if done else ""
        self._note_result(
            tries=self.result.tries + 1, done=done, stamp=stamp, **changes
        )

    def _note_result(self, **changes: Any) -> None:
        """Keep more of what is done on the page, until its task is done."""
        if self.files is None or self.result.done:
            return
        self.results = self.results.noting(self.place, **changes)
        if self.asked_again is not None:
            return
        if self.result.done:
            self.progress.note_done(self.files, self.place)
        try:
            self.progress.keep(self.files, self.results)
        except UserError as error:
            self.failed.emit(str(error))


def _beginning(
    page: Page,
    state: LessonState | None,
    files: LessonFiles,
    control: TaskControl,
    *,
    begins: bool,
) -> Beginning:
    """Make what a page is entered with: its state only where it begins with that."""
    saved = _made(state, files, control) if begins and state is not None else None
    return Beginning(saved, Guard.of(page, state, files, saved))


def _late_facts(
    late: list[tuple[Situation, frozenset[Fact]]], _: TaskControl
) -> list[tuple[Situation, dict[Fact, Value]]]:
    return [(situation, situation.find_late(facts)) for situation, facts in late]


def _made(state: LessonState, files: LessonFiles, _: TaskControl) -> SavedSession:
    saved = state.saved(files)
    prepare_index(saved.data)
    return saved
