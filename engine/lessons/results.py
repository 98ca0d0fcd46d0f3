"""Results: what a person did in a lesson, to be handed in and computed again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.data.dataset import LARGEST
from engine.errors import UserError
from engine.export.session_file import (
    SavedSession,
    check_session,
    session_of,
    whole_entries_of,
)
from engine.files import JsonFormat, is_finite, write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from engine.lessons.predictions.prediction import Answer, Points

FORMAT = JsonFormat(
    "file of results", "perceptron-lab/lesson-results", 1, most_bytes=16 * 2**20
)
SUFFIX = ".json"
MOST_TASKS = 200
MOST_NUMBERS = 20_000
"""Numbers in the samples of a task's work, and places of a drawn answer."""
LONGEST_NAME = 100
Trace = tuple[int, "str | Points"]
"""A stamp, or an answer that was drawn, by the place of the page."""
TEXTS = ("lesson", "digest", "language", "name")


@dataclass(frozen=True)
class TaskResult:
    """What came of a task.

    Attributes
    ----------
    done : bool
        From then on nothing else changes.
    tries : int
        Answers; of a task without answers how often it was begun.
    hinted, shown : bool
        The hint was read; “Show me” was pressed.
    answer : int, tuple or None
        The last one.
    work : SavedSession, optional
        What was there when the task was fulfilled, or when the answer was given.
    stamp : str
        Made by chance when it was done: that of nobody else is the same.
    """

    done: bool = False
    tries: int = 0
    hinted: bool = False
    shown: bool = False
    answer: Answer = None
    work: SavedSession | None = None
    stamp: str = ""


@dataclass(frozen=True)
class Results:
    """What came of the tasks of a lesson.

    Attributes
    ----------
    lesson : str
        Its title.
    digest : str
        Of its files.
    language : str
        In which it was read.
    name : str
        The person's; may be empty.
    tasks : mapping of int to TaskResult
        By the place of the page, from 0; without those never begun.
    """

    lesson: str
    digest: str
    language: str
    name: str = ""
    tasks: Mapping[int, TaskResult] = field(default_factory=dict)

    def task(self, place: int) -> TaskResult:
        """Give what came of the task of a page."""
        return self.tasks.get(place, TaskResult())

    @property
    def traces(self) -> set[Trace]:
        """What two people do not have in common who work for themselves."""
        return {
            (place, trace)
            for place, task in self.tasks.items()
            for trace in (task.stamp, task.answer)
            if trace and not isinstance(trace, int)
        }

    def noting(self, place: int, **changes: Any) -> Results:
        """Give it with more that was done on a page; what is done stays as it was."""
        before = self.task(place)
        if before.done:
            return self
        return replace(self, tasks={**self.tasks, place: replace(before, **changes)})


def file_name(results: Results) -> str:
    """Propose a name for the file: whose results, and of which lesson."""
    words = re.findall(r"\w+", f"{results.name} {results.lesson}".lower())
    return f"{'-'.join(words) or 'results'}{SUFFIX}"


def write_results(path: str | os.PathLike[str], results: Results) -> None:
    """Write results, whole or not at all.

    Work with more than `MOST_NUMBERS` numbers is left out: it cannot be marked.

    Raises
    ------
    UserError
        If the file cannot be written, or nobody would read one so large.
    """
    entries = {
        "format": FORMAT.name,
        "version": FORMAT.version,
        "lesson": results.lesson,
        "digest": results.digest,
        "language": results.language,
        "name": results.name,
        "tasks": [_entries_of(place, task) for place, task in results.tasks.items()],
    }
    content = json.dumps(entries, ensure_ascii=False, allow_nan=False).encode()
    if len(content) > FORMAT.most_bytes:
        most = FORMAT.most_bytes >> 20
        raise UserError(
            f"{path}: the results are larger than {most} MB: draw fewer points"
        )
    write_whole(path, content)


def _entries_of(place: int, result: TaskResult) -> dict[str, Any]:
    work = result.work
    fits = work is not None and work.data.X.size <= MOST_NUMBERS
    return {
        "page": place + 1,
        "done": result.done,
        "tries": result.tries,
        "hinted": result.hinted,
        "shown": result.shown,
        "answer": result.answer,
        "stamp": result.stamp,
        "work": whole_entries_of(work) if work is not None and fits else None,
    }


def read_results(path: str | os.PathLike[str]) -> Results:
    """Read results; they may be of anybody.

    Raises
    ------
    UserError
        If the file cannot be read, or anything in it is not as it should be; names
        the file and the entry.
    """
    content = FORMAT.read(path, _check)
    try:
        tasks = {entry["page"] - 1: _task_of(entry) for entry in content["tasks"]}
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    texts = {name: _plain(content[name]) for name in TEXTS}
    return Results(**texts, tasks=tasks)


def _plain(text: str) -> str:
    """Bring a text of anybody into one line of what can be printed."""
    shown = "".join(c if c.isprintable() else " " for c in text[:LONGEST_NAME])
    return " ".join(shown.split())


def _task_of(entries: dict[str, Any]) -> TaskResult:
    answer, work = entries["answer"], entries["work"]
    try:
        done = None if work is None else session_of(work, work["data"])
    except UserError as error:
        raise UserError(f"the work on page {entries['page']}: {error}") from None
    return TaskResult(
        entries["done"],
        entries["tries"],
        entries["hinted"],
        entries["shown"],
        _points(answer) if isinstance(answer, list) else answer,
        done,
        _plain(entries["stamp"]),
    )


def _points(rows: list[list[float]]) -> Points:
    return tuple(tuple(map(float, row)) for row in rows)


def _check(content: Any) -> None:
    for name in TEXTS:
        _require(isinstance(content.get(name), str), name)
    tasks = content.get("tasks")
    _require(isinstance(tasks, list) and len(tasks) <= MOST_TASKS, "tasks")
    for task in tasks:
        _require(isinstance(task, dict), "tasks")
        for name in ("done", "hinted", "shown"):
            _require(isinstance(task.get(name), bool), name)
        for name in ("page", "tries"):
            _require(_is_count(task.get(name)), name)
        _require(task["page"] > 0, "page")
        _require(_is_answer(task.setdefault("answer", None)), "answer")
        _require(isinstance(task.setdefault("stamp", ""), str), "stamp")
        if task.setdefault("work", None) is not None:
            _check_work(task["work"])
    pages = [task["page"] for task in tasks]
    _require(len({*pages}) == len(pages), "page")


def _check_work(work: Any) -> None:
    _require(isinstance(work, dict), "work")
    try:
        check_session(work)
    except UserError:
        _require(False, "work")
    data = work["data"]
    _require(len(data["X"]) * len(data["features"]) <= MOST_NUMBERS, "work")


def _is_answer(answer: object) -> bool:
    if not isinstance(answer, list):
        return answer is None or _is_count(answer)
    rows = all(isinstance(row, list) for row in answer)
    numbers: list[Any] = (
        [number for row in answer for number in row] if rows else [None]
    )
    few = len(numbers) <= MOST_NUMBERS
    return few and all(
        is_finite(number) and abs(number) <= LARGEST for number in numbers
    )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise UserError(
            f"its entry “{name}” is missing or damaged: export the results again"
        )
