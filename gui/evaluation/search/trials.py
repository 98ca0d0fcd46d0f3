"""The trials of a search as dots: where each is, and its error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.learners import learner
from gui.evaluation.search.scales import Scale
from gui.evaluation.search.setting_text import name_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.evaluation.search import ErrorTable, SearchOutcome
    from engine.training.recipe import Recipe

FULL = 0.5
"""Share of the cells of a heatmap that have a recipe, from which it reads well."""


@dataclass(frozen=True, eq=False)
class Trials:
    """Two hyperparameters of each recipe that is through, the worst first.

    Attributes
    ----------
    names : (str, str)
        What is across and up.
    scales : (Scale, Scale)
    shares : ndarray, shape (n, 2)
        Where each trial is along the axes, 0 … 1.
    mean : ndarray, shape (n,)
    places : ndarray of int, shape (n,)
        Of the recipes in the results.
    """

    names: tuple[str, str]
    scales: tuple[Scale, Scale]
    shares: NDArray[np.float64]
    mean: NDArray[np.float64]
    places: NDArray[np.intp]

    @classmethod
    def of(cls, results: SearchOutcome, across: str, up: str) -> Trials:
        """Lay out what is known of the results."""
        recipes, places = results.recipes, results.ranking[::-1]
        scales, shares = [], []
        for name in (across, up):
            values = [getattr(recipe, name) for recipe in recipes]
            scale = Scale.of(values, _is_log(recipes[0], name))
            scales.append(scale)
            shares.append(scale.shares(values)[places])
        return cls(
            (name_of(recipes[0], across), name_of(recipes[0], up)),
            (scales[0], scales[1]),
            np.column_stack(shares),
            results.mean[places],
            places,
        )

    @property
    def best(self) -> int | None:
        """The trial with the lowest error: the last one."""
        return len(self.places) - 1 if len(self.places) else None


def are_scattered(results: SearchOutcome, shown: ErrorTable) -> bool:
    """Tell whether a heatmap would be mostly empty, of numbers that have a place."""
    if not all(map(_is_number, (*shown.columns, *shown.rows))):
        return False
    names = shown.across, shown.up
    pairs = {tuple(getattr(recipe, n) for n in names) for recipe in results.recipes}
    return len(pairs) < FULL * len(shown.columns) * len(shown.rows)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_log(recipe: Recipe, name: str) -> bool:
    parameters = learner(recipe.learner).all_hyperparameters
    return any(parameter.name == name and parameter.log for parameter in parameters)
