"""Where a table begins in a file: under comments, titles, a line like ``sep=;``.

And what its first row lacks: R gives the column of the rows' names none.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from engine.data.tables.csv_cells import TextRow, delimiter_of, rows_of_text
from engine.data.tables.number_format import is_number
from engine.data.tables.quotation import LINE_END, WHITESPACE

ROW_NAMES = "row names"
"""What the column of the rows' names is called, which R leaves without a name."""
MOST_TITLES = 20
"""Lines above a table that are passed over by themselves, besides comments."""

_LOOKED_AT = 20_000
_COMMENT = re.compile(r"[ \t]*(?:[#%]|//)[^\r\n]*(?:\r\n|\r|\n)")
_BLANK = re.compile(r"[ \t]*(?:\r\n|\r|\n)")
_MARK = re.compile(r"[ \t]*(?:[#%]+|//)[ \t]*")
_SEPARATOR = re.compile(r'"?sep=([,;|\t])"?[ \t]*(?:\r\n|\r|\n)', re.IGNORECASE)


class Start(NamedTuple):
    """How many lines of a text are above its table, and what is between the cells."""

    lines: int
    delimiter: str


def start_of(text: str, delimiter: str = "") -> Start:
    """Find where a table begins.

    Passed over are comments, a line ``sep=;``, and titles: lines without a number, with
    fewer cells than most lines have, or with one cell that is filled; and a first line
    much shorter than all others, which are alike.

    Parameters
    ----------
    text : str
        Begins with a line that is not blank.
    delimiter : str, optional
        Default as recognised.
    """
    separator = _SEPARATOR.match(text)
    begun = at = comments = separator.end() if separator else 0
    while match := _COMMENT.match(text, at) or _BLANK.match(text, at):
        at = match.end()
        comments = at if _COMMENT.match(match[0]) else comments
    delimiter = (
        delimiter or (separator[1] if separator else "") or delimiter_of(text[at:])
    )
    rows = _rows(text[at:], delimiter)
    width = _width(rows)
    if not rows or width < 2:
        return Start(_lines(text[:begun]), delimiter)
    if comments > begun:
        return _below_comments(text[:at], rows, width, delimiter)
    return Start(_lines(text[:at]) + _titles(rows, width), delimiter)


def _below_comments(
    above: str, rows: list[list[str]], width: int, delimiter: str
) -> Start:
    """Take the last comment for the header, if it has as many cells as the rows."""
    lines = above.splitlines()
    last = max(i for i, line in enumerate(lines) if _MARK.match(line))
    whole, bare = (
        _cells(line, delimiter) for line in (lines[last], _MARK.sub("", lines[last], 1))
    )
    named = any(len(cells) == width and _are_words(cells) for cells in (whole, bare))
    if named and not _are_words(rows[0]):
        return Start(last, delimiter)
    return Start(len(lines) + _titles(rows, width), delimiter)


def _titles(rows: list[list[str]], width: int) -> int:
    """Count the lines above the first that has the cells of the table."""
    for i, cells in enumerate(rows[: MOST_TITLES + 1]):
        filled = [cell for cell in cells if cell]
        below = rows[i + 1 : i + 3]
        if _lacks_name(cells, below, width):
            return i
        lone = width > 2 and len(filled) == 1 and i + 1 < len(rows)
        if len(cells) >= width and filled and not lone:
            return i
        # Numbers of samples and features may stand above rows that are all alike.
        counted = i == 0 and len(cells) < width - 1 and len(rows) > MOST_TITLES
        alike = counted and all(len(row) == width for row in rows[1:])
        if not _are_words(cells) and not lone and not alike:
            return 0
    return 0


def mended(text: str, delimiter: str) -> str:
    """Give the text of a table with a first row that has all its cells.

    A header that lacks the name of the first column, as R writes it, gets one; one that
    lacks the delimiter at the end of all rows gets that; one that alone has it loses
    it; of one in a comment the mark is taken away.

    Parameters
    ----------
    text : str
        Begins with the first row.
    delimiter : str
        One of `DELIMITERS`.
    """
    rows = _rows(text, delimiter)
    width = _width(rows[1:])
    if not rows or width < 2:
        return text
    mark = _MARK.match(text)
    if mark and mark.end():
        bare = text[mark.end() :]
        if len(rows[0]) != width or mark[0].strip() != mark[0]:
            text, rows = bare, _rows(bare, delimiter)
    if delimiter != WHITESPACE and rows[0][-1:] == [""] and len(rows[0]) == width + 1:
        first, end, others = _first_line(text)
        return first.rstrip().removesuffix(delimiter) + end + others
    if not _lacks_name(rows[0], rows[1:], width):
        return text
    if not any(row[-1] for row in rows[1:] if len(row) == width):
        first, end, others = _first_line(text)
        return first + delimiter + end + others
    between = " " if delimiter == WHITESPACE else delimiter
    return f'"{ROW_NAMES}"{between}{text.lstrip(" ")}'


def _first_line(text: str) -> tuple[str, str, str]:
    """Part the first line, its end, and what follows."""
    end = LINE_END.search(text)
    if end is None:
        return text, "", ""
    return text[: end.start()], end[0], text[end.end() :]


def _lacks_name(first: list[str], below: list[list[str]], width: int) -> bool:
    """Tell whether a row is a header with one cell fewer than the rows under it."""
    rows = [row for row in below if any(row)]
    return (
        len(first) == width - 1
        and bool(rows)
        and all(len(row) == width for row in rows[:2])
        and _are_words(first)
        and all(first)
        and len({*first}) == len(first)
        and not _are_words(rows[0])
        and (_are_names([row[0] for row in rows]) or not rows[0][-1])
    )


def _are_names(cells: list[str]) -> bool:
    """Tell whether cells can name rows: all different, words or whole numbers."""
    fractions = not _are_words([cell for cell in cells if not cell.isdecimal()])
    return len({*cells}) == len(cells) and not fractions


def _are_words(cells: list[str]) -> bool:
    return not any(is_number(cell) or is_number(cell, ",") for cell in cells)


def _width(rows: list[list[str]]) -> int:
    """Give the most common number of cells."""
    widths = Counter(len(row) for row in rows if any(row))
    return widths.most_common(1)[0][0] if widths else 0


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """Cut the first lines into cells."""
    rows = [_bare(row) for row in rows_of_text(text[:_LOOKED_AT], delimiter)]
    if len(text) > _LOOKED_AT:
        rows.pop()
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def _cells(line: str, delimiter: str) -> list[str]:
    return next(map(_bare, rows_of_text(line, delimiter)), [""])


def _bare(row: TextRow) -> list[str]:
    """Give cells without the marks that stand alone at their ends."""
    return [cell.strip().strip('"') for cell in row.cells]


def _lines(text: str) -> int:
    return sum(1 for _ in LINE_END.finditer(text))
