"""Whether the first row of a table names its columns, or is a sample."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engine.data.tables.missing_values import is_missing
from engine.data.tables.number_format import is_number, number_in
from engine.errors import excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET_NAMES = ("class", "label", "target", "species", "y")
"""Names by which the column of the classes is found, the first that occurs."""

_WHOLE = re.compile(r"[+\-−]?\d+")
_LONG = 4
"""So many numbers that rise in the first row alone are no accident."""
_ONE_CLASS = 10
"""So many rows of one class tell that labels are repeated."""
_SHOWN = 3


class HeaderGuess(NamedTuple):
    """Whether there is a header, and a sentence about that if it is in doubt."""

    header: bool
    doubt: str = ""


def usual_target(names: Sequence[str]) -> int | None:
    """Find the column that is called as one of classes is, if there is one."""
    return next(iter(usual_targets(names)), None)


def usual_targets(names: Sequence[str]) -> list[int]:
    """Find the columns that are called as one of classes is, the likeliest first.

    A column y is none beside a column x: those are coordinates.
    """
    lowered = [name.strip().lower() for name in names]
    usual = [name for name in TARGET_NAMES if name != "y" or "x" not in lowered]
    places = [lowered.index(name) for name in usual if name in lowered]
    if lowered[-1].rstrip("_") == "class":  # as it is called when data are written
        places.insert(0, len(names) - 1)
    return places


def guess_header(
    first: Sequence[str],
    below: Sequence[Sequence[str]],
    decimal: str,
    target: str = "",
    *,
    marked: bool = False,
) -> HeaderGuess:
    """Recognise a header, also one that contains numbers.

    Words over numbers are names; words that occur again below are values. A row with
    numbers is a header if they alone are quoted, or it has the name of a target, or a
    label that occurs nowhere else over labels that do, and numbers that run on, as 0,
    1, 2 or years, or are of another kind than those below.

    Parameters
    ----------
    first : sequence of str
        The cells of the first row.
    below : sequence of sequences of str
        Some rows after it.
    decimal : str
        What stands before the fraction of a number.
    target : str, optional
        The name of the column of the classes, or its number from 1.
    marked : bool
        The numbers of the first row are in quotation marks, those below are not.
    """
    return _Guess(first, below, decimal, target).guess(marked=marked)


class _Guess:
    def __init__(
        self,
        first: Sequence[str],
        below: Sequence[Sequence[str]],
        decimal: str,
        target: str,
    ) -> None:
        self.first, self.decimal, self.target = first, decimal, target.strip()
        # An empty name is no target, though a cell of the first row be empty.
        self.has_target = self.target != "" and self.target in first
        self.is_number = [is_number(cell, decimal) for cell in first]
        if not any(self.is_number):  # a header stands twice where tables are joined
            below = [row for row in below if [*row] != [*first]] or below
        self.columns = [
            [cell for cell in column if not is_missing(cell)]
            for column in zip(*below, strict=True)
        ] or [[] for _ in first]
        self.second = below[0] if len(below) else []
        self.words = [
            j
            for j, cell in enumerate(first)
            if not self.is_number[j] and not is_missing(cell)
        ]

    def guess(self, *, marked: bool) -> HeaderGuess:
        label = self._label()
        numbers = [
            j
            for j, is_of_number in enumerate(self.is_number)
            if is_of_number and j != label
        ]
        over = sum(self._is_of_numbers(j) for j in self.words)
        again = sum(self.first[j] in self.columns[j] for j in self.words)
        if over > again:
            return self._header(numbers)
        if not numbers:
            if 2 * again > len(self.words):
                return HeaderGuess(
                    False,
                    "The first row is taken for a sample: its words occur again below "
                    "(--header yes if they are names).",
                )
            return HeaderGuess(True)
        if len(set(self.first)) < len(self.first):
            return HeaderGuess(False)
        if (
            marked or self._is_named() or self._is_index() or self._runs(label, numbers)
        ):  # fmt: skip
            return self._header(numbers)
        if self._is_unlike(label) and self._labels_repeat(label):
            return HeaderGuess(
                False,
                f"The first row is taken for a sample, though its label, "
                f"“{excerpt(self.first[label])}”, occurs nowhere else (--header yes if "
                "it names the columns).",
            )
        return HeaderGuess(False)

    def _header(self, numbers: Sequence[int]) -> HeaderGuess:
        if not numbers:
            return HeaderGuess(True)
        shown = ", ".join(excerpt(self.first[j]) for j in numbers[:_SHOWN])
        more = " …" if len(numbers) > _SHOWN else ""
        return HeaderGuess(
            True,
            f"The first row is taken for names, though it has numbers: {shown}{more} "
            "(--header no if it is a sample).",
        )

    def _label(self) -> int:
        """Give the column that would have the labels."""
        last = len(self.first) - 1
        if self.has_target:
            return self.first.index(self.target)
        if self.target.isdecimal() and 1 <= int(self.target) <= last + 1:
            return int(self.target) - 1
        usual = usual_target(self.first)
        if usual is not None:
            return usual
        of_text = [
            j for j, cells in enumerate(self.columns) if not self._numeric(cells)
        ]
        return last if last in of_text or len(of_text) != 1 else of_text[0]

    def _numeric(self, cells: Sequence[str]) -> bool:
        return all(is_number(cell, self.decimal) for cell in cells)

    def _is_of_numbers(self, j: int) -> bool:
        return bool(self.columns[j]) and self._numeric(self.columns[j])

    def _is_named(self) -> bool:
        """Tell whether there is the name of a target, which is no class below."""
        if self.has_target and not is_number(self.target, self.decimal):
            return True
        label = usual_target(self.first)
        if label is None or not self._is_unlike(label):
            return False
        lowered = {cell.lower() for cell in self.columns[label]}
        return self.first[label].lower() != "y" or not lowered & {"n", "no"}

    def _is_index(self) -> bool:
        """Tell whether the first column numbers or names the rows, and has no name."""
        cells = self.columns[0]
        numbers = self._values(cells)
        named = not numbers and len({*cells}) == len(cells) > 1
        return not self.first[0] and (named or _is_even(numbers))

    def _is_unlike(self, label: int) -> bool:
        """Tell whether the first row's label occurs nowhere else."""
        mine, others = self.first[label], self.columns[label]
        if self.is_number[label]:
            return self._values([mine])[0] not in self._values(others)
        return not is_missing(mine) and mine not in others

    def _labels_repeat(self, label: int) -> bool:
        counts = Counter(self.columns[label])
        n = counts.total()
        return n >= 2 * len(counts) and (len(counts) > 1 or n >= _ONE_CLASS)

    def _runs(self, label: int, numbers: Sequence[int]) -> bool:
        """Tell whether the numbers of the first row are names rather than values."""
        mine = self._values([self.first[j] for j in numbers])
        under = [self.second[j] for j in numbers] if self.second else []
        next_row = self._values(under)
        even = _is_even(mine) and not _is_even(next_row)
        if len(mine) == 2:  # any two numbers that rise do so evenly
            even = mine[1] - mine[0] == 1 and next_row[1:] != [sum(next_row[:1]) + 1]
        if not self._is_unlike(label):
            # 0, 1, 2 over values that all have a fraction, as an array is written.
            whole = self._values(self.first)
            counted = whole == list(map(float, range(len(self.first))))
            return even and counted and all(map(self._is_of_fractions, numbers))
        if even and len(mine) >= _LONG:
            return True
        if not self._labels_repeat(label):
            return False
        rising = _rise(mine) and len(mine) >= _LONG and not _rise(next_row)
        return even or rising or all(map(self._is_of_another_kind, numbers))

    def _is_of_fractions(self, j: int) -> bool:
        cells = self.columns[j]
        return self._is_of_numbers(j) and not any(map(_WHOLE.fullmatch, cells))

    def _is_of_another_kind(self, j: int) -> bool:
        """Tell whether a number of the first row stands over text or over fractions."""
        cells = self.columns[j]
        if not any(is_number(cell, self.decimal) for cell in cells):
            return bool(cells)
        whole = _WHOLE.fullmatch(self.first[j]) is not None
        return whole and self._is_of_fractions(j)

    def _values(self, cells: Sequence[str]) -> list[float]:
        """Give the numbers among cells."""
        numbers = (number_in(cell, self.decimal) for cell in cells)
        return [number for number in numbers if number is not None]


def _rise(values: Sequence[float]) -> bool:
    return all(value < following for value, following in pairwise(values))


def _is_even(values: Sequence[float]) -> bool:
    """Tell whether there are at least two that rise in equal steps."""
    steps = [following - value for value, following in pairwise(values)]
    return bool(steps) and steps[0] > 0 and max(steps) - min(steps) <= 1e-9 * max(steps)
