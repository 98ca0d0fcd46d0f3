"""Batches of typed columns: what every reader makes of a file, as numbers or words.

One place turns them into rows of numbers and labels, and says which cell is at fault.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data.classes import EXACT
from engine.data.dataset import IS_TOO_LARGE, LARGEST, is_computable
from engine.data.tables.column_matching import NO_LABEL
from engine.data.tables.missing_values import MissingValue, is_missing
from engine.data.tables.number_format import is_number, number_in
from engine.data.tables.table_form import NO_NAMES
from engine.errors import UserError, excerpt
from engine.files import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from engine.data.provenance import Column as TableColumn
    from engine.data.sample_names import Texts
    from engine.data.tables.table_form import TableForm


@dataclass(frozen=True, eq=False)
class Words:
    """Cells of text, of which each different one is given once.

    Attributes
    ----------
    levels : list of str
        Empty for what is missing.
    codes : ndarray of int, shape (n,)
        Each cell's place among the levels.
    written : sequence
        The levels as they stand in the file, where some have blanks around them, or
        are no text there; else empty.
    """

    levels: list[str]
    codes: NDArray[np.int64]
    written: Sequence[object] = field(default=(), kw_only=True)

    def __len__(self) -> int:
        """Count the cells."""
        return len(self.codes)

    def __getitem__(self, rows: Any) -> Words:
        """Take some of the cells."""
        return replace(self, codes=self.codes[rows])

    def which(self, is_so: Callable[[str], bool]) -> NDArray[np.bool_]:
        """Tell of each cell whether something is so of its word."""
        levels = np.array([*map(is_so, self.levels)], bool)
        return levels[self.codes] if levels.any() else np.zeros(len(self), bool)

    @property
    def occurring(self) -> Words:
        """The same cells, without levels that do not occur."""
        there = np.bincount(self.codes, minlength=len(self.levels)) > 0
        if there.all():
            return self
        kept = np.flatnonzero(there).tolist()
        levels = [self.levels[i] for i in kept]
        written = [self.written[i] for i in kept if self.written]
        return Words(levels, (np.cumsum(there) - 1)[self.codes], written=written)


@dataclass(frozen=True, eq=False)
class Unreadable(Words):
    """Cells that hold neither numbers nor words: they can only be left out.

    Attributes
    ----------
    kind : str
        What they hold.
    fault : str
        What is said where they are used nevertheless.
    """

    kind: str
    fault: str

    @classmethod
    def of(cls, n: int, kind: str, fault: str) -> Unreadable:
        """Give so many cells, which stand as empty ones."""
        return cls([""], np.zeros(n, np.int64), kind, fault)


if TYPE_CHECKING:
    Column = NDArray[Any] | Words
    """Numbers, not a number where one is missing; or words."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Some rows of a table.

    Attributes
    ----------
    columns : sequence of Column
    lines : ndarray of int, shape (n,)
        The line of the file, or the row of the table, from 1, of each row.
    unit : str
        What these are called.
    weights : ndarray, shape (n,), optional
        How much each row counts, where the file says that.
    notes : tuple of str
        What was guessed of the cells, in sentences.
    share : float
        How much of the table has been read at its end, 0 … 1.
    """

    columns: Sequence[Column]
    lines: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    unit: str = "row"
    weights: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    share: float = 1.0

    def place(self, row: int) -> str:
        """Say in words where a row, from 0, is in the file."""
        return f"{self.unit} {self.lines[row]}"

    def taken(self, rows: NDArray[Any] | slice) -> Batch:
        """Give some of the rows."""
        return replace(
            self,
            columns=[column[rows] for column in self.columns],
            lines=self.lines[rows],
            weights=None if self.weights is None else self.weights[rows],
        )

    def with_gaps(self, words: tuple[str, ...]) -> Batch:
        """Take cells that are one of some words for missing ones."""
        if not words:
            return self
        columns = [_with_gaps(column, words) for column in self.columns]
        return replace(self, columns=columns)


def _with_gaps(column: Column, words: tuple[str, ...]) -> Column:
    numbers = [number for word in words if (number := number_in(word)) is not None]
    if not isinstance(column, Words):
        return np.where(np.isin(column, numbers), np.nan, column)
    levels = [
        "" if level in words or number_in(level) in numbers else level
        for level in column.levels
    ]
    return replace(column, levels=levels)


_NOT_PLACED = np.empty(0, np.int64)
UNKNOWN = -1
"""In place of the number of a level that is none of those known."""


class Rows(NamedTuple):
    """Some samples with their labels as they are written.

    Attributes
    ----------
    X : ndarray, shape (n, n_features)
        Of words 0 and 1, or the number of their level; not a number where one lacks.
    labels : list of str
        The labels that occur; none where the table has no labels.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    names : ndarray of str objects, shape (n,), optional
        The samples' names, where the table has some and they are wanted.
    weights : ndarray, shape (n,), optional
        How much each sample counts, where the file says that.
    number : int
        Which block of the table they were, from 0.
    places : ndarray of int, shape (n,)
        Which of the block's rows they are: some may be left out.
    n_rows : int
        How many rows the block has.
    """

    X: NDArray[np.float64]
    labels: list[str]
    which: NDArray[np.int64]
    names: Texts | None = None
    weights: NDArray[np.float64] | None = None
    number: int = 0
    places: NDArray[np.int64] = _NOT_PLACED
    n_rows: int = 0

    def taken(self, rows: NDArray[Any]) -> Rows:
        """Give some of the rows."""
        return self._replace(
            X=self.X[rows],
            which=self.which[rows],
            places=self.places[rows],
            names=None if self.names is None else self.names[rows],
            weights=None if self.weights is None else self.weights[rows],
        )


def column_of(values: Iterable[object]) -> Column:
    """Make a column of plain values, None where one is missing.

    Whole numbers that a float cannot tell from their neighbours become text.
    """
    cells = list(values)
    kinds = {*map(type, cells)}
    whole = (cell for cell in cells if type(cell) is int) if int in kinds else ()
    if kinds <= {float, int, NoneType} and all(-EXACT < n < EXACT for n in whole):
        return np.array(cells, np.float64)
    return words_in(["" if cell is None else str(cell) for cell in cells])


def words_in(cells: Sequence[str] | NDArray[Any]) -> Words:
    """Give texts as words, each that occurs once."""
    places: dict[str, int] = defaultdict(count().__next__)
    codes = np.fromiter(map(places.__getitem__, cells), np.int64, len(cells))
    return Words([*places], codes)


def written_words(cells: Sequence[str], written: Sequence[object]) -> Words:
    """Give texts as words of which it is known how they stand in the file."""
    pairs: Any = [*zip(cells, written, strict=True)]
    words = words_in(pairs)
    as_pairs: Any = words.levels
    levels, as_they_stand = ([pair[i] for pair in as_pairs] for i in range(2))
    return Words(levels, words.codes, written=as_they_stand)


def without_margins(column: Column) -> Column:
    """Take the blanks around words away, which are seldom meant."""
    if not isinstance(column, Words):
        return column
    levels = [word.strip() for word in column.levels]
    if levels == column.levels:
        return column
    return replace(column, levels=levels, written=column.written or column.levels)


def as_written(value: object) -> object:
    """Give a plain value as it stands in a table: true in small."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, str):
        return text_of(value)
    return str(value).lower() if isinstance(value, bool) else value


