"""Marking: what results claim, beside what comes out when it is computed again."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from engine.data.tables.formula_cells import harmless
from engine.data.tables.row_writer import text_of_rows
from engine.errors import UserError
from engine.lessons.lesson_faults import situation_of
from engine.lessons.predictions.prediction import predictions
from engine.numbers import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.lessons.guard import Guard
    from engine.lessons.lesson import Lesson, LessonTask
    from engine.lessons.results import Results, TaskResult, Trace

NOT_DONE, SHOWN, DONE, DONE_WITH_HINT, NOT_CONFIRMED = (
    "not done", "shown", "done", "done with the hint", "not confirmed",
)  # fmt: skip


class Mark(NamedTuple):
    """What a task is worth.

    Attributes
    ----------
    page : int
        From 1.
    state : str
        ``not confirmed`` where the results claim more than what comes out.
    tries : int
        As the results say.
    points : float
        1 for a task that was done without “Show me”; an answer that was not the first
        counts 1 / tries.
    remark : str
        What came out instead. Or empty.
    """

    page: int
    state: str
    tries: int
    points: float
    remark: str = ""


class Marked(NamedTuple):
    """A file of results, marked.

    Attributes
    ----------
    file : str
    name : str
        Whose it is, as it says.
    same : bool
        The lesson was in the edition that is marked by.
    marks : tuple of Mark
        One for each page with a task; none where the file is damaged.
    fault : str
        Why it could not be marked. Or empty.
    copied : str
        Whose work is the same, and on which pages. Or empty.
    """

    file: str
    name: str = ""
    same: bool = False
    marks: tuple[Mark, ...] = ()
    fault: str = ""
    copied: str = ""

    @property
    def total(self) -> float:
        """All points."""
        return round(sum(mark.points for mark in self.marks), 2)


def pages_with_tasks(lesson: Lesson) -> list[int]:
    """Give the numbers of the pages that have a task, from 1.

    Raises
    ------
    UserError
        If there is none.
    """
    pages = [i for i, page in enumerate(lesson.pages, 1) if page.task is not None]
    if not pages:
        raise UserError(
            "the lesson has no task, so there is nothing to mark: give the lesson that "
            "the results are of"
        )
    return pages


def marks_of(
    lesson: Lesson, guards: Iterable[Guard], results: Results
) -> tuple[Mark, ...]:
    """Mark every task of a lesson.

    The run of each task is recorded again from data and recipe, and its conditions
    checked by the facts with which the window checks them; an answer is compared with
    the lesson's, or with what comes next in the run. How often something was tried,
    and whether a hint was read, is taken as the results say it.

    Parameters
    ----------
    lesson : Lesson
    guards : iterable of Guard
        Those of its pages.
    results : Results
    """
    return tuple(
        _mark(i, page.task, guard, results.task(i - 1))
        for i, (page, guard) in enumerate(zip(lesson.pages, guards, strict=True), 1)
        if page.task is not None
    )


def compared(
    marked: Sequence[Marked], traces: Sequence[Iterable[Trace]]
) -> list[Marked]:
    """Remark in each file where its work is that of another.

    Parameters
    ----------
    marked : sequence of Marked
    traces : sequence of iterable of Trace
        Those in the results of each.
    """
    found_in: dict[Trace, list[int]] = {}
    for i, own in enumerate(traces):
        for trace in own:
            found_in.setdefault(trace, []).append(i)
    common: list[dict[int, set[int]]] = [{} for _ in marked]
    for (place, _), files in found_in.items():
        for first, other in permutations(files, 2):
            common[first].setdefault(other, set()).add(place + 1)
    return [
        result._replace(
            copied="; ".join(
                _same_work(marked[other].file, pages) for other, pages in their.items()
            )
        )
        for result, their in zip(marked, common, strict=True)
    ]


def _same_work(file: str, pages: set[int]) -> str:
    named = ", ".join(map(str, sorted(pages)))
    return f"the same work as {file}: {plural('page', len(pages))} {named}"


def _mark(page: int, task: LessonTask, guard: Guard, result: TaskResult) -> Mark:
    if not result.done:
        return Mark(page, SHOWN if result.shown else NOT_DONE, result.tries, 0.0)
    if fault := _objection(task, guard, result):
        return Mark(page, NOT_CONFIRMED, result.tries, 0.0, fault)
    if result.shown:
        return Mark(page, SHOWN, result.tries, 0.0)
    points = 1.0 if task.until else 1 / max(1, result.tries)
    return Mark(page, DONE_WITH_HINT if result.hinted else DONE, result.tries, points)


def _objection(task: LessonTask, guard: Guard, result: TaskResult) -> str:
    """Say what speaks against a task that is said to be done; empty for nothing."""
    if task.choices:
        right = result.answer == task.answer + 1
        return "" if right else f"answer {result.answer} is not the right one"
    if result.work is None:
        return "holds no work that could be computed again"
    try:
        now = situation_of(result.work, guard.game)
    except UserError as error:
        return str(error)
    if objection := guard.objection(now):
        return objection
    if task.until:
        open_ = [
            condition.state(now) for condition in task.until if not condition.holds(now)
        ]
        return ", ".join(open_)
    verdict = predictions()[task.predict].judge(now, result.answer)
    if verdict is None:
        return f"there is no {task.predict} to compare the answer with"
    return "" if verdict.right else verdict.said


def table_of(pages: Sequence[int], marked: Iterable[Marked]) -> bytes:
    """Write a row for each file of results, safe to be opened by a spreadsheet.

    Parameters
    ----------
    pages : sequence of int
        Those with a task, from 1.
    marked : iterable of Marked
    """
    return text_of_rows(map(harmless, _rows(pages, marked)))


def _rows(pages: Sequence[int], marked: Iterable[Marked]) -> Iterator[list[object]]:
    columns = [
        f"page {i}{suffix}" for i in pages for suffix in ("", " tries", " points")
    ]
    yield ["file", "name", "edition", *columns, "total", "of", "remarks"]
    for result in marked:
        if result.fault:
            blank = [""] * (len(columns) + 4)
            yield [result.file, *blank, result.fault]
            continue
        by_page = {mark.page: mark for mark in result.marks}
        cells: list[object] = []
        for page in pages:
            mark = by_page.get(page, Mark(page, NOT_DONE, 0, 0.0))
            cells += [mark.state, mark.tries, round(mark.points, 2)]
        edition = "the same" if result.same else "another"
        said = [
            f"page {mark.page}: {mark.remark}" for mark in result.marks if mark.remark
        ]
        said += [result.copied] if result.copied else []
        yield [
            result.file, result.name, edition, *cells,
            result.total, len(pages), "; ".join(said),
        ]  # fmt: skip
