"""Lessons made from what is on the screen: a folder that any editor can go on with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import yaml

from engine.data.edits import Remove
from engine.errors import UserError
from engine.export.session_file import as_bytes
from engine.files import write_folder_whole, write_whole
from engine.hyperparameter import value_text
from engine.lessons.facts import FACTS
from engine.lessons.guard import SAMPLES
from engine.lessons.lesson_faults import check_lesson, faults_of_pages
from engine.lessons.lesson_files import TEXT, LessonFiles, check_size, read_files
from engine.lessons.lesson_text import BLOCKS, parse_lesson
from engine.lessons.markdown import blocks_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.export.session_file import SavedSession
    from engine.lessons.facts import Situation

Begin = Literal["screen", "start", "before", "empty", "kept"]
OFFERED = (
    "error", "updates", "step", "mistakes", "epoch", "validation_error", "samples",
    "classes", "separable", "converges", "clearance", "support", "learner", "terms",
)  # fmt: skip
"""Facts that a task is likely to ask for, besides hyperparameters."""
AT_MOST = ("error", "validation_error")
"""Of these less is better."""


@dataclass(frozen=True)
class PageDraft:
    """A page as it is described in the window.

    Attributes
    ----------
    title : str
    text : str
        Markdown with formulas and facts.
    task : mapping
        Entries of the task, but for what shows it. Empty: there is none.
    begin : {"screen", "start", "before", "empty", "kept"}
        With what is on the screen; at the start of its run; where the reader has left
        the page before; without its samples; or, where it is edited, as it does.
    """

    title: str = ""
    text: str = ""
    task: Mapping[str, object] = field(default_factory=dict)
    begin: Begin = "screen"


class TaskProposal(NamedTuple):
    """What a task may ask for: that a fact is as it is at the moment.

    Attributes
    ----------
    name : str
        Of the fact.
    relation : str
        ``>=``, ``<=`` or ``=``; empty where there are only words.
    value : str
    """

    name: str
    relation: str
    value: str


def proposals(now: Situation) -> Iterator[TaskProposal]:
    """Give what tasks may ask for, each with the value of the moment."""
    for name in OFFERED:
        fact, value = FACTS[name], FACTS[name].of(now)
        if isinstance(value, bool | str):
            text = fact.text(now) if fact.kind == "yes" else str(value)
            yield TaskProposal(name, "", text)
        elif value is not None:
            least = name not in AT_MOST
            # rounded so that it holds at the moment
            rounded = (math.floor if least else math.ceil)(round(value * 1000, 6))
            percent, part = f"{rounded / 10:g} %", f"{rounded / 1000:g}"
            exact = percent if fact.kind == "share" else part
            yield TaskProposal(name, ">=" if least else "<=", exact)
    for parameter, setting in now.recipe.in_use():
        if isinstance(setting, bool | str):
            yield TaskProposal(parameter.name, "", value_text(setting))
        elif isinstance(setting, int | float):
            yield TaskProposal(parameter.name, "=", value_text(setting))


def new_lesson(
    folder: Path,
    saved: SavedSession,
    panels: Sequence[str],
    title: str,
    about: str,
    draft: PageDraft,
) -> None:
    """Write a lesson with one page.

    Parameters
    ----------
    folder : Path
        Where there is nothing yet.
    saved : SavedSession
        What is on the screen.
    panels : sequence of str
        Those beside the canvas.
    title, about : str
        Of the lesson; the question that it answers.
    draft : PageDraft

    Raises
    ------
    UserError
        If the page has a fault, or it cannot be written.
    """
    head = {"title": title, "about": about, "level": "first steps"}
    text = f"---\n{_entries(head | {'language': 'en'})}---\n"
    there = LessonFiles(folder, {TEXT: text.encode("utf-8", "replace")})
    files = _with_page(there, saved, panels, draft)

    write_folder_whole(folder, lambda place: _write(place, files))


def draft_of(folder: Path, place: int) -> PageDraft:
    """Give a page of a lesson as it can be described again; it begins as it does.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    _, pages = _pages(read_files(folder).contents[TEXT])
    page = pages[place]
    task = yaml.load(page.blocks.get("task", ""), yaml.BaseLoader) or {}  # only texts
    return PageDraft(page.title, page.text, task, "kept")


