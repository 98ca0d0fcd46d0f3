"""The form of a table: what stands between cells, the header, the columns' roles.

The head of a file is read and cut into cells once; its form is recognised in it, and
the names of the columns and the first rows are taken from it.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import MOST_CLASSES
from engine.data.formats.column_matching import (
    NO_LABEL,
    Match,
    match_by_name,
    match_by_position,
)
from engine.data.formats.csv_cells import (
    CellGrid,
    cut_to_width,
    delimiter_of,
    grid_of,
    is_number,
    pointed,
)
from engine.data.formats.quotation import UNQUOTED, WHITESPACE, last_row_end
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import HEAD_BYTES, empty, row_blocks, version
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.row_blocks import RowBlock
    from engine.data.provenance import Provenance

TARGET_NAMES = ("class", "label", "target", "species", "y")
"""Names by which the column of the classes is found, the first that occurs."""
DECIMALS = (".", ",")
"""What may stand before the fraction of a number."""
MANY = 20
"""More different fractions than this are measurements rather than classes."""

_LOOKED_AT = 1000
_EXPONENT = r"([eE][+-]?\d+)?"
_WITH_COMMA = re.compile(r"[+-]?\d*,\d+" + _EXPONENT)
_WITH_POINT = re.compile(r"[+-]?\d*\.\d+" + _EXPONENT)
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+")


@dataclass(frozen=True)
class TableForm:
    """How the cells of a table become samples.

    Attributes
    ----------
    delimiter : str
        One of `engine.data.formats.quotation.DELIMITERS`.
    label : int
        Index of the column of the classes; `NO_LABEL` if there is none.
    features : tuple of int
        Indices of the columns of the features, in order.
    header : bool
        The first row holds the names of the columns.
    decimal : str
        What stands before the fraction of a number: a point or a comma.
    start : int
        The line of the file, from 1, with which the table begins.
    lenient : bool
        Rows that cannot be read are left out.
    """

    delimiter: str
    label: int
    features: tuple[int, ...]
    _: KW_ONLY
    header: bool
    decimal: str = "."
    start: int = 1
    lenient: bool = False

    def with_label(self, label: int) -> TableForm:
        """Take the classes from another column; the former one becomes a feature."""
        columns = sorted({*self.features, self.label} - {label})
        return replace(self, label=label, features=tuple(columns))

    def without_features(self, columns: Sequence[int]) -> TableForm:
        """Leave columns out of the features."""
        features = tuple(j for j in self.features if j not in columns)
        return replace(self, features=features)

    def model_row(self, width: int) -> bytes:
        """Make a row that tells a parser how many columns there are."""
        cells = ["x" if j == self.label else "0" for j in range(width)]
        by = " " if self.delimiter == WHITESPACE else self.delimiter
        return (by.join(cells) + "\n").encode()


@dataclass(frozen=True, eq=False)
class TableHead:
    """The first lines of a table, from which its form is recognised.

    Attributes
    ----------
    path : path-like
    text : str
        Whole rows, the first of them not blank.
    line : int
        The line of the file, from 1, with which the text begins.
    whole : bool
        There is nothing after them.
    version : tuple of int
        Another one once the file has been changed.
    delimiter : str
        As told or recognised.
    start : int
        The line of the file from which on it was read.
    lenient : bool
        Rows with too many cells are left out.
    """

    path: str | os.PathLike[str]
    text: str
    line: int
    whole: bool
    version: tuple[int, int, int]
    delimiter: str
    start: int = 1
    lenient: bool = False

    @cached_property
    def grid(self) -> CellGrid:
        """The cells.

        Raises
        ------
        UserError
            If the lines cannot be cut into a table; names the line.
        """
        text = cut_to_width(self.text, self.delimiter) if self.lenient else self.text
        return grid_of(self.path, text, self.line, self.delimiter)

    def of(self, form: TableForm) -> TableHead:
        """Give the head as a form has it; it is read anew if it is not that one."""
        mine = (self.delimiter, self.start, self.lenient, self.version)
        told = (form.delimiter, form.start, form.lenient, version(self.path))
        if mine == told:
            return self
        return read_head(
            self.path, start=form.start, delimiter=form.delimiter, lenient=form.lenient
        )

    def names(self, form: TableForm) -> list[str]:
        """Name all columns.

        Raises
        ------
        UserError
            If one that is used has no name, or the same as another.
        """
        first: list[str] = self.grid.cells[0].tolist()
        if form.header:
            used = (*form.features, *([form.label] if form.label != NO_LABEL else []))
            check_header(self.path, first, int(self.grid.lines[0]), used)
            return first
        names = iter(f"x{j + 1}" for j in range(len(first)))
        return ["class" if j == form.label else next(names) for j in range(len(first))]

    def rows(self, form: TableForm) -> CellGrid:
        """Give the rows that are samples."""
        header = form.header
        return CellGrid(self.grid.cells[header:], self.grid.lines[header:])

    def form(self, options: ReadOptions = AS_FOUND) -> TableForm:
        """Recognise the form, as far as it is not told; all columns are used.

        Raises
        ------
        UserError
            If the file cannot be a table, or has no such target.
        """
        first: list[str] = self.grid.cells[0].tolist()
        decimal = options.decimal or decimal_of(self.grid.cells)
        label, header = self._label(first, options.target, decimal)
        features = tuple(j for j in range(len(first)) if j != label)
        return TableForm(
            self.delimiter,
            label,
            features,
            header=header,
            decimal=decimal,
            start=self.start,
            lenient=self.lenient,
        )

    def _label(
        self, first: Sequence[str], target: str | None, decimal: str
    ) -> tuple[int, bool]:
        """Find the target column, and whether the first row is a header."""
        for column in (_named(first, target), _numbered(first, target)):
            if column is not None and _is_header(first, column, decimal):
                return column, True
        if column is not None:
            return column, False
        numbers = [str(j + 1) for j in range(len(first))]
        known = first if _is_header(first, len(first) - 1, decimal) else numbers
        raise UserError(
            f"{self.path}: has no column “{target}”: choose one of "
            f"{', '.join(map(excerpt, known))}"
        )

    def matched(
        self, options: ReadOptions, like: Provenance
    ) -> tuple[TableForm, Match]:
        """Find the columns of another table.

        Raises
        ------
        UserError
            If the file cannot be a table, or they are not in it.
        """
        first: list[str] = self.grid.cells[0].tolist()
        decimal = options.decimal or decimal_of(self.grid.cells)
        header = options.header
        if header is None:
            known = sum(column.name in first for column in like.columns)
            header = 2 * known > len(like.columns) or _is_header(first, -1, decimal)
        if header:
            match = match_by_name(self.path, first, like, options.target)
        else:
            match = match_by_position(self.path, len(first), like, options.target)
        form = TableForm(
            self.delimiter, match.label, match.features, header=header,
            decimal=decimal, start=self.start, lenient=self.lenient,
        )  # fmt: skip
        return form, match

    def proposal(self, options: ReadOptions = AS_FOUND) -> tuple[TableForm, str]:
        """Recognise the form, and say what about it is doubtful.

        Columns of text, or without a name in a header, are no features; one of text
        may be the classes, if no target is told.

        Returns
        -------
        form : TableForm
        doubt : str
            A sentence; empty if there is none.
        """
        form = self.form(options)
        first: list[str] = self.grid.cells[0].tolist()
        if form.header:
            form = form.without_features([j for j in form.features if not first[j]])
        names, rows = self.names(form), self.rows(form)
        if not len(rows.cells):
            return form, ""

        def of_text(j: int) -> bool:
            return is_text(rows.cells[:, j].tolist(), form.decimal)

        text = [j for j in form.features if of_text(j)]
        named = options.target is not None or (
            form.header and form.label == usual_target(names)
        )
        if not named and text and not of_text(form.label):
            label = min(text, key=lambda j: len(set(rows.cells[:, j].tolist())))
            form = form.with_label(label)
            text = [j for j in text if j != label]
        form = form.without_features(text)
        return form, _doubt(form, names, rows, text)


def read_head(
    path: str | os.PathLike[str],
    *,
    start: int = 1,
    delimiter: str = "",
    lenient: bool = False,
) -> TableHead:
    """Read the first lines of a table.

    Parameters
    ----------
    path : path-like
    start : int
        The line with which the table begins, if that is not blank.
    delimiter : str, optional
        Default the one that cuts the lines into most equal rows.
    lenient : bool
        Leave out rows with more cells than the first.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    found = version(path)
    block = _first_block(path, UNQUOTED, start)
    text = block.text.decode()
    by = delimiter or delimiter_of(text)
    if '"' in text and block.share < 1:
        # Now that it is known where a mark quotes: a row may go on.
        text = block.text[: last_row_end(block.text, by)].decode()
        if not text:
            block = _first_block(path, by, start)
            text = block.text.decode()
    whole = block.share == 1
    return TableHead(path, text, block.line, whole, found, by, start, lenient)


