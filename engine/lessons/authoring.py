"""Lessons made from what is on the screen: a folder that any editor can go on with."""

from __future__ import annotations

import io
import math
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import yaml

from engine.data.edits import Remove
from engine.errors import UserError
from engine.export.session_file import write_session
from engine.files import write_folder_whole, write_whole
from engine.hyperparameter import value_text
from engine.lessons.check import faults_of_pages
from engine.lessons.facts import FACTS
from engine.lessons.lesson_files import TEXT, LessonFiles, check_size, read_files
from engine.lessons.lesson_text import parse_lesson

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.export.session_file import SavedSession
    from engine.lessons.facts import Situation

Begin = Literal["screen", "start", "before", "empty"]
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
    begin : {"screen", "start", "before", "empty"}
        With what is on the screen; at the start of its run; where the reader has left
        the page before; or without its samples.
    """

    title: str = ""
    text: str = ""
    task: Mapping[str, object] = field(default_factory=dict)
    begin: Begin = "screen"


class Proposal(NamedTuple):
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


def proposals(now: Situation) -> Iterator[Proposal]:
    """Give what tasks may ask for, each with the value of the moment."""
    for name in OFFERED:
        one, value = FACTS[name], FACTS[name].of(now)
        if isinstance(value, bool | str):
            yield Proposal(name, "", one.text(now) if one.kind == "yes" else str(value))
        elif value is not None:
            least = name not in AT_MOST
            # rounded so that it holds at the moment
            rounded = (math.floor if least else math.ceil)(round(value * 1000, 6))
            percent, part = f"{rounded / 10:g} %", f"{rounded / 1000:g}"
            exact = percent if one.kind == "share" else part
            yield Proposal(name, ">=" if least else "<=", exact)
    for parameter, setting in now.recipe.in_use():
        if isinstance(setting, bool | str):
            yield Proposal(parameter.name, "", value_text(setting))
        elif isinstance(setting, int | float):
            yield Proposal(parameter.name, "=", value_text(setting))


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

    def fill(place: Path) -> None:
        for name, content in files.items():
            write_whole(place / name, content)

    write_folder_whole(folder, fill)


def add_page(
    folder: Path, saved: SavedSession, panels: Sequence[str], draft: PageDraft
) -> None:
    """Write one more page at the end of a lesson.

    Raises
    ------
    UserError
        If the page has a fault, or it cannot be written.
    """
    for name, content in _with_page(read_files(folder), saved, panels, draft).items():
        write_whole(folder / name, content)


def pack(folder: Path, path: Path) -> None:
    """Write a lesson as one file, to be given to others.

    Raises
    ------
    UserError
        If it cannot be read or written.
    """
    files, packed = read_files(folder), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.contents.items():
            archive.writestr(f"{files.name}/{name}", content)
    write_whole(path, packed.getvalue())


def _with_page(
    there: LessonFiles, saved: SavedSession, panels: Sequence[str], draft: PageDraft
) -> dict[str, bytes]:
    """Give the files that one more page adds or changes, the text last."""
    before = len(parse_lesson(there.contents[TEXT], TEXT)[0].pages)
    number = before + 1
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
        files[f"page-{number}-begin.plab"] = _content(
            replace(saved, data=nothing, step=0, branched_from=None)
        )
    task = dict(draft.task)
    if "until" in task:
        task["show"] = show
    if draft.begin != "before" or "until" in task:
        files[name] = _content(saved)
    text = f"\n# {_line(draft.title) or f'Page {before + 1}'}\n\n"
    if draft.begin != "before":
        text += f"```state\n{_entries(state)}```\n\n"
    if task:
        text += f"```task\n{_entries(task)}```\n\n"
    written = (text + f"{draft.text.strip()}\n").encode("utf-8", "replace")
    files[TEXT] = there.contents[TEXT].rstrip() + b"\n" + written
    whole = replace(there, contents={**there.contents, **files})
    check_size(there.place, whole.contents)
    content = files[TEXT] + b"\n# The next page\n"
    lesson, faults = parse_lesson(content, TEXT, whole.pictures, careful=True)
    faults = faults or list(faults_of_pages(lesson, whole, before))
    if faults:
        old = there.contents[TEXT].rstrip().count(b"\n") + 1
        raise UserError(faults[0] if faults[0].line <= old else faults[0].what)
    if len(lesson.pages) != before + 2:
        raise UserError(
            "text: it begins a page of its own (# before a line: write ##), or "
            "leaves a block of ``` open"
        )
    return files


def _content(saved: SavedSession) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.plab"
        write_session(path, saved)
        return path.read_bytes()


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
