"""The cells of a text table, as they stand in the file."""

from __future__ import annotations

import io
import re
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError
from engine.files import reason

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from numpy.typing import NDArray

WHITESPACE = r"\s+"
DELIMITERS = ("\t", ";", "|", ",", WHITESPACE)
"""The delimiters that are tried, of equally good ones the first."""

UNCLOSED = "a quotation mark is never closed: close or delete it"

LINE_END = re.compile(r"\r\n|\r|\n")
"""Of Windows, old Macintosh, Unix."""

_QUOTED = re.compile(r'"[^"]*"')
_PRIVATE = range(0xE000, 0xF900)
"""Characters without a meaning that all agree on."""

_LOOKED_AT = 20_000


@dataclass(frozen=True, eq=False)
class CellGrid:
    """The rows of a table that are not blank.

    Attributes
    ----------
    cells : ndarray of str objects, shape (n_rows, n_columns)
    lines : ndarray of int, shape (n_rows,)
        The line of the file, from 1, on which each row begins.
    """

    cells: NDArray[Any]
    lines: NDArray[np.int64]


def read_grid(path: str | os.PathLike[str]) -> CellGrid:
    """Read the cells of a table with any of the usual delimiters.

    Raises
    ------
    UserError
        If the file cannot be read, is not text, has rows of different length or has
        fewer than two columns.
    """
    text, first = read_text(path)
    return grid_of(path, text, first, delimiter_of(text))


def read_text(path: str | os.PathLike[str]) -> tuple[str, int]:
    """Read a file from its first line that is not blank, and tell which that is."""
    return from_first_row(_text(path))


def from_first_row(text: str) -> tuple[str, int]:
    """Cut blank lines off the beginning; tell the line, from 1, that is then first."""
    # pandas takes the number of columns from the first line: it must not be blank.
    blank = re.match(r"(?:[ \t]*(?:\r\n|\r|\n))*", text)
    start = blank.end() if blank else 0
    return text[start:], _line_ends(text[:start]) + 1


def grid_of(
    path: str | os.PathLike[str], text: str, first: int, delimiter: str
) -> CellGrid:
    """Read the cells of a table, or of some of its rows.

    Parameters
    ----------
    path : path-like
        Named in messages.
    text : str
        Does not begin with a blank line.
    first : int
        The line of the file with which the text begins.
    delimiter : str
        One of `DELIMITERS`.

    Raises
    ------
    UserError
        If rows have different length, are all blank or have fewer than two columns.
    """
    text, guard = _guarded(text, delimiter)
    cells = _cells(path, text, first, delimiter)
    if cells.shape[1] < 2:
        raise UserError(
            f"{path}: has only one column: give a column per feature and one for "
            "the class"
        )
    lines = first + np.arange(len(cells))
    if '"' in text:
        breaks = _breaks(cells)
        lines += np.cumsum(breaks) - breaks
    stripped = [[cell.strip().replace(guard, "") for cell in row] for row in cells]
    cells = np.array(stripped, object)
    filled = (cells != "").any(axis=1)
    if not filled.any():
        raise empty(path)
    return CellGrid(cells[filled], lines[filled])


def _guarded(text: str, delimiter: str) -> tuple[str, str]:
    """Put a character that is nowhere else at both ends of what is quoted.

    Blanks around a cell are not meant, those within its quotes are. A mark within a
    cell, as in 5", quotes nothing.
    """
    if '"' not in text:
        return text, ""
    guard = next(one for one in map(chr, _PRIVATE) if one not in text)
    before = r"\s" if delimiter == WHITESPACE else rf"[{re.escape(delimiter)}\r\n]"
    cell = rf'((?:^|{before}) *)"([^"]*(?:""[^"]*)*)"'
    return re.sub(cell, rf'\1"{guard}\2{guard}"', text), guard


def _text(path: str | os.PathLike[str]) -> str:
    with readable(path):
        content = Path(path).read_bytes()
    text = decoded(path, content)
    if not text.strip():
        raise empty(path)
    return text


@contextmanager
def readable(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say for people why a file cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file: check the name") from None
    except IsADirectoryError:
        raise UserError(f"{path}: is a folder: give the name of a file") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {reason(error)}") from None


def decoded(path: str | os.PathLike[str], content: bytes, first: int = 1) -> str:
    """Turn what stands in a file from line `first` on into text.

    Raises
    ------
    UserError
        If it is not UTF-8 text.
    """
    if b"\0" in content:
        raise UserError(f"{path}: is not a text file: give a table as CSV text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + first
        raise UserError(
            f"{path}, line {line}: is not UTF-8 text: save the table as UTF-8"
        ) from None


def empty(path: str | os.PathLike[str]) -> UserError:
    """Say that there is nothing in a file."""
    return UserError(f"{path}: is empty: give a table with a row per sample")


def delimiter_of(text: str) -> str:
    """Choose the delimiter that cuts the most lines into one same number of cells."""
    unquoted = _QUOTED.sub("_", text[:_LOOKED_AT])
    lines = [line for line in LINE_END.split(unquoted) if line.strip()]
    agreement = {delimiter: _agreement(lines, delimiter) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=agreement.__getitem__)


def _agreement(lines: list[str], delimiter: str) -> int:
    """Count the lines with the most common number of cells; 0 if that is one."""
    by = None if delimiter == WHITESPACE else delimiter
    widths = Counter(len(line.split(by)) for line in lines)
    width, agreeing = widths.most_common(1)[0] if widths else (1, 0)
    return agreeing if width > 1 else 0


def _cells(
    path: str | os.PathLike[str], text: str, first: int, delimiter: str
) -> NDArray[Any]:
    from pandas.errors import ParserError

    try:
        return _parse(text, delimiter)
    except ParserError as error:
        message = str(error)
    if "out of memory" in message:
        raise MemoryError
    longer = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", message)
    if longer is None:
        raise UserError(f"{path}: {UNCLOSED}")
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


def _breaks(cells: NDArray[Any]) -> NDArray[np.int64]:
    """Count the line ends within the cells of each row."""
    return np.array([_line_ends(",".join(row)) for row in cells], np.int64)


def _line_ends(text: str) -> int:
    return sum(1 for _ in LINE_END.finditer(text))
