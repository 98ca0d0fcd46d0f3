"""How numbers are written in a table: the decimal sign, and what groups thousands.

A format is the decimal sign, followed by the thousands separator where there is one:
``.`` for 1234.5, ``,`` for 1234,5, ``.,`` for 1,234.5, ``,.`` for 1.234,5.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.data.dataset import LARGEST
from engine.numbers import with_hyphen

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

DECIMALS = (".", ",", ".,", ",.")
"""The formats."""

_LOOKED_AT = 1000
_SWAPPED = str.maketrans(".,", ",.")
_EXPONENT = r"([eE][+\-−]?\d+)?"
_WITH = {
    sign: re.compile(rf"[+\-−]?\d*{re.escape(sign)}\d+{_EXPONENT}") for sign in ".,"
}
"""Numbers with a fraction, by the sign before it."""
_GROUPED = {
    sign: re.compile(
        rf"[+\-−]?[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+"
        rf"(?P<fraction>{re.escape(other)}\d*)?"
    )
    for sign, other in (",.", ".,")
}
"""Numbers in groups of three digits, by the sign between these."""
_WHOLE = re.compile(r"[+\-−]?\d+")
_SIGN = r"[$€£¥₹%‰]"
_BY_BLANKS = r"\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?"
_DRESSED = re.compile(
    rf"[+\-−]?(?:{_BY_BLANKS}|{_SIGN}\s?[+\-−]?(?:{_BY_BLANKS}|[\d.,]*\d)"
    rf"|(?:{_BY_BLANKS}|\d[\d.,]*)\s?{_SIGN})"
)


def pointed(cell: str, decimal: str) -> str:
    """Write a number as Python does; one in another format comes out as none."""
    if decimal == ".":
        return cell
    if len(decimal) > 1 and _GROUPED[decimal[1]].fullmatch(cell):
        cell = cell.replace(decimal[1], "")
    return cell if decimal[0] == "." else cell.translate(_SWAPPED)


def number_in(cell: str, decimal: str = ".") -> float | None:
    """Give the number in a cell of a table; None if there is none."""
    if "−" in cell:
        cell = with_hyphen(cell)
    try:
        number = float(cell if decimal == "." else pointed(cell, decimal))
    except ValueError:
        return None
    # float() takes 1_000 for a number; a table does not.
    return None if "_" in cell else number


def is_number(cell: str, decimal: str = ".") -> bool:
    """Tell whether a cell of a table is a number."""
    return number_in(cell, decimal) is not None


def is_value(cell: str, decimal: str) -> bool:
    """Tell whether a cell is a number that can be computed with."""
    number = number_in(cell, decimal)
    return number is not None and abs(number) <= LARGEST


def is_dressed(cell: str) -> bool:
    """Tell whether a cell is a number but for what people add: $12, 12 %, 1 234,5."""
    return _DRESSED.fullmatch(cell) is not None


def doubt_of(cells: NDArray[Any], decimal: str, delimiter: str) -> str:
    """Say what of a format is a guess, in a sentence; nothing if it is none."""
    if decimal == ".,":
        return _doubt_of_commas(cells[:_LOOKED_AT], delimiter)
    if decimal != ",.":
        return ""
    points = [cell for cell in cells[:_LOOKED_AT].flat if _has(cell, ".")]
    if not points or any(_is_surely_grouped(cell, ".") for cell in points):
        return ""
    first = points[0]
    has_commas = any(_has(cell, ",") for cell in cells[:_LOOKED_AT].flat)
    why = (
        "other numbers have a comma before their fraction"
        if has_commas
        else "three digits follow every point and no number without one reaches 1000"
    )
    return (
        f"“{first}” is taken for {first.replace('.', '')}, as {why} (--decimal point "
        "if it is not)."
    )


def _doubt_of_commas(cells: NDArray[Any], delimiter: str) -> str:
    """Say that commas are taken for those of thousands, where nothing else says so."""
    columns = [column.tolist() for column in cells.T]
    grouped = [column for column in columns if any(_has(cell, ",") for cell in column)]
    # Where commas part the cells, 237 beside them is evidence enough.
    if not grouped or (
        delimiter == "," and not all(_has(cell, ",") for cell in grouped[0])
    ):
        return ""
    # A point in another column may be that of a class, such as a version.
    sure = columns if delimiter == "," else grouped
    written = [cell for column in sure for cell in column]
    if any(_has(cell, ".") or _is_surely_grouped(cell, ",") for cell in written):
        return ""
    first = next(cell for cell in grouped[0] if _has(cell, ","))
    return (
        f"“{first}” is taken for {first.replace(',', '')}, as three digits follow "
        "every comma (--decimal comma if it is not)."
    )


def decimal_of(
    cells: NDArray[Any], *, delimiter: str = "", decimal: str = "", usual: str = ""
) -> str:
    """Recognise the format of a table's numbers.

    A comma is the decimal sign if some numbers have one, and none has a point; it
    groups thousands where numbers have both, or two commas, or where three digits
    follow every comma and nothing speaks against it. A point does where numbers have
    both, or two points, or where three digits follow every point and a comma is the
    decimal sign in other columns, or semicolons part the cells and nothing without a
    point reaches 1000.

    Parameters
    ----------
    cells : ndarray of str, shape (n_rows, n_columns)
    delimiter : str, optional
        What is between the cells: a comma within a cell then was quoted.
    decimal : str, optional
        The decimal sign, if it is known, or the whole format.
    usual : str, optional
        The format of a table like this one, where the numbers leave it open.
    """
    if len(decimal) > 1:
        return decimal
    columns = [column.tolist() for column in cells[:_LOOKED_AT].T]
    written = [cell for column in columns for cell in column]
    commas = [cell for cell in written if _has(cell, ",")]
    first = next((cell for cell in written if _has(cell, ".")), "")
    if not commas and decimal != "," and not _GROUPED["."].fullmatch(first):
        return "."  # as nearly always: the other points need not be looked at
    points = [cell for cell in written if _has(cell, ".")]
    by_comma = bool(commas) and all(map(_GROUPED[","].fullmatch, commas))
    by_point = bool(points) and all(map(_GROUPED["."].fullmatch, points))
    if decimal == ".":
        return ".," if by_comma else "."
    if decimal == ",":
        return ",." if by_point else ","
    if by_comma:
        if points and by_point:
            return "."
        sure = points or any(_is_surely_grouped(cell, ",") for cell in commas)
        return ".," if sure or _seem_grouped(columns, delimiter) else "."
    sure = any(_is_surely_grouped(cell, ".") for cell in points)
    if by_point and not commas and usual.startswith(","):
        return ",."
    if by_point and delimiter == ";" and not (commas or usual):
        sure = sure or _are_below_1000(columns)
    if by_point and (sure or (commas and not _is_mixed(columns))):
        return ",."
    return "," if commas and not points else "."


def _has(cell: str, sign: str) -> bool:
    """Tell whether a cell is a number with a sign in it."""
    if sign not in cell:
        return False
    match = _WITH[sign].fullmatch(cell) or _GROUPED[sign].fullmatch(cell)
    return match is not None


def _is_surely_grouped(cell: str, sign: str) -> bool:
    match = _GROUPED[sign].fullmatch(cell)
    return match is not None and (bool(match["fraction"]) or cell.count(sign) > 1)


def _is_mixed(columns: list[list[str]]) -> bool:
    """Tell whether commas and points are signs in one column: that can be both."""
    return any(
        any(_has(cell, ",") for cell in column)
        and any(_has(cell, ".") for cell in column)
        for column in columns
    )


def _are_below_1000(columns: list[list[str]]) -> bool:
    """Tell whether beside numbers such as 1.234 there are others, all below 1000."""
    grouped = [c for c in columns if any(map(_GROUPED["."].fullmatch, c))]
    others = [cell for c in grouped for cell in c if _WHOLE.fullmatch(cell)]
    return bool(others) and all(abs(int(with_hyphen(c))) < 1000 for c in others)


def _seem_grouped(columns: list[list[str]], delimiter: str) -> bool:
    """Tell whether numbers such as 1,234 seem whole: none of 1000 lacks the comma."""
    for column in columns:
        if not any(map(_GROUPED[","].fullmatch, column)):
            continue
        whole = [int(with_hyphen(c)) for c in column if _WHOLE.fullmatch(c)]
        if any(abs(number) >= 1000 for number in whole):
            return False
        if not whole and delimiter != ",":
            return False
    return True
