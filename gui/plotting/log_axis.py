"""An axis of powers of ten: the numbers on it are the logarithms of those written."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg

from gui.style.text import number

SERIES = (1, 2, 5)
ROOM, ROOM_UP = 54, 22
"""Pixels that a number keeps free of others, across and up."""


class LogAxis(pg.AxisItem):
    """Has ticks at 1, 2, 5, 10 …, or only at powers of ten where there is less room.

    Attributes
    ----------
    least : float
        The logarithm below which there are no ticks.
    """

    least = -np.inf

    def tickValues(self, low: float, high: float, size: float) -> list[tuple]:
        """Choose the finest series that there is room for."""
        decades = range(math.floor(low), math.ceil(high) + 1)
        per_decade = size / max(high - low, 1e-9)
        room = ROOM if self.orientation == "bottom" else ROOM_UP
        fine = per_decade * math.log10(2) >= room
        every = max(1, math.ceil(room / per_decade))
        factors = SERIES if fine else (1,)
        values = [
            decade + math.log10(factor)
            for decade in decades
            if decade % every == 0
            for factor in factors
        ]
        return [(1.0, [x for x in values if max(low, self.least - 1e-9) <= x <= high])]

    def tickStrings(self, values: list, scale: float, spacing: float) -> list[str]:
        """Write the numbers as people do."""
        return [tick(10.0**value) for value in values]


def tick(value: float) -> str:
    """Write a number of one digit: 0.001, 20, 5,000; beyond that as a power."""
    power = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10.0**power)
    if -4 <= power < 0:
        return f"{value:.{-power}f}"
    if 0 <= power < 6:
        return f"{digit * 10**power:,}"
    return number(float(f"{digit}e{power}"))


def log10(values: object) -> np.ndarray:
    """Give the places of numbers on such an axis."""
    return np.log10(np.asarray(values, np.float64))
