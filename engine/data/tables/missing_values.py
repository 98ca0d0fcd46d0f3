"""Missing values: how they are written, and what becomes of them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.read_options import OptionNeeded

if TYPE_CHECKING:
    from engine.data.provenance import Missing

MISSING = frozenset(
    ["", "?", "-", ".", "N/A", "n/a", "NA", "<NA>", "#N/A", "#NA", "NULL", "Null",
     "null", "NaN", "Nan", "nan", "NAN", "-nan", "-NaN", "#DIV/0!", "#VALUE!", "#REF!",
     "#NAME?", "#NUM!", "#NULL!"]
)  # fmt: skip
"""How a missing value is written: by pandas, R, SQL, Weka, SAS, Excel; its errors.

None is a level in tables of treatments and degrees; Python writes its own as nothing.
"""
NAMES_TOO = frozenset(["NA", "N/A", "n/a"])
"""Those that are also names: North America, sodium, not applicable.

Where a file has a value for what is missing, and these beside it, they are meant.
"""
SIGNS = ("+", "-")
"""Two classes, of which the second is not missing."""

_GAP = b"<NA>"
_INTEGER = re.compile(r"[+-]?\d+")
WAYS_OUT = "leave such rows out or fill in the means (--missing drop, --missing mean)"
LEAVE_OUT = "leave such rows out (--missing drop)"
OTHER_TARGET = "choose another target (--target)"

FILL_IN = "fill in the means (--missing mean)"
ONLY_MEANS = f"{FILL_IN}, as every row lacks something"


def is_missing(cell: str) -> bool:
    """Tell whether a cell stands for a value that is not known."""
    return cell in MISSING


def with_gaps(text: bytes, delimiter: str, words: tuple[str, ...]) -> bytes:
    """Write <NA> in place of cells that are one of some words.

    A number is also found with zeros after its point or comma.

    Parameters
    ----------
    text : bytes
        Whole rows in UTF-8.
    delimiter : str
        Between the cells.
    words : tuple of str
    """
    if not words:
        return text
    return _gap(delimiter, words).sub(
        lambda cell: cell[0] if cell[1] is None else cell[1] + _GAP, text
    )


@cache
def _gap(delimiter: str, words: tuple[str, ...]) -> re.Pattern[bytes]:
    """Match a cell that is one of some words, or a quoted one, which is passed over."""
    by = " \t" if delimiter == WHITESPACE else delimiter
    point = r"\." if delimiter == "," else "[.,]"
    after = rf"(?:{point}0*)?"
    zeros = {word: after if _INTEGER.fullmatch(word) else "" for word in words}
    word = "|".join(re.escape(word) + zeros[word] for word in words)
    around = rf"[{re.escape(by)}\r\n]"
    begin, end = rf"(?:\A|{around}) *", rf"(?= *(?:{around}|\Z))"
    quoted = r'"[^"]*(?:""[^"]*)*"'
    return re.compile(
        rf'({begin})(?:"(?:{word})"|(?:{word})){end}|{begin}{quoted}'.encode()
    )


class MissingValue(OptionNeeded):
    """A value is missing where that is not allowed.

    Attributes
    ----------
    rows : int
        How many lack something; 0 if that is not known.
    ways_out : tuple of {"drop", "mean"}
        What would do.
    """

    rows = 0
    ways_out: tuple[Missing, ...] = ("drop", "mean")
