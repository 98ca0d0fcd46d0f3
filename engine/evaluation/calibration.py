"""Calibration: whether what is given a probability comes true as often as it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 10
"""Equal parts of 0 … 1 into which probabilities are sorted."""


class ReliabilityCurve(NamedTuple):
    """A point for each bin in which there are samples.

    Attributes
    ----------
    predicted : ndarray, shape (m,)
        The mean of the probabilities in it.
    observed : ndarray, shape (m,)
        The share of its samples that are of the class.
    samples : ndarray, shape (m,)
        How many there are in it, or their weight.
    """

    predicted: NDArray[np.float64]
    observed: NDArray[np.float64]
    samples: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Calibration:
    """Sums over the samples in each bin, for each class; those of blocks are added.

    Attributes
    ----------
    samples, probabilities, observed : ndarray, shape (n_classes, BINS)
        How many there are, the sum of their probabilities, and how many of them are of
        the class; by their weights, where they have some.
    """

    samples: NDArray[np.float64]
    probabilities: NDArray[np.float64]
    observed: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        probabilities: NDArray[np.float64],
        y: NDArray[np.integer[Any]],
        sample_weights: NDArray[np.float64] | None = None,
    ) -> Calibration:
        """Sort the probabilities (n, n_classes) of samples of classes y into bins."""
        n, n_classes = probabilities.shape
        edges = np.linspace(0.0, 1.0, BINS + 1)[1:-1]
        cells = np.searchsorted(edges, probabilities) + BINS * np.arange(n_classes)
        weights = np.ones(n) if sample_weights is None else sample_weights
        of = y[:, None] == np.arange(n_classes)
        sums = (
            np.bincount(
                cells.ravel(),
                (values * weights[:, None]).ravel(),
                minlength=n_classes * BINS,
            )
            .astype(np.float64)
            .reshape(n_classes, BINS)
            for values in (np.ones((n, n_classes)), probabilities, of)
        )
        return cls(*sums)

    def __add__(self, other: Calibration) -> Calibration:
        """Add the samples of another block."""
        return Calibration(
            self.samples + other.samples,
            self.probabilities + other.probabilities,
            self.observed + other.observed,
        )

    def curve(self, code: int) -> ReliabilityCurve:
        """Give the reliability curve of a class against the rest."""
        there = self.samples[code] > 0
        samples = self.samples[code, there]
        return ReliabilityCurve(
            self.probabilities[code, there] / samples,
            self.observed[code, there] / samples,
            samples,
        )


def brier_losses(
    probabilities: NDArray[np.float64], y: NDArray[np.integer[Any]]
) -> NDArray[np.float64]:
    """Give each sample's part of the Brier score, (n,): 0 is best.

    The squares of what each class's probability is off, summed; of two classes, whose
    squares are equal, one of them, as scikit-learn has it (Brier, 1950).

    Parameters
    ----------
    probabilities : ndarray, shape (n, n_classes)
    y : ndarray of int, shape (n,)
    """
    n_classes = probabilities.shape[1]
    off = probabilities - (y[:, None] == np.arange(n_classes))
    losses: NDArray[np.float64] = (off**2).sum(axis=1) / (2 if n_classes == 2 else 1)
    return losses
