"""Weight vectors of one output that vote, each so many times."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.models.linear_scores import linear_scores
from engine.models.tie import signs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.scaling import Scaling
    from engine.models.tie import Tie

SIGNS_IN_MEMORY = 4_000_000
"""Signs held in memory at a time while votes are counted."""


@dataclass(frozen=True, eq=False)
class Votes:
    """Weight vectors of one output that vote, each so many times.

    Attributes
    ----------
    weights : ndarray, shape (m, n_terms + 1)
        In data units.
    counts : ndarray, shape (m,)
    scaled : ndarray, same shape as `weights`, optional
        As trained on standardised terms: by these is voted.
    """

    weights: NDArray[np.float64]
    counts: NDArray[np.float64]
    scaled: NDArray[np.float64] | None = None

    def in_data_units(self, scaling: Scaling | None) -> Votes:
        """Turn votes as trained into votes in data units, which know both."""
        if scaling is None:
            return self
        units = scaling.to_data_units(self.weights)
        return Votes(units, self.counts, self.weights)

    def sample(self, most: int) -> Votes:
        """Let at most so many vote for all, each for an equal share of the votes."""
        if len(self.counts) <= most:
            return self
        share = (np.arange(most) + 0.5) / most * self.counts.sum()
        chosen = np.searchsorted(np.cumsum(self.counts), share)
        scaled = None if self.scaled is None else self.scaled[chosen]
        return Votes(self.weights[chosen], np.ones(most), scaled)

    @cached_property
    def merged(self) -> Votes:
        """Let equal vectors vote as one, those without a vote not at all.

        In the order of the last of each: the newest weights stay the last.
        """
        cast = self.counts > 0
        if not cast.any():
            return Votes(self.weights[-1:], self.counts[-1:])
        newest_first = self.weights[cast][::-1] + 0.0  # −0 votes as 0 does
        _, first, inverse = np.unique(
            newest_first, axis=0, return_index=True, return_inverse=True
        )
        order = np.argsort(first)[::-1]
        counts = np.bincount(inverse.ravel(), self.counts[cast][::-1])[order]
        return Votes(newest_first[first[order]], counts.astype(np.float64))

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The votes of each, as the whole numbers that they are."""
        return self.counts.astype(np.int64)

    def total(
        self, phi: NDArray[np.float64], tie: Tie = "mistake"
    ) -> NDArray[np.float64]:
        """Sum cᵢ·sign(wᵢ·φ + bᵢ) for φ (n, n_terms), as trained; returns (n,).

        Whoever has a sample on its boundary votes as the tie says: not, or for +1.
        """
        weights = self.weights if self.scaled is None else self.scaled
        total = np.zeros(len(phi))
        block = max(1, SIGNS_IN_MEMORY // max(len(phi), 1))
        for first in range(0, len(self.counts), block):
            z = linear_scores(phi, weights[first : first + block])
            total += signs(z, tie) @ self.counts[first : first + block]
        return total

    @property
    def share_of_one(self) -> float:
        """What the votes are divided by to be a score from −1 to 1."""
        return max(float(self.counts.sum()), 1.0)
