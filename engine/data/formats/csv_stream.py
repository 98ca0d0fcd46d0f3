"""A table of any size, read block by block: fast, and where that fails with care.

The careful reader names what is wrong: the file, the line, the column.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.classes import labelled, require_possible
from engine.data.formats import row_blocks
from engine.data.formats.column_matching import NO_LABEL
from engine.data.formats.csv_cells import (
    CellGrid,
    blank_rows,
    grid_of,
    is_value,
    labels_of,
    numbers_of,
)
from engine.data.formats.csv_form import read_head
from engine.data.formats.fast_rows import Rows, concatenated, fast_rows, unlabelled
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import RowBlock, ahead, version
from engine.data.provenance import Column
from engine.errors import UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from numpy.typing import NDArray

    from engine.data.classes import Classes
    from engine.data.dataset import Dataset
    from engine.data.formats.csv_form import TableForm, TableHead
    from engine.data.formats.read_options import ReadOptions

    _Made = TypeVar("_Made")


class NoSuchClass(UserError):
    """A label is of none of the classes that are told apart."""


@dataclass(frozen=True, eq=False)
class SampleBlock:
    """Some samples of a table.

    Attributes
    ----------
    X : ndarray, shape (n, n_features)
        No features if only labels were asked for.
    labels : list of str
        The labels that occur.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    source : RowBlock
        The rows of the file that they were.
    """

    X: NDArray[np.float64]
    labels: list[str]
    which: NDArray[np.int64]
    source: RowBlock


class CsvStream:
    """A text table on disk, of which only a few blocks are in memory at a time.

    A fault is refused when its block is read.

    Parameters
    ----------
    head : TableHead
    form : TableForm
    rows_above : int, optional
        Rows above the samples, where they are more than a header.
    columns : sequence of Column, optional
        What the features are called, where that is told by another table.
    notes : sequence of str, optional
        What is to be told about its columns.

    Attributes
    ----------
    path : path-like
    columns : tuple of Column
    feature_names : tuple of str
    notes : tuple of str
    left_out : list of int
        How many rows were left out of each block read so far, in a lenient form.

    Raises
    ------
    UserError
        If the names of the columns cannot be used.
    """

    def __init__(
        self,
        head: TableHead,
        form: TableForm,
        *,
        rows_above: int | None = None,
        columns: Sequence[Column] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        head = head.of(form)
        self.path = head.path
        self.left_out: list[int] = []
        self._form = form
        self._version = head.version
        self._rows_above = int(form.header) if rows_above is None else rows_above
        self._spaced = " " in head.text
        self._names = head.names(form)
        self.columns = tuple(
            [Column(self._names[j], position=j + 1) for j in form.features]
            if columns is None
            else columns
        )
        self.feature_names = tuple(
            name for column in self.columns for name in column.feature_names
        )
        self.notes = tuple(notes)

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], options: ReadOptions = AS_FOUND
    ) -> CsvStream:
        """Open a table in the form that is recognised, as far as it is not told.

        Raises
        ------
        UserError
            If the file cannot be a table, or has not the columns that are told.
        """
        head = read_head(path, delimiter=options.delimiter)
        if options.like is None:
            return cls(head, head.form(options))
        form, match = head.matched(options, options.like)
        return cls(head, form, columns=options.like.columns, notes=match.notes)

    @property
    def target_name(self) -> str:
        """The name of the column of the classes, as shown in messages; or nothing."""
        label = self._form.label
        return "" if label == NO_LABEL else excerpt(self._names[label])

    def read_all(self, progress: Callable[[float], bool] = go_on) -> Dataset:
        """Read the whole table.

        Parameters
        ----------
        progress : callable, optional
            Told the share that is done, 0 … 1; its answer False stops the reading.

        Returns
        -------
        Dataset
            Classes in sorted order. Labels that are all numbers are compared as
            numbers, so that ``1``, ``1.0`` and ``+1`` are one class; other labels as
            text. There may be one class only: see `require_two_classes`.

        Raises
        ------
        UserError
            If the file or a cell cannot be used; names the file, the line, the column.
        Cancelled
            If `progress` says so.
        """
        blocks = self.blocks(lambda block: Rows(block.X, block.labels, block.which))
        X, labels, which = concatenated(blocks, progress)
        if not len(X):
            raise without_rows(self.path)
        require_possible(self.path, self.target_name, labels)
        return labelled(X, labels, which, self.feature_names)

    def blocks(
        self, make: Callable[[SampleBlock], _Made], *, features: bool = True
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the file once; the next blocks are read in threads meanwhile.

        Parameters
        ----------
        make : callable
            Called in a thread, makes of a block what is wanted.
        features : bool
            Read the features too; labels alone are faster.

        Yields
        ------
        made
            In the file's order.
        share : float
            How much of the file has been read, 0 … 1.
        """

        def work(block: RowBlock) -> tuple[_Made, float]:
            return make(self._samples(block, features=features)), block.share

        try:
            yield from ahead(self._row_blocks(row_blocks.BLOCK_BYTES), work)
        except UserError:
            self._require_unchanged()
            raise
        self._require_unchanged()

    def _require_unchanged(self) -> None:
        if version(self.path) != self._version:
            raise UserError(
                f"{self.path}: was changed while it was read: start again when "
                "nothing writes to it"
            )

    def first_labels(self) -> list[str]:
        """Give the labels of the first rows; of none if there are no rows."""
        first = next(self._row_blocks(row_blocks.HEAD_BYTES))
        return self._samples(first, features=False).labels

    def _row_blocks(self, size: int) -> Iterator[RowBlock]:
        form, above = self._form, self._rows_above
        for block in row_blocks.row_blocks(
            self.path, size, delimiter=form.delimiter, line=form.start
        ):
            while above and block.text:
                block = block.without_first_row(form.delimiter)
                above -= 1
            yield block

    def _samples(self, block: RowBlock, *, features: bool) -> SampleBlock:
        block.require_text()
        form, width = self._form, len(self._names)
        if form.lenient:
            text, left_out = without_faults(block.text.decode(), form, width=width)
            self.left_out.append(left_out)
            block = replace(block, text=text.encode())
        wanted = form.features if features else ()
        rows = fast_rows(
            block.text, form, width=width, features=wanted, spaced=self._spaced
        )
        if rows is None:
            rows = self._careful_rows(block, wanted)
        return SampleBlock(*rows, block)

    def _careful_rows(self, block: RowBlock, features: Sequence[int]) -> Rows:
        """Look at every cell: slower, but says what is wrong."""
        grid, names = self._grid(block), self._names
        label, decimal = self._form.label, self._form.decimal
        # A fault in a feature is one of the table, whether it is wanted or not.
        X = {
            j: numbers_of(self.path, grid, j, names[j], decimal)
            for j in self._form.features
        }
        samples = np.empty((len(grid.cells), len(features)))
        for place, column in enumerate(features):
            samples[:, place] = X[column]
        if label == NO_LABEL:
            return unlabelled(samples)
        cells = labels_of(self.path, grid, label, names[label])
        labels, which = np.unique(cells, return_inverse=True)
        return Rows(samples, labels.tolist(), which)

    def _grid(self, block: RowBlock) -> CellGrid:
        first = self._form.model_row(len(self._names))
        text = (first + block.text).decode()
        grid = grid_of(self.path, text, block.line - 1, self._form.delimiter)
        return CellGrid(grid.cells[1:], grid.lines[1:])

    def codes(self, block: SampleBlock, classes: Classes) -> NDArray[np.int64]:
        """Give the class index of each row of a block.

        Raises
        ------
        NoSuchClass
            If a label is of no class.
        """
        codes = classes.codes_of(block.labels)
        if (codes < 0).any():
            unknown = block.labels[int(codes.argmin())]
            grid = self._grid(block.source)
            line = grid.lines[int((block.which == codes.argmin()).argmax())]
            raise NoSuchClass(
                f"{self.path}, line {line}, column {self.target_name}: class "
                f"“{excerpt(unknown)}” is not one of {', '.join(classes.names)}: name "
                "all classes"
            )
        return codes[block.which]


def without_faults(text: str, form: TableForm, *, width: int) -> tuple[str, int]:
    """Put blank lines in the place of rows that are no samples; count those.

    Parameters
    ----------
    text : str
        Whole rows under the header.
    form : TableForm
    width : int
        The number of columns.
    """

    def is_sample(cells: Sequence[str]) -> bool:
        if not max((*form.features, form.label)) < len(cells) <= width:
            return False
        numbers = (cells[j] for j in form.features)
        labelled = bool(cells[form.label])
        return labelled and all(is_value(cell, form.decimal) for cell in numbers)

    return blank_rows(text, form.delimiter, is_sample)


def without_rows(path: str | os.PathLike[str]) -> UserError:
    """Say that a table has only a header."""
    return UserError(f"{path}: has a header but no rows: give a row per sample")
