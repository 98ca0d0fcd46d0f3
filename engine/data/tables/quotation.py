"""Quotation marks in tables of text: one rule for all that cuts them.

A mark quotes only where it begins a cell, after blanks if there are some, and up to the
next mark that is not doubled. Any other mark stands for itself, as in 5".
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WHITESPACE = r"\s+"
"""The delimiter of tables with blanks between the cells."""
DELIMITERS = ("\t", ";", "|", ",", WHITESPACE)
"""The delimiters that are tried, of equally good ones the first."""
UNKNOWN = "".join(DELIMITERS[:-1]) + " "
"""In place of a delimiter that is not known yet: any of them begins a cell."""
UNQUOTED = ""
"""In place of a delimiter where no mark quotes."""
UNCLOSED = "a quotation mark is never closed: close or delete it"
GOES_ON = (
    "a quoted cell goes on after the quotation mark that closes it: double that mark "
    "if it belongs to the cell, or delete it"
)
LINE_END = re.compile(r"\r\n|\r|\n")
"""Of Windows, old Macintosh, Unix."""
LINE_END_BYTES = re.compile(LINE_END.pattern.encode())

_MARK, _BLANK = ord('"'), ord(" ")
_MOST_BLANKS = 64


def is_long(delimiter: str) -> bool:
    """Tell whether a delimiter is more than one byte, as || is."""
    return delimiter != WHITESPACE and len(delimiter.encode()) > 1


@cache
def quoted_cell(delimiter: str) -> re.Pattern[str]:
    """Match a quoted cell: what is before its mark, between the marks, the second.

    The second mark is missing at the end of a text in which a cell is not closed.
    """
    rest = r'"([^"]*(?:""[^"]*)*)("|\Z)'
    return re.compile(rf"((?:\A|[{re.escape(_before(delimiter))}]) *){rest}")


@cache
def _quoted_bytes(delimiter: str) -> re.Pattern[bytes]:
    return re.compile(quoted_cell(delimiter).pattern.encode())


@cache
def _end_of_quoted(delimiter: str) -> re.Pattern[str]:
    """Match what may follow the mark that closes a cell."""
    return re.compile(rf"[^\S\r\n]*(?:[{re.escape(_before(delimiter))}]|\Z)")


def _before(delimiter: str) -> str:
    return (" \t" if delimiter == WHITESPACE else delimiter) + "\r\n"


@overload
def masked(text: str, delimiter: str) -> str: ...
@overload
def masked(text: bytes, delimiter: str) -> bytes: ...
def masked(text: str | bytes, delimiter: str) -> str | bytes:
    """Give a text of the same length with underscores for all that is quoted.

    Parameters
    ----------
    text : str or bytes
        Begins with a row.
    delimiter : str
        Of `DELIMITERS`, or `UNKNOWN`.
    """
    if isinstance(text, str):
        if '"' not in text:
            return text
        return quoted_cell(delimiter).sub(
            lambda cell: cell[1] + "_" * (len(cell[0]) - len(cell[1])), text
        )
    return _quoted_bytes(delimiter).sub(
        lambda cell: cell[1] + b"_" * (len(cell[0]) - len(cell[1])), text
    )


def first_row_end(text: bytes, delimiter: str) -> int:
    """Find where the first row of a text ends."""
    ends = (end.end() for end in LINE_END_BYTES.finditer(text))
    first = next(ends, len(text))
    if delimiter == UNQUOTED or b'"' not in text[:first]:
        return first
    if masked(text[:first], delimiter)[-1:] in b"\r\n":  # no cell goes on
        return first
    end = LINE_END_BYTES.search(masked(text, delimiter))
    return end.end() if end else len(text)


def last_row_end(text: bytes, delimiter: str) -> int:
    """Find where the last row of a text ends for certain; 0 if none does."""
    newline = b"\n" if b"\n" in text else b"\r"
    # A \r at the very end may be the first half of \r\n.
    stop = len(text) - (newline == b"\r")
    if delimiter == UNQUOTED or b'"' not in text:
        return text.rfind(newline, 0, stop) + 1
    bytes_ = np.frombuffer(text, np.uint8)
    marks = np.flatnonzero(bytes_ == _MARK)
    if not _alternate(bytes_, marks, delimiter):
        return masked(text, delimiter).rfind(newline, 0, stop) + 1
    end = text.rfind(newline, 0, stop) + 1
    while end and (before := int(np.searchsorted(marks, end))) % 2:  # within a cell
        end = text.rfind(newline, 0, int(marks[before - 1])) + 1
    return end


def _alternate(
    text: NDArray[np.uint8], marks: NDArray[np.int64], delimiter: str
) -> bool:
    """Tell whether marks open and close cells by turns: then it is enough to count.

    That is, whether every second one begins a cell or is the latter of two.
    """
    before = marks[::2] - 1
    begins = _signs(_before(delimiter))
    last = text[before]
    fits = (before < 0) | begins[last] | (last == _MARK)
    for _ in range(_MOST_BLANKS):
        if fits.all():
            return True
        before = before[~fits]
        if (text[before] != _BLANK).any():
            return False
        before -= 1
        fits = (before < 0) | begins[text[before]]
    return False


class Quotes(NamedTuple):
    """What is in quotation marks in a text.

    Attributes
    ----------
    are_sound : bool
        Every quoted cell is closed, and ends there.
    span : int
        The place of the first quoted cell with several lines; −1 if none has, or they
        are not sound.
    """

    are_sound: bool
    span: int


def quotes_of(text: bytes, delimiter: str) -> Quotes:
    """Look at the quotation marks of a text that begins with a row."""
    bytes_ = np.frombuffer(text, np.uint8)
    marks = np.flatnonzero(bytes_ == _MARK)
    ends, after = _signs(_before(delimiter) + '"'), marks[1::2] + 1
    if (
        len(marks) % 2
        or not _alternate(bytes_, marks, delimiter)
        or not ends[bytes_[after[after < len(text)]]].all()
    ):
        return _quotes_one_by_one(text, delimiter)
    lines = np.flatnonzero((bytes_ == ord("\n")) | (bytes_ == ord("\r")))
    before = np.searchsorted(marks, lines)
    inside = before[before % 2 == 1]
    return Quotes(True, int(marks[inside[0] - 1]) if len(inside) else -1)


def _signs(signs: str) -> NDArray[np.bool_]:
    """Give for each byte whether it is one of some signs."""
    is_sign = np.zeros(256, bool)
    is_sign[list(signs.encode())] = True
    return is_sign


def _quotes_one_by_one(text: bytes, delimiter: str) -> Quotes:
    if fault_of_quotes(text.decode(), delimiter):
        return Quotes(False, -1)
    cells = _quoted_bytes(delimiter).finditer(text)
    spans = (cell.start(2) - 1 for cell in cells if LINE_END_BYTES.search(cell[2]))
    return Quotes(True, next(spans, -1))


def closed_up(text: bytes, delimiter: str) -> bytes:
    """Take away the blanks before quoted cells, where marks only open and close."""
    bytes_ = np.frombuffer(text, np.uint8)
    marks = np.flatnonzero(bytes_ == _MARK)
    if not _alternate(bytes_, marks, delimiter):
        return text
    kept = np.ones(len(text), bool)
    before = marks[::2] - 1
    while len(before := before[(before >= 0) & (bytes_[before] == _BLANK)]):
        kept[before] = False
        before = before - 1
    return bytes_[kept].tobytes()


def fault_of_quotes(text: str, delimiter: str) -> tuple[int, str] | None:
    """Find the first quoted cell that is not closed, or goes on after that.

    Returns
    -------
    tuple of (int, str), optional
        Its place in the text, and what is wrong with it.
    """
    end = _end_of_quoted(delimiter)
    for cell in quoted_cell(delimiter).finditer(text):
        if not cell[3]:
            return cell.start(2) - 1, UNCLOSED
        if not end.match(text, cell.end()):
            return cell.start(2) - 1, GOES_ON
    return None
