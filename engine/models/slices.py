"""The terms that are left where all features but some are held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.feature_map import map_of
from engine.elementary import power, sin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.feature_map import FeatureMap, Term


def gathered(
    features: FeatureMap, held: NDArray[np.float64], free: Sequence[int]
) -> tuple[FeatureMap, NDArray[np.float64]]:
    """Gather the terms that differ only in a constant factor.

    Parameters
    ----------
    features : FeatureMap
    held : ndarray, shape (n_features,)
        Values of the features that are not free.
    free : sequence of int
        Indices of the features that vary.

    Returns
    -------
    FeatureMap
        Of the terms that still vary.
    ndarray, shape (n_terms + 1, terms left + 1)
        Weights @ this are the weights of these, the offset last.
    """
    place: dict[Term, int] = {}
    columns, shares = [], []
    for term in features.terms:
        part = tuple(factor for factor in term if factor.feature in free)
        columns.append(place.setdefault(part, len(place)) if part else -1)
        shares.append(_constant(term, held, free))
    gather = np.zeros((len(columns) + 1, len(place) + 1))
    gather[np.arange(len(columns)), columns] = shares
    gather[-1, -1] = 1.0
    names = [f"x{j + 1}" for j in range(len(held))]
    return map_of(tuple(place), names), gather


def _constant(term: Term, held: NDArray[np.float64], free: Sequence[int]) -> float:
    product = 1.0
    for factor in term:
        if factor.feature not in free:
            value = float(held[factor.feature])
            product *= power(sin(value) if factor.sine else value, factor.power)
    return product
