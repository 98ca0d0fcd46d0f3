"""The classes of a table that is read in pieces: known before any learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.cells import comparable, is_plain
from engine.data.dataset import MOST_CLASSES, Dataset

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

UNKNOWN = -1


class Classes:
    """Class names, and the code of every label as it is written in a file.

    Parameters
    ----------
    labels : iterable of str
        All that there are, in any order, at least one. As in a table that is read
        whole, classes are sorted, and labels that are all numbers compared as such.

    Attributes
    ----------
    names : tuple of str

    Raises
    ------
    UserError
        If there are too many classes.
    """

    def __init__(self, labels: Iterable[str]) -> None:
        found = comparable(np.array(sorted(set(labels)), dtype=object))
        # The data set knows how classes are named and numbered.
        data = Dataset(np.zeros((len(found), 1)), found)
        self.names = data.class_names
        self._numeric = found.dtype.kind == "f"
        self._codes: dict[object, int] = dict(
            zip(found.tolist(), data.y.tolist(), strict=True)
        )

    @property
    def occurring(self) -> set[int]:
        """The classes of the labels given; there are two names for one label too."""
        return set(self._codes.values())

    def codes_of(self, labels: list[str]) -> NDArray[np.int64]:
        """Give the class index of each label, or UNKNOWN."""
        return np.array([self._code(label) for label in labels], dtype=np.int64)

    def _code(self, label: str) -> int:
        numeric = self._numeric and is_plain(label)
        return self._codes.get(float(label) if numeric else label, UNKNOWN)


def too_many(labels: set[str]) -> bool:
    """Tell whether labels are of more classes than are possible."""
    if len(labels) <= MOST_CLASSES:
        return False
    return len(np.unique(comparable(np.array(list(labels), dtype=object)))) > (
        MOST_CLASSES
    )
