"""Samples written as lines of text, a few thousand at once: no other thread waits."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from engine.data.tables.column_roles import NAMES
from engine.data.tables.quotation import LINE_END
from engine.errors import Cancelled
from engine.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from engine.data.dataset import Dataset

CELLS = 20_000
"""Values between two reports: some ten milliseconds."""
_PLAIN = re.compile(r"[\w.+-]+( [\w.+-]+)*")


def class_column(data: Dataset) -> str:
    """Name the column of the classes as no feature is called, and no class."""
    name = "class"
    while name in (*data.feature_names, *data.class_names):
        name += "_"
    return name


def name_column(others: Sequence[str]) -> str:
    """Call the column of the samples' names as it is found again, beside others."""
    taken = {name.strip().lower() for name in others}
    return next((name for name in NAMES if name not in taken), f"{NAMES[0]}_")


def quoted(name: str) -> str:
    """Write a name as a cell of a table, in quotation marks if it needs them."""
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', '""') + '"'


def spans(data: Dataset, cells: int) -> Iterator[tuple[float, slice]]:
    """Cut the samples into spans of some cells, each with the share then done."""
    step = max(1, cells // (data.n_features + 1))
    for start in range(0, data.n_samples, step):
        stop = start + step
        yield min(1.0, stop / data.n_samples), slice(start, stop)


def rows_of(
    data: Dataset,
    classes: Sequence[str],
    between: str,
    *,
    name: Callable[[str], str],
) -> Iterator[tuple[float, str]]:
    """Make lines of a table without a header, some at a time, with the share then done.

    Parameters
    ----------
    data : Dataset
    classes : sequence of str
        What to write for each class, after the features.
    between : str
        The delimiter.
    name : callable
        Writes the name of a sample: these come first, if some have one.
    """
    for share, rows in spans(data, CELLS):
        columns = [map(repr, column.tolist()) for column in data.X[rows].T]
        labels = [classes[code] for code in data.y[rows].tolist()]
        if data.sample_names is not None:
            called = map(_in_a_line, data.sample_names[rows].tolist())
            columns.insert(0, map(name, called))
        lines = map(between.join, zip(*columns, labels, strict=True))
        yield share, "\n".join(lines) + "\n"


def _in_a_line(name: str) -> str:
    return LINE_END.sub(" ", name.replace("\0", ""))


def text_of_rows(rows: Iterable[Sequence[object]]) -> bytes:
    """Write rows as the text of a table with commas, each on one line.

    Numbers are written so that they are read back the same, None as nothing. Half a
    character, as JSON and NumPy can hold, becomes a question mark.
    """
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in rows:
        writer.writerow(
            [" ".join(c.splitlines()) if isinstance(c, str) else c for c in row]
        )
    return lines.getvalue().encode(errors="replace")


def write_text(
    path: str | os.PathLike[str],
    head: str,
    parts: Iterable[tuple[float, str]],
    progress: Callable[[float], bool],
) -> None:
    """Write a text whole or not at all, part by part.

    Raises
    ------
    UserError
        If the file cannot be written.
    Cancelled
        If `progress`, told the share that is done, says so; the file is as it was.
    """

    def write(place: Path) -> None:
        with place.open("w", encoding="utf-8", newline="") as file:
            file.write(head)
            for share, text in parts:
                file.write(text)
                if not progress(share):
                    raise Cancelled

    write_whole(path, write)
