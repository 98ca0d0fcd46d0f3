"""What stands in the way of judging a recipe by folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TEST
from engine.learners import learner

if TYPE_CHECKING:
    from engine import Dataset
    from engine.training.recipe import Recipe

NO_DATA = "Draw points of two classes: there is nothing to learn from yet."
TEST_ONLY = "Outside the test part there is only one class: nothing can be learned."


def obstacle(data: Dataset, recipe: Recipe) -> str:
    """Say in words why nothing can be computed; empty if nothing is in the way."""
    own = learner(recipe.learner)
    if own.by_hand:
        return (
            f"{own.title} learns nothing, its weights are set by hand: choose another "
            "learner in the set-up."
        )
    if len(np.unique(data.y)) < 2:
        return NO_DATA
    if len(np.unique(data.y[data.parts != TEST])) < 2:
        return TEST_ONLY
    return ""
