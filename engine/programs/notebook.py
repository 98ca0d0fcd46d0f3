"""A program as a Jupyter notebook: a cell for each of its parts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = {"nbformat": 4, "nbformat_minor": 5}
"""Of the file: https://nbformat.readthedocs.io/en/latest/format_description.html."""
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


@dataclass(frozen=True)
class ProgramPart:
    """A part of a program, a cell of a notebook.

    Attributes
    ----------
    title : str
    code : str
    """

    title: str
    code: str


def notebook(said: str, sections: Sequence[ProgramPart]) -> str:
    """Write a notebook, a title above each part's cell.

    Parameters
    ----------
    said : str
        What stands at its top, paragraphs of Markdown; its first line is the title.
    sections : sequence of ProgramPart
    """
    title, *others = said.split("\n\n")
    cells = [_cell("markdown", "\n\n".join([f"# {title}", *others]))]
    for section in sections:
        cells.append(_cell("markdown", f"## {section.title}"))
        cells.append(_cell("code", section.code.strip()))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    book = {"cells": cells, "metadata": metadata, **FORMAT}
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _cell(kind: str, text: str) -> dict[str, Any]:
    empty: dict[str, Any] = {"execution_count": None, "outputs": []}
    more = empty if kind == "code" else {}
    source = text.splitlines(keepends=True)
    return {"cell_type": kind, "metadata": {}, "source": source, **more}
