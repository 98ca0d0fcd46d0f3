"""The path of the weights: where they have been, thinned for the eye."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.tape import Tape

MOST = 2000
"""Vertices kept; shorter runs have one for every step."""
VERTICES_PER_LOOK = 64
"""Vertices between two looks at the clock."""


class WeightPath:
    """Two weights of one output after every so many steps of a tape.

    It is rebuilt from the tape bit by bit, as far as it is asked for, and goes on with
    a tape that grows.

    Parameters
    ----------
    tape : Tape
    output : int or None
        Which row of the weights; None where they are no rows, but all in one.
    columns : tuple of int
        Which weights of that row.

    Attributes
    ----------
    spacing : int
        Steps between two vertices.
    """

    def __init__(
        self, tape: Tape, output: int | None, columns: tuple[int, int]
    ) -> None:
        self.spacing = 1
        row = () if output is None else (output,)
        self._tape, self._places_in = tape, (slice(None), *row, list(columns))
        self._places = np.empty((0, 2))

    def grow(self, step: int, max_seconds: float | None = None) -> bool:
        """Rebuild the path up to a step; tell whether it is all there.

        Parameters
        ----------
        step : int
            At most the tape's last.
        max_seconds : float, optional
            Checked after every `VERTICES_PER_LOOK` vertices.
        """
        deadline = np.inf if max_seconds is None else time.monotonic() + max_seconds
        while self._tape.steps // self.spacing > MOST:
            self.spacing *= 2
            self._places = self._places[::2]
        wanted = step // self.spacing + 1
        while (done := len(self._places)) < wanted:
            vertices = range(done, min(done + VERTICES_PER_LOOK, wanted))
            weights = self._tape.weights([k * self.spacing for k in vertices])
            self._places = np.concatenate([self._places, weights[self._places_in]])
            if time.monotonic() >= deadline:
                break
        return len(self._places) >= wanted

    def until(self, step: int) -> NDArray[np.float64]:
        """Give the vertices up to a step, as far as they are there, shape (m, 2)."""
        return self._places[: step // self.spacing + 1]
