"""Numbers and names as they are read on screen."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from engine.data.feature_map import pretty
from engine.numbers import counted, percent, percentage, with_power

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.evaluation.error_interval import Interval


number = with_power
"""Writes a number to so many digits, 5 by default: −0.25, 1.5·10⁻⁷."""
ALIKE = 4
"""Letters at the beginning that tell nothing if all names have them."""
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(index: int) -> str:
    """Write an index below the line."""
    return str(index).translate(_SUBSCRIPTS)


def weight_names(features: Sequence[str]) -> list[str]:
    """Name the weights: w₁, w₂ of x1, x2; if other terms are there, all by terms; b.

    The offset is called so in full where a feature is called b too.
    """
    return list(_weight_names(tuple(features)))


@lru_cache(maxsize=64)
def _weight_names(features: tuple[str, ...]) -> tuple[str, ...]:
    offset = "b (offset)" if "b" in features else "b"
    numbers = [re.fullmatch(r"x(\d+)", feature) for feature in features]
    if not all(numbers):
        return (*map(pretty, features), offset)
    return (*(f"w{subscript(int(n[1]))}" for n in numbers if n), offset)


def no_boundary(step: int) -> str:
    """Say that weights of 0 have no boundary: at the start not yet."""
    return "no boundary: all weights are 0" if step else "no boundary yet"


def one_line(name: str) -> str:
    """Write a name from a file, which may have line breaks, in one line."""
    return " ".join(name.split())


def plain(text: str) -> str:
    """Write a text for a tool tip so that nothing in it is taken for HTML.

    Qt looks for a tag, or for ``&lt;``, to tell; a character that is not seen parts it.
    """
    return text.replace("<", "<\u2060").replace("&lt;", "&\u2060lt;")


def without_mnemonic(text: str) -> str:
    """Write a text for a button or a menu so that no `&` in it marks a letter."""
    return text.replace("&", "&&")


def elide_mode(names: Sequence[str]) -> Qt.TextElideMode:
    """Say where names are cut: in the middle, if only their ends tell them apart."""
    alike = len({name[:ALIKE] for name in names}) == 1
    return Qt.TextElideMode.ElideMiddle if alike else Qt.TextElideMode.ElideRight


def number_of_points(n: int) -> str:
    """Say how many points."""
    return counted(n, "point")


def percent_within(mean: float, interval: Interval) -> str:
    """Write a mean share, and the interval that it is known to, as percentages."""
    low, high = map(percentage, interval)
    return f"{percent(mean)} ({low} to {high} %)"


def amount(count: float) -> str:
    """Write a number of samples, or the sum of their weights."""
    return f"{count:,}" if isinstance(count, int) else f"{count:,.10g}"
