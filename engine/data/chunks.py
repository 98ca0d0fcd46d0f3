"""A table of any size, read chunk by chunk, in the words of one that is read whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data import blocks as reading
from engine.data.ahead import ahead
from engine.data.blocks import Block, blocks
from engine.data.grid import WHITESPACE, Grid, delimiter_of, empty, grid_of
from engine.data.layout import layout_of, shown
from engine.data.tables import labels_of, numbers_of
from engine.errors import UserError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from numpy.typing import NDArray

    from engine.data.classes import Classes

    _Made = TypeVar("_Made")

_LINE_END = re.compile(rb"\r\n|\r|\n")
HEAD_BYTES = 2**16
"""Enough of the file to recognise delimiter, header and columns."""


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
    block : Block
        Where it comes from.
    """

    X: NDArray[np.float64]
    labels: tuple[str, ...]
    which: NDArray[np.int64]
    block: Block


class BigTable:
    """A text table on disk, of which only a few chunks are in memory at a time.

    Delimiter, header and target column are recognised, and faults refused, as by
    `read_table`; a fault is found when its chunk is read.

    Parameters
    ----------
    path : path-like
    target : str, optional
        As in `read_table`.

    Attributes
    ----------
    feature_names : tuple of str

    Raises
    ------
    UserError
        If the file cannot be used.
    """

    def __init__(self, path: str | os.PathLike[str], target: str | None = None) -> None:
        self.path = path
        head = next(blocks(path, HEAD_BYTES), None)
        if head is None:
            raise empty(path)
        text = head.text.decode()
        self._delimiter = delimiter_of(text)
        self._spaced = " " in text
        grid = grid_of(path, text, head.line, self._delimiter)
        self._column, self._names, rows = layout_of(path, grid, target)
        self._has_header = len(rows.cells) < len(grid.cells)
        self._features = [j for j in range(len(self._names)) if j != self._column]
        self.feature_names = tuple(self._names[j] for j in self._features)

    @property
    def target_name(self) -> str:
        """The name of the column of the classes, as shown in messages."""
        return shown(self._names[self._column])

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

        def work(block: Block) -> tuple[_Made, float]:
            return make(self._chunk(block, features)), block.share

        yield from ahead(self._blocks(), work)

    def _blocks(self) -> Iterator[Block]:
        header = self._has_header
        for block in blocks(self.path, reading.BLOCK_BYTES):
            yield self._without_first_row(block) if header else block
            header = False

    @staticmethod
    def _without_first_row(block: Block) -> Block:
        ends = (one.end() for one in _LINE_END.finditer(block.text))
        closed = (end for end in ends if not block.text.count(b'"', 0, end) % 2)
        end = next(closed, len(block.text))
        line = block.line + reading.line_ends(block.text[:end])
        return Block(block.text[end:], line, block.share)

    def _chunk(self, block: Block, features: bool) -> Chunk:
        chunk = self._parsed(block, features)
        return self._looked_at(block, features) if chunk is None else chunk

    def _parsed(self, block: Block, features: bool) -> Chunk | None:
        """Read plain rows fast; give None where anything is unusual."""
        import pandas

        wanted = self._features if features else []
        types: dict[int, Any] = dict.fromkeys(wanted, "float64")
        types[self._column] = "category"
        quoted = b'"' in block.text
        rows: Any = _Rows(self._model_row, block.text)
        try:
            frame = pandas.read_csv(
                rows,
                sep=self._delimiter,
                header=None,
                index_col=False,
                usecols=None if features else [self._column],
                dtype=types,
                na_filter=False,
                skipinitialspace=quoted or self._spaced,
                low_memory=False,
                **exact(pandas.__version__),
            )
        except ValueError:  # a ParserError is one
            return None
        X = np.empty((len(frame) - 1, len(wanted)))
        for place, column in enumerate(wanted):
            X[:, place] = frame[column].to_numpy()[1:]
        labels, which = _occurring(frame[self._column].cat)
        if not quoted:
            labels = [label.strip() for label in labels]
        if not all(labels) or not np.isfinite(X).all():
            return None
        return Chunk(X, tuple(labels), which, block)

    def _looked_at(self, block: Block, features: bool) -> Chunk:
        """Read as `read_table` does: slower, but says what is wrong."""
        grid = self._grid(block)
        names, target = self._names, self._column
        X = [numbers_of(self.path, grid, j, names[j]) for j in self._features]
        cells = labels_of(self.path, grid, target, names[target])
        labels, which = np.unique(cells, return_inverse=True)
        samples = np.column_stack(X) if features else np.empty((len(cells), 0))
        return Chunk(samples, tuple(labels), which, block)

    def _grid(self, block: Block) -> Grid:
        text = (self._model_row + block.text).decode()
        grid = grid_of(self.path, text, block.line - 1, self._delimiter)
        return Grid(grid.cells[1:], grid.lines[1:])

    @property
    def _model_row(self) -> bytes:
        """A row that tells the parser how many columns there are."""
        cells = ["x" if j == self._column else "0" for j in range(len(self._names))]
        by = " " if self._delimiter == WHITESPACE else self._delimiter
        return (by.join(cells) + "\n").encode()

    def codes(self, chunk: Chunk, classes: Classes) -> NDArray[np.int64]:
        """Give the class index of each row of a chunk.

        Raises
        ------
        UserError
            If a label is of no class.
        """
        codes = classes.codes_of(list(chunk.labels))
        if (codes < 0).any():
            unknown = chunk.labels[int(codes.argmin())]
            grid = self._grid(chunk.block)
            line = grid.lines[int((chunk.which == codes.argmin()).argmax())]
            raise UserError(
                f"{self.path}, line {line}, column {self.target_name}: class "
                f"“{shown(unknown)}” is not one of {', '.join(classes.names)}: name "
                "all classes"
            )
        return codes[chunk.which]


def _occurring(cells: Any) -> tuple[list[str], NDArray[np.int64]]:
    """Give the labels below the model row, and each row's place among them."""
    codes = cells.codes.to_numpy()[1:]
    there = np.bincount(codes, minlength=len(cells.categories)) > 0
    labels = [str(label) for label in cells.categories[there]]
    return labels, (np.cumsum(there) - 1)[codes]


class _Rows:
    """Bytes as a file that pandas takes as they are: a detour by text costs time."""

    def __init__(self, model_row: bytes, text: bytes) -> None:
        self._first, self._text, self._at = model_row, text, 0

    def read(self, size: int) -> bytes:
        """Give the next part; pandas makes room for all that it is given."""
        if self._first:
            part, self._first = self._first, b""
            return part
        part = self._text[self._at : self._at + size]
        self._at += len(part)
        return part

    def __iter__(self) -> Iterator[bytes]:
        """Be taken for a file."""
        return iter(())


def exact(pandas_version: str) -> dict[str, Any]:
    """Ask for the nearest floating-point number, where that is not the rule yet."""
    major, minor = (int(part) for part in pandas_version.split(".")[:2])
    return {} if (major, minor) >= (3, 1) else {"float_precision": "round_trip"}
