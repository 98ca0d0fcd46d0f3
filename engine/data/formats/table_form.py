"""The form of a table: what stands between cells, the header, the columns' roles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import MOST_CLASSES
from engine.data.formats.grid import WHITESPACE, CellGrid, delimiter_of, empty, grid_of
from engine.data.formats.layout import (
    check_header,
    decimal_of,
    is_number,
    layout_of,
    pointed,
    usual_target,
)
from engine.data.formats.lenient import cut_to_width
from engine.data.formats.row_blocks import blocks, from_line
from engine.errors import excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

HEAD_BYTES = 2**16
"""Enough of a file to recognise its form."""
MANY = 20
"""More different fractions than this are measurements rather than classes."""


@dataclass(frozen=True)
class Form:
    """How the cells of a table become samples.

    Attributes
    ----------
    delimiter : str
        One of `engine.data.formats.grid.DELIMITERS`.
    header : bool
        The first row holds the names of the columns.
    label : int
        Index of the column of the classes.
    features : tuple of int
        Indices of the columns of the features, in order.
    decimal : str
        What stands before the fraction of a number: a point or a comma.
    start : int
        The line of the file, from 1, with which the table begins.
    lenient : bool
        Rows that cannot be read are left out.
    """

    delimiter: str
    header: bool
    label: int
    features: tuple[int, ...]
    decimal: str = "."
    start: int = 1
    lenient: bool = False

    def with_label(self, label: int) -> Form:
        """Take the classes from another column; the former one becomes a feature."""
        columns = sorted({*self.features, self.label} - {label})
        return replace(self, label=label, features=tuple(columns))

    def names(self, path: str | os.PathLike[str], grid: CellGrid) -> list[str]:
        """Name all columns; the names of used ones are checked."""
        first: list[str] = grid.cells[0].tolist()
        if self.header:
            used = (*self.features, self.label)
            check_header(path, first, int(grid.lines[0]), used)
            return first
        names = iter(f"x{j + 1}" for j in range(len(first)))
        return ["class" if j == self.label else next(names) for j in range(len(first))]

    def model_row(self, width: int) -> bytes:
        """Make a row that tells a parser how many columns there are."""
        cells = ["x" if j == self.label else "0" for j in range(width)]
        by = " " if self.delimiter == WHITESPACE else self.delimiter
        return (by.join(cells) + "\n").encode()

    def rows(self, grid: CellGrid) -> CellGrid:
        """Give the rows that are samples."""
        return CellGrid(grid.cells[self.header :], grid.lines[self.header :])


@dataclass(frozen=True)
class Head:
    """The first lines of a table.

    Attributes
    ----------
    text : str
        Whole rows, the first of them not blank.
    line : int
        The line of the file, from 1, with which the text begins.
    whole : bool
        There is nothing after them.
    """

    text: str
    line: int
    whole: bool

    def grid(
        self, path: str | os.PathLike[str], delimiter: str, lenient: bool = False
    ) -> CellGrid:
        """Cut the lines into cells; leave out those that are too many, if lenient."""
        text = cut_to_width(self.text, delimiter) if lenient else self.text
        return grid_of(path, text, self.line, delimiter)


def head_of(path: str | os.PathLike[str], start: int = 1) -> Head:
    """Read the first lines of a table, which begins with line `start` or below.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    block = next(from_line(blocks(path, HEAD_BYTES), start), None)
    if block is None:
        raise empty(path)
    block.require_text()
    return Head(block.text.decode(), block.line, block.share == 1)


def form_of(
    path: str | os.PathLike[str],
    target: str | None = None,
    delimiter: str = "",
    decimal: str = "",
    start: int = 1,
    lenient: bool = False,
) -> Form:
    """Recognise the form as `read_table` does, or as far as it is not told.

    Raises
    ------
    UserError
        If the file cannot be a table, or has no column `target`.
    """
    head = head_of(path, start)
    delimiter = delimiter or delimiter_of(head.text)
    grid = head.grid(path, delimiter, lenient)
    decimal = decimal or decimal_of(grid.cells)
    label, names, rows = layout_of(path, grid, target, decimal, check=False)
    features = tuple(j for j in range(len(names)) if j != label)
    header = len(rows.cells) < len(grid.cells)
    return Form(delimiter, header, label, features, decimal, start, lenient)


def proposal(
    path: str | os.PathLike[str],
    delimiter: str = "",
    decimal: str = "",
    target: str | None = None,
    start: int = 1,
    lenient: bool = False,
) -> tuple[Form, str]:
    """Recognise the form, and say what about it is doubtful.

    Columns of text, or without a name in a header, are no features; one of text may
    be the classes, if no target is told.

    Returns
    -------
    form : Form
    doubt : str
        A sentence; empty if there is none.
    """
    form = form_of(path, target, delimiter, decimal, start, lenient)
    grid = head_of(path, start).grid(path, form.delimiter, lenient)
    first: list[str] = grid.cells[0].tolist()
    if form.header:
        form = _without(form, [j for j in form.features if not first[j]])
    names, rows = form.names(path, grid), form.rows(grid)
    if not len(rows.cells):
        return form, ""

    def of_text(j: int) -> bool:
        return is_text(rows.cells[:, j].tolist(), form.decimal)

    text = [j for j in form.features if of_text(j)]
    named = target is not None or (form.header and form.label == usual_target(names))
    if not named and text and not of_text(form.label):
        label = min(text, key=lambda j: len(set(rows.cells[:, j].tolist())))
        form = form.with_label(label)
        text = [j for j in text if j != label]
    form = _without(form, text)
    return form, _doubt(form, names, rows, text)


def _without(form: Form, columns: Sequence[int]) -> Form:
    kept = tuple(j for j in form.features if j not in columns)
    return replace(form, features=kept)


def _doubt(form: Form, names: Sequence[str], rows: CellGrid, text: list[int]) -> str:
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
