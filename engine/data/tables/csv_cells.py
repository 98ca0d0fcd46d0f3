"""The cells of a text table, as they stand in the file."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data.tables.data_file import SHORT_DELIMITER, located
from engine.data.tables.missing_values import is_missing
from engine.data.tables.quotation import (
    DELIMITERS,
    LINE_END,
    UNKNOWN,
    WHITESPACE,
    fault_of_quotes,
    masked,
    quoted_cell,
)
from engine.data.tables.row_blocks import empty
from engine.data.tables.typed_columns import texts_of
from engine.errors import UserError
from engine.numbers import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.tables.typed_columns import Batch

_LOOKED_AT = 20_000
_SAME_WIDTH = (
    "give every row the same columns, or leave such rows out (--bad-rows drop)"
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BLANKLESS = re.compile(r"[^ \t\r\n]+")
_QUOTED_CELL = quoted_cell(UNKNOWN)


@dataclass(frozen=True, eq=False)
class CellGrid:
    """The rows of a table that are not blank.

    Attributes
    ----------
    cells : ndarray of str objects, shape (n_rows, n_columns)
    lines : ndarray of int, shape (n_rows,)
        The line of the file, from 1, on which each row begins.
    quoted : frozenset of int
        Columns of which all cells below the first row are in quotation marks, though
        they need none, or missing.
    written : sequence of sequence of str
        The rows with the blanks around their cells, where there are some; else empty.
    """

    cells: NDArray[Any]
    lines: NDArray[np.int64]
    quoted: frozenset[int] = frozenset()
    written: Sequence[Sequence[str]] = ()

    @classmethod
    def of(cls, names: Sequence[str], batch: Batch, line: int) -> CellGrid:
        """Give names, which stand on a line, and typed columns as text under them."""
        columns = zip(names, map(texts_of, batch.columns), strict=True)
        cells = np.array([[name, *texts] for name, texts in columns], object).T
        return cls(cells, np.append(line, batch.lines))


def grid_of(
    path: str | os.PathLike[str],
    text: str,
    first: int,
    delimiter: str,
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
        If rows have different length or are all blank.
    """

    def refused(line: int, why: str) -> UserError:
        return UserError(f"{path}, line {line}: {why}")

    if '"' in text and (fault := fault_of_quotes(text, delimiter)):
        at, why = fault
        raise refused(first + _line_ends(text[:at]), why)
    width, line = first_width(text, delimiter), first
    rows, lines = [], []
    for row in rows_of_text(text, delimiter):
        n = len(row.cells)
        if n > width or (n < width and any(row.cells)):
            raise refused(
                line,
                f"has {counted(n, 'cell')} where the first row has {width}: "
                f"{_SAME_WIDTH}",
            )
        if any(row.cells):
            rows.append(row)
            lines.append(line)
        line += _line_ends(row.text) if '"' in row.text else 1
    if not rows:
        raise empty(path)
    cells = np.array([row.cells for row in rows], object)
    if (by := located(path).delimiter) and delimiter == SHORT_DELIMITER:
        # In quotes it stands for itself.
        replaced = [[cell.replace(delimiter, by) for cell in row] for row in cells]
        cells = np.array(replaced, object)
    quoted = _quoted(rows[1:], width, delimiter) if '"' in text else frozenset()
    has_blanks = any(row.written != row.cells for row in rows)
    written = [row.written for row in rows] if has_blanks else []
    return CellGrid(cells, np.array(lines, np.int64), quoted, written)


def _quoted(rows: Sequence[TextRow], width: int, delimiter: str) -> frozenset[int]:
    """Give the columns of which all cells are quoted without need, or missing."""

    def is_quoted(row: TextRow, j: int) -> bool:
        cell = row.cells[j]
        return (j in row.quoted and delimiter not in cell) or is_missing(cell)

    columns = range(width)
    return frozenset(j for j in columns if all(is_quoted(row, j) for row in rows))


def delimiter_of(text: str) -> str:
    """Choose the delimiter that cuts the most lines into one same number of cells."""
    unquoted = masked(text[:_LOOKED_AT], UNKNOWN)
    lines = [line for line in LINE_END.split(unquoted) if line.strip()]
    agreement = {delimiter: _agreement(lines, delimiter) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=agreement.__getitem__)


