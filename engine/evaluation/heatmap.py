"""The results of a search over two hyperparameters, as a table of colours needs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.evaluation.search import Results
    from engine.training.recipe import Recipe


@dataclass(frozen=True, eq=False)
class Heatmap:
    """The lowest mean error for each pair of values.

    Attributes
    ----------
    across, up : str
        The two hyperparameters.
    columns, rows : tuple
        Their values, sorted where they are numbers.
    mean : ndarray, shape (n_rows, n_columns)
        Of the best recipe with both values; NaN where none is through.
    places : ndarray of int, same shape
        The place of that recipe in the results, or −1.
    """

    across: str
    up: str
    columns: tuple[Any, ...]
    rows: tuple[Any, ...]
    mean: NDArray[np.float64]
    places: NDArray[np.intp]


def heatmap(results: Results, across: str, up: str) -> Heatmap:
    """Lay the results out over two hyperparameters; of any others the best counts."""
    columns, rows = values_of(results, across), values_of(results, up)
    places = np.full((len(rows), len(columns)), -1, np.intp)
    mean = np.full(places.shape, np.nan)
    for place in results.ranking.tolist():
        recipe = results.recipes[place]
        cell = rows.index(setting(recipe, up)), columns.index(setting(recipe, across))
        if places[cell] < 0:
            places[cell], mean[cell] = place, results.mean[place]
    return Heatmap(across, up, columns, rows, mean, places)


def values_of(results: Results, name: str) -> tuple[Any, ...]:
    """Give the values that a hyperparameter has in the results, numbers sorted."""
    found = dict.fromkeys(setting(recipe, name) for recipe in results.recipes)
    if all(isinstance(value, int | float) for value in found):
        return tuple(sorted(found))
    return tuple(found)


def setting(recipe: Recipe, name: str) -> Any:
    """Give the value of a hyperparameter, or the terms under ``features``."""
    return getattr(recipe, name)
