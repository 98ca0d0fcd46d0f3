"""Cells of text that a spreadsheet would take for formulas, kept from being any.

As OWASP advises against CSV injection: an apostrophe before them. Numbers stay numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_BEGINS = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


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
