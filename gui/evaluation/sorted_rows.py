"""Whether samples that stand sorted by class are learned in that order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine import Dataset, Recipe

SORTED = (
    "The samples stand sorted by class and are learned in that order: try order "
    "shuffled."
)
ENOUGH = 10
"""Samples a class from which such an order is no chance."""


def sorted_note(data: Dataset, recipe: Recipe) -> str:
    """Say that the order may be in the way; empty if it is not.

    Steps that shrink as 1/n, and batches of all samples, forget no class.
    """
    forgets = recipe.get("schedule") != "pegasos" and recipe.get("batch_size", 1) > 0
    if recipe.get("order") != "given" or not forgets:
        return ""
    classes = len(data.class_names)
    changes = int(np.count_nonzero(np.diff(data.y)))
    enough = data.n_samples >= ENOUGH * classes
    return SORTED if enough and changes < 2 * classes else ""
