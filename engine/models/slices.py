"""A model where all features but some are held: the same scores from fewer terms."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.feature_map import map_of
from engine.models.model import Model, Votes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.feature_map import Factor, Term


def on_slice(model: Model, held: NDArray[np.float64], free: Sequence[int]) -> Model:
    """Gather the terms that differ only in a constant factor.

    With two of 30 features free, the 495 terms of degree 2 are five and the offset.

    Parameters
    ----------
    model : Model
    held : ndarray, shape (n_features,)
        Values of the features that are not free.
    free : sequence of int
        Indices of the features that vary.

    Returns
    -------
    Model
        Scores samples as `model` does where they have the held values.
    """
    if len(held) == len(free) or model.features.is_linear:
        return model
    place: dict[Term, int] = {}
    columns, shares = [], []
    for term in model.features.terms:
        part = tuple(factor for factor in term if factor.feature in free)
        columns.append(place.setdefault(part, len(place)) if part else -1)
        shares.append(_constant(term, held, free))
    gather = np.zeros((len(columns) + 1, len(place) + 1))
    gather[np.arange(len(columns)), columns] = shares
    gather[-1, -1] = 1.0
    terms = tuple(place)
    names = [f"x{j + 1}" for j in range(len(held))]
    votes = model.votes and tuple(
        Votes(one.weights @ gather, one.counts) for one in model.votes
    )
    return replace(
        model,
        features=map_of(terms, names),
        weights=model.weights @ gather,
        scaled_weights=model.weights @ gather,
        scaling=None,
        votes=votes,
    )


def _constant(
    term: tuple[Factor, ...], held: NDArray[np.float64], free: Sequence[int]
) -> float:
    product = 1.0
    for factor in term:
        if factor.feature not in free:
            value = float(held[factor.feature])
            product *= (math.sin(value) if factor.sine else value) ** factor.power
    return product
