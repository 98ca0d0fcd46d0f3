"""Where one stands in a run, by which the place is found again in another."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine import Dataset, Frame, Recipe, Tape


@dataclass(frozen=True, eq=False)
class Anchor:
    """A place in a run: its end, or an epoch and a sample, or a share of it.

    Attributes
    ----------
    data : Dataset
        Of the run.
    recipe : Recipe
        Likewise.
    step : int
    epoch : int
        0 at the start.
    row : int
        The last sample that the step looked at; −1 at the start.
    share : float
        Of the steps of the run.
    at_end : bool
    """

    data: Dataset
    recipe: Recipe
    step: int
    epoch: int
    row: int
    share: float
    at_end: bool

    @classmethod
    def of(cls, tape: Tape, frame: Frame) -> Anchor:
        """Hold the place of a frame of a recording."""
        rows, step = frame.rows, frame.step
        return cls(
            tape.data,
            tape.recipe,
            step,
            frame.epoch,
            int(rows[-1]) if len(rows) else -1,
            step / max(1, tape.steps),
            at_end=tape.finished and 0 < step == tape.steps,
        )

    def step_in(self, tape: Tape) -> int:
        """Give the step of a recording; of what is yet to be recorded one beyond it."""
        if self.at_end:
            return sys.maxsize
        if not self.epoch:
            return 0
        if self._is_visited_alike(tape) and not tape.finished:
            return self.step
        finished, end = tape.finished, self.epoch * tape.problem.steps_per_epoch
        if not finished and tape.steps < end:
            return end
        row = self._row_in(tape.data)
        step = None if row is None else tape.step_of(self.epoch, row)
        return round(self.share * tape.steps) if step is None else step

    def _is_visited_alike(self, tape: Tape) -> bool:
        """Tell whether a run looks at the same sample in each step: one was moved."""
        data, before = tape.data, self.data
        return (
            tape.recipe == self.recipe
            and data.parts is before.parts
            and data.sample_weights is before.sample_weights
        )

    def _row_in(self, data: Dataset) -> int | None:
        """Find the sample: where there are as many, it may have been moved."""
        row, before = self.row, self.data
        if data.n_samples == before.n_samples:
            return row
        if data.n_features != before.n_features:
            return None
        x = before.X[row]
        if row < data.n_samples and np.array_equal(data.X[row], x):
            return row
        same = np.flatnonzero((x == data.X).all(axis=1))
        return int(same[np.abs(same - row).argmin()]) if len(same) else None
