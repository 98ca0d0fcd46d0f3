"""A number as it is typed for a point."""

from __future__ import annotations

import math

from engine.data.dataset import LARGEST
from engine.errors import UserError
from engine.numbers import number


def read_number(text: str) -> float:
    """Read a number with a point or a comma.

    Raises
    ------
    UserError
        If it is none, is not finite or too large to learn from.
    """
    typed = text.strip()
    try:
        value = float(typed.replace("−", "-").replace(",", "."))
    except ValueError:
        value = math.nan
    if math.isnan(value) or "_" in typed:
        raise UserError(f"“{typed}” is not a number, such as 1.5 or -2")
    if math.isinf(value) and "inf" in typed.lower():
        raise UserError(f"“{typed}” is not a finite number, such as 1.5 or -2")
    if abs(value) > LARGEST:
        raise UserError(f"“{typed}” is too large: at most {number(LARGEST)}")
    return value
