"""Lengths of vectors, also where their squares leave the range of floats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def lengths_of(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Measure vectors along the last axis.

    Divided by a power of two, which no bit is lost by, they are of a size that can be
    squared.

    >>> print(f"{lengths_of(np.array([3e200, 4e200])):g}")
    5e+200
    """
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0.0)
    unit = np.ldexp(1.0, np.frexp(np.where(largest > 0, largest, 1.0))[1] - 1)
    axis = None if vectors.ndim == 1 else -1
    lengths = np.asarray(np.linalg.norm(vectors / unit, axis=axis), np.float64)
    return np.asarray(lengths * unit[..., 0])
