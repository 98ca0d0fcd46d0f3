"""The classes of labels as they are written in files."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset, with_labels
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

UNKNOWN = -1
EXACT = 2.0**53
"""From here on a float stands for several whole numbers."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


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
        labels = sorted(set(labels))
        values = comparable(np.array(labels, dtype=object))
        # The data set knows how classes are named and numbered.
        data = Dataset(np.zeros((len(values), 1)), values)
        self.names = data.class_names
        self._numeric = all(map(is_plain, labels))
        self._codes: dict[object, int] = dict(
            zip(values.tolist(), data.y.tolist(), strict=True)
        )

    @property
    def occurring(self) -> set[int]:
        """The classes of the labels given; there are two names for one label too."""
        return set(self._codes.values())

    def codes_of(self, labels: Iterable[str]) -> NDArray[np.int64]:
        """Give the class index of each label, or UNKNOWN."""
        return np.array([self._code(label) for label in labels], dtype=np.int64)

    def _code(self, label: str) -> int:
        numeric = self._numeric and is_plain(label)
        return self._codes.get(number_of(label) if numeric else label, UNKNOWN)


def labelled(
    X: NDArray[np.float64],
    labels: Collection[str],
    which: NDArray[np.int64],
    feature_names: Sequence[str] | None = None,
) -> Dataset:
    """Make a data set of samples with labels as they are written.

    Parameters
    ----------
    X : ndarray, shape (n, n_features)
    labels : collection of str
        All that occur; of none, all samples are of the first of two classes.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    feature_names : sequence of str, optional
    """
    if not labels:
        return Dataset(X, which, feature_names, ("A", "B"))
    classes = Classes(labels)
    return Dataset(X, classes.codes_of(labels)[which], feature_names, classes.names)


def with_declared(data: Dataset, declared: Sequence[str]) -> Dataset:
    """Have both of two classes that a file declares, where one alone occurs."""
    is_one_alone = len(declared) == 2 and len(np.unique(data.y)) == 1
    return in_classes(data, declared) if is_one_alone else data


def in_classes(data: Dataset, names: Iterable[str]) -> Dataset:
    """Have all of some classes, in their order, where no other one occurs."""
    classes = Classes(names)
    codes = classes.codes_of(data.class_names)[data.y]
    return data if (codes < 0).any() else with_labels(data, codes, classes.names)


def too_many(labels: Collection[str]) -> int:
    """Count classes of labels, each given once, if they are more than are possible."""
    if len(labels) <= MOST_CLASSES:
        return 0
    n_classes = len(np.unique(comparable(np.array(list(labels), dtype=object))))
    return n_classes if n_classes > MOST_CLASSES else 0


def too_many_classes(
    path: object, column: str, count: str, others: Sequence[str]
) -> UserError:
    """Say that a column has too many different labels, and which could be classes.

    Parameters
    ----------
    path : object
    column : str
    count : str
        How many there are.
    others : sequence of str
        Columns that could be the classes, as ``--target`` takes them.
    """
    instead = "choose another target column"
    if others:
        instead += f", such as {' or '.join(others)} (--target {others[0]})"
    return UserError(
        f"{path}, column {excerpt(column)}: has {count} different labels, at most "
        f"{MOST_CLASSES} are possible: {instead}"
    )


def comparable(labels: NDArray[Any]) -> NDArray[Any]:
    """Turn labels into numbers if all are: then 1, 1.0 and +1 are one class."""
    if not all(map(is_plain, set(labels))):
        return labels
    numbers = [number_of(label) for label in labels]
    exact = any(isinstance(number, int) for number in numbers)
    return np.array(numbers, dtype=object if exact else np.float64)


def number_of(label: str) -> float | int:
    """Give the number that a plain label is; a large whole one to its last digit."""
    number = float(label)
    if abs(number) < EXACT:
        return number
    exact = Decimal(label)
    return int(exact) if exact == exact.to_integral_value() else number


def is_plain(label: str) -> bool:
    """Tell whether a label is a finite number as it is usually written."""
    return _NUMBER.fullmatch(label) is not None and bool(np.isfinite(float(label)))


def spoken_class(name: str) -> str:
    """Say that a name is a class's, unless it says so: class A, but class0."""
    line = " ".join(name.split())
    return line if line.casefold().startswith("class") else f"class {line}"
