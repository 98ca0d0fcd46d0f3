"""A table of text: its first lines, cut into cells, and its blocks of rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.data.tables import row_blocks as reading
from engine.data.tables.cell_column import CellColumn
from engine.data.tables.column_matching import NO_LABEL
from engine.data.tables.csv_cells import (
    CellGrid,
    blank_rows,
    cut_to_width,
    delimiter_of,
    first_width,
    grid_of,
)
from engine.data.tables.data_file import (
    SHORT_DELIMITER,
    located,
    readable,
    require_columns,
)
from engine.data.tables.fast_rows import fast_rows
from engine.data.tables.header import HeaderGuess, guess_header
from engine.data.tables.missing_values import with_gaps
from engine.data.tables.number_format import decimal_of, is_number
from engine.data.tables.quotation import (
    LINE_END,
    UNQUOTED,
    WHITESPACE,
    is_long,
    last_row_end,
)
from engine.data.tables.read_options import AS_FOUND, ReadOptions
from engine.data.tables.row_blocks import HEAD_BYTES, empty, row_blocks, version
from engine.data.tables.table import LOOKED_AT, VALUE_BYTES, Table
from engine.data.tables.table_start import mended, start_of
from engine.data.tables.typed_columns import Batch, words_in, written_words

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from engine.data.provenance import Provenance
    from engine.data.tables.row_blocks import RowBlock
    from engine.data.tables.table_form import TableForm

WIDE_HEAD_BYTES = 16 * HEAD_BYTES
"""Read of a table of which there are few rows in a usual head."""
_FEW_ROWS = 5
_QUOTED_NUMBER = re.compile(r'"[+-]?[0-9.,]+"')


@dataclass(frozen=True, eq=False, kw_only=True)
class TextTable(Table):
    """A table of text, of which the first lines have been read.

    Attributes
    ----------
    text : str
        Whole rows, the first of them not blank.
    line : int
        The line of the file, from 1, with which the text begins.
    rows_above : int, optional
        Rows above the samples, where they are more than a header.
    has_header : bool, optional
        Whether the file says that the first row has the names.
    usual_decimal : str
        How numbers are written in such files; empty if that is to be recognised.
    """

    text: str
    line: int
    rows_above: int | None = None
    has_header: bool | None = None
    usual_decimal: str = ""

    @property
    def way_to_cut(self) -> str:  # noqa: D102
        return ", or tell which sign stands between the cells (--delimiter)"

    @cached_property
    def features_grid(self) -> CellGrid:
        """The first lines, cut into cells."""
        text = cut_to_width(self.text, self.delimiter) if self.lenient else self.text
        return grid_of(self.path, text, self.line, self.delimiter)

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The first lines as they stand there, each with its number."""
        return list(enumerate(LINE_END.split(self.text.rstrip()), self.line))

    @property
    def note(self) -> str:
        """A sentence about the lines above the table; empty if there are none."""
        if self.start == 1:
            return ""
        return f"The table begins with line {self.start}: what is above is left out."

    def anew(self) -> TextTable:
        """Read the first lines again; a header that says more is not looked at."""
        if self.rows_above is not None or self.has_header:
            return self
        options = ReadOptions(
            start=self.start, delimiter=self.delimiter, missing_words=self.missing_words
        )
        return text_table(self.path, options)

    def decimal(self, cells: NDArray[Any], decimal: str, usual: str = "") -> str:
        """Recognise how numbers are written."""
        decimal = decimal or self.usual_decimal
        return decimal_of(cells, delimiter=self.delimiter, decimal=decimal, usual=usual)

    def marked(self, rows: NDArray[Any], decimal: str) -> frozenset[int]:
        """Find the columns of text: in quotes, where the numbers of others are not."""
        quoted = self.grid.quoted
        others = quoted and {*range(rows.shape[1])} - quoted
        bare = any(CellColumn(rows[:, j].tolist(), decimal).numbers for j in others)
        return quoted if bare else frozenset()

    def header(self, decimal: str, options: ReadOptions, target: str) -> HeaderGuess:
        """Recognise whether the first row has the names."""
        has_header = self._told_header(options)
        if has_header is not None:
            return HeaderGuess(has_header)
        first, *below = self.features_grid.cells[: 1 + LOOKED_AT].tolist()
        line, _, others = self.text.partition("\n")
        marked = _QUOTED_NUMBER.search(line) and not _QUOTED_NUMBER.search(others)
        return guess_header(first, below, decimal, target, marked=bool(marked))

    def like_header(self, decimal: str, options: ReadOptions, like: Provenance) -> bool:
        """Look for the names of the other table, too."""
        has_header = self._told_header(options)
        if has_header is not None:
            return has_header
        first: list[str] = self.features_grid.cells[0].tolist()
        known = sum(column.name in first for column in like.columns)
        if 2 * known > len(like.columns):
            return True
        if len(first) == 1:  # there is no label to tell by
            return not is_number(first[0], decimal)
        return self.header(decimal, options, options.target or like.target).header

    def _told_header(self, options: ReadOptions) -> bool | None:
        return options.header if self.has_header is None else self.has_header

    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[RowBlock]:
        """Read blocks of whole rows under the header."""
        above = int(form.header) if self.rows_above is None else self.rows_above
        for block in row_blocks(
            self.path,
            reading.HEAD_BYTES if first else reading.BLOCK_BYTES,
            delimiter=self.delimiter,
            line=self.start,
        ):
            while above and block.text:
                block = block.without_first_row(self.delimiter)
                above -= 1
            if self.missing_words:
                text = with_gaps(block.text, self.delimiter, self.missing_words)
                block = replace(block, text=text)
            yield block

    @property
    def width(self) -> int:
        """How many columns there are."""
        return int(self.features_grid.cells.shape[1])

    def quick_batch(self, block: RowBlock, form: TableForm) -> Batch | None:
        """Read rows by pyarrow, where they are plain."""
        block.require_text()
        by, quotes = self.delimiter, block.quotes(self.delimiter)
        return fast_rows(block.text, form, by, width=self.width, quotes=quotes)

    def batch(self, block: RowBlock, form: TableForm) -> tuple[Batch, int]:
        """Cut rows into cells of text."""
        text, left_out, width = block.text.decode(), 0, self.width
        if form.lenient:
            text, left_out = blank_rows(
                text, self.delimiter, lambda cells: len(cells) == width
            )
        by = " " if self.delimiter == WHITESPACE else self.delimiter
        # A row that tells how many columns there are.
        first = by.join(["x"] * width) + "\n"
        grid = grid_of(self.path, first + text, block.line - 1, self.delimiter)
        columns = [*map(words_in, grid.cells[1:].T)]
        for j in {*form.words, form.label} - {NO_LABEL} if grid.written else ():
            written = [row[j] for row in grid.written[1:]]
            columns[j] = written_words(grid.cells[1:, j].tolist(), written)
        return Batch(columns, grid.lines[1:], "line"), left_out

    def size(self, form: TableForm) -> int:
        """Take all lines for as long as the first."""
        if self.whole or not self.path.is_text:
            return 0
        with readable(self.path):
            share = self.path.text_size / len(self.text.encode())
        rows = len(self.features_grid.lines) * share
        return int(VALUE_BYTES * len(form.features) * rows)


