"""An axis of epochs, whose numbers are short and end with the last."""

from __future__ import annotations

import math

from gui.plotting.axis import WholeAxis


class EpochAxis(WholeAxis):
    """Epochs, the last of them always among the ticks."""

    last = 0
    room = 40
    """Pixels that the last epoch's number keeps free of others."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple]:
        """Put the last epoch in the place of the ticks near it."""
        (spacing, values), *_ = super().tickValues(low, high, size)
        reach = self.room * (high - low) / max(size, 1)
        every = max(1, math.ceil(reach / spacing))
        spacing, values = every * spacing, values[::every]
        reach = min(reach, 0.4 * self.last)
        clear = [v for v in values if not self.last or self.last - v >= reach]
        return [(spacing, [*clear, self.last] if self.last else clear)]

    def tickStrings(self, values: list, scale: float, spacing: float) -> list[str]:
        """Write epochs as people do."""
        return [_epoch(round(value)) for value in values]


def _epoch(number: int) -> str:
    """Write an epoch's number so that it fits: 200k, 1M, but 12,345."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if number >= 10 * 1000 and number % size == 0:
            return f"{number // size:,}{letter}"
    return f"{number:,}"
