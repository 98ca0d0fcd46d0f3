"""Weights set by hand, carried over to other features and classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.training.prepared_samples import features_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.recipe import Recipe


def with_weights(recipe: Recipe, weights: Iterable[NDArray[np.float64]]) -> Recipe:
    """Set the rows of weights, in data units, the offset last."""
    rows = [(np.asarray(row, float) + 0.0).tolist() for row in weights]  # no −0
    return recipe.replace(start=tuple(map(tuple, rows)))


def weights_of(recipe: Recipe) -> NDArray[np.float64]:
    """Give the weights set by hand; empty where none are."""
    start = recipe.get("start")
    rows = [] if isinstance(start, str) or start is None else start
    if len({len(row) for row in rows}) != 1:
        return np.empty((0, 0))
    return np.array(rows, dtype=float)


def carried(
    recipe: Recipe, data: Dataset, last: tuple[Recipe, Dataset] | None
) -> Recipe:
    """Give a recipe whose weights set by hand fit the data.

    Parameters
    ----------
    recipe : Recipe
        Of a learner whose weights are set by hand.
    data : Dataset
    last : tuple of (Recipe, Dataset), optional
        Where weights that do not fit come from: what it says on a term and a class
        is kept; everything else is 0.

    Returns
    -------
    Recipe

    Raises
    ------
    UserError
        If the recipe names a feature that the data have not.

    Notes
    -----
    One row w for two classes says as much as the rows −w and w, and two such rows
    r₁ and r₂ as much as (r₂ − r₁)/2.
    """
    terms = (*features_of(data, recipe).names, "b")
    if weights_of(recipe).shape == (data.n_outputs, len(terms)):
        return recipe
    known = {} if last is None else _said(*last)
    rows = np.array(
        [[known.get((name, term), 0.0) for term in terms] for name in data.class_names]
    )
    if data.n_outputs == 1:
        rows = (rows[1:] - rows[:1]) / 2
    return with_weights(recipe, rows)


def _said(recipe: Recipe, data: Dataset) -> dict[tuple[str, str], float]:
    """Tell the weights by (class, term)."""
    terms = (*features_of(data, recipe).names, "b")
    rows = weights_of(recipe)
    if len(rows) == 1:
        rows = np.vstack([-rows, rows])
    return {
        (name, term): weight
        for name, row in zip(data.class_names, rows.tolist(), strict=True)
        for term, weight in zip(terms, row, strict=True)
    }
