"""What a sheet has besides its values: how far it goes, formulas, merged cells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kept = Literal["nothing", "zero", "more"]
FEW_CELLS = 4 * 2**20
"""To which a sheet may reach in any case, empty ones counted."""
LARGEST_SPREAD = 20
"""Times the cells that are filled, to which a sheet may reach."""
ERROR = re.compile(r"#[A-Z/0]+[!?]?|#N/A|Err:\d+|#[A-ZÄÖÜ]+[!?]")
"""What is shown in place of a value that could not be computed."""


class Formula(NamedTuple):
    """A cell that is computed, from 0, and what value is kept in it."""

    row: int
    column: int
    kept: Kept


class Merged(NamedTuple):
    """Cells that are merged: the first and the last row and column of them, from 0."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True)
class SheetParts:
    """What is in a sheet besides its values.

    Attributes
    ----------
    rows, columns : int
        How far its cells reach.
    cells : int
        How many there are; repeated ones once.
    formulas : tuple of Formula
    merged : tuple of Merged
    errors : frozenset of (int, int)
        Row and column of cells with a value in place of an error.
    """

    rows: int
    columns: int
    cells: int
    formulas: tuple[Formula, ...] = ()
    merged: tuple[Merged, ...] = ()
    errors: frozenset[tuple[int, int]] = frozenset()

    @property
    def is_scattered(self) -> bool:
        """Whether its cells lie so far apart that those between take too much room."""
        return self.rows * self.columns > max(FEW_CELLS, LARGEST_SPREAD * self.cells)


def kept_number(value: float) -> Kept:
    """Tell whether a number that is kept is 0."""
    return "more" if value else "zero"


def column_letters(column: int) -> str:
    """Call a column, from 0, as spreadsheets do.

    Examples
    --------
    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters, column = chr(ord("A") + letter) + letters, column - 1
    return letters


def column_index(letters: str) -> int:
    """Give the number of a column, from 0, that spreadsheets call so."""
    index = 0
    for letter in letters.upper():
        index = 26 * index + ord(letter) - ord("A") + 1
    return index - 1
