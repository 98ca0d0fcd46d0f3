"""Missing values: how they are written, and what becomes of them."""

from __future__ import annotations

from engine.errors import UserError

MISSING = frozenset(
    ["", "?", "-", ".", "N/A", "n/a", "NA", "<NA>", "#N/A", "#NA", "NULL", "Null",
     "null", "None", "none", "NaN", "Nan", "nan", "NAN", "-nan", "-NaN"]
)  # fmt: skip
"""How a missing value is written: as pandas reads it, and as Weka, SAS and Excel."""
SIGNS = ("+", "-")
"""Two classes, of which the second is not missing."""

WAYS_OUT = "leave their rows out or fill in the means (--missing drop, --missing mean)"


def is_missing(cell: str) -> bool:
    """Tell whether a cell stands for a value that is not known."""
    return cell in MISSING


class MissingValue(UserError):
    """A value is missing where that is not allowed."""