def write_page(
    folder: Path,
    saved: SavedSession,
    panels: Sequence[str],
    draft: PageDraft,
    place: int | None = None,
) -> None:
    """Write a page of a lesson anew; without a place one more, at its end.

    Raises
    ------
    UserError
        If the page has a fault, or it cannot be written.
    """
    _write(folder, _with_page(read_files(folder), saved, panels, draft, place))


def delete_page(folder: Path, place: int) -> None:
    """Take a page out of a lesson, in all its languages.

    Raises
    ------
    UserError
        If it is the only one, what is left has a fault, or it cannot be written.
    """

    def without(pages: list[str]) -> list[str]:
        if len(pages) == 1:
            raise UserError(
                "the lesson has only this page: add another page before you delete it"
            )
        return pages[:place] + pages[place + 1 :]

    _rearrange(folder, without)


def move_page(folder: Path, place: int, to: int) -> None:
    """Put a page of a lesson to another place, in all its languages.

    Raises
    ------
    UserError
        If the lesson has a fault then, or it cannot be written.
    """

    def moved(pages: list[str]) -> list[str]:
        rest = pages[:place] + pages[place + 1 :]
        return [*rest[:to], pages[place], *rest[to:]]

    _rearrange(folder, moved)


def pack(folder: Path, path: Path) -> None:
    """Write a lesson as one file, to be given to others.

    Raises
    ------
    UserError
        If it cannot be read or written.
    """
    write_whole(path, read_files(folder).packed())


class _Page(NamedTuple):
    """A page as it stands in the file: what it says, and its blocks of entries."""

    written: str
    title: str
    text: str
    blocks: dict[str, str]


def _pages(content: bytes, file: str = TEXT) -> tuple[str, list[_Page]]:
    """Cut the text of a lesson into what stands before its pages, and these."""
    whole = content.decode("utf-8-sig", "replace")
    whole = whole.replace("\r\n", "\n").replace("\r", "\n")
    lines = whole.split("\n")
    lesson, faults = parse_lesson(whole.encode(), file)
    if lesson.pages and faults:
        raise UserError(faults[0])
    starts = [page.line - 1 for page in lesson.pages]
    tokens = [token for token in blocks_only().parse(whole) if token.type == "fence"]
    pages = []
    for page, (start, end) in zip(
        lesson.pages, pairwise([*starts, len(lines)]), strict=True
    ):
        blocks = {
            token.info.strip(): token.content
            for token in tokens
            if token.map
            and start <= token.map[0] < end
            and token.info.strip() in BLOCKS
        }
        written = "\n".join(lines[start:end]).rstrip()
        pages.append(_Page(written, page.title, page.text, blocks))
    return "\n".join(lines[: starts[0] if starts else len(lines)]).rstrip(), pages


def _joined(head: str, pages: Sequence[str]) -> bytes:
    text = "\n\n".join([head, *pages]) if head else "\n\n".join(pages)
    return f"{text}\n".encode("utf-8", "replace")


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        write_whole(folder / name, content)


