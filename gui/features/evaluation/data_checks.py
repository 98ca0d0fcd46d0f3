"""Checks of samples before they are learned: what prevents it, what may spoil it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TEST, TRAINING
from engine.diagnosis.sample_order import is_sorted_by_class
from engine.learners import learner

if TYPE_CHECKING:
    from engine import Dataset, Recipe

NO_DATA = "Draw points of two classes: there is nothing to learn from yet."
ONE_CLASS = "All samples are of one class: draw some of another."
NOT_TRAINED = "The training part has only one class: nothing can be learned."
TEST_ONLY = "Outside the test part there is only one class: nothing can be learned."


def why_not_trainable(
    data: Dataset, recipe: Recipe, *, by_folds: bool = True, one_class: bool = False
) -> str:
    """Say in words why nothing can be computed; empty if nothing is in the way.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
    by_folds : bool
        Whether the validation part is dealt out to folds, and so learned from as well.
    one_class : bool
        Whether samples that are all of one class can be judged too.
    """
    own = learner(recipe.learner)
    if own.by_hand:
        return (
            f"{own.title} learns nothing, its weights are set by hand: choose another "
            "learner in the set-up."
        )
    if not data.n_samples:
        return NO_DATA
    if len(np.unique(data.y)) < 2:
        return "" if one_class else ONE_CLASS
    learned = data.parts != TEST if by_folds else data.parts == TRAINING
    if data.sample_weights is not None:
        learned &= data.sample_weights > 0
    if len(np.unique(data.y[learned])) < 2:
        return TEST_ONLY if by_folds else NOT_TRAINED
    return ""


SORTED = (
    "The samples stand sorted by class and are learned in that order: try order "
    "shuffled."
)


def sorted_order_note(data: Dataset, recipe: Recipe) -> str:
    """Say that the order may be in the way; empty if it is not."""
    codes = data.y[data.parts != TEST]
    return SORTED if is_sorted_by_class(codes, recipe) else ""
