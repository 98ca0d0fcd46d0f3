"""Whether a lesson can be used: every fault of its files, by file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.lecture_examples import two_clusters
from engine.errors import UserError
from engine.export.session_file import SavedSession
from engine.lessons.facts import Situation, fact
from engine.lessons.guard import Guard
from engine.lessons.lesson_files import TEXT
from engine.lessons.lesson_text import Fault, parse_lesson
from engine.lessons.markdown import PLACEHOLDER
from engine.lessons.predictions.prediction import predictions
from engine.lessons.state import END
from engine.lessons.translations import faults_of_translation
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.data.dataset import Dataset
    from engine.lessons.figures.drawing import FigureDrawing
    from engine.lessons.figures.figure import LessonFigure
    from engine.lessons.lesson import Lesson, LessonTask
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.state import LessonState

LONGEST_SECONDS = 20.0
"""Seconds in which the run of a page must be recorded."""


def check_lesson(files: LessonFiles) -> list[Fault]:
    """Try everything in a lesson.

    Each text is read, each state made; the state of a page must not fulfil its task,
    and what “Show me” brings on must. A translation has the same pages, states and
    tasks.

    Parameters
    ----------
    files : LessonFiles

    Returns
    -------
    list of Fault
        Empty for a lesson that can be used.
    """
    first, faults = _careful(files, TEXT)
    unread = _unread(files, TEXT)
    if not unread:
        faults += faults_of_pages(first, files)
    for code, file in files.languages.items():
        lesson, own_faults = _careful(files, file)
        if not (unread or _unread(files, file)):
            own_faults += faults_of_translation(lesson, file, code, first)
        faults += own_faults
    return list(dict.fromkeys(faults))


def _careful(files: LessonFiles, file: str) -> tuple[Lesson, list[Fault]]:
    return parse_lesson(files.contents[file], file, files.pictures, careful=True)


def _unread(files: LessonFiles, file: str) -> bool:
    """Tell whether a part of a text could not be read: then the rest says little."""
    return bool(parse_lesson(files.contents[file], file, files.pictures)[1])


def sound_lesson(files: LessonFiles, language: str = "") -> Lesson:
    """Read the text of a lesson in a language, or in its first.

    Raises
    ------
    UserError
        If it has a fault.
    """
    file = files.text_in(language)
    lesson, faults = parse_lesson(files.contents[file], file)
    if faults:
        raise UserError(
            f"{files.place}: {faults[0]}: correct that (`lesson check` lists all "
            "faults)"
        )
    return lesson


def load_facts(lesson: Lesson) -> None:
    """Look each fact of a lesson up in a small run.

    What one of them needs is a library now and then, and takes long the first time:
    in a thread nobody waits for it.
    """
    asked = {
        condition.name
        for page in lesson.pages
        if page.task
        for condition in page.task.until
    }
    placeholders = {
        match[2]
        for page in lesson.pages
        for text in page.texts
        for match in PLACEHOLDER.finditer(text)
    }
    now = situation_of(SavedSession(two_clusters(), Recipe(epochs=1), 0))
    for name in asked | placeholders:
        fact(name).of(now)


def situation_of(saved: SavedSession, game: str = "") -> Situation:
    """Record the run of a session, and stand at its step.

    Of a game it is looked at as if there had been as few moves as can be: a file does
    not tell how many there were.

    Raises
    ------
    UserError
        If it takes too long.
    """
    moves = int(bool(game))
    if not saved.data.n_samples:
        return Situation(saved.data, saved.recipe, None, 0, game, moves)
    tape = saved.tape()
    tape.extend(LONGEST_SECONDS)
    if not tape.finished:
        raise UserError(
            f"the run takes longer than {LONGEST_SECONDS:.0f} s: give it fewer epochs"
        )
    step = min(saved.step, tape.steps)
    return Situation(saved.data, saved.recipe, tape, step, game, moves)


def drawn_figure(
    figure: LessonFigure, state: LessonState | None, files: LessonFiles
) -> FigureDrawing:
    """Draw the figure of a page that is come to with a state.

    Raises
    ------
    UserError
        If it cannot be drawn.
    """
    if state is None:
        return figure.draw(None)
    return figure.draw(situation_of(state.saved(files), state.game))


def faults_of_pages(
    lesson: Lesson, files: LessonFiles, start: int = 0
) -> Iterator[Fault]:
    """Try the states and tasks of the pages from one on."""
    for page, state in lesson.pages_with_states[start:]:
        line = page.line
        try:
            if page.state is not None and state is not None:
                line = page.state.line
                begun = situation_of(state.saved(files))
                if _is_one_class(begun.data):
                    yield Fault(
                        TEXT,
                        line,
                        "the samples are of one class only, so nothing is learned: "
                        "give some of another",
                    )
                if begun.tape is not None and (page.state.step or 0) != END:
                    last = begun.tape.steps
                    if (page.state.step or 0) > last:
                        line = page.state.lines["step"]
                        yield Fault(
                            TEXT,
                            line,
                            f"step: the run has {last:,} steps: write one up to it",
                        )
            if page.figure is not None:
                yield from _faults_of_figure(page.figure, state, files)
            if page.task is not None:
                line = page.task.line
                guard = Guard.of(page, state, files)
                for said in _faults_of_task(page.task, state, files, guard):
                    yield Fault(TEXT, line, said)
        except UserError as error:
            yield Fault(TEXT, getattr(error, "line", line), str(error))


def _is_one_class(data: Dataset) -> bool:
    """Tell whether all samples are of one class, and that is no sign, −1 or +1."""
    present = np.unique(data.y)
    if len(present) != 1:
        return False
    return data.class_names[int(present[0])] not in ("-1", "0", "1", "+1")


def _faults_of_prediction(
    name: str, state: LessonState, files: LessonFiles, guard: Guard
) -> Iterator[str]:
    """Name why what is asked for cannot be predicted."""
    kind, asked = predictions()[name], situation_of(state.saved(files), guard.game)
    if doubt := kind.doubt(asked.recipe):
        yield f"predict: {doubt[0].lower()}{doubt[1:].rstrip('.')}"
    elif not kind.comes(asked):
        yield (
            f"predict: after step {asked.step:,} there is no {name} to come: begin at "
            "an earlier step, or with other samples"
        )


def _faults_of_figure(
    figure: LessonFigure, state: LessonState | None, files: LessonFiles
) -> Iterator[Fault]:
    try:
        drawn_figure(figure, state, files)
    except UserError as error:
        yield Fault(TEXT, getattr(error, "line", figure.line), str(error))


def _faults_of_task(
    task: LessonTask, state: LessonState | None, files: LessonFiles, guard: Guard
) -> Iterator[str]:
    if task.predict and state is not None:
        yield from _faults_of_prediction(task.predict, state, files, guard)
    if task.until:
        if state is not None:
            now = situation_of(state.saved(files), guard.game)
            if all(condition.holds(now) for condition in task.until):
                yield (
                    "the page begins with this task fulfilled: ask for more, or begin "
                    "before it is"
                )
        if task.change is None:
            may_change = ", ".join(task.may_change)
            yield (
                "the task does not say what may change, so other ways fulfil it, too: "
                f"write “change: [{may_change}]”"
            )
        if task.show is None:
            yield "the task has no “show”: write there a state that fulfils it"
            return
    if task.show is not None:
        shown = situation_of(task.show.after(state).saved(files), guard.game)
        if task.until and (said := guard.objection(shown)):
            yield f"“show” does what may not change ({said}): change one of the two"
        for condition in task.until:
            if not condition.holds(shown):
                yield (
                    f"“show” does not fulfil the task ({condition.state(shown)}): "
                    "change one of the two"
                )
