"""Weights set by hand, kept while other features, classes and learners are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.learners import learner

if TYPE_CHECKING:
    from engine import Dataset, Recipe


class ManualWeights:
    """The last weights set by hand, and what data they were for."""

    def __init__(self) -> None:
        self._last: tuple[Recipe, Dataset] | None = None

    def fit(self, recipe: Recipe, data: Dataset) -> Recipe:
        """Give the recipe with such weights as fit the data, if a hand sets them."""
        if not learner(recipe.learner).by_hand:
            return recipe
        from engine.training.manual_weights import carried

        try:
            recipe = carried(recipe, data, self._last)
        except UserError:  # a feature is missing: who records says which
            return recipe
        self._last = (recipe, data)
        return recipe
