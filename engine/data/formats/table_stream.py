"""A table of any size, read chunk by chunk, in the words of one that is read whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.formats import row_blocks as reading
from engine.data.formats.ahead import ahead
from engine.data.formats.cells import labels_of, numbers_of
from engine.data.formats.grid import CellGrid, grid_of
from engine.data.formats.lenient import blanked
from engine.data.formats.plain_rows import plain_rows
from engine.data.formats.row_blocks import RowBlock, blocks, from_line, stamp
from engine.data.formats.table_form import HEAD_BYTES, Form, Head, form_of, head_of
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from numpy.typing import NDArray

    from engine.data.classes import Classes

    _Made = TypeVar("_Made")


class NoSuchClass(UserError):
    """A label is of none of the classes that are told apart."""


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some rows of a table.

    Attributes
    ----------
    X : ndarray, shape (n, n_features)
        No features if only labels were asked for.
    labels : tuple of str
        The labels that occur.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    block : RowBlock
        Where it comes from.
    """

    X: NDArray[np.float64]
    labels: tuple[str, ...]
    which: NDArray[np.int64]
    block: RowBlock


class BigTable:
    """A text table on disk, of which only a few chunks are in memory at a time.

    Faults are refused as by `read_table`; one is found when its chunk is read.

    Parameters
    ----------
    path : path-like
    form : Form, optional
        By default the one that is recognised.

    Attributes
    ----------
    feature_names : tuple of str
    left_out : list of int
        How many rows were left out of each chunk read so far, in a lenient form.

    Raises
    ------
    UserError
        If the file cannot be used.
    """

    def __init__(self, path: str | os.PathLike[str], form: Form | None = None) -> None:
        self.path = path
        self._stamp = stamp(path)
        self._form = form_of(path) if form is None else form
        self.left_out: list[int] = []
        head = head_of(path, self._form.start)
        self._spaced = " " in head.text
        self._names = self._form.names(path, self._cells(head))
        self.feature_names = tuple(self._names[j] for j in self._form.features)

    def _cells(self, head: Head) -> CellGrid:
        return head.grid(self.path, self._form.delimiter, self._form.lenient)

    @property
    def target_name(self) -> str:
        """The name of the column of the classes, as shown in messages."""
        return excerpt(self._names[self._form.label])

    def chunks(
        self, make: Callable[[Chunk], _Made], features: bool = True
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the file once; the next chunks are read in threads meanwhile.

        Parameters
        ----------
        make : callable
            Called in a thread, makes of a chunk what is wanted.
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
            return make(self._chunk(block, features)), block.share

        try:
            yield from ahead(self._blocks(reading.BLOCK_BYTES), work)
        except UserError:
            self._require_unchanged()
            raise
        self._require_unchanged()

    def _require_unchanged(self) -> None:
        if stamp(self.path) != self._stamp:
            raise UserError(
                f"{self.path}: was changed while it was read: start again when "
                "nothing writes to it"
            )

    def first_labels(self) -> tuple[str, ...]:
        """Give the labels of the first rows; of none if there are no rows."""
        return self._chunk(next(self._blocks(HEAD_BYTES)), features=False).labels

    def _blocks(self, size: int) -> Iterator[RowBlock]:
        header, start = self._form.header, self._form.start
        for block in from_line(blocks(self.path, size), start):
            yield block.without_first_row() if header else block
            header = False

    def _chunk(self, block: RowBlock, features: bool) -> Chunk:
        block.require_text()
        form = self._form
        if form.lenient:
            text, left_out = blanked(block.text.decode(), form, len(self._names))
            self.left_out.append(left_out)
            block = replace(block, text=text.encode())
        wanted = form.features if features else ()
        rows = plain_rows(block.text, form, len(self._names), wanted, self._spaced)
        if rows is None:
            return self._looked_at(block, features)
        X, labels, which = rows
        return Chunk(X, tuple(labels), which, block)

    def _looked_at(self, block: RowBlock, features: bool) -> Chunk:
        """Read as `read_table` does: slower, but says what is wrong."""
        grid = self._grid(block)
        form, names = self._form, self._names
        X = [
            numbers_of(self.path, grid, j, names[j], form.decimal)
            for j in form.features
        ]
        cells = labels_of(self.path, grid, form.label, names[form.label])
        labels, which = np.unique(cells, return_inverse=True)
        samples = np.column_stack(X) if features else np.empty((len(cells), 0))
        return Chunk(samples, tuple(labels), which, block)

    def _grid(self, block: RowBlock) -> CellGrid:
        first = self._form.model_row(len(self._names))
        text = (first + block.text).decode()
        grid = grid_of(self.path, text, block.line - 1, self._form.delimiter)
        return CellGrid(grid.cells[1:], grid.lines[1:])

    def codes(self, chunk: Chunk, classes: Classes) -> NDArray[np.int64]:
        """Give the class index of each row of a chunk.

        Raises
        ------
        NoSuchClass
            If a label is of no class.
        """
        codes = classes.codes_of(list(chunk.labels))
        if (codes < 0).any():
            unknown = chunk.labels[int(codes.argmin())]
            grid = self._grid(chunk.block)
            line = grid.lines[int((chunk.which == codes.argmin()).argmax())]
            raise NoSuchClass(
                f"{self.path}, line {line}, column {self.target_name}: class "
                f"“{excerpt(unknown)}” is not one of {', '.join(classes.names)}: name "
                "all classes"
            )
        return codes[chunk.which]
