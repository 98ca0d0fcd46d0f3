"""Kernels: products of features that need not be written out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

KernelName = Literal["rbf", "polynomial", "linear"]
PAIRS_IN_CACHE = 200_000
"""Kernels of pairs that are in memory together: they stay in the processor's cache."""


class Kernel(NamedTuple):
    """A kernel with its numbers, of which each reads its own.

    Attributes
    ----------
    name : {"rbf", "polynomial", "linear"}
        ``exp(−γ‖u − v‖²)``, ``(u·v + c)^degree``, ``u·v``.
    gamma, degree, constant
        γ, the degree, c.
    """

    name: KernelName
    gamma: float = 1.0
    degree: int = 2
    constant: float = 1.0

    def of_pairs(self, U: Array, V: Array) -> Array:
        """Give K(u, v) for all rows u of U (n, d) and v of V (m, d): (n, m)."""
        products: Array = U @ V.T
        if self.name == "linear":
            return products
        with np.errstate(over="ignore", invalid="ignore"):
            if self.name == "polynomial":
                products += self.constant
                powers = products.copy()
                for _ in range(self.degree - 1):
                    powers *= products
                return powers
            squares = (U * U).sum(axis=1)[:, None] + (V * V).sum(axis=1)
            products *= -2.0
            products += squares
            np.maximum(products, 0.0, out=products)
            products *= -self.gamma
            return np.exp(products, out=products)


def kernel_scores(
    kernel: Kernel, X: Array, samples: Array, weights: Array, intercept: Array
) -> Array:
    """Score samples X (n, d): b + Σᵢ wᵢ·K(xᵢ, x) for each output.

    Parameters
    ----------
    kernel : Kernel
    X : ndarray, shape (n, d)
    samples : ndarray, shape (m, d)
        xᵢ.
    weights : ndarray, shape (n_outputs, m)
    intercept : ndarray, shape (n_outputs,)

    Returns
    -------
    ndarray, shape (n, n_outputs)
    """
    scores = np.empty((len(X), len(weights)))
    rows = max(1, PAIRS_IN_CACHE // max(1, len(samples)))
    with np.errstate(over="ignore", invalid="ignore"):
        for first in range(0, len(X), rows):
            block = slice(first, first + rows)
            pairs = kernel.of_pairs(X[block], samples)
            scores[block] = pairs @ weights.T + intercept
    return scores
