"""A column of a table as the weights of its samples."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import Dataset, UnusableWeight
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.data.provenance import Provenance


def weighted_by(data: Dataset, name: str) -> Dataset:
    """Take a feature away, and let the samples count as much as it says.

    Raises
    ------
    UserError
        If there is no such feature, or no other, or a value is below 0.
    """
    names = data.feature_names
    if name not in names:
        raise UserError(
            f"there is no column of numbers “{excerpt(name)}” beside the class: choose "
            f"among {', '.join(map(excerpt, names))}"
        )
    if len(names) == 1:
        raise UserError(
            f"“{excerpt(name)}” is the only feature, and none would be left to learn "
            "from: give a table with one more"
        )
    j = names.index(name)
    return Dataset(
        np.delete(data.X, j, axis=1),
        data.y,
        [other for other in names if other != name],
        data.class_names,
        data.parts,
        sample_weights=data.X[:, j],
        sample_names=data.sample_names,
        provenance=_without(data.provenance, name),
    )


def require_weights(
    X: NDArray[np.float64],
    names: Sequence[str],
    weight: str,
    where: Callable[[int], str],
) -> None:
    """Make sure that the weights of samples are not below 0, if there are some.

    Parameters
    ----------
    X : ndarray, shape (n, n_features)
        The samples as they were read, with their weights.
    names : sequence of str
        Of its columns.
    weight : str
        That of the weights; empty if there are none.
    where : callable
        Says in words where a sample, from 0, is in the file.

    Raises
    ------
    UserError
        If one is; names its place.
    """
    if weight not in names:
        return
    weights = X[:, names.index(weight)]
    if (weights < 0).any():
        row = int((weights < 0).argmax())
        fault = UnusableWeight(row, float(weights[row])).fault
        raise UserError(
            f"{where(row)}, column {excerpt(weight)}: the weight is {fault}"
        )


def _without(provenance: Provenance | None, name: str) -> Provenance | None:
    if provenance is None:
        return None
    kept = tuple(
        column for column in provenance.columns if column.feature_names != (name,)
    )
    return replace(provenance, columns=kept, unused=(*provenance.unused, name))