def text_table(
    file: str | os.PathLike[str], options: ReadOptions = AS_FOUND
) -> TextTable:
    """Open a table of text and read its first lines, its form as far as it is told.

    It begins with the line that is told, if that is not blank; else under comments and
    titles. Its delimiter is what cuts the lines into most equal rows.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    path, start, delimiter = located(file), options.start, options.delimiter
    if is_long(delimiter):
        path, delimiter = replace(path, delimiter=delimiter), SHORT_DELIMITER
    known = () if options.like is None else options.like.missing_words
    missing_words = options.missing_words or known
    read_version = version(path)
    block = _first_block(path, UNQUOTED, start or 1)
    text = block.text.decode()
    above, by = start_of(text, delimiter)
    if start:
        by = delimiter or delimiter_of(text)
    elif above:
        start = block.line + above
        block = _first_block(path, UNQUOTED, start)
        text = block.text.decode()
    start = start or 1
    if '"' in text and block.share < 1:
        # Now that it is known where a mark quotes: a row may go on.
        text = block.text[: last_row_end(block.text, by)].decode()
        if not text:
            block = _first_block(path, by, start)
            text = block.text.decode()
    text = with_gaps(mended(text, by).encode(), by, missing_words).decode()
    require_columns(path, first_width(text, by))
    return TextTable(
        path=path, version=read_version, delimiter=by, start=start,
        lenient=options.bad_rows == "drop", missing_words=missing_words,
        whole=block.share == 1, text=text, line=block.line,
    )  # fmt: skip


def _first_block(
    path: os.PathLike[str], delimiter: str, start: int, size: int = HEAD_BYTES
) -> RowBlock:
    block = next(row_blocks(path, size, delimiter=delimiter, line=start), None)
    if block is None:
        raise empty(path)
    block.require_text()
    few = len(LINE_END.findall(block.text.decode())) <= _FEW_ROWS
    if few and block.share < 1 and size < WIDE_HEAD_BYTES:
        return _first_block(path, delimiter, start, WIDE_HEAD_BYTES)
    return block