def in_a_line(text: str) -> str:
    """Give a text as it stands in a cell of a table: on one line, without margins.

    Half a character, as JSON and NumPy can hold, becomes a question mark.
    """
    return text_of(" ".join(text.splitlines()).strip())


def texts_of(column: Column) -> NDArray[Any]:
    """Give the cells as text, empty where they are missing."""
    if isinstance(column, Words):
        return np.array(column.levels, object)[column.codes]
    texts = np.array([str(number) for number in column.tolist()], object)
    texts[np.isnan(column)] = ""
    return texts


def words_of(column: Column) -> Words:
    """Give the cells as words, each that occurs once."""
    if isinstance(column, Words):
        return column.occurring
    numbers, which = np.unique(column, return_inverse=True)
    # Whole numbers beside one that is missing are floats.
    return Words([text.removesuffix(".0") for text in texts_of(numbers)], which)


def numbers_of(
    column: Column, decimal: str = "."
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Give the cells as numbers, those of words in a format of `number_format`.

    Returns
    -------
    values : ndarray, shape (n,)
        Not a number where there is none.
    gaps, faults : ndarray of bool, shape (n,)
        Where one is missing, and where a cell cannot be computed with.
    """
    if not isinstance(column, Words):
        values = column.astype(np.float64, copy=False)
        return values, np.isnan(values), np.abs(values) > LARGEST
    gaps = np.array([*map(is_missing, column.levels)], bool)
    # None becomes what is not a number.
    values = np.array([number_in(w, decimal) for w in column.levels], np.float64)
    faults = ~(np.abs(values) <= LARGEST) & ~gaps
    values[gaps | faults] = np.nan
    return values[column.codes], gaps[column.codes], faults[column.codes]


class Cut(NamedTuple):
    """Rows that were read cell by cell.

    Attributes
    ----------
    rows : Rows
    words : dict of int to Words
        Those of the columns of words, by the place of the feature.
    labels : Words, optional
        Those of the column of the classes.
    batch : Batch
        Their cells.
    left_out : int
        How many others were left out, as they cannot be read.
    """

    rows: Rows
    words: dict[int, Words]
    labels: Words | None
    batch: Batch
    left_out: int


@dataclass(frozen=True)
class CellReader:
    """Makes rows of numbers and labels of batches, or says which cell is at fault.

    Attributes
    ----------
    path : object
        Of the file, named in messages.
    names : sequence of str
        Of all columns.
    form : TableForm
    columns : sequence of provenance.Column
        What is known of those of the features.
    option : callable
        Gives a column as options take it; nothing where they take none.
    """

    path: object
    names: Sequence[str]
    form: TableForm
    columns: Sequence[TableColumn]
    option: Callable[[int], str]

    def cut(self, batch: Batch) -> Cut:
        """Read the features, the labels and the names.

        Rows with a fault are left out, if the form says so.

        Raises
        ------
        UserError
            If a cell cannot be used; names the file, the place, the column.
        """
        form, left_out = self.form, 0
        for j in {*form.features, form.label, form.names} - {NO_LABEL, NO_NAMES}:
            if isinstance(column := batch.columns[j], Unreadable):
                raise UserError(column.fault)
        if form.lenient and len(batch.lines):
            unusable = self._unusable(batch)
            batch, left_out = batch.taken(~unusable), int(unusable.sum())
        n = len(batch.lines)
        X = np.empty((n, len(form.features)))
        words: dict[int, Words] = {}
        of_words = {*form.words}
        for place, j in enumerate(form.features):
            column = batch.columns[j]
            if j in of_words:
                words[place] = self._words(batch, j, partial(form.lacks, j))
                X[:, place] = 0.0
            elif isinstance(column, Words):
                X[:, place] = self._numbers(batch, j)
            else:
                X[:, place] = column
        if not is_computable(X):
            for j in form.features:
                if j not in of_words:
                    self._numbers(batch, j)
        rows = Rows(
            X, [], np.zeros(n, np.int64), weights=batch.weights, places=np.arange(n),
            n_rows=n,
        )  # fmt: skip
        labels = None
        if form.label != NO_LABEL:
            labels = self._words(batch, form.label, form.lacks_label)
            rows = rows._replace(labels=labels.levels, which=labels.codes)
        for place, coded in words.items():
            X[:, place] = self._codes(batch, place, coded)
        if form.names != NO_NAMES:
            rows = rows._replace(names=texts_of(batch.columns[form.names]))
        return Cut(rows, words, labels, batch, left_out)

    def _words(self, batch: Batch, j: int, is_gap: Callable[[str], bool]) -> Words:
        """Give the words of a column, or say that one is missing where it must not."""
        words = words_of(batch.columns[j])
        if self.form.missing == "error" and (gaps := words.which(is_gap)).any():
            raise self._gap(batch, int(gaps.argmax()), j)
        return words

    def _codes(self, batch: Batch, place: int, words: Words) -> NDArray[np.float64]:
        """Give each word the number of its level, or say that it is none of two.

        Where the levels are not known yet it is the word's own place.
        """
        j, column = self.form.features[place], self.columns[place]
        levels = {level: i for i, level in enumerate(column.levels or words.levels)}
        called = [w.lower() if column.kind == "binary" else w for w in words.levels]
        codes = np.array([levels.get(word, UNKNOWN) for word in called], np.float64)
        codes[[self.form.lacks(j, word) for word in words.levels]] = np.nan
        if column.kind == "binary" and (codes == UNKNOWN).any():
            stray = int((codes == UNKNOWN).argmax())
            row = int((words.codes == stray).argmax())
            said = unlike(called[stray], column, self.option(j))
            raise UserError(f"{self._where(batch, row, j)}: {said}")
        return codes[words.codes]

    def _numbers(self, batch: Batch, j: int) -> NDArray[np.float64]:
        """Give the numbers of a column, or say which cell is at fault."""
        is_error = self.form.missing == "error"
        values, gaps, faults = numbers_of(batch.columns[j], self.form.decimal)
        if faults.any() and not (gaps.any() and is_error):
            raise self._fault(batch, int(faults.argmax()), j)
        if is_error and gaps.any():
            raise self._gap(batch, int(gaps.argmax()), j)
        return values

    def _unusable(self, batch: Batch) -> NDArray[np.bool_]:
        """Find the rows with a cell that is no value, without a label, or empty."""
        form = self.form
        unusable = np.zeros(len(batch.lines), bool)
        empty = np.ones(len(batch.lines), bool)
        for j in form.features:
            if j in form.words:
                gaps = words_of(batch.columns[j]).which(partial(form.lacks, j))
            else:
                _, gaps, faults = numbers_of(batch.columns[j], form.decimal)
                unusable |= faults
            empty &= gaps
        if form.label != NO_LABEL and form.missing == "error":
            unusable |= words_of(batch.columns[form.label]).which(form.lacks_label)
        return unusable | empty if form.features else unusable

    def _where(self, batch: Batch, row: int, j: int) -> str:
        return f"{self.path}, {batch.place(row)}, column {excerpt(self.names[j])}"

    def _gap(self, batch: Batch, row: int, j: int) -> MissingValue:
        cell = str(texts_of(batch.columns[j])[row])
        said = f"“{excerpt(cell)}” stands for a missing value"
        said = said if cell else "the cell is empty or missing"
        return MissingValue(f"{self._where(batch, row, j)}: {said}")

    def _fault(self, batch: Batch, row: int, j: int) -> UserError:
        cells = [str(texts_of(column)[row]) for column in batch.columns]
        said = fault_of(cells[j], self.form.decimal, self.option(j))
        if cells == [*self.names]:
            said = (
                "is the header again, as where tables were put together: delete this "
                "row, or leave such rows out (--bad-rows drop)"
            )
            return UserError(f"{self.path}, {batch.place(row)}: {said}")
        return UserError(f"{self._where(batch, row, j)}: {said}")


def fault_of(cell: str, decimal: str, option: str) -> str:
    """Say why a cell is no number that can be computed with.

    Its column is called `option` in options, or nothing where these are none of them.
    """
    number = number_in(cell, decimal)
    if number is not None:
        if np.isfinite(number):
            return f"“{excerpt(cell)}” {IS_TOO_LARGE}"
        return f"“{excerpt(cell)}” is not a finite number: correct it or delete the row"
    if decimal[0] == "," and is_number(cell):
        return (
            f"“{excerpt(cell)}” has a point where the others have a comma: correct it"
        )
    if decimal[0] == "." and is_number(cell, ","):
        return (
            f"“{excerpt(cell)}” has a comma where the others have a point or no "
            "fraction: correct it, or if all commas are decimal ones, say so "
            "(--decimal comma)"
        )
    if not option:
        return f"“{excerpt(cell)}” is not a number: correct it or delete the row"
    word = shlex.quote(cell)
    is_word = cell == excerpt(cell) and "," not in cell and cell[:1] != "-"
    missing = f", or take it for missing (--missing-words {word})" if is_word else ""
    return (
        f"“{excerpt(cell)}” is not a number: correct it, leave such rows out "
        f"(--bad-rows drop) or the column (--drop {option}){missing}"
    )


def unlike(word: str, column: TableColumn, option: str) -> str:
    """Say that a word is none of the two of its column, which options call `option`."""
    no, yes = column.levels
    way_out = (
        f"correct it or leave the column out (--drop {option})"
        if option
        else "correct it or delete the row"
    )
    return f"“{excerpt(word)}” is neither {no} nor {yes}, as those before it: {way_out}"
