"""Recipes of one rule that use other weights of the same run: newest, mean, votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import learner, learners
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.learners.combination import Combination


def with_combination(recipe: Recipe, combination: Combination) -> Recipe | None:
    """Give the recipe that goes through the same weights and uses others of them.

    Returns
    -------
    Recipe or None
        The recipe itself where it uses those already; None where there is no learner
        of the same rule that does.

    Examples
    --------
    >>> from engine import Recipe
    >>> with_combination(Recipe("perceptron", epochs=5), "averaged").learner
    'averaged-perceptron'
    >>> with_combination(Recipe("adaline"), "averaged").averaged
    True
    """
    if combination == combination_of(recipe):
        return recipe
    own = learner(recipe.learner)
    if own.declares("averaged"):
        possible = combination in ("last", "averaged")
        averaged = combination == "averaged"
        return recipe.replace(averaged=averaged) if possible else None
    for name in _learners_of_rule(recipe.learner):
        if learner(name).combination == combination:
            return Recipe(name, recipe.features, **dict(recipe))
    return None


def combination_of(recipe: Recipe) -> Combination:
    """Tell which weights a recipe uses, of those it goes through."""
    averaged = bool(recipe.get("averaged"))
    return "averaged" if averaged else learner(recipe.learner).combination


def _learners_of_rule(name: str) -> Iterator[str]:
    own = learner(name)
    for candidate in learners().values():
        alike = candidate.all_hyperparameters == own.all_hyperparameters
        if candidate.pull is own.pull and alike:
            yield candidate.name
