"""A stream as a run: one pass over the samples in the order in which they came.

A run is a function of data and recipe. With the recipe of a stream its first steps do
not depend on later samples: append some, record anew, and the learner has gone on from
where it was, bit for bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from engine.training.recipe import Recipe

TAKEN: dict[str, Any] = {
    "epochs": 1,
    "order": "given",
    "batch_size": 1,
    "stop_without_mistake": False,
    "target_error": None,
    "least_change": None,
    "standardise": False,
}
"""What a stream decides: the rest of it would look at samples that are yet to come."""


def streamed(recipe: Recipe) -> Recipe:
    """Make the recipe by which a learner learns from a stream.

    Examples
    --------
    >>> from engine import Recipe
    >>> streamed(Recipe("perceptron", epochs=20, order="shuffled")).epochs
    1
    """
    known = {name for name, _ in recipe}
    return recipe.replace(**{k: v for k, v in TAKEN.items() if k in known})