def _rearrange(folder: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Write the texts of a lesson with other pages, or with pages in another order."""
    there = read_files(folder)
    files = {}
    for name in (TEXT, *there.languages.values()):
        head, pages = _pages(there.contents[name], name)
        files[name] = _joined(head, change([page.written for page in pages]))
    whole = replace(there, contents={**there.contents, **files})
    if faults := check_lesson(whole):
        raise UserError(f"then the lesson has a fault: {faults[0].what}")
    _write(folder, files)


def _with_page(
    there: LessonFiles,
    saved: SavedSession,
    panels: Sequence[str],
    draft: PageDraft,
    place: int | None = None,
) -> dict[str, bytes]:
    """Give the files that a page adds or changes, the text last.

    Without a place it is one more page.
    """
    head, pages = _pages(there.contents[TEXT])
    place = len(pages) if place is None else place
    number = place + 1
    while (name := f"page-{number}.plab") in there.contents:
        number += 1
    files: dict[str, bytes] = {}
    state: dict[str, object] = {"session": name, "panels": list(panels)}
    show: dict[str, object] = {"session": name}
    if draft.begin == "start":
        state["step"], show = "0", {"step": str(saved.step)}
    elif draft.begin == "empty":
        state["session"] = f"page-{number}-begin.plab"
        nothing = Remove(np.arange(saved.data.n_samples)).apply(saved.data)
        files[f"page-{number}-begin.plab"] = as_bytes(
            replace(saved, data=nothing, step=0, branched_from=None, digest="")
        )
    task = dict(draft.task)
    if "until" in task and not (draft.begin == "kept" and "show" in task):
        task["show"] = show
    if "until" in task and "change" not in task:
        task["change"] = _changes(there, saved, draft.begin, place)
    blocks = pages[place].blocks if place < len(pages) else {}
    if draft.begin in ("before", "kept"):
        written = blocks.get("state", "") if draft.begin == "kept" else ""
    else:
        written = _entries(state)
    if draft.begin not in ("before", "kept") or task.get("show") == {"session": name}:
        files[name] = as_bytes(saved)
    parts = [f"# {_line(draft.title) or f'Page {place + 1}'}"]
    for block, entries in (
        ("state", written),
        ("spotlight", blocks.get("spotlight", "")),
        ("figure", blocks.get("figure", "")),
        ("task", _entries(task) if task else ""),
    ):
        if entries:
            parts.append(f"```{block}\n{entries}```")
    if draft.text.strip():
        parts.append(draft.text.strip())
    texts = [page.written for page in pages]
    texts[place : place + 1] = ["\n\n".join(parts)]
    files[TEXT] = _joined(head, texts)
    _require_sound(replace(there, contents={**there.contents, **files}), texts, place)
    return files


def _changes(
    there: LessonFiles, saved: SavedSession, begin: Begin, place: int
) -> list[str]:
    """Name what is otherwise in a session than where its page begins."""
    if begin in ("screen", "start"):
        return []
    if begin == "empty":
        return [SAMPLES]
    states = parse_lesson(there.contents[TEXT], TEXT)[0].pages_with_states
    before = states[min(place - (begin == "before"), len(states) - 1)][1]
    if before is None:
        return [SAMPLES]
    own = before.saved(there)
    values = own.recipe.to_dict()
    named = [
        name
        for name, value in saved.recipe.to_dict().items()
        if value != values.get(name)
    ]
    same = np.array_equal(own.data.X, saved.data.X)
    return named if same and np.array_equal(own.data.y, saved.data.y) else [
        *named, SAMPLES,
    ]  # fmt: skip


def _require_sound(whole: LessonFiles, texts: Sequence[str], place: int) -> None:
    """Refuse a page with a fault; one of another page is told by its line."""
    check_size(whole.place, whole.contents)
    written = whole.contents[TEXT]
    content = written + b"\n# The next page\n\nIts text.\n"
    lesson, faults = parse_lesson(content, TEXT, whole.pictures, careful=True)
    if len(lesson.pages) > len(texts) + 1:
        raise UserError(
            "text: a line begins with #, which starts a new page: write ## instead"
        )
    faults = faults or list(faults_of_pages(lesson, whole, place))
    if faults:
        first = lesson.pages[place].line if place < len(lesson.pages) else 0
        last = first + texts[place].count("\n")
        raise UserError(
            faults[0].what if first <= faults[0].line <= last else faults[0]
        )
    if len(lesson.pages) <= len(texts):
        raise UserError(
            "text: a block that ``` opens is never closed: add a line ``` below it"
        )


def _line(text: str) -> str:
    return " ".join(text.split())


def _entries(entries: Mapping[str, object]) -> str:
    """Write a block; each text in one line, so that no line of it ends the block."""
    plain = {
        name: _line(value) if isinstance(value, str)
        else [*map(_line, value)] if isinstance(value, list)
        else value
        for name, value in entries.items()
    }  # fmt: skip
    written: str = yaml.safe_dump(
        plain,
        allow_unicode=True,
        sort_keys=False,
        width=10**6,
    )
    return written
