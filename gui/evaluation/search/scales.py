"""The scale of an axis on which trials stand: even, or even in powers of ten."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gui.evaluation.search.setting_text import value_words
from gui.plotting.log_plot import SERIES, tick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

EDGE = 0.05
"""Share of the axis that is free at each end."""


@dataclass(frozen=True)
class Scale:
    """From the lowest to the highest value.

    Attributes
    ----------
    low, high : float
    log : bool
        Whether equal ways are equal factors.
    whole : bool
        Whether there is nothing between whole numbers.
    """

    low: float
    high: float
    log: bool
    whole: bool

    @classmethod
    def of(cls, values: Sequence[float], log: bool) -> Scale:
        """Hold all values; logarithmic only if all are positive."""
        low, high = min(values), max(values)
        whole = all(isinstance(value, int) for value in values)
        return cls(low, high, log and low > 0, whole)

    def shares(self, values: Sequence[float]) -> NDArray[np.float64]:
        """Give the places of values, 0 at the low end of the axis and 1 at the high."""
        at = self._place(np.asarray(values, np.float64))
        low, high = self._place(np.array([self.low, self.high]))
        inside = (at - low) / (high - low) if high > low else np.full(len(at), 0.5)
        return EDGE + (1 - 2 * EDGE) * inside

    def _place(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.log10(values) if self.log else values

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Give round values, at most so many, each with its text."""
        if self.log:
            for factors in (SERIES, SERIES[:1]):
                decades = self._decades(factors)
                if 2 <= len(decades) <= most:
                    return [(value, tick(value)) for value in decades]
            if len(decades) > most:
                every = math.ceil(len(decades) / max(most, 1))
                return [(value, tick(value)) for value in decades[::every]]
        values = self._even(most)
        return [(v, value_words(int(v) if self.whole else v)) for v in values]

    def _decades(self, factors: Sequence[int]) -> list[float]:
        powers = range(
            math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1
        )
        values = [factor * 10.0**power for power in powers for factor in factors]
        near = 1 + 1e-9
        return [v for v in values if self.low / near <= v <= self.high * near]

    def _even(self, most: int) -> list[float]:
        least = (self.high - self.low) / max(most - 1, 1)
        if least <= 0:
            return [self.low]
        power = 10.0 ** math.floor(math.log10(least))
        step = next(k * power for k in (1, 2, 5, 10) if k * power >= least * (1 - 1e-9))
        step = max(step, 1.0) if self.whole else step
        first, last = math.ceil(self.low / step - 1e-9), self.high / step + 1e-9
        return [float(f"{k * step:.12g}") for k in range(first, math.floor(last) + 1)]
