"""The cells of a text table, as they stand in the file."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.formats.data_file import SHORT_DELIMITER, located
from engine.data.formats.missing_values import is_missing
from engine.data.formats.quotation import (
    DELIMITERS,
    LINE_END,
    UNKNOWN,
    WHITESPACE,
    fault_of_quotes,
    masked,
    quoted_cell,
)
from engine.data.formats.row_blocks import empty
from engine.data.formats.typed_columns import Batch
from engine.errors import UserError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

_PRIVATE = range(0xE000, 0xF900)
"""Characters without a meaning that all agree on."""

_LOOKED_AT = 20_000
_SAME_WIDTH = (
    "give every row the same columns, or leave such rows out (--bad-rows drop)"
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BLANKLESS = re.compile(r"[^ \t\r\n]+")


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
    """

    cells: NDArray[Any]
    lines: NDArray[np.int64]
    quoted: frozenset[int] = frozenset()

    @property
    def below_first(self) -> Batch:
        """The rows under the first, as columns of text."""
        return Batch([*self.cells[1:].T], self.lines[1:], "line")


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
    text, guard = _guarded(text, delimiter)
    cells = _cells(path, text, first, delimiter)
    lines = first + np.arange(len(cells))
    if '"' in text:
        breaks = _breaks(cells)
        lines += np.cumsum(breaks) - breaks
    quoted = _quoted(cells[1:], guard, delimiter) if guard else frozenset()
    stripped = [[cell.strip() for cell in row] for row in cells.tolist()]
    if guard:
        stripped = [[cell.replace(guard, "") for cell in row] for row in stripped]
    by = located(path).delimiter
    if by and delimiter == SHORT_DELIMITER:  # in quotes it stands for itself
        stripped = [[cell.replace(delimiter, by) for cell in row] for row in stripped]
    cells = np.array(stripped, object)
    filled = (cells != "").any(axis=1)
    if not filled.any():
        raise empty(path)
    return CellGrid(cells[filled], lines[filled], quoted)


def _quoted(cells: NDArray[Any], guard: str, delimiter: str) -> frozenset[int]:
    """Give the columns of which all cells are quoted or missing."""

    def is_quoted(cell: str) -> bool:
        return (guard in cell and delimiter not in cell) or is_missing(cell.strip())

    return frozenset(j for j, some in enumerate(cells.T) if all(map(is_quoted, some)))


def one_column(path: str | os.PathLike[str]) -> UserError:
    """Say that there is nothing beside one column."""
    return UserError(
        f"{path}: has only one column: give a column per feature and one for the class"
    )


def too_few(path: str | os.PathLike[str]) -> UserError:
    """Say that a table which says what its columns are lacks columns, or rows."""
    return UserError(f"{path}: give a column per feature, one for the class, rows")


def _guarded(text: str, delimiter: str) -> tuple[str, str]:
    """Put a character that is nowhere else at both ends of what is quoted.

    Blanks around a cell are not meant, those within its quotes are.
    """
    if '"' not in text:
        return text, ""
    guard = next(one for one in map(chr, _PRIVATE) if one not in text)
    return quoted_cell(delimiter).sub(rf'\1"{guard}\2{guard}\3', text), guard


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


def _cells(
    path: str | os.PathLike[str], text: str, first: int, delimiter: str
) -> NDArray[Any]:
    from pandas.errors import ParserError

    _require_rows(path, text, first, delimiter)
    try:
        return _parse(text, delimiter)
    except ParserError as error:
        if "out of memory" in str(error):
            raise MemoryError from None
        raise UserError(f"{path}: cannot be cut into cells: {error}") from None


def _require_rows(
    path: str | os.PathLike[str], text: str, first: int, delimiter: str
) -> None:
    """Refuse a quoted cell that does not end, and a row unlike the first."""

    def refused(at: int, why: str) -> UserError:
        line = first + _line_ends(text[:at])
        return UserError(f"{path}, line {line}: {why}")

    if '"' in text and (fault := fault_of_quotes(text, delimiter)):
        raise refused(*fault)
    width = first_width(text, delimiter)
    blank = '" \t\r\n' + (delimiter if delimiter != WHITESPACE else "")
    for line in _LINE.finditer(masked(text, delimiter)):
        found = _n_cells(line[0], delimiter)
        row = text[slice(*line.span())]
        if found > width or (found < width and row.strip(blank)):
            many = f"{found} cell{'s'[: found != 1]}"
            raise refused(
                line.start(),
                f"has {many} where the first row has {width}: {_SAME_WIDTH}",
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
        for row, cells in _rows(text[at:], delimiter):
            at += len(row)
            if cells is not None and (not any(cells) or is_good(cells)):
                lines.append(row)
                continue
            left_out += 1
            ends = [end.end() for end in LINE_END.finditer(row)]
            if cells is None and ends and ends[0] < len(row):
                lines.append("\n")
                at -= len(row) - ends[0]
                break
            lines.append("\n" * max(1, len(ends)))
    return "".join(lines), left_out


def first_width(text: str, delimiter: str) -> int:
    """Count the cells of the first row."""
    first = LINE_END.split(masked(text, delimiter), maxsplit=1)[0]
    return _n_cells(first, delimiter)


def _n_cells(row: str, delimiter: str) -> int:
    """Count the cells of a row, in which what is quoted is hidden."""
    if delimiter == WHITESPACE:
        return sum(1 for _ in _BLANKLESS.finditer(row))
    return row.count(delimiter) + 1


def cut_to_width(text: str, delimiter: str) -> str:
    """Put blank lines in the place of rows with other cells than the first has."""
    width = first_width(text, delimiter)
    return blank_rows(text, delimiter, lambda row: len(row) == width)[0]


def _rows(text: str, delimiter: str) -> Iterator[tuple[str, list[str] | None]]:
    """Give each row as it stands there, and its cells; none if its marks are wrong."""
    mask = masked(text, delimiter)
    for line in _LINE.finditer(mask):
        start, end = line.span()
        row = text[start:end]
        if '"' not in row:
            cells = row.split(None if delimiter == WHITESPACE else delimiter)
        elif fault_of_quotes(row, delimiter):
            yield row, None
            continue
        else:
            cells = [_unquoted(row[one]) for one in _spans(line[0], delimiter)]
        yield row, [cell.strip() for cell in cells]


def _spans(mask: str, delimiter: str) -> Iterator[slice]:
    """Give the places of the cells in a row, of which the mask is given."""
    if delimiter == WHITESPACE:
        yield from (slice(*one.span()) for one in _BLANKLESS.finditer(mask))
        return
    start = 0
    for cell in mask.split(delimiter):
        yield slice(start, start + len(cell))
        start += len(cell) + len(delimiter)


def _unquoted(cell: str) -> str:
    found = quoted_cell(UNKNOWN).match(cell)
    if found is None:
        return cell
    return found[2].replace('""', '"') + cell[found.end() :]
