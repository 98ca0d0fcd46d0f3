"""The first rows of a table, in a form that a person looks at and corrects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.data.formats.registry import format_of, opened
from engine.data.tables.column_roles import LAST_COLUMN
from engine.data.tables.number_format import is_value
from engine.data.tables.read_options import AS_FOUND
from engine.data.tables.table_form import NO_NAMES, TableForm
from engine.errors import UserError

if TYPE_CHECKING:
    import os

    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.table import Table

ROWS = 50
"""Rows that are shown."""


@dataclass(frozen=True, eq=False)
class TablePreview:
    """The first rows of a table as they are read in a form.

    Attributes
    ----------
    table : Table
    form : TableForm
    names : tuple of str
        Of all columns; as they stand there, if they cannot be used.
    rows : tuple of tuple of str
        Cells of the first samples; whole lines, where they cannot be cut.
    lines : tuple of int
        The line of the file, from 1, on which each row begins; the row under the names
        of a table that is not kept as text.
    doubt : str
        What a person might want otherwise; empty if nothing.
    fault : str
        Why nothing can be read in this form; empty if something can.
    place : str
        What of the form is at fault: delimiter, header, label or features.
    reason : str
        Why the labels are taken from that column.
    """

    table: Table
    form: TableForm
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    doubt: str = ""
    fault: str = ""
    place: str = ""
    reason: str = "told"

    @property
    def file(self) -> DataFile:
        """How the file is opened."""
        return self.table.path

    @property
    def is_plain(self) -> bool:
        """Whether the file is nothing but the table, as text in UTF-8."""
        return self.table.start == 1 and self.file.is_plain

    def with_form(self, form: TableForm) -> TablePreview:
        """Show the same table in another form."""
        return _in_form(self.table.of(form), form)

    def with_label(self, column: int, *, text: bool = False) -> TablePreview:
        """Take the labels from another column; the former becomes a feature if it can.

        That is, if it is no `text`, or that makes features too.
        """
        form = self.form
        features = {*form.features, form.label} - {column}
        if form.label in form.text and not text:
            features.discard(form.label)
        names = NO_NAMES if form.names == column else form.names
        cells = [row[column] for row in self.rows]
        form = replace(
            form, label=column, features=tuple(sorted(features)), names=names,
            meant=form.meant | self.table.labels_meant(column, cells),
        )  # fmt: skip
        return self.with_form(form)

    def is_left_out(self, row: int) -> bool:
        """Tell whether a row is left out: it lacks a value, or cannot be read."""
        columns = range(len(self.names))
        if any(self.is_gap(row, column) for column in columns):
            return True
        form, cells = self.form, self.rows[row]
        if not form.lenient:
            return False
        empty = form.features and all(form.lacks(j, cells[j]) for j in form.features)
        faults = (
            not self.is_usable(row, column)
            and not (column in form.features and form.lacks(column, cells[column]))
            for column in columns
        )
        return bool(empty) or any(faults)

    def is_gap(self, row: int, column: int) -> bool:
        """Tell whether a cell is missing, and its row is left out for that."""
        form, cell = self.form, self.rows[row][column]
        if column == form.label:
            return form.missing != "error" and form.lacks_label(cell)
        used = column in form.features and form.missing == "drop"
        return used and form.lacks(column, cell)

    def is_usable(self, row: int, column: int) -> bool:
        """Tell whether a cell can be what its column is."""
        form, cell = self.form, self.rows[row][column]
        if column == form.label:
            return form.missing != "error" or not form.lacks_label(cell)
        if column not in form.features:
            return True
        if form.lacks(column, cell):
            return form.missing != "error"
        return column in form.words or is_value(cell, form.decimal)


def read_preview(
    path: str | os.PathLike[str],
    options: ReadOptions = AS_FOUND,
) -> TablePreview:
    """Show a table in the form it seems to have, or as far as that is not told.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    file = opened(path, encoding=options.encoding, sheet=options.sheet)
    table = format_of(file).table(file, options)
    unknown = TableForm(
        0, (), header=False, lenient=table.lenient, missing=options.missing
    )
    try:
        grid = table.grid
    except UserError as error:
        return _uncut(table, unknown, str(error))
    try:
        proposal = table.proposal(options)
    except UserError as error:
        form = replace(unknown, header=True, label=grid.cells.shape[1] - 1)
        fault = without_path(path, error)
        return replace(_in_form(table, form), fault=fault, place="header")
    preview = _in_form(table, proposal.form)
    encoded = file.is_encoding_guessed
    said = [
        file.sheet_doubt,
        f"Its text seems to be encoded as {file.encoding}." if encoded else "",
        "" if options.start else table.note, proposal.doubt,
        "" if proposal.reason == LAST_COLUMN else proposal.of_classes,
        *proposal.doubts(preview.names),
    ]  # fmt: skip
    doubt = " ".join(filter(None, said))
    return replace(preview, doubt=doubt, reason=proposal.reason)


def read_uncut_preview(path: str | os.PathLike[str]) -> TablePreview:
    """Show the lines of a table as they are, before anything is guessed.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    file = opened(path)
    table = format_of(file).table(file, AS_FOUND)
    return _uncut(table, TableForm(0, (), header=False), "")


def without_path(path: str | os.PathLike[str], error: object) -> str:
    """Give a message without the name of the file with which it begins."""
    said = str(error).removeprefix(str(path)).lstrip(":, ")
    return said[:1].upper() + said[1:]


def _in_form(table: Table, form: TableForm) -> TablePreview:
    fault, place = "", ""
    try:
        grid = table.grid
    except UserError as error:
        return _uncut(table, form, str(error))
    try:
        names = table.names(form)
    except UserError as error:
        names = grid.cells[0].tolist()
        fault, place = without_path(table.path, error), "header"
    if not fault:
        try:
            table.require_classes(form)
        except UserError as error:
            fault, place = without_path(table.path, error), "label"
    if not fault and not form.features:
        fault, place = "No column is a feature: check one at least.", "features"
        if form.text:
            fault = "No column is a feature: check one, or make features of text."
    rows = table.rows(form)
    if not fault and not len(rows.cells):
        fault, place = "There are no rows under the header.", "header"
    cells = tuple(tuple(row) for row in rows.cells[:ROWS].tolist())
    lines = tuple(rows.lines[:ROWS].tolist())
    return TablePreview(
        table, form, tuple(names), cells, lines, fault=fault, place=place
    )


def _uncut(table: Table, form: TableForm, why: str) -> TablePreview:
    """Show lines as they are, where they cannot be cut into cells, or not yet."""
    lines = table.lines[:ROWS]
    return TablePreview(
        table, replace(form, header=False, label=0, features=()), ("",),
        tuple((text,) for _, text in lines), tuple(line for line, _ in lines),
        fault=without_path(table.path, why), place="delimiter",
    )  # fmt: skip
