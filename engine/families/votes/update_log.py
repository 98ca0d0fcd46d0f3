"""What made the weight vectors that vote: as little as rebuilds them, to the bit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.models.votes import Votes

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class UpdateLog:
    """What made the weight vectors of one output: as little as rebuilds them.

    Each is the one before it and a multiple of a sample, to the bit.

    Attributes
    ----------
    start : ndarray, shape (n_terms + 1,)
        The first weights, the offset last.
    samples : ndarray, shape (n, n_terms + 1)
        Those of the updates, with what the offset is multiplied by; shared by outputs.
    steps : ndarray of int64, shape (m,)
        When each update was made.
    rows : ndarray of int32, shape (m,)
        Its sample.
    factors : ndarray, shape (m,)
        What multiplied it.
    """

    start: NDArray[np.float64]
    samples: NDArray[np.float64]
    steps: NDArray[np.int64]
    rows: NDArray[np.int32]
    factors: NDArray[np.float64]

    def cast_until(self, step: int) -> Votes:
        """Rebuild the vectors up to a step, with the votes that they had by then."""
        return OutputVotes(self).until(step)


class OutputVotes:
    """Weight vectors with the steps that made them, in arrays with room to grow.

    Attributes
    ----------
    former : UpdateLog
        What was made before this run.
    size : int
        Vectors so far, the first of all included.
    """

    def __init__(self, former: UpdateLog) -> None:
        self.former = former
        self._steps = np.zeros(1, np.int64)
        self._weights = former.start[None]
        self._rows: list[NDArray[np.int32]] = [np.empty(0, np.int32)]
        self._factors: list[NDArray[np.float64]] = []
        self.size = 1
        if len(former.steps):
            self._append_vectors(
                former.steps, former.factors, former.samples[former.rows]
            )

    @property
    def rows(self) -> NDArray[np.int32]:
        """The samples of this run's updates."""
        return np.concatenate(self._rows)

    @property
    def last_step(self) -> int:
        """The step that made the newest."""
        return int(self._steps[self.size - 1])

    def append(
        self,
        steps: NDArray[np.int64],
        rows: NDArray[np.int32],
        factors: NDArray[np.float64],
        samples: NDArray[np.float64],
    ) -> None:
        """Append what updates made: at these steps, by so many times these samples."""
        self._rows.append(rows)
        self._factors.append(factors)
        self._append_vectors(steps, factors, samples)

    def _append_vectors(
        self,
        steps: NDArray[np.int64],
        factors: NDArray[np.float64],
        samples: NDArray[np.float64],
    ) -> None:
        size = self.size + len(steps)
        if size > len(self._weights):
            # Not in place: others have views of the old vectors.
            self._steps = _longer(self._steps, self.size, 2 * size)
            self._weights = _longer(self._weights, self.size, 2 * size)
        self._steps[self.size : size] = steps
        made = self._weights[self.size - 1 : size]
        made[1:] = factors[:, None] * samples
        np.add.accumulate(made, axis=0, out=made)
        self.size = size

    def log(self, samples: NDArray[np.float64], used: NDArray[np.int32]) -> UpdateLog:
        """Say what all were made of.

        Parameters
        ----------
        samples : ndarray
            Those of the former log, then those used in this run.
        used : ndarray of int32, ascending
            The rows that the latter had.
        """
        former = self.former
        rows = np.searchsorted(used, self.rows) + len(former.samples)
        return UpdateLog(
            former.start,
            samples,
            self._steps[1 : self.size].copy(),
            np.concatenate([former.rows, rows.astype(np.int32)]),
            np.concatenate([former.factors, *self._factors]),
        )

    def until(self, step: int, first: int = 0) -> Votes:
        """Give those made up to a step, with the votes they had by then.

        `first` is the index of the first that is wanted.
        """
        steps = self._steps[first : self.size]
        size = int(np.searchsorted(steps, step, side="right"))
        ends = np.append(steps[1:size], step + 1)
        counts = ends - np.maximum(steps[:size], 1)
        weights = self._weights[first : first + size]
        return Votes(weights, counts.astype(np.float64))


def _longer(array: NDArray[Any], size: int, room: int) -> NDArray[Any]:
    longer = np.empty((room, *array.shape[1:]), array.dtype)
    longer[:size] = array[:size]
    return longer
