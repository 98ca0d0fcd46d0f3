"""Tables as CSV, their cells kept from being formulas in a spreadsheet if wanted.

As OWASP advises against CSV injection: an apostrophe before them. Numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_BEGINS = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def csv_bytes(rows: Iterable[Iterable[Any]], *, safe: bool = False) -> bytes:
    """Write a table; safe, none of its cells is a formula."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerows(map(harmless, rows) if safe else rows)
    return text.getvalue().encode()


def harmless(row: Iterable[Any]) -> list[Any]:
    """Give a row of cells, those of text with an apostrophe where they need it.

    Examples
    --------
    >>> harmless(["a", "=1+1", "-1.5", -1.5])
    ['a', "'=1+1", '-1.5', -1.5]
    """
    return [f"'{cell}" if _is_formula(cell) else cell for cell in row]


def _is_formula(cell: Any) -> bool:
    text = isinstance(cell, str) and _BEGINS.match(cell)
    return bool(text) and not _NUMBER.fullmatch(cell)
