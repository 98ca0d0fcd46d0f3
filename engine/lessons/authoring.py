"""Lessons made from what is on the screen: a folder that any editor can go on with."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from engine.export.session_file import write_session
from engine.files import write_folder_whole, write_whole
from engine.lessons.lesson_files import TEXT, read_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.export.session_file import SavedSession

HEAD = """\
---
title: {title}
about: Which question does it answer?
level: first steps
language: en
---
"""
PAGE = """
# Page {number}

Write here what is to be seen. Formulas stand between dollar signs, $w \\cdot x + b$.
The program puts in what is true at the moment: {{{{updates}}}} updates until this step.

```state
session: {session}
panels: [{panels}]
```
"""


def new_lesson(
    folder: Path, title: str, saved: SavedSession, panels: Sequence[str]
) -> None:
    """Write a lesson with one page.

    Parameters
    ----------
    folder : Path
        Where there is nothing yet.
    title : str
    saved : SavedSession
        With what the page begins.
    panels : sequence of str
        Those beside the canvas.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    plain = " ".join(title.replace('"', "'").split())

    def fill(place: Path) -> None:
        write_session(place / _session(1), saved)
        text = HEAD.format(title=f'"{plain}"') + _page(1, panels)
        write_whole(place / TEXT, text.encode())

    write_folder_whole(folder, fill)


def add_page(folder: Path, saved: SavedSession, panels: Sequence[str]) -> None:
    """Write one more page at the end of a lesson.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    there = read_files(folder).contents
    number = sum(name.endswith(".plab") for name in there) + 1
    while _session(number) in there:
        number += 1
    write_session(folder / _session(number), saved)
    write_whole(folder / TEXT, there[TEXT] + _page(number, panels).encode())


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


def _session(number: int) -> str:
    return f"page-{number}.plab"


def _page(number: int, panels: Sequence[str]) -> str:
    return PAGE.format(
        number=number, session=_session(number), panels=", ".join(panels)
    )