def _first_block(path: str | os.PathLike[str], delimiter: str, start: int) -> RowBlock:
    blocks = row_blocks(path, HEAD_BYTES, delimiter=delimiter, line=start)
    block = next(blocks, None)
    if block is None:
        raise empty(path)
    block.require_text()
    return block


def _named(first: Sequence[str], target: str | None) -> int | None:
    """Find the target column by the names in the first row."""
    names = [name.strip() for name in first]
    if target is not None:
        return names.index(target.strip()) if target.strip() in names else None
    return usual_target(names)


def usual_target(names: Sequence[str]) -> int | None:
    """Find the column that is called as one of classes is, if there is one.

    A column y is none beside a column x: those are coordinates.
    """
    lowered = [name.strip().lower() for name in names]
    if lowered[-1].rstrip("_") == "class":  # as it is called when data are written
        return len(names) - 1
    usual = (name for name in TARGET_NAMES if name != "y" or "x" not in lowered)
    return next((lowered.index(name) for name in usual if name in lowered), None)


def _numbered(first: Sequence[str], target: str | None) -> int | None:
    """Read the target as a column number, by default the last."""
    if target is None:
        return len(first) - 1
    number = int(target) if re.fullmatch(r"\s*[0-9]{1,9}\s*", target) else 0
    return number - 1 if 1 <= number <= len(first) else None


