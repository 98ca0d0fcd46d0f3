"""Whether the order of the samples hinders learning: one class after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import MOST_CLASSES

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from engine.training.recipe import Recipe

FEWEST = 10
"""Steps from which on an epoch stays long enough with one class."""
SOME = 10_000
"""Samples that are looked at first: of a million most are never looked at."""


def is_sorted_by_class(codes: NDArray[np.integer[Any]], recipe: Recipe) -> bool:
    """Tell whether the steps of an epoch see all of one class, then all of the next.

    So it is with many files. The weights follow one class, then another; a shuffled
    order has all classes in turn. A schedule makes that less, but not nothing: where η
    falls as 1/n the first class has the longest steps. A step that looks at all samples
    at once has no order.

    Parameters
    ----------
    codes : ndarray of int, shape (n,)
        The classes of the samples to learn from, as they stand.
    recipe : Recipe

    Examples
    --------
    >>> from engine import Recipe
    >>> codes = np.repeat([0, 1], 10)
    >>> is_sorted_by_class(codes, Recipe())
    True
    >>> is_sorted_by_class(codes, Recipe(order="shuffled"))
    False
    >>> is_sorted_by_class(codes, Recipe("adaline", batch_size=0))
    False
    """
    if recipe.get("order") != "given":
        return False
    if _changes(codes[:SOME]) >= MOST_CLASSES:
        return False
    batch = recipe.get("batch_size", 1) or len(codes)
    counts = np.bincount(codes)
    counts = counts[counts > 0]
    alone = len(counts) > 1 and _changes(codes) == len(counts) - 1
    return bool(alone and counts.min() // batch >= FEWEST)


def _changes(codes: NDArray[np.integer[Any]]) -> int:
    """Count how often the next sample is of another class."""
    return int(np.count_nonzero(codes[1:] != codes[:-1]))
