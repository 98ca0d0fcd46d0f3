"""Some cells of a column, and what they look like: numbers, words, classes, names."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.data.dataset import MOST_CLASSES
from engine.data.tables.missing_values import MISSING
from engine.data.tables.number_format import DECIMALS, is_dressed, number_in
from engine.errors import excerpt

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MANY = 20
"""More different fractions than this are measurements rather than classes."""
PAIRS = (("no", "yes"), ("false", "true"), ("n", "y"), ("f", "t"))
"""Words that are 0 and 1, in capitals too."""
LONGEST_NAME = 100
"""Characters of a name, as far as a column of text is taken for names by itself."""
LITTLE = 20
"""Rows of which it cannot be told whether their labels are repeated."""
_DECIMALS = {".": "point", ",": "comma"}
_FEW = 10
_COUNTED = 3
"""Rows whose numbers are no accident."""
_COUNTED_OF_LACKING = 4
"""Of so many rows one may lack a number."""


class CellColumn:
    """Some cells of a column, and what they look like.

    Parameters
    ----------
    cells : sequence of str
    decimal : str
        What stands before the fraction of a number.
    is_marked : bool
        The file says that it holds text: one word is enough that it does.
    is_category : bool
        The file says that it holds categories: more than two are text, though all be
        numbers.
    meant : collection of str
        Words that are values, though they often stand for a missing one.
    """

    def __init__(
        self,
        cells: Sequence[str],
        decimal: str,
        *,
        is_marked: bool = False,
        is_category: bool = False,
        meant: Collection[str] = (),
    ) -> None:
        self.is_marked, self.is_category = is_marked, is_category
        missing = MISSING.difference(meant)
        self.cells = [cell for cell in cells if cell not in missing]
        self.gaps = len(cells) - len(self.cells)
        self._decimal = decimal

    @cached_property
    def different(self) -> set[str]:
        """The cells, each once."""
        return set(self.cells)

    @cached_property
    def numbers(self) -> list[float]:
        """Those cells that are numbers."""
        decimal = self._decimal
        if decimal == "." and not any("_" in cell for cell in self.cells):
            with suppress(ValueError):  # as nearly always: all, or none
                return [*map(float, self.cells)]
        return [n for c in self.cells if (n := number_in(c, decimal)) is not None]

    @property
    def has_codes(self) -> bool:
        """Whether the numbers in it are declared to be categories."""
        return self.is_category and len(self.numbers) == len(self.cells)

    @cached_property
    def is_text(self) -> bool:
        """Whether most cells are not numbers, or one where the file marks text."""
        if self.is_category and len(self.different) > 2:
            return True
        return len(self.numbers) * (1 if self.is_marked else 2) < len(self.cells)

    @property
    def other_decimals(self) -> tuple[str, ...]:
        """The decimal signs with which more cells, and most, are numbers than here."""
        if not self.is_text:
            return ()
        counts = {form: len(CellColumn(self.cells, form).numbers) for form in DECIMALS}
        here, most = counts[self._decimal], max(counts.values())
        if here == most or 2 * most < len(self.cells):
            return ()
        best = (form[0] for form, n in counts.items() if n == most)
        return tuple(_DECIMALS[sign] for sign in dict.fromkeys(best))

    @cached_property
    def dressed(self) -> str:
        """One of its numbers with a sign or with blanks, if most cells are such."""
        if not self.is_text or 2 * sum(map(is_dressed, self.cells)) < len(self.cells):
            return ""
        return excerpt(next(filter(is_dressed, self.cells)))

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two words that are 0 and 1, if it has no others."""
        if self.numbers:
            return None
        words = {cell.lower() for cell in self.different}
        for no, yes in PAIRS:
            # One letter alone is not enough: f may stand beside m.
            if words and words <= {no, yes} and (len(words) > 1 or len(no) > 1):
                return no, yes
        return None

    @cached_property
    def is_whole(self) -> bool:
        """Whether all are whole numbers."""
        only = len(self.numbers) == len(self.cells)
        return only and all(map(float.is_integer, self.numbers))

    @property
    def are_all_different(self) -> bool:
        """Whether no cell is there twice."""
        return len(self.cells) > 1 and len(self.different) == len(self.cells)

    @property
    def counts_rows(self) -> bool:
        """Whether it is 1, 2, 3 …, or begins with 0."""
        if not self.are_all_different or not self.is_whole:
            return False
        start = min(self.numbers)
        counted = sorted(self.numbers) == [start + i for i in range(len(self.numbers))]
        return start in (0, 1) and counted

    @property
    def numbers_rows(self) -> bool:
        """Whether it is 1, 2, 3 … in this order, or begins with 0.

        Of many rows a few may lack, or have something else: a total, a unit.
        """
        rows, numbers = len(self.cells) + self.gaps, self.numbers
        lacking = rows // _COUNTED_OF_LACKING
        if len(numbers) < max(_COUNTED, rows - lacking) or numbers[0] not in (0, 1):
            return False
        is_rising = all(b > a and b.is_integer() for a, b in pairwise(numbers))
        return is_rising and numbers[-1] - numbers[0] < len(numbers) + lacking

    @property
    def can_be_names(self) -> bool:
        """Whether it is text that tells rows apart, and no more than that."""
        if not self.is_text or self.pair or not self.are_all_different or self.dressed:
            return False
        return not self.other_decimals and max(map(len, self.cells)) <= LONGEST_NAME

    @property
    def has_too_many(self) -> bool:
        """Whether there are more different values than classes can be."""
        measured = not self.is_text and not self.is_whole
        return len(self.different) > (MANY if measured else MOST_CLASSES)

    @property
    def is_measured(self) -> bool:
        """Whether it holds numbers that are too many, or repeated too seldom."""
        seldom = 2 * len(self.different) > len(self.cells)
        few = self.is_whole and len(self.different) <= _FEW
        return not self.is_text and (self.has_too_many or (seldom and not few))

    @property
    def can_be_classes(self) -> bool:
        """Whether values are there, few, and repeated where there are some rows."""
        n, different = len(self.cells), len(self.different)
        repeated = n < LITTLE or different * 2 <= n
        return n > self.gaps and repeated and not self.has_too_many

    @property
    def is_plainly_classes(self) -> bool:
        """Whether it has a few values, each of them often."""
        few = 2 <= len(self.different) <= _FEW and len(self.cells) > self.gaps
        often = len(self.cells) >= 3 * len(self.different)
        return few and often and (self.is_text or self.is_whole)
