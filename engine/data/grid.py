"""The cells of a text table, as they stand in the file."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

DELIMITERS = ("\t", ";", "|", ",", r"\s+")
"""The delimiters that are tried, of equally good ones the first."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_LINES_LOOKED_AT = 100


@dataclass(frozen=True, eq=False)
class Grid:
    """The rows of a table that are not blank.

    Attributes
    ----------
    cells : ndarray of str objects, shape (n_rows, n_columns)
    lines : ndarray of int, shape (n_rows,)
        The line of the file, from 1, on which each row begins.
    """

    cells: NDArray[Any]
    lines: NDArray[np.int64]


def read_grid(path: str | os.PathLike[str]) -> Grid:
    """Read the cells of a table with any of the usual delimiters.

    Raises
    ------
    UserError
        If the file cannot be read, is not text, has rows of different length or has
        fewer than two columns.
    """
    text = _text(path)
    delimiter = _delimiter(_LINE_END.split(text))
    if delimiter is None:
        raise UserError(
            f"{path}: has only one column: give a column per feature and one for "
            "the class"
        )
    # pandas takes the number of columns from the first line: it must not be blank.
    skipped = re.match(r"(?:[ \t]*(?:\r\n|\r|\n))*", text)
    start = skipped.end() if skipped else 0
    first = _line_ends(text[:start]) + 1
    cells = _cells(path, text[start:], delimiter, first)
    lines = first + _lines_of(cells)
    if '"' not in text:  # then no space at a cell's end is there on purpose
        cells = np.array([[cell.strip() for cell in row] for row in cells], object)
    filled = (cells != "").any(axis=1)
    return Grid(cells[filled], lines[filled])


def _text(path: str | os.PathLike[str]) -> str:
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file: check the name") from None
    except IsADirectoryError:
        raise UserError(f"{path}: is a folder: give the name of a file") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UserError(f"{path}: cannot be read: {why}") from None
    if b"\0" in content:
        raise UserError(f"{path}: is not a text file: give a table as CSV text")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UserError(
            f"{path}, line {line}: is not UTF-8 text: save the table as UTF-8"
        ) from None
    if not text.strip():
        raise UserError(f"{path}: is empty: give a table with a row per sample")
    return text


def _delimiter(lines: list[str]) -> str | None:
    """Choose the delimiter that cuts the most lines into one same number of cells."""
    sample = [line for line in lines if line.strip()][:_LINES_LOOKED_AT]
    agreement = {delimiter: _agreement(sample, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=agreement.__getitem__)
    return best if agreement[best] else None


def _agreement(sample: list[str], delimiter: str) -> int:
    if delimiter == r"\s+":
        sample, delimiter = [" ".join(line.split()) for line in sample], " "
    rows = csv.reader(sample, delimiter=delimiter, skipinitialspace=True)
    try:
        width, agreeing = Counter(len(row) for row in rows).most_common(1)[0]
    except csv.Error:
        return 0
    return agreeing if width > 1 else 0


def _cells(
    path: str | os.PathLike[str], text: str, delimiter: str, first: int
) -> NDArray[Any]:
    from pandas.errors import ParserError

    try:
        return _parse(text, delimiter)
    except ParserError as error:
        message = str(error)
    longer = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", message)
    if longer is None:
        raise UserError(f"{path}: a quotation mark is never closed: close or delete it")
    width, row, found = (int(number) for number in longer.groups())
    # pandas counts rows: a quoted cell before this one can hold several lines.
    before = _parse(text, delimiter, row - 1)
    line = first + row - 1 + int(_breaks(before).sum())
    raise UserError(
        f"{path}, line {line}: has {found} cells where the first row has {width}: "
        "give every row the same columns"
    )


def _parse(text: str, delimiter: str, rows: int | None = None) -> NDArray[Any]:
    import pandas

    frame = pandas.read_csv(
        io.StringIO(text),
        sep=delimiter,
        header=None,
        index_col=False,
        dtype=object,
        na_filter=False,
        skip_blank_lines=False,
        skipinitialspace=True,
        nrows=rows,
    )
    cells: NDArray[Any] = frame.to_numpy(dtype=object)
    return cells


def _lines_of(cells: NDArray[Any]) -> NDArray[np.int64]:
    """Give the line on which each row begins, counted from 0."""
    breaks = _breaks(cells)
    return np.arange(len(cells)) + np.cumsum(breaks) - breaks


def _breaks(cells: NDArray[Any]) -> NDArray[np.int64]:
    """Count the line ends within the cells of each row."""
    return np.array([sum(_line_ends(cell) for cell in row) for row in cells], np.int64)


def _line_ends(text: str) -> int:
    return sum(1 for _ in _LINE_END.finditer(text))
