"""Weights set by hand, carried over to other features and classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.training.prepared_samples import features_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.recipe import Recipe

FEWEST = 2
"""Samples between which a boundary can begin."""


def with_weights(recipe: Recipe, weights: Iterable[NDArray[np.float64]]) -> Recipe:
    """Set the rows of weights, in data units, the offset last."""
    rows = [(np.asarray(row, float) + 0.0).tolist() for row in weights]  # no −0
    return recipe.replace(start=tuple(map(tuple, rows)))


def weights_of(recipe: Recipe) -> NDArray[np.float64]:
    """Give the weights set by hand; empty where none are."""
    rows = rows_of(recipe)
    return np.array(rows) if len({*map(len, rows)}) == 1 else np.empty((0, 0))


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
        is kept; everything else is 0. Where it says nothing there is a boundary
        through the middle of the samples, if there are two.

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
    rule = learner(recipe.learner)
    if not rule.is_linear:
        return _carried_to_layers(recipe, data) if rule.by_hand else recipe
    if last is not None and not learner(last[0].learner).is_linear:
        last = None
    terms = (*features_of(data, recipe).names, "b")
    weights = weights_of(recipe)
    untouched = last is not None and last[1].n_samples < FEWEST and not weights.any()
    if weights.shape == (data.n_outputs, len(terms)) and not untouched:
        return recipe
    known = {} if last is None or untouched else _said(*last)
    named = {(name, term) for name in data.class_names for term in terms[:-1]}
    rows = np.array(
        [[known.get((name, term), 0.0) for term in terms] for name in data.class_names]
    )
    if data.n_outputs == 1:
        rows = (rows[1:] - rows[:1]) / 2
    if named.isdisjoint(known) and data.n_samples >= FEWEST:
        rows = _first_rows(terms, data, offset=recipe.offset)
    return with_weights(recipe, rows)


def rows_of(recipe: Recipe) -> list[NDArray[np.float64]]:
    """Give the rows set by hand, of whatever lengths; empty where none are."""
    start = recipe.get("start")
    if start is None or isinstance(start, str):
        return []
    return [np.array(row, float) for row in start]


def _carried_to_layers(recipe: Recipe, data: Dataset) -> Recipe:
    """Give a network's recipe rows that fit, those that it has or some to begin with.

    Each hidden unit begins with a line through the middle of the samples, turned a
    little from that of the unit before; the output asks that all of them fire, of more
    classes each that its own unit does.
    """
    names = features_of(data, recipe).names
    settings = recipe.rule_settings
    lengths = learner(recipe.learner).rows(len(names), data.n_outputs, settings)
    if tuple(map(len, rows_of(recipe))) == lengths or data.n_samples < FEWEST:
        return recipe
    hidden = int(recipe.hidden)
    first = _first_rows((*names, "b"), data, offset=recipe.offset, lines=hidden)
    outputs = np.zeros((data.n_outputs, hidden + 1))
    if data.n_outputs == 1:
        outputs[0] = 1.0
        outputs[0, -1] = (0.5 - hidden) if recipe.offset else 0.0
    else:
        for k in range(data.n_outputs):
            outputs[k, k % hidden] = 1.0
    return with_weights(recipe, (*first, *outputs))


def _first_rows(
    terms: Sequence[str], data: Dataset, *, offset: bool, lines: int = 0
) -> NDArray[np.float64]:
    """Give weights to begin with: a boundary through the middle of the samples.

    Of two classes an upright one, the second class rather at its right; of more the
    classes lie around the middle, the first at the right. For units of a network give
    so many `lines`, each turned from the one before.
    """
    rows = np.zeros((lines or data.n_outputs, len(terms)))
    seen = [
        (terms.index(name), j)
        for j, name in enumerate(data.feature_names)
        if name in terms
    ][:2]
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    middle = (low / 2 + high / 2).round(2)
    if data.n_outputs == 1 and not lines:
        for column, j in seen[:1]:
            ahead = data.X[data.y == 1, j] >= middle[j]
            rows[0, column] = 1.0 if not ahead.size or ahead.mean() >= 1 / 2 else -1.0
    else:
        turn = np.pi if lines else 2 * np.pi
        angles = turn * np.arange(len(rows)) / len(rows)
        for (column, _), part in zip(seen, (np.cos, np.sin), strict=False):
            rows[:, column] = part(angles).round(3)
    if offset:
        for column, j in seen:
            rows[:, -1] -= (rows[:, column] * middle[j]).round(3)
    return rows


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
