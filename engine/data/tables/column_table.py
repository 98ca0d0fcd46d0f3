"""A table that is kept by columns, as Parquet, NumPy and JSON have them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data.tables.column_matching import NO_LABEL
from engine.data.tables.csv_cells import CellGrid
from engine.data.tables.missing_values import NAMES_TOO
from engine.data.tables.number_format import decimal_of
from engine.data.tables.read_options import AS_FOUND, ReadOptions
from engine.data.tables.row_blocks import version
from engine.data.tables.table import LOOKED_AT, VALUE_BYTES, Table
from engine.data.tables.table_form import names_meant
from engine.data.tables.typed_columns import Batch, Unreadable, Words, words_in
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Iterable,
        Iterator,
        Sequence,
    )
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from engine.data.classes import LabelKind
    from engine.data.provenance import Column, Provenance
    from engine.data.tables.column_roles import Proposal
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.table_form import TableForm


class ColumnFile(NamedTuple):
    """A file of columns, opened.

    Attributes
    ----------
    names : list of str
    n_rows : int
        0 where the file does not say it.
    batches : iterable of Batch
        In order, without lines; can be gone over once.
    is_named : bool
        The names stand in the file; else columns are found by position.
    label : int, optional
        Index of the column of the classes, where no name tells it.
    note : str
        A sentence about what else is in the file.
    categories : collection of int
        Indices of columns that are declared to hold categories.
    """

    names: list[str]
    n_rows: int
    batches: Iterable[Batch]
    is_named: bool = True
    label: int | None = None
    note: str = ""
    categories: Collection[int] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class ColumnTable(Table):
    """A table of typed columns, of which the first rows have been read.

    Attributes
    ----------
    opened : callable
        Opens the file.
    column_names : list of str
    n_rows : int
        0 where the file does not say it.
    first : Batch
    is_named : bool
        The names stand in the file; else columns are found by position.
    others : str
        A sentence about what else is in the file.
    """

    opened: Callable[[DataFile], AbstractContextManager[ColumnFile]]
    column_names: list[str]
    n_rows: int
    first: Batch
    is_named: bool = True
    others: str = ""
    unit = "row"

    @property
    def note(self) -> str:
        """A sentence about what else is in the file; empty if nothing is."""
        return self.others

    def rows(self, form: TableForm) -> CellGrid:
        """Give the first rows, above which names stand in any case."""
        return super().rows(replace(form, header=True))

    def like_header(self, decimal: str, options: ReadOptions, like: Provenance) -> bool:
        """Tell whether columns are found by their names."""
        return self.is_named

    def proposal(self, options: ReadOptions = AS_FOUND) -> Proposal:
        """Recognise the form; if no feature is left, say what cannot be one."""
        proposal = super().proposal(options)
        column = self.first.columns[proposal.form.label]
        if isinstance(column, Words):
            proposal = self.with_names_doubt(proposal, column.occurring.levels)
        faults = [c.fault for c in self.first.columns if isinstance(c, Unreadable)]
        if faults and not proposal.form.features:
            raise UserError(faults[0])
        return proposal

    def matched(
        self, options: ReadOptions, like: Provenance
    ) -> tuple[TableForm, Sequence[Column], Sequence[str]]:
        """Find the columns of another table; classes that are marked are no feature."""
        if self.label is not None:
            options = replace(options, target=options.target or str(self.label + 1))
            like = replace(like, width=0)  # they stood elsewhere there
        return super().matched(options, like)

    @cached_property
    def features_grid(self) -> CellGrid:
        """The names, and the first rows as text under them."""
        return CellGrid.of(self.column_names, self.first.taken(slice(LOOKED_AT)), 1)

    def anew(self) -> ColumnTable:
        """Read the first rows again."""
        options = ReadOptions(missing_words=self.missing_words)
        return column_table(self.opened, self.path, options)

    def decimal(self, cells: NDArray[Any], decimal: str, usual: str = "") -> str:
        """Recognise how numbers in columns of text are written."""
        return decimal_of(cells[1:], decimal=decimal, usual=usual)

    def written(self, decimal: str) -> CellGrid:
        """Write numbers as those in columns of text are."""
        if decimal[0] == ".":
            return self.features_grid
        grid = self.features_grid
        cells = grid.cells.copy()
        for j, column in enumerate(self.first.columns):
            if not isinstance(column, Words):
                cells[1:, j] = [cell.replace(".", ",") for cell in cells[1:, j]]
        return CellGrid(cells, grid.lines)

    def meant(self, names: Sequence[str]) -> frozenset[tuple[int, str]]:
        """Take NA for a value where categories are declared: what lacks is no text."""
        return frozenset((j, word) for j in self.kinds for word in NAMES_TOO)

    def labels_meant(
        self, label: int, cells: Collection[str]
    ) -> frozenset[tuple[int, str]]:
        """Take NA for a class too, where it is text among words."""
        meant = super().labels_meant(label, cells)
        column = None if label == NO_LABEL else self.first.columns[label]
        if not isinstance(column, Words) or isinstance(column, Unreadable):
            return meant
        return meant | names_meant(label, column.occurring.levels)

    def label_kind(self, form: TableForm) -> LabelKind:
        """Take typed text for no numbers, whatever it looks like."""
        is_text = isinstance(self.first.columns[form.label], Words)
        return "category" if is_text else "number"

    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[Batch]:
        """Read parts of all columns."""
        if first:
            yield self.first
            return
        begun = 0
        with self.opened(self.path) as file:
            for batch in file.batches:
                yield (numbered := _numbered(batch, begun, self.missing_words))
                begun += len(numbered.lines)

    def batch(self, block: Batch, form: TableForm) -> tuple[Batch, int]:
        """Give the columns as they are."""
        return block, 0

    def size(self, form: TableForm) -> int:
        """Count the values that the file says it has."""
        # The file's own values, and those twice.
        return 3 * VALUE_BYTES * len(form.features) * self.n_rows


def column_table(
    opened: Callable[[DataFile], AbstractContextManager[ColumnFile]],
    path: DataFile,
    options: ReadOptions,
) -> ColumnTable:
    """Read the first rows of a file of columns, as it is told.

    Raises
    ------
    UserError
        If it cannot be used.
    """
    if options.start > 1:
        raise UserError(
            f"{path}: is a file of columns with names, without lines to pass over: "
            "leave --skip-lines and --header-line out"
        )
    known = () if options.like is None else options.like.missing_words
    missing_words = options.missing_words or known
    with opened(path) as file:
        read_version = version(path)
        empty = Batch([words_in([])] * len(file.names))
        batch = next(iter(file.batches), empty)
        return ColumnTable(
            path=path, version=read_version, missing_words=missing_words, opened=opened,
            column_names=file.names, n_rows=file.n_rows, whole=batch.share == 1,
            first=_numbered(batch, 0, missing_words),
            lenient=options.bad_rows == "drop", is_named=file.is_named,
            label=file.label, others=file.note,
            kinds=dict.fromkeys(file.categories, "category"),
            unused={
                j: f"which holds {excerpt(column.kind)}"
                for j, column in enumerate(batch.columns)
                if isinstance(column, Unreadable)
            },
        )  # fmt: skip


def _numbered(batch: Batch, begun: int, missing_words: tuple[str, ...]) -> Batch:
    """Give the rows of a batch, above which others are, their numbers."""
    n = len(batch.columns[0]) if batch.columns else 0
    return replace(batch, lines=begun + 1 + np.arange(n)).with_gaps(missing_words)
