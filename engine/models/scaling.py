"""Standardisation: mean and deviation of each term, measured block by block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Deviation = Literal["population", "sample"]

BLOCK = 32768
"""Samples that are scored or measured at a time."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Number, mean and squared deviations of samples, per term.

    Those of all samples are put together from blocks of `BLOCK` of them (Chan, Golub &
    LeVeque, Updating formulae, 1979): the same bits, whether or not all were in memory.

    Attributes
    ----------
    n : float
        Of samples with weights, these summed.
    mean : ndarray, shape (n_terms,)
        In shares of the unit.
    spread : ndarray, shape (n_terms,)
        Σ (x − mean)², in shares of the squared unit.
    unit : ndarray, shape (n_terms,)
        Powers of two near the largest numbers, whose squares would overflow.
    samples : int
        How many there are, whatever they weigh.
    """

    n: float
    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    unit: NDArray[np.float64]
    samples: int

    @classmethod
    def of(
        cls,
        phi: NDArray[np.float64],
        sample_weights: NDArray[np.float64] | None = None,
    ) -> Moments:
        """Measure one block φ (n, n_terms); a sample of weight 2 counts as two."""
        largest = np.abs(phi).max(axis=0, initial=0.0)
        unit = np.ldexp(1.0, np.frexp(np.where(largest > 0, largest, 1.0))[1] - 1)
        shares = phi / unit
        if sample_weights is not None:
            # No product of matrices, whose order of sums is the processor's own.
            n, counts = float(sample_weights.sum()), sample_weights[:, np.newaxis]
            mean = (counts * shares).sum(axis=0) / n
            spread = (counts * (shares - mean) ** 2).sum(axis=0)
            return cls(n, mean, spread, unit, len(phi))
        mean = shares.sum(axis=0) / max(len(phi), 1)
        spread = ((shares - mean) ** 2).sum(axis=0)
        return cls(len(phi), mean, spread, unit, len(phi))

    def plus(self, other: Moments) -> Moments:
        """Put the samples of another block to these."""
        n, unit = self.n + other.n, np.maximum(self.unit, other.unit)
        own_unit, other_unit = self.unit / unit, other.unit / unit
        apart = other.mean * other_unit - self.mean * own_unit
        share = other.n / (n or 1)
        spread = self.spread * own_unit**2 + other.spread * other_unit**2
        return Moments(
            n,
            self.mean * own_unit + apart * share,
            spread + apart**2 * (self.n * share),
            unit,
            self.samples + other.samples,
        )


@dataclass(frozen=True, eq=False)
class Scaling:
    """Standardisation of φ(x): (φ − mean) / scale, per term.

    Attributes
    ----------
    mean, scale : ndarray, shape (n_terms,)
        In the units of the terms; scale is positive.
    """

    mean: NDArray[np.float64]
    scale: NDArray[np.float64]

    @classmethod
    def fit(
        cls,
        phi: NDArray[np.float64],
        deviation: Deviation = "population",
        sample_weights: NDArray[np.float64] | None = None,
    ) -> Scaling:
        """Measure mean and standard deviation; a constant term has scale 1."""
        firsts = range(0, max(len(phi), 1), BLOCK)
        spans = (slice(first, first + BLOCK) for first in firsts)
        blocks = (
            Moments.of(
                phi[rows], None if sample_weights is None else sample_weights[rows]
            )
            for rows in spans
        )
        return cls.of(reduce(Moments.plus, blocks), deviation)

    @classmethod
    def of(cls, moments: Moments, deviation: Deviation = "population") -> Scaling:
        """Standardise by what was measured; a constant term has scale 1.

        The squares are divided by n, or by n − 1 for the deviation of a sample. One
        within the rounding of the mean is none (as in scikit-learn).
        """
        n, mean, unit = moments.n or 1, moments.mean, moments.unit
        variance = moments.spread / n
        rounding = moments.samples * np.finfo(np.float64).eps
        varies = variance > rounding * variance + (mean * rounding) ** 2
        divisor = n - 1 if deviation == "sample" and n > 1 else n
        scale = np.sqrt(moments.spread / divisor) * unit
        return cls(mean * unit, np.where(varies & (scale > 0), scale, 1.0))

    def apply(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Standardise φ of shape (n, n_terms)."""
        standardised: NDArray[np.float64] = (phi - self.mean) / self.scale
        return standardised

    def to_data_units(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn weights (…, n_terms + 1) on scaled terms into weights on the terms."""
        coef = weights[..., :-1] / self.scale
        offset = weights[..., -1:] - (coef * self.mean).sum(axis=-1, keepdims=True)
        return np.concatenate([coef, offset], axis=-1)

    def from_data_units(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn weights (…, n_terms + 1) on the terms into weights on scaled terms."""
        coef = weights[..., :-1]
        offset = weights[..., -1:] + (coef * self.mean).sum(axis=-1, keepdims=True)
        return np.concatenate([coef * self.scale, offset], axis=-1)
