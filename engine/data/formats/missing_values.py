"""Missing values: how they are written, and what becomes of them."""

from __future__ import annotations

from engine.data.formats.read_options import OptionNeeded

MISSING = frozenset(
    ["", "?", "-", ".", "N/A", "n/a", "NA", "<NA>", "#N/A", "#NA", "NULL", "Null",
     "null", "NaN", "Nan", "nan", "NAN", "-nan", "-NaN"]
)  # fmt: skip
"""How a missing value is written: by pandas, R, SQL, Weka, SAS and Excel.

None is a level in tables of treatments and degrees; Python writes its own as nothing.
"""
SIGNS = ("+", "-")
"""Two classes, of which the second is not missing."""

WAYS_OUT = "leave their rows out or fill in the means (--missing drop, --missing mean)"
LEAVE_OUT = "leave their rows out (--missing drop)"
OTHER_TARGET = "choose another target (--target)"

FILL_IN = "fill in the means (--missing mean)"
ONLY_MEANS = f"{FILL_IN}, as every row lacks something"


def is_missing(cell: str) -> bool:
    """Tell whether a cell stands for a value that is not known."""
    return cell in MISSING


class MissingValue(OptionNeeded):
    """A value is missing where that is not allowed."""
