"""The classes of labels as they are written in files."""

from __future__ import annotations

import re
from decimal import Decimal
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset, with_labels
from engine.errors import UserError, excerpt
from engine.numbers import with_hyphen

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

UNKNOWN = -1
EXACT = 2.0**53
"""From here on a float stands for several whole numbers."""
LabelKind = Literal["", "number", "category"]
"""What a file says of labels: nothing, that they are numbers, that they are none."""
_WRITTEN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_NUMBER = re.compile(
    r"[+-]?(?:(?:0|[1-9]\d*)(?:[eE][+-]\d+)?"
    r"|(?:(?:0|[1-9]\d*)\.\d*|\.\d+)(?:[eE][+-]?\d+)?)"
)
"""As programs write numbers: 007 and 1E5 are codes."""


class Classes:
    """Class names, and the code of every label as it is written in a file.

    Parameters
    ----------
    labels : iterable of str
        All that there are, in any order, at least one. As in a table that is read
        whole, classes are sorted, and labels that are all numbers compared as such.
    kind : {"", "number", "category"}
        What the file says of them.
    strict : bool
        No other spelling of a number is of its class.

    Attributes
    ----------
    names : tuple of str

    Raises
    ------
    UserError
        If there are too many classes.
    """

    def __init__(
        self, labels: Iterable[str], kind: LabelKind = "", *, strict: bool = False
    ) -> None:
        labels = sorted(set(labels))
        values = comparable(np.array(labels, dtype=object), kind)
        # The data set knows how classes are named.
        data = Dataset(np.zeros((len(values), 1)), values)
        # Of one class alone the other is none that was read.
        self.names = (
            data.class_names if len({*values}) == 1 else in_order(data.class_names)
        )
        codes = [self.names.index(data.class_names[code]) for code in data.y.tolist()]
        self._numeric = not isinstance(values[0], str)
        self._codes: dict[object, int] = dict(zip(values.tolist(), codes, strict=True))
        self._known = frozenset(labels) if strict else None

    @property
    def occurring(self) -> set[int]:
        """The classes of the labels given; there are two names for one label too."""
        return set(self._codes.values())

    def codes_of(self, labels: Iterable[str]) -> NDArray[np.int64]:
        """Give the class index of each label, or UNKNOWN."""
        return np.array([self._code(label) for label in labels], dtype=np.int64)

    def _code(self, label: str) -> int:
        if self._known is not None and label not in self._known:
            return UNKNOWN
        numeric = self._numeric and is_plain(label)
        return self._codes.get(number_of(label) if numeric else label, UNKNOWN)


def labelled(
    X: NDArray[np.float64],
    labels: Collection[str],
    which: NDArray[np.int64],
    feature_names: Sequence[str] | None = None,
    kind: LabelKind = "",
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
    kind : {"", "number", "category"}
        What the file says of the labels.
    """
    if not labels:
        return Dataset(X, which, feature_names, ("A", "B"))
    classes = Classes(labels, kind)
    return Dataset(X, classes.codes_of(labels)[which], feature_names, classes.names)


def with_declared(data: Dataset, declared: Sequence[str]) -> Dataset:
    """Have both of two classes that a file declares, where one alone occurs."""
    is_one_alone = len(declared) == 2 and len(np.unique(data.y)) == 1
    return in_classes(data, declared) if is_one_alone else data


def in_classes(data: Dataset, names: Iterable[str]) -> Dataset:
    """Have all of some classes, in their order, where no other one occurs."""
    classes = Classes(names, "category")
    codes = classes.codes_of(data.class_names)[data.y]
    return data if (codes < 0).any() else with_labels(data, codes, classes.names)


def too_many(labels: Collection[str], kind: LabelKind = "") -> int:
    """Count classes of labels, each given once, if they are more than are possible."""
    if len(labels) <= MOST_CLASSES:
        return 0
    n_classes = len(np.unique(comparable(np.array(list(labels), object), kind)))
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
    else:
        instead += " (--target)"
    return UserError(
        f"{path}, column {excerpt(column)}: has {count} different labels, at most "
        f"{MOST_CLASSES} are possible: {instead}"
    )


def comparable(labels: NDArray[Any], kind: LabelKind = "") -> NDArray[Any]:
    """Turn labels into numbers if all are: then 1.0 is the class 1.

    Unless the file says that they are numbers, none of them may be written in two
    ways: 1.1 and 1.10 are two versions.
    """
    different = {*labels}
    if kind == "category" or not all(map(is_plain, different)):
        return labels
    if kind == "" and len({*map(number_of, different)}) < len(different):
        return labels
    numbers = [number_of(label) for label in labels]
    exact = any(isinstance(number, int) for number in numbers)
    return np.array(numbers, dtype=object if exact else np.float64)


def told_apart(labels: Iterable[str], kind: LabelKind) -> str:
    """Say that labels are kept apart that are one number; nothing if there are none."""
    different = sorted({*labels})
    if kind or not all(map(_WRITTEN.fullmatch, map(with_hyphen, different))):
        return ""
    first: dict[float, str] = {}
    for label in different:
        other = first.setdefault(float(with_hyphen(label)), label)
        if other != label and number_of(other) == number_of(label):
            return (
                f"“{excerpt(other)}” and “{excerpt(label)}” are one number, and two "
                "classes: labels are kept as they are written."
            )
    return ""


def of_one_class(labels: Iterable[str], kind: LabelKind) -> str:
    """Say that labels are all of one class; nothing if they are not."""
    different = sorted({*labels})
    if not different or len({*comparable(np.array(different, object), kind)}) > 1:
        return ""
    return (
        f"All samples are of one class, “{excerpt(different[0])}”: there is nothing to "
        "tell it from."
    )


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Sort the names of classes: as numbers, if all are."""
    texts = sorted(names)
    return tuple(sorted(texts, key=number_of) if all(map(is_plain, texts)) else texts)


def number_of(label: str) -> float | int:
    """Give the number that a plain label is; a large whole one to its last digit."""
    label = with_hyphen(label)
    number = float(label)
    if not EXACT <= abs(number) < inf:
        return number
    exact = Decimal(label)
    return int(exact) if exact == exact.to_integral_value() else number


def is_plain(label: str) -> bool:
    """Tell whether a label is a finite number as it is usually written."""
    label = with_hyphen(label)
    return _NUMBER.fullmatch(label) is not None and isfinite(float(label))


def spoken_class(name: str) -> str:
    """Say that a name is a class's, unless it says so: class A, but class0."""
    line = " ".join(name.split())
    return line if line.casefold().startswith("class") else f"class {line}"
