"""The samples of a data set as they are learned from: mapped, scaled, in parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import LARGEST, PART_NAMES, TRAINING, is_computable
from engine.data.dataset_cache import DatasetCache
from engine.data.feature_map import feature_map
from engine.errors import UserError
from engine.models.scaling import Scaling
from engine.numbers import number
from engine.training.loops.structures import LabelledSamples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.feature_map import FeatureMap
    from engine.models.scaling import Deviation
    from engine.training.recipe import Recipe


@dataclass(frozen=True, eq=False)
class Prepared:
    """Samples as the loops want them.

    Attributes
    ----------
    scaling : Scaling or None
    X : ndarray, shape (n, n_terms), read-only
        φ(x), standardised if there is a scaling.
    parts : tuple of LabelledSamples
        The samples to learn from, to validate and to test with; those of weight 0
        are in none.
    """

    scaling: Scaling | None
    X: NDArray[np.float64]
    parts: tuple[LabelledSamples, ...]


_recent = DatasetCache[Prepared](2)


def deviation_of(recipe: Recipe) -> Deviation | None:
    """Give by which deviation a recipe standardises; None if it does not."""
    deviation: Deviation = recipe.get("deviation", "population")
    return deviation if recipe.get("standardise") else None


def prepared(
    data: Dataset, features: FeatureMap, deviation: Deviation | None
) -> Prepared:
    """Prepare samples; the same ones once, however often the rest of a recipe changes.

    With a million samples that takes half a second.

    Raises
    ------
    UserError
        If a term is too large.
    """
    way = features, deviation
    return _recent.of(data, way, lambda: _prepared(data, features, deviation))


def _prepared(
    data: Dataset, features: FeatureMap, deviation: Deviation | None
) -> Prepared:
    phi = mapped(features, data.X)
    scaling = None
    if deviation is not None:
        rows = data.counted_rows_of(TRAINING)
        scaling = Scaling.fit(_of(rows, phi), deviation, data.weights_of(rows))
    return _ready(data, features, phi, scaling)


def prepared_as(
    data: Dataset, features: FeatureMap, scaling: Scaling | None
) -> Prepared:
    """Prepare samples by a scaling that is there already, or by none.

    Raises
    ------
    UserError
        If a term is too large.
    """
    return _ready(data, features, mapped(features, data.X), scaling)


def _ready(
    data: Dataset,
    features: FeatureMap,
    phi: NDArray[np.float64],
    scaling: Scaling | None,
) -> Prepared:
    X = phi if scaling is None else scaling.apply(phi)
    if X is not data.X or data.largest > LARGEST:
        require_computable(X, features.names)
    X.setflags(write=False)
    rows = (data.counted_rows_of(part) for part in range(len(PART_NAMES)))
    parts = tuple(
        LabelledSamples(
            _of(part_rows, X), _of(part_rows, data.y), data.weights_of(part_rows)
        )
        for part_rows in rows
    )
    return Prepared(scaling, X, parts)


def features_of(data: Dataset, recipe: Recipe) -> FeatureMap:
    """Build the map φ that the recipe asks for.

    Raises
    ------
    UserError
        If a feature is not known.
    """
    return feature_map(data.feature_names, recipe.features, squares=recipe.squares)


def mapped(features: FeatureMap, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map samples (n, n_features) to φ(x).

    Raises
    ------
    UserError
        If a term is out of the range of numbers.
    """
    with np.errstate(over="ignore"):
        phi = features.transform(X)
    # The features as they are have been looked at when the data set was made.
    if phi is not X and not np.isfinite(phi).all():
        raise UserError(
            "a power or product of the features is too large for a number: scale the "
            "data down, or choose lower powers"
        )
    return phi


def require_computable(X: NDArray[np.float64], names: Sequence[str]) -> None:
    """Make sure that no term of samples X (n, n_terms) is too large.

    Raises
    ------
    UserError
        If one is; names it.
    """
    if is_computable(X):
        return
    largest = np.abs(X).max(axis=0)
    worst = int(largest.argmax())
    raise UserError(
        f"{names[worst]} is as large as {number(float(largest[worst]))}, too large to "
        f"learn from (at most {number(LARGEST)}): scale the data down"
    )


def _of(rows: NDArray[np.int64], array: NDArray[Any]) -> NDArray[Any]:
    """Take rows, read-only; all of them without a copy."""
    if len(rows) == len(array):
        return array
    taken = array[rows]
    taken.setflags(write=False)
    return taken
