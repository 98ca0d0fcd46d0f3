"""Edits of the classes themselves: another name or colour, one of two, one less."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import Dataset, colours_for, with_labels
from engine.data.edits import Remove, Replace
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST = 2


def rename_class(data: Dataset, code: int, name: str) -> Replace:
    """Call a class otherwise; its samples and its place stay.

    Raises
    ------
    UserError
        If the name is empty, or another class has it.
    """
    names = list(data.class_names)
    if not name.strip():
        raise UserError("a class needs a name: type one")
    if name in names and names.index(name) != code:
        raise UserError(
            f"there is a class “{excerpt(name)}” already: choose another name, or join "
            "the two classes"
        )
    names[code] = name
    return Replace(with_labels(data, data.y, tuple(names), data.class_colours))


def recolour_class(data: Dataset, code: int, colour: int) -> Replace:
    """Give a class another colour; the class that has it gets the former one."""
    colours = list(data.class_colours or range(len(data.class_names)))
    former = colours[code]
    swapped = [former if own == colour else own for own in colours]
    swapped[code] = colour
    return Replace(with_labels(data, data.y, data.class_names, tuple(swapped)))


def join_classes(data: Dataset, code: int, other: int) -> Replace:
    """Let the samples of a class be samples of another, and the class be gone.

    Raises
    ------
    UserError
        If there are but two classes.
    """
    return Replace(_without(data, code, np.where(data.y == code, other, data.y)))


def remove_class(data: Dataset, code: int) -> Replace:
    """Take a class out with its samples.

    Raises
    ------
    UserError
        If there are but two classes.
    """
    rest = Remove(np.flatnonzero(data.y == code)).apply(data)
    return Replace(_without(rest, code, rest.y))


def _without(data: Dataset, code: int, y: NDArray[np.int64]) -> Dataset:
    """Drop a class of which no label is left."""
    kept = [other for other in range(len(data.class_names)) if other != code]
    if len(kept) < FEWEST:
        raise UserError("two classes are the fewest: add a class before you remove one")
    names = tuple(data.class_names[other] for other in kept)
    return with_labels(
        data, y - (y > code), names, colours_for(data.class_colours, kept)
    )


def renamed(before: Dataset, after: Dataset) -> dict[str, str]:
    """Tell which classes are called otherwise: the former names, and the new ones.

    None are, where the labels are not the same.
    """
    former, names = before.class_names, after.class_names
    if len(former) != len(names) or not np.array_equal(before.y, after.y):
        return {}
    pairs = zip(former, names, strict=True)
    return {old: new for old, new in pairs if old != new}
