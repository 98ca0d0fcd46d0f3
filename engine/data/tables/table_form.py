"""The form of a table: its header, how numbers are written, the columns' roles."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from engine.data.tables.missing_values import NAMES_TOO, is_missing
from engine.data.tables.number_format import is_number

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from engine.data.provenance import Missing

NO_NAMES = -1
"""In place of the index of the column of the samples' names, where there is none."""


@dataclass(frozen=True)
class TableForm:
    """How the cells of a table become samples.

    Attributes
    ----------
    label : int
        Index of the column of the classes; `NO_LABEL` if there is none.
    features : tuple of int
        Indices of the columns of the features, in order.
    header : bool
        The first row holds the names of the columns.
    decimal : str
        How numbers are written: a format of `engine.data.tables.number_format`.
    lenient : bool
        Rows that cannot be read are left out.
    text : tuple of int
        Indices of the columns of text: as a feature, one of 0 or 1 for each level.
    binary : tuple of int
        Indices of the columns of two words: as a feature, 0 and 1.
    missing : {"error", "drop", "mean"}
        What becomes of missing values.
    meant : frozenset of (int, str)
        Cells, by their column, that are values though they often stand for a missing
        one: the class − beside +, and what the file declares.
    names : int
        Index of the column of the samples' names; `NO_NAMES` if there is none.
    """

    label: int
    features: tuple[int, ...]
    _: KW_ONLY
    header: bool
    decimal: str = "."
    lenient: bool = False
    text: tuple[int, ...] = ()
    binary: tuple[int, ...] = ()
    missing: Missing = "error"
    meant: frozenset[tuple[int, str]] = frozenset()
    names: int = NO_NAMES

    @property
    def words(self) -> tuple[int, ...]:
        """Indices of the columns that hold words."""
        return (*self.text, *self.binary)

    def lacks_label(self, cell: str) -> bool:
        """Tell whether a cell of the column of the classes stands for none."""
        return self.lacks(self.label, cell)

    def lacks(self, j: int, cell: str) -> bool:
        """Tell whether a cell of a column stands for a value that is not known."""
        return is_missing(cell) and (j, cell) not in self.meant


def names_meant(label: int, cells: Iterable[str]) -> frozenset[tuple[int, str]]:
    """Take NA for a class among words, but not among numbers that are text."""
    if all(is_missing(cell) or is_number(cell) for cell in cells):
        return frozenset()
    return frozenset((label, word) for word in NAMES_TOO)


def signs_meant(label: int, cells: Container[str]) -> frozenset[tuple[int, str]]:
    """Take − for a class in a column of labels that has + too."""
    return frozenset([(label, "-")] if "+" in cells else [])
