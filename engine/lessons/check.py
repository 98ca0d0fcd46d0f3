"""Whether a lesson can be used: every fault of its files, by file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.lessons.facts import Situation
from engine.lessons.guard import Guard
from engine.lessons.lesson_files import TEXT
from engine.lessons.lesson_text import Fault, parse_lesson
from engine.lessons.translations import faults_of_translation
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.export.session_file import SavedSession
    from engine.lessons.lesson import Lesson, Task
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.state import State

LONGEST = 20.0
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
    first, unread = parse_lesson(files.contents[TEXT], TEXT)
    faults = unread or list(faults_of_pages(first, files))
    for code, file in files.languages.items():
        lesson, found = parse_lesson(files.contents[file], file)
        if not (found or unread):
            found = list(faults_of_translation(lesson, file, code, first))
        faults = faults + found
    return faults


def situation_of(saved: SavedSession) -> Situation:
    """Record the run of a session, and stand at its step.

    Raises
    ------
    UserError
        If it takes too long.
    """
    if not saved.data.n_samples:
        return Situation(saved.data, saved.recipe, None, 0)
    former = saved.branched_from
    branch = None if former is None else former.branch
    tape = Tape(saved.data, saved.recipe, branch=branch)
    tape.extend(LONGEST)
    if not tape.finished:
        raise UserError(f"the run takes longer than {LONGEST:.0f} s: fewer epochs")
    return Situation(saved.data, saved.recipe, tape, min(saved.step, tape.steps))


def faults_of_pages(
    lesson: Lesson, files: LessonFiles, start: int = 0
) -> Iterator[Fault]:
    """Try the states and tasks of the pages from one on."""
    state: State | None = None
    for place, page in enumerate(lesson.pages):
        if page.state is not None:
            state = page.state.after(state)
        if place < start:
            continue
        line = page.line
        try:
            if page.state is not None and state is not None:
                line = page.state.line
                state.saved(files)
            if page.task is not None:
                line = page.task.line
                guard = Guard.of(page, state, files)
                for said in _faults_of_task(page.task, state, files, guard):
                    yield Fault(TEXT, line, said)
        except UserError as error:
            yield Fault(TEXT, line, str(error))


def _faults_of_task(
    task: Task, state: State | None, files: LessonFiles, guard: Guard
) -> Iterator[str]:
    if task.until:
        if state is not None:
            now = situation_of(state.saved(files))
            if all(one.holds(now) for one in task.until):
                yield "the page begins with this task fulfilled"
        if task.show is None:
            yield "has no “show”: what fulfils it"
            return
    if task.show is not None:
        shown = situation_of(task.show.after(state).saved(files))
        if task.until and guard.objection(shown):
            yield "“show” has other samples: write “samples: free” into the state"
        for one in task.until:
            if not one.holds(shown):
                yield f"“show” does not fulfil it: {one.state(shown)}"
