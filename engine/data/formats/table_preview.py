"""The first rows of a table, in a form that a person looks at and corrects."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.data.formats.cells import is_value
from engine.data.formats.grid import CellGrid, delimiter_of
from engine.data.formats.table_form import Form, Head, head_of, is_text, proposal
from engine.errors import UserError

if TYPE_CHECKING:
    import os

ROWS = 50
"""Rows that are shown."""


@dataclass(frozen=True, eq=False)
class TablePreview:
    """The first rows of a table as they are read in a form.

    Attributes
    ----------
    path : path-like
    form : Form
    names : tuple of str
        Of all columns; as they stand there, if they cannot be used.
    rows : tuple of tuple of str
        Cells of the first samples; whole lines, where they cannot be cut.
    lines : tuple of int
        The line of the file, from 1, on which each row begins.
    whole : bool
        There is nothing after the first rows.
    doubt : str
        What a person might want otherwise; empty if nothing.
    fault : str
        Why nothing can be read in this form; empty if something can.
    place : str
        What of the form is at fault: delimiter, header or features.
    """

    path: str | os.PathLike[str]
    form: Form
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    whole: bool
    doubt: str = ""
    fault: str = ""
    place: str = ""

    def with_form(self, form: Form) -> TablePreview:
        """Show the same table in another form."""
        head = head_of(self.path, form.start)
        try:
            grid = head.grid(self.path, form.delimiter, form.lenient)
        except UserError as error:
            return _uncut(self.path, head, form, str(error))
        return _sheet(self.path, head, grid, form)

    def with_label(self, column: int) -> TablePreview:
        """Take the labels from another column; the former becomes a feature if it can.

        That is, if it is no text.
        """
        form = self.form.with_label(column)
        former = [row[self.form.label] for row in self.rows]
        if is_text(former, form.decimal):
            kept = tuple(j for j in form.features if j != self.form.label)
            form = replace(form, features=kept)
        return self.with_form(form)

    def is_left_out(self, row: int) -> bool:
        """Tell whether a row is left out because it cannot be read."""
        columns = range(len(self.names))
        usable = (self.is_usable(row, column) for column in columns)
        return self.form.lenient and not all(usable)

    def is_usable(self, row: int, column: int) -> bool:
        """Tell whether a cell can be what its column is."""
        cell = self.rows[row][column]
        if column == self.form.label:
            return bool(cell)
        return column not in self.form.features or is_value(cell, self.form.decimal)


def guessed(
    path: str | os.PathLike[str],
    delimiter: str = "",
    decimal: str = "",
    start: int = 1,
    lenient: bool = False,
) -> TablePreview:
    """Show a table in the form it seems to have, or as far as that is not told.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    head = head_of(path, start)
    by = delimiter or delimiter_of(head.text)
    unknown = Form(by, False, 0, (), start=start, lenient=lenient)
    try:
        grid = head.grid(path, by, lenient)
    except UserError as error:
        return _uncut(path, head, unknown, str(error))
    try:
        form, doubt = proposal(path, by, decimal, start=start, lenient=lenient)
    except UserError as error:
        form = replace(unknown, header=True, label=grid.cells.shape[1] - 1)
        return replace(
            _sheet(path, head, grid, form), fault=without(path, error), place="header"
        )
    return replace(_sheet(path, head, grid, form), doubt=doubt)


def without(path: str | os.PathLike[str], error: object) -> str:
    """Give a message without the name of the file with which it begins."""
    said = str(error).removeprefix(str(path)).lstrip(":, ")
    return said[:1].upper() + said[1:]


def _sheet(
    path: str | os.PathLike[str], head: Head, grid: CellGrid, form: Form
) -> TablePreview:
    fault, place = "", ""
    try:
        names = form.names(path, grid)
    except UserError as error:
        names = grid.cells[0].tolist()
        fault, place = without(path, error), "header"
    if not fault and not form.features:
        fault, place = "No column is a feature: check one at least.", "features"
    rows = form.rows(grid)
    if not fault and not len(rows.cells):
        fault, place = "There are no rows under the header.", "header"
    cells = tuple(tuple(row) for row in rows.cells[:ROWS].tolist())
    return TablePreview(
        path, form, tuple(names), cells, tuple(rows.lines[:ROWS].tolist()),
        head.whole, fault=fault, place=place,
    )  # fmt: skip


def uncut(path: str | os.PathLike[str]) -> TablePreview:
    """Show the lines of a table as they are, before anything is guessed.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    head = head_of(path)
    return _uncut(path, head, Form(delimiter_of(head.text), False, 0, ()), "")


def _uncut(
    path: str | os.PathLike[str], head: Head, form: Form, why: str
) -> TablePreview:
    """Show lines as they are, where they cannot be cut into cells, or not yet."""
    lines = re.split(r"\r\n|\r|\n", head.text.rstrip())[:ROWS]
    return TablePreview(
        path, replace(form, header=False, label=0, features=()), ("",),
        tuple((line,) for line in lines),
        tuple(range(head.line, head.line + len(lines))), head.whole,
        fault=without(path, why), place="delimiter",
    )  # fmt: skip
