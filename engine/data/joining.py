"""Samples of another data set added to those that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.edits import Add, Replace
from engine.data.formats.cells import comparable
from engine.data.formats.layout import shown
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.edits import Edit


def joined(data: Dataset, more: Dataset, named: bool = True) -> Edit:
    """Make the edit that appends samples; their classes join those that are there.

    Parameters
    ----------
    data, more : Dataset
    named : bool
        Features go by their names, in any order; else by their places.

    Raises
    ------
    UserError
        If the features are not the same, or there are too many classes.
    """
    columns = _columns(data, more, named)
    old, counts = data.class_names, more.counts
    met = [name for name, n in zip(more.class_names, counts, strict=True) if n]
    names = old if set(met) <= set(old) else _sorted({*old, *met})
    if len(names) > MOST_CLASSES:
        raise UserError(
            f"together they have {len(names)} classes: at most {MOST_CLASSES} are "
            "possible"
        )
    code = {name: i for i, name in enumerate(names)}
    X = more.X[:, columns]
    y = np.array([code.get(name, 0) for name in more.class_names])[more.y]
    if names == old:
        return Add(X, y)
    before = np.array([code[name] for name in old])[data.y]
    parts = np.append(data.parts, more.parts)
    all_X, all_y = np.vstack([data.X, X]), np.append(before, y)
    return Replace(Dataset(all_X, all_y, data.feature_names, names, parts))


def same_names(data: Dataset, more: Dataset) -> bool:
    """Tell whether features can go by their names, in any order."""
    return set(more.feature_names) == set(data.feature_names)


def _columns(data: Dataset, more: Dataset, named: bool) -> list[int]:
    """Find for each feature its column among the new samples."""
    if more.n_features != data.n_features:
        raise UserError(
            f"the points have {data.n_features} feature{'s'[: data.n_features != 1]}, "
            f"these have {more.n_features}"
        )
    if not named:
        return list(range(more.n_features))
    if not same_names(data, more):
        ours = ", ".join(map(shown, data.feature_names))
        theirs = ", ".join(map(shown, more.feature_names))
        raise UserError(f"the points have the features {ours}, these have {theirs}")
    return [more.feature_names.index(name) for name in data.feature_names]


def _sorted(names: set[str]) -> tuple[str, ...]:
    """Sort names as a table's labels are: as numbers, if all are."""
    some = np.array(sorted(names), dtype=object)
    return tuple(some[np.argsort(comparable(some), kind="stable")].tolist())
