"""The exponential function and its kin, so plain that loops over them vectorise.

A call into the mathematical library costs more than all else in such a loop.
"""

from __future__ import annotations

import math

import numpy as np

FAR = 700.0
"""From here on an exponential, or its inverse, is no longer a common number."""

PARTS_BITS = 6
PARTS = 2**PARTS_BITS
POWERS = np.exp2(np.arange(PARTS) / PARTS).view(np.int64)
"""Bits of 2^(j/64)."""

PARTS_PER_UNIT = PARTS / math.log(2.0)
PART_HIGH = 0.6931471803691238 / PARTS
PART_LOW = 1.9082149292705877e-10 / PARTS
"""ln 2 / 64 as a sum; a whole number times the high part is exact."""

ROUND = 1.5 * 2.0**52
"""Added to a number, leaves its nearest whole number in the lowest bits."""

EXPONENT = 52
"""Bits below the exponent of a float."""


def exp(x: float) -> float:
    """Give eˣ to two units in the last place, for |x| ≤ `FAR`.

    With k whole and r small, eˣ = 2^(k/64)·eʳ; the fraction of k/64 is looked up, its
    whole part goes into the exponent, and eʳ is a short series (Tang, Table-driven
    implementation of the exponential function, ACM TOMS 15, 1989).
    """
    rounded = x * PARTS_PER_UNIT + ROUND
    k = rounded - ROUND
    r = (x - k * PART_HIGH) - k * PART_LOW
    power = power_of_two(rounded)
    rr = r * r
    rest = (1 / 2 + r * (1 / 6)) + rr * (1 / 24 + r * (1 / 120))
    value: float = (power + power * r) + (power * rr) * rest
    return value


def power_of_two(rounded: float) -> float:
    """Give 2^(k/64) of a whole number k to which `ROUND` is added."""
    bits = np.float64(rounded).view(np.int64)
    exponent = (bits >> PARTS_BITS) << EXPONENT
    power: float = np.int64(POWERS[bits & (PARTS - 1)] + exponent).view(np.float64)
    return power


def log1p(x: float) -> float:
    """Give ln(1 + x) to four units in the last place, for 0 ≤ x ≤ 1.

    As 2·artanh(s) = 2·(s + s³/3 + s⁵/5 + …) with s = x/(2 + x) ≤ 1/3.
    """
    s = x / (2.0 + x)
    q = s * s
    tail = 1 / 25 + q * (1 / 27 + q * (1 / 29 + q * (1 / 31 + q * (1 / 33))))
    middle = 1 / 17 + q * (1 / 19 + q * (1 / 21 + q * (1 / 23 + q * tail)))
    head = 1 / 9 + q * (1 / 11 + q * (1 / 13 + q * (1 / 15 + q * middle)))
    return 2.0 * (s + s * q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * head))))


def softplus(x: float) -> float:
    """Give ln(1 + eˣ) for any x."""
    return max(x, 0.0) + log1p(exp(-min(abs(x), FAR)))
