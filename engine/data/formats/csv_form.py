"""The form of a table: what stands between cells, the header, the columns' roles.

The head of a file is read and cut into cells once; its form is recognised in it, and
the names of the columns and the first rows are taken from it.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from engine.data.formats.column_matching import (
    NO_LABEL,
    Match,
    match_by_name,
    match_by_position,
)
from engine.data.formats.column_roles import (
    NO_NAMES,
    NOTHING,
    CellColumn,
    Roles,
    columns_of,
    names_column,
    roles_of,
)
from engine.data.formats.csv_cells import (
    CellGrid,
    cut_to_width,
    delimiter_of,
    first_width,
    grid_of,
    is_number,
    one_column,
)
from engine.data.formats.data_file import (
    SHORT_DELIMITER,
    data_file,
    located,
    require_columns,
)
from engine.data.formats.header import HeaderGuess, guess_header
from engine.data.formats.missing_values import is_missing, with_gaps
from engine.data.formats.number_format import decimal_of, doubt_of
from engine.data.formats.quotation import (
    LINE_END,
    UNQUOTED,
    WHITESPACE,
    is_long,
    last_row_end,
)
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import HEAD_BYTES, empty, row_blocks, version
from engine.data.formats.table_start import mended, start_of
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.row_blocks import RowBlock
    from engine.data.provenance import Column, Missing, Provenance


WIDE_HEAD_BYTES = 16 * HEAD_BYTES
"""Read of a table of which there are few rows in a usual head."""
_FEW_ROWS = 5
_LOOKED_AT = 1000
_QUOTED_NUMBER = re.compile(r'"[+-]?[0-9.,]+"')


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
        How numbers are written: a format of `engine.data.formats.number_format`.
    start : int
        The line of the file, from 1, with which the table begins.
    lenient : bool
        Rows that cannot be read are left out.
    text : tuple of int
        Indices of the columns of text: as a feature, one of 0 or 1 for each level.
    binary : tuple of int
        Indices of the columns of two words: as a feature, 0 and 1.
    missing : {"error", "drop", "mean"}
        What becomes of missing values.
    signs : bool
        Labels are + and −, so that this is none that is missing.
    missing_words : tuple of str
        What stands for a missing value, besides what usually does.
    names : int
        Index of the column of the samples' names; `NO_NAMES` if there is none.
    """

    delimiter: str
    label: int
    features: tuple[int, ...]
    _: KW_ONLY
    header: bool
    decimal: str = "."
    start: int = 1
    lenient: bool = False
    text: tuple[int, ...] = ()
    binary: tuple[int, ...] = ()
    missing: Missing = "error"
    signs: bool = False
    missing_words: tuple[str, ...] = ()
    names: int = NO_NAMES

    @property
    def words(self) -> tuple[int, ...]:
        """Indices of the columns that hold words."""
        return (*self.text, *self.binary)

    def lacks_label(self, cell: str) -> bool:
        """Tell whether a cell of the column of the classes stands for none."""
        return is_missing(cell) and not (self.signs and cell == "-")

    def with_label(self, label: int) -> TableForm:
        """Take the classes from another column; the former one becomes a feature."""
        columns = sorted({*self.features, self.label} - {label})
        names = NO_NAMES if self.names == label else self.names
        return replace(self, label=label, features=tuple(columns), names=names)

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
        Rows with too few or too many cells are left out.
    missing_words : tuple of str
        What stands for a missing value, besides what usually does: NA here.
    """

    path: str | os.PathLike[str]
    text: str
    line: int
    whole: bool
    version: tuple[int, int, int]
    delimiter: str
    start: int
    lenient: bool
    missing_words: tuple[str, ...] = ()

    @cached_property
    def grid(self) -> CellGrid:
        """The cells.

        Raises
        ------
        UserError
            If the lines cannot be cut into a table; names the line.
        """
        found = self.features_grid
        if found.cells.shape[1] < 2:
            raise one_column(self.path)
        return found

    @cached_property
    def features_grid(self) -> CellGrid:
        """The cells of what may be one feature without a class."""
        text = cut_to_width(self.text, self.delimiter) if self.lenient else self.text
        return grid_of(self.path, text, self.line, self.delimiter)

    @property
    def note(self) -> str:
        """A sentence about what is above the table; empty if nothing is."""
        if self.start == 1:
            return ""
        return f"The table begins with line {self.start}: what is above is left out."

    def of(self, form: TableForm) -> TableHead:
        """Give the head as a form has it; it is read anew if it is not that one."""
        mine = (
            self.delimiter, self.start, self.lenient, self.missing_words, self.version
        )  # fmt: skip
        told = (
            form.delimiter, form.start, form.lenient, form.missing_words,
            version(self.path),
        )  # fmt: skip
        if mine == told:
            return self
        return read_head(
            self.path, start=form.start, delimiter=form.delimiter,
            lenient=form.lenient, missing_words=form.missing_words,
        )  # fmt: skip

    def names(self, form: TableForm) -> list[str]:
        """Name all columns.

        Raises
        ------
        UserError
            If one that is used has no name, or the same as another.
        """
        first: list[str] = self.features_grid.cells[0].tolist()
        if form.header:
            used = (*form.features, *([form.label] if form.label != NO_LABEL else []))
            check_header(self.path, first, int(self.features_grid.lines[0]), used)
            return first
        names = iter(f"x{j + 1}" for j in range(len(first)))
        return ["class" if j == form.label else next(names) for j in range(len(first))]

    def rows(self, form: TableForm) -> CellGrid:
        """Give the rows that are samples."""
        header = form.header
        return CellGrid(
            self.features_grid.cells[header:], self.features_grid.lines[header:]
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
        cells = self.features_grid.cells
        first: list[str] = cells[0].tolist()
        decimal = decimal_of(
            cells,
            delimiter=self.delimiter,
            told=options.decimal,
            usual=dict(like.options).get("decimal", ""),
        )
        header = self._told_header(options)
        if header is None:
            known = sum(column.name in first for column in like.columns)
            header = 2 * known > len(like.columns) or (
                self._header(decimal, options.target or like.target).header
                if len(first) > 1  # else there is no label to tell by
                else not is_number(first[0], decimal)
            )
        if header:
            match = match_by_name(self.path, first, like, options.target)
        else:
            match = match_by_position(self.path, len(first), like, options.target)
        names = first if header else numbered_names(len(first))
        taken = (*match.features, match.label)
        named = names_column(self.path, names, options, like, taken)
        form = TableForm(
            self.delimiter, match.label, match.features, header=header,
            decimal=decimal, start=self.start, lenient=self.lenient,
            text=_of_kind("one-hot", match, like),
            binary=_of_kind("binary", match, like),
            missing=options.missing if options.missing != "error" else like.missing,
            signs=match.label != NO_LABEL and "+" in cells[:, match.label],
            missing_words=self.missing_words,
            names=named,
        )  # fmt: skip
        return form, match

    def proposal(
        self,
        options: ReadOptions = AS_FOUND,
        *,
        label: int | None = None,
        unused: Mapping[int, str] = NOTHING,
    ) -> Proposal:
        """Recognise the form, as far as it is not told, and say what is doubtful.

        Columns of text, without a name in a header, or that only tell rows apart are
        no features.

        Parameters
        ----------
        options : ReadOptions
        label, unused
            As `roles_of` takes them.

        Raises
        ------
        UserError
            If the file cannot be a table, or has not the columns that are told.
        """
        first: list[str] = self.grid.cells[0].tolist()
        decimal = decimal_of(
            self.grid.cells, delimiter=self.delimiter, told=options.decimal
        )
        below = self.grid.cells[1 : 1 + _LOOKED_AT]
        told = self._told_header(options)
        guess = HeaderGuess(bool(told))
        if told is None:
            guess = self._header(decimal, options.target or "")
        rows = below if guess.header else self.grid.cells[:_LOOKED_AT]
        names = first if guess.header else numbered_names(len(first))
        roles = roles_of(
            self.path, names, rows, options, decimal=decimal, header=guess.header,
            label=label, unused=unused, marked=self._marked(rows, decimal),
        )  # fmt: skip
        form = TableForm(
            self.delimiter, roles.label, roles.features, header=guess.header,
            decimal=decimal, start=self.start, lenient=self.lenient, text=roles.text,
            binary=roles.binary, missing=options.missing,
            signs="+" in rows[:, roles.label], missing_words=self.missing_words,
            names=roles.names,
        )  # fmt: skip
        of_numbers = "" if options.decimal else doubt_of(rows, decimal)
        doubt = " ".join(filter(None, [guess.doubt, of_numbers]))
        return Proposal(form, roles, doubt)

    def _marked(self, rows: NDArray[Any], decimal: str) -> frozenset[int]:
        """Find the columns of text: in quotes, where the numbers of others are not."""
        quoted = self.grid.quoted
        others = quoted and {*range(rows.shape[1])} - quoted
        bare = any(CellColumn(rows[:, j].tolist(), decimal).numbers for j in others)
        return quoted if bare else frozenset()

    def _told_header(self, options: ReadOptions) -> bool | None:
        """Tell whether there is a header, if that is told or the format says so."""
        if options.header is not None:
            return options.header
        return data_file(self.path).header

    def _header(self, decimal: str, target: str) -> HeaderGuess:
        """Recognise a header."""
        first, below = (
            self.features_grid.cells[0],
            self.features_grid.cells[1 : 1 + _LOOKED_AT],
        )
        line, _, others = self.text.partition("\n")
        marked = _QUOTED_NUMBER.search(line) and not _QUOTED_NUMBER.search(others)
        return guess_header(
            first.tolist(), below.tolist(), decimal, target, marked=bool(marked)
        )

    def form(self, options: ReadOptions = AS_FOUND) -> TableForm:
        """Recognise the form, as far as it is not told: see `proposal`."""
        return self.proposal(options).form

    def columns(self, form: TableForm) -> tuple[Column, ...]:
        """Say what is known of the columns of the features."""
        cells = self.rows(form).cells[:_LOOKED_AT]
        return columns_of(self.names(form), cells, form, form.decimal)


def _of_kind(kind: str, match: Match, like: Provenance) -> tuple[int, ...]:
    kinds = zip(match.features, like.columns, strict=True)
    return tuple(j for j, column in kinds if column.kind == kind)


class Proposal(NamedTuple):
    """The form that a table seems to have.

    Attributes
    ----------
    form : TableForm
    roles : Roles
    doubt : str
        Sentences about the header and the numbers; empty if they are not doubtful.
    """

    form: TableForm
    roles: Roles
    doubt: str


def numbered_names(width: int) -> list[str]:
    """Call columns without a header by their numbers."""
    return [str(j + 1) for j in range(width)]


def read_head(
    path: str | os.PathLike[str],
    *,
    start: int = 0,
    delimiter: str = "",
    lenient: bool = False,
    missing_words: tuple[str, ...] = (),
) -> TableHead:
    """Read the first lines of a table.

    Parameters
    ----------
    path : path-like
    start : int, optional
        The line with which the table begins, if that is not blank. Default as it is
        recognised, under comments and titles.
    delimiter : str, optional
        Default the one that cuts the lines into most equal rows.
    lenient : bool
        Leave out rows with other cells than the first.
    missing_words : tuple of str
        What stands for a missing value, besides what usually does.

    Raises
    ------
    UserError
        If the file cannot be read, is empty or is not text.
    """
    path = located(path)
    if is_long(delimiter):
        path, delimiter = replace(path, delimiter=delimiter), SHORT_DELIMITER
    found = version(path)
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
    whole = block.share == 1
    text = with_gaps(mended(text, by).encode(), by, missing_words).decode()
    require_columns(path, first_width(text, by))
    return TableHead(
        path, text, block.line, whole, found, by, start, lenient, missing_words
    )


def _first_block(
    path: str | os.PathLike[str], delimiter: str, start: int, size: int = HEAD_BYTES
) -> RowBlock:
    block = next(row_blocks(path, size, delimiter=delimiter, line=start), None)
    if block is None:
        raise empty(path)
    block.require_text()
    few = len(LINE_END.findall(block.text.decode())) <= _FEW_ROWS
    if few and block.share < 1 and size < WIDE_HEAD_BYTES:
        return _first_block(path, delimiter, start, WIDE_HEAD_BYTES)
    return block


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
