"""Numbers and lists as they are read, on screen and in formulas."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS = 5
"""With five, a hand calculation agrees."""
MOST_WITH_POWER = 3
"""Digits of a large number that is shorter with a power of ten: 1.25e6, but 1234000."""
MOST_WITH_DECIMALS = 1e15
"""From here on a float has none to tell: it is written with a power of ten."""
MOST_PLACES = 6
"""Of a percentage that would otherwise look like none or all."""
_RAISED = str.maketrans("0123456789−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def figures(value: float, digits: int = DIGITS) -> tuple[str, int]:
    """Round a finite number to so many digits.

    Returns
    -------
    str, int
        Figures and a power of ten, which is 0 unless the number is very large or
        very small: −2e−7 is ("-2", -7).
    """
    size = abs(value)
    if size and not 1e-4 <= size < 1e6:
        figure, power = f"{value:.{digits - 1}e}".split("e")
        return _trimmed(figure), int(power)
    places = digits - 1 - math.floor(math.log10(size)) if size else 0
    return _trimmed(f"{value + 0.0:.{max(0, places)}f}"), 0


def number(value: float, digits: int = DIGITS) -> str:
    """Write a number as text, with a true minus."""
    if not math.isfinite(value):
        text = f"{value}".replace("inf", "∞")
    else:
        figure, power = figures(value, digits)
        text = f"{figure}e{power}" if power else figure
    return text.replace("-", "−")


def digits_between(value: float, spacing: float) -> int:
    """Give the digits that a number needs to be told from those a spacing away."""
    if abs(value) < spacing:
        return 1
    return _power(value) - _power(spacing) + 1


def spaced(value: float, spacing: float) -> str:
    """Write one of evenly spaced numbers: with the digits their spacing needs, no more.

    A very large or small one has a power of ten where that is shorter.
    """
    size, digits = abs(value), digits_between(value, spacing)
    if (digits <= MOST_WITH_POWER and size >= 1e6) or 0 < size < 1e-4 or size >= 1e15:
        figure, power = f"{value:.{digits - 1}e}".split("e")
        text = f"{_trimmed(figure)}e{int(power)}"
    else:
        text = _trimmed(f"{value + 0.0:.{max(0, -_power(spacing))}f}")
    return text.replace("-", "−")


def _power(value: float) -> int:
    """Give the power of ten of a number's first digit; 0.999… counts as 1."""
    return math.floor(math.log10(abs(value)) + 1e-9)


def with_hyphen(text: str) -> str:
    """Write the minus of a number as programs read it."""
    return text.replace("−", "-")


def with_power(value: float, digits: int = DIGITS) -> str:
    """Write a number within a text: a very large or small one with a power of ten."""
    figure, _, power = number(value, digits).partition("e")
    return f"{figure}·10{power.translate(_RAISED)}" if power else figure


def decimals(value: float, places: int) -> str:
    """Write a number with so many decimals, a half rounded up as by hand.

    One that is too large to have any is written as `number` does.

    A float that stands for 28.75 may lie a little below it: what the twelfth digit
    does not show is taken for the error of a float.
    """
    if not math.isfinite(value):
        return f"{value}"
    if abs(value) >= MOST_WITH_DECIMALS:
        return with_hyphen(number(value))
    exact = Decimal(f"{value:.12g}")
    rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return f"{rounded + 0:f}"  # without the sign of what is rounded to zero


def rounded_down(value: float, digits: int) -> float:
    """Give the number of so many digits that is not above a positive one.

    The error of a float is left out as in `decimals`: 0.19999999999999998 is 0.2.
    """
    if not math.isfinite(value):
        return value
    exact = Decimal(f"{value:.12g}")
    last = Decimal(1).scaleb(exact.adjusted() + 1 - digits)
    return float(exact.quantize(last, ROUND_FLOOR))


def percentage(share: float, places: int = 1) -> str:
    """Write a share as a percentage, without its sign.

    It has more places where it would otherwise be taken for none or for all.
    """
    text = decimals(100 * share, places)
    while 0 < share < 1 and float(text) in (0, 100) and places < MOST_PLACES:
        places += 1
        text = decimals(100 * share, places)
    return text


def percent(share: float, places: int = 1) -> str:
    """Write a share as a percentage."""
    return f"{percentage(share, places)} %"


def counted(n: int, noun: str) -> str:
    """Say how many there are."""
    return f"{n:,} {plural(noun, n)}"


def plural(noun: str, n: int) -> str:
    """Write a noun as it stands after a number: 1 class, 2 classes."""
    if n == 1:
        return noun
    return noun + ("es" if noun.endswith("s") else "s")


def enumerated(names: Sequence[str], word: str) -> str:
    """List names, the last after “and” or “or”."""
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def _trimmed(figure: str) -> str:
    return figure.rstrip("0").rstrip(".") if "." in figure else figure