def _agreement(lines: list[str], delimiter: str) -> int:
    """Count the lines with the most common number of cells; 0 if that is one."""
    if delimiter == WHITESPACE:
        widths = Counter(len(line.split()) for line in lines)
    else:
        widths = Counter(line.count(delimiter) + 1 for line in lines)
    width, agreeing = widths.most_common(1)[0] if widths else (1, 0)
    return agreeing if width > 1 else 0


def _line_ends(text: str) -> int:
    return sum(1 for _ in LINE_END.finditer(text))


def blank_rows(
    text: str, delimiter: str, is_good: Callable[[Sequence[str]], bool]
) -> tuple[str, int]:
    """Put blank lines in the place of some rows; count those.

    What follows keeps its line, and what is blank is no row. Of a row in which marks do
    not quote as they should only the first line is left out: the others are rows.

    Parameters
    ----------
    text : str
        Whole rows.
    delimiter : str
        One of `DELIMITERS`.
    is_good : callable
        Tells of the cells of a row whether it stays.
    """
    lines, left_out, at = [], 0, 0
    while at < len(text):
        for row in rows_of_text(text[at:], delimiter):
            at += len(row.text)
            if row.is_sound and (not any(row.cells) or is_good(row.cells)):
                lines.append(row.text)
                continue
            left_out += 1
            ends = [end.end() for end in LINE_END.finditer(row.text)]
            if not row.is_sound and ends and ends[0] < len(row.text):
                lines.append("\n")
                at -= len(row.text) - ends[0]
                break
            lines.append("\n" * max(1, len(ends)))
    return "".join(lines), left_out


def first_width(text: str, delimiter: str) -> int:
    """Count the cells of the first row."""
    return len(next(rows_of_text(text, delimiter)).cells) if text else 1


def cut_to_width(text: str, delimiter: str) -> str:
    """Put blank lines in the place of rows with other cells than the first has."""
    width = first_width(text, delimiter)
    return blank_rows(text, delimiter, lambda row: len(row) == width)[0]


class TextRow(NamedTuple):
    """A row of a text.

    Attributes
    ----------
    text : str
        As it stands there, with the end of its line.
    cells : list of str
        Without blanks around them; those within quotation marks are meant.
    written : list of str
        The same cells with these blanks.
    quoted : frozenset of int
        Which of them are in quotation marks.
    is_sound : bool
        Its marks quote as they should.
    """

    text: str
    cells: list[str]
    written: list[str]
    quoted: frozenset[int] = frozenset()
    is_sound: bool = True


def rows_of_text(text: str, delimiter: str) -> Iterator[TextRow]:
    """Cut a text into rows and cells.

    Parameters
    ----------
    text : str
        Begins with a row.
    delimiter : str
        One of `DELIMITERS`.
    """
    mask = masked(text, delimiter)
    for line in _LINE.finditer(mask):
        start, end = line.span()
        row = text[start:end]
        if '"' in row:
            yield _row_with_marks(row, line[0], delimiter)
            continue
        by_blanks = delimiter == WHITESPACE
        line_of_cells = row.rstrip("\r\n")
        cells = _BLANKLESS.findall(row) if by_blanks else line_of_cells.split(delimiter)
        yield TextRow(row, [cell.strip() for cell in cells], cells)


def _row_with_marks(row: str, mask: str, delimiter: str) -> TextRow:
    cells, written, quoted = [], [], set()
    for j, place in enumerate(_spans(mask, delimiter)):
        match = _QUOTED_CELL.match(row[place])
        if match is None:
            cells.append(row[place].strip())
            written.append(row[place].rstrip("\r\n"))
        else:
            rest = row[place][match.end() :].strip()
            cells.append(match[2].replace('""', '"') + rest)
            written.append(cells[-1])
            quoted.add(j)
    is_sound = fault_of_quotes(row, delimiter) is None
    return TextRow(row, cells, written, frozenset(quoted), is_sound)


def _spans(mask: str, delimiter: str) -> Iterator[slice]:
    """Give the places of the cells in a row, of which the mask is given."""
    if delimiter == WHITESPACE:
        yield from (slice(*cell.span()) for cell in _BLANKLESS.finditer(mask))
        return
    start = 0
    for cell in mask.split(delimiter):
        yield slice(start, start + len(cell))
        start += len(cell) + len(delimiter)