def _is_header(first: Sequence[str], column: int, decimal: str) -> bool:
    """Tell whether there is no number in the first row, but for one column."""
    return not any(
        is_number(cell, decimal) for j, cell in enumerate(first) if j != column
    )


def check_header(
    path: str | os.PathLike[str],
    names: Sequence[str],
    line: int,
    used: Sequence[int] | None = None,
) -> None:
    """Refuse names that are missing or twice there, in all columns or those used."""
    seen: set[str] = set()
    for j in range(len(names)) if used is None else sorted(used):
        name = names[j]
        if not name:
            raise UserError(
                f"{path}, line {line}: column {j + 1} has no name: "
                "name it or delete the column"
            )
        if name in seen:
            raise UserError(
                f"{path}, line {line}: two columns are called “{excerpt(name)}”: "
                "rename one"
            )
        seen.add(name)


def decimal_of(cells: NDArray[Any]) -> str:
    """Tell what the numbers of a table have before their fraction.

    A comma, if some have one and none has a point; ``1,234`` alone may be thousands.
    """
    some = [cell for row in cells[:_LOOKED_AT].tolist() for cell in row]
    commas = [cell for cell in some if _WITH_COMMA.fullmatch(cell)]
    if all(map(_THOUSANDS.fullmatch, commas)) or any(map(_WITH_POINT.fullmatch, some)):
        return "."
    return ","


def _doubt(
    form: TableForm, names: Sequence[str], rows: CellGrid, text: Sequence[int]
) -> str:
    if text:
        left = ", ".join(f"“{excerpt(names[j])}”" for j in text)
        return f"Text cannot be a feature: {left} left out."
    if nameless := [j + 1 for j, name in enumerate(names) if not name]:
        return f"Column {nameless[0]} has no name: left out."
    if form.label < len(names) - 1 and not (
        form.header and form.label == usual_target(names)
    ):
        return f"The classes seem to be in “{excerpt(names[form.label])}”."
    different = set(rows.cells[:, form.label].tolist())
    numbers = [
        float(pointed(cell, form.decimal))
        for cell in different
        if is_number(cell, form.decimal)
    ]
    measured = len(numbers) == len(different) and any(np.mod(numbers, 1))
    if len(different) > (MANY if measured else MOST_CLASSES):
        return (
            f"“{excerpt(names[form.label])}” has {len(different)} different values in "
            "the first rows alone: are those classes?"
        )
    return ""


def is_text(cells: Sequence[str], decimal: str) -> bool:
    """Tell whether most cells that are filled are not numbers."""
    filled = [cell for cell in cells if cell]
    return sum(is_number(cell, decimal) for cell in filled) * 2 < len(filled)
