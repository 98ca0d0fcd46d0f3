"""A table of any size, read block by block: fast, and where that fails with care.

The careful reader names what is wrong: the file, the line, the column.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import labelled, too_many, too_many_classes
from engine.data.dataset import with_provenance, with_sample_names
from engine.data.formats import row_blocks, table_copy
from engine.data.formats.arrow_text import VALUE_BYTES, ColumnBlock
from engine.data.formats.column_matching import NO_LABEL
from engine.data.formats.column_roles import (
    NO_NAMES,
    NOTHING,
    as_option,
    named_option,
    possible_targets,
    require_features,
)
from engine.data.formats.csv_cells import (
    CellGrid,
    blank_rows,
    grid_of,
    is_value,
    numbers_of,
    words_of,
)
from engine.data.formats.csv_form import read_head
from engine.data.formats.data_file import (
    STREAM,
    located,
    place_of,
    readable,
    require_room,
)
from engine.data.formats.fast_rows import Rows, concatenated, fast_rows, unlabelled
from engine.data.formats.missing_values import (
    WAYS_OUT,
    MissingValue,
    is_missing,
    with_gaps,
)
from engine.data.formats.preprocessing import (
    NoMean,
    Preprocessing,
    UnusableWord,
    many_missing,
)
from engine.data.formats.quotation import Quotes, quotes_of
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import RowBlock, ahead, line_ends, version
from engine.data.formats.table_copy import CopiedBlock, TableCopy
from engine.data.provenance import Provenance
from engine.data.sample_weights import require_weights
from engine.errors import Cancelled, UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeVar

    from numpy.typing import NDArray

    from engine.data.classes import Classes
    from engine.data.dataset import Dataset
    from engine.data.formats.csv_form import TableForm, TableHead
    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.table_copy import CopyReader
    from engine.data.provenance import Column
    from engine.data.sample_names import Texts

    _Made = TypeVar("_Made")
    _Block = RowBlock | ColumnBlock


_TOTALS = frozenset(
    ["all", "average", "avg", "gesamt", "mean", "mittel", "mittelwert", "subtotal",
     "sum", "summe", "total", "totals"]
)  # fmt: skip
"""What a last row is called that is no sample."""
_TOLD = {
    "total": "The last row, on line {line}, is taken for a sample: if it is a total, "
    "delete it.",
    "span": "A quoted cell on line {line} goes on over several lines: if that is not "
    "meant, a quotation mark is missing there.",
    "mark": "A quotation mark on line {line} is read as part of a word: if that is not "
    "meant, delete it or quote the whole cell.",
}
"""What may not be meant, by a word."""


_OTHER_QUOTES = re.compile(r"'.+'|[“„«‘‚].+[”“»’‘]")


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
    number : int
        Which block of the table they were, from 0.
    places : ndarray of int, shape (n,)
        Which of its rows they are.
    n_rows : int
        How many rows those are.
    names : ndarray of str objects, shape (n,), optional
        The samples' names, where they were asked for and there are some.
    """

    X: NDArray[np.float64]
    labels: list[str]
    which: NDArray[np.int64]
    number: int
    places: NDArray[np.int64]
    n_rows: int
    names: Texts | None = None


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
        What is known of the features' columns from another table.
    notes : sequence of str, optional
        What is to be told about its columns.
    reason : str, optional
        Why the column of the classes is that one.
    weight : str, optional
        The column of the samples' weights.

    Attributes
    ----------
    path : path-like
    left_out : int
        How many rows were left out by the last pass, as they cannot be read.
    copied : int
        Bytes of the copy that was made, once it was.

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
        reason: str = "told",
        weight: str = "",
    ) -> None:
        head = head.of(form)
        self.path = head.path
        self._head = head
        self._form = form
        self._version = head.version
        self._rows_above = int(form.header) if rows_above is None else rows_above
        self._spaced = " " in head.text
        self._names = head.names(form)
        self._is_like = columns is not None
        known = head.columns(form) if columns is None else tuple(columns)
        self._preprocessing = Preprocessing(known, form.missing, form.signs)
        self._ready = columns is not None or self._preprocessing.is_known
        self._notes, self._reason = tuple(notes), reason
        # Of the first row too, which is in no block.
        self._first: dict[str, tuple[int, int]] = {}
        self._lock = Lock()
        first = RowBlock(self.path, head.text.encode(), 0, 1.0, head.line)
        if (quotes := _quotes(first, form)) and quotes.span >= 0:
            line = first.line + line_ends(first.text[: quotes.span])
            self._notes += (_TOLD["span"].format(line=line),)
            self._first["span"] = 0, 0  # is told
        self._weight = weight
        self._counts: Counter[tuple[str, int]] = Counter()
        self._keeps_copy = False
        self.copied = 0

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
        known = () if options.like is None else options.like.missing_words
        head = read_head(
            path, start=options.start, delimiter=options.delimiter,
            lenient=options.bad_rows == "drop",
            missing_words=options.missing_words or known,
        )  # fmt: skip
        return cls.of(head, options)

    @classmethod
    def of(
        cls,
        head: TableHead,
        options: ReadOptions,
        *,
        rows_above: int | None = None,
        label: int | None = None,
        unused: Mapping[int, str] = NOTHING,
    ) -> CsvStream:
        """Open a table of which the head has been read.

        Parameters
        ----------
        head : TableHead
        options : ReadOptions
        rows_above : int, optional
            As for the class itself.
        label, unused
            As `TableHead.proposal` takes them.
        """
        if options.like is not None:
            form, match = head.matched(options, options.like)
            return cls(
                head, form, rows_above=rows_above, columns=options.like.columns,
                notes=tuple(filter(None, [head.note, *match.notes])),
            )  # fmt: skip
        form, roles, doubt = head.proposal(options, label=label, unused=unused)
        names = head.names(replace(form, features=()))
        require_features(
            head.path, names, roles, head.rows(form).cells,
            decimal=form.decimal, header=form.header,
        )  # fmt: skip
        notes = tuple(filter(None, [head.note, doubt, *roles.notes(names)]))
        return cls(
            head, form, rows_above=rows_above, notes=notes, reason=roles.reason,
            weight=options.weight,
        )  # fmt: skip

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the features; the file is read for what is to be known."""
        self.fit()
        return self._preprocessing.columns

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features; the file is read for what is to be known."""
        return tuple(name for one in self.columns for name in one.feature_names)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was guessed, left out or filled in, as far as it has been read."""
        first = sorted(key for key in self._counts if key[0] in _TOLD)
        told = (_TOLD[what].format(line=line) for what, line in first)
        return (*self._notes, *told, *self._preprocessing.notes(self._counts))

    @property
    def left_out(self) -> int:  # noqa: D102
        return self._counts["unreadable", -1]

    @property
    def provenance(self) -> Provenance:
        """How it is read, and what was not used, as far as it has been read."""
        form, names = self._form, self._names
        used = {*form.features, form.label}
        recognised: tuple[tuple[str, str], ...] = (
            ("header", "yes" if form.header else "no"),
            ("delimiter", located(self.path).delimiter or form.delimiter),
            ("decimal", form.decimal),
        )
        if form.missing_words:
            recognised += (("missing-words", ",".join(form.missing_words)),)
        return Provenance(
            Path(str(self.path)).name,
            "" if form.label == NO_LABEL else names[form.label],
            self.columns,
            (
                *recognised,
                *self._preprocessing.options,
                *named_option(names, form.names, header=form.header),
            ),
            self._preprocessing.left_out(self._counts),
            target_reason=self._reason,
            target_position=form.label + 1,
            unused=tuple(name for j, name in enumerate(names) if j not in used),
            width=len(names),
            notes=self.notes,
        )

    def fit(self, progress: Callable[[float], bool] = go_on) -> None:
        """Read the file for means and levels, if some have to be known.

        Columns of text with too many levels are left out.

        Raises
        ------
        UserError
            If the file or a cell cannot be used; names the file, the line, the column.
        Cancelled
            If `progress`, told the share that is done, says so.
        """
        if self._ready:
            return
        scans = []
        for scan, share in self._pass(self._preprocessing.scanned):
            if not progress(share):
                raise Cancelled
            scans.append(scan)
        self._ready = True
        if scans:
            self._take(self._preprocessing.completed(scans))

    def _take(self, found: Preprocessing) -> None:
        """Go on with means and levels; without columns that cannot be used."""
        self._notes += tuple(found.useless().values())
        found, features = found.usable(self.path, self._form.features)
        self._form = replace(self._form, features=features)
        self._preprocessing = found

    @property
    def target_name(self) -> str:
        """The name of the column of the classes, as shown in messages; or nothing."""
        label = self._form.label
        return "" if label == NO_LABEL else excerpt(self._names[label])

    @property
    def has_names(self) -> bool:
        """Whether there is a column of the samples' names."""
        return self._form.names != NO_NAMES

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
            text. There may be one class only.

        Raises
        ------
        UserError
            If the file or a cell cannot be used; names the file, the line, the column.
        Cancelled
            If `progress` says so.
        """
        require_room(self.path, self._size(), STREAM)
        if not self._ready:  # then the file is read twice
            self.fit(lambda share: progress(share / 2))
            progress, whole = lambda share: whole(0.5 + share / 2), progress
        blocks = self.blocks(
            lambda block: Rows(
                block.X, block.labels, block.which, names=block.names
            ),
            names=True,
        )  # fmt: skip
        with readable(self.path):
            X, labels, which, _, called = concatenated(self.path, blocks, progress)
        if not len(X):
            raise self.without_samples()
        if found := too_many(labels):
            raise self.too_many_classes(f"{found:,}")
        names = self.feature_names
        require_weights(
            X, names, self._weight, lambda i: f"{self.path}, {self.place_of(i)}"
        )
        data = with_sample_names(labelled(X, labels, which, names), called)
        return with_provenance(data, self.provenance)

    def _size(self) -> int:
        """Tell how much memory the samples take while they are read, at least.

        Where the file says how many there are: its own values, and those twice.
        """
        file, head = located(self.path), self._head
        values = VALUE_BYTES * len(self._form.features)
        if file.count is not None:
            return 3 * values * file.count(file)
        if file.rows is not None or head.whole:
            return 0
        with readable(file):
            share = file.text_size / len(head.text.encode())
        return int(values * len(head.features_grid.lines) * share)

    def without_samples(self) -> UserError:
        """Say that there is no sample in the file."""
        if said := self._preprocessing.nothing_left(self._counts):
            return UserError(f"{self.path}: {said}")
        return without_rows(self.path)

    def too_many_classes(self, found: str) -> UserError:
        """Say that the target has so many different labels, and what else could be."""
        form, head = self._form, self._head
        others = possible_targets(
            self._names, head.rows(form).cells, form.label,
            decimal=form.decimal, header=form.header,
        )  # fmt: skip
        return too_many_classes(self.path, self.target_name, found, others)

    def blocks(
        self,
        make: Callable[[SampleBlock], _Made],
        *,
        features: bool = True,
        names: bool = False,
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the file once; the next blocks are read in threads meanwhile.

        Parameters
        ----------
        make : callable
            Called in a thread, makes of a block what is wanted.
        features : bool
            Read the features too; labels alone are faster.
        names : bool
            Read the samples' names too, if there are some.

        Yields
        ------
        made
            In the file's order.
        share : float
            How much of the file has been read, 0 … 1.
        """
        self.fit()
        copy = None if names else self.copy
        reader = None if copy is None else copy.reader()
        if reader is not None:
            yield from self._copied_blocks(reader, make)
        elif copy is None or not features:
            yield from self._parsed_blocks(make, features=features, names=names)
        else:

            def both(block: SampleBlock) -> tuple[_Made, SampleBlock]:
                return make(block), block

            with copy.writer() as writer:
                for (made, some), share in self._parsed_blocks(both):
                    rows = some.places, some.n_rows
                    block = CopiedBlock(some.X, some.labels, some.which, *rows, share)
                    writer.add(block)
                    yield made, share
                writer.finish(self._counts)
            self.copied = writer.size

    @property
    def copy(self) -> TableCopy | None:
        """The place of the copy in binary, if one is to be kept."""
        large = self._keeps_copy and self._version[1] >= table_copy.LEAST_BYTES
        if not large or self._form.lenient:
            return None
        file = located(self.path)
        read_by = "" if file.rows is None else file.rows.__name__
        how = (
            self._form, self._preprocessing, self._rows_above, self._names,
            file.encoding, file.sheet, read_by, row_blocks.BLOCK_BYTES,
        )  # fmt: skip
        return TableCopy(self.path, self._version, repr(how))

    def keep_copy(self) -> None:
        """Keep what the next pass reads for those after it, if the table is large."""
        self._keeps_copy = True

    def _copied_blocks(
        self, reader: CopyReader, make: Callable[[SampleBlock], _Made]
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the copy once."""

        def work(item: tuple[int, CopiedBlock]) -> tuple[_Made, float]:
            number, (X, labels, which, places, n_rows, share) = item
            block = SampleBlock(X, labels, which, number, places, n_rows)
            return make(block), share

        with reader:
            yield from ahead(enumerate(reader), work)
        self._require_unchanged()
        self._counts = reader.counts

    def _parsed_blocks(
        self,
        make: Callable[[SampleBlock], _Made],
        *,
        features: bool = True,
        names: bool = False,
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the cells of the file once."""
        counts: Counter[tuple[str, int]] = Counter()

        def work(number: int, block: _Block) -> tuple[_Made, Counter[tuple[str, int]]]:
            samples, some = self._samples(number, block, features=features, names=names)
            return make(samples), some

        for (made, some), share in self._pass_blocks(work):
            counts.update(some)
            yield made, share
        counts.update((what, line) for what, (_, line) in self._first.items() if line)
        self._counts = counts

    def _pass(self, make: Callable[[Rows], _Made]) -> Iterator[tuple[_Made, float]]:
        """Go over the cells of the file once."""

        def work(number: int, block: _Block) -> _Made:
            block, rows, _ = self._rows(block, self._form.features)
            return self._coded(block, rows, make)

        return self._pass_blocks(work)

    def _pass_blocks(
        self, work: Callable[[int, _Block], _Made]
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the file once, in threads; count what is missing if it must not."""
        blocks = enumerate(self._all_blocks())
        try:
            yield from ahead(blocks, lambda item: (work(*item), item[1].share))
        except UserError as error:
            self._require_unchanged()
            if isinstance(error, MissingValue) and self._form.missing == "error":
                raise self._counted(error) from None
            raise
        self._require_unchanged()

    def _counted(self, first: MissingValue) -> UserError:
        """Say where a value is missing first, how many are, and what can be done."""
        form, columns = self._form, self._preprocessing.columns
        known = [replace(one, levels=one.levels or ("",)) for one in columns]
        table = CsvStream(
            self._head,
            replace(form, missing="drop"),
            rows_above=self._rows_above,
            columns=known,
        )
        try:
            kept = sum(n for n, _ in table.blocks(lambda block: len(block.which)))
        except UserError:  # said when this is out of the way
            return MissingValue(f"{first}: {WAYS_OUT}")
        counts = table._counts
        rows = kept + counts["dropped", -1] + counts["unlabelled", -1]
        said = many_missing(counts, columns, rows, some_whole=bool(kept))
        return MissingValue(f"{first}; {said}")

    def _require_unchanged(self) -> None:
        if version(self.path) != self._version:
            raise UserError(
                f"{self.path}: was changed while it was read: start again when "
                "nothing writes to it"
            )

    def first_labels(self) -> list[str]:
        """Give the labels of the first rows; of none if there are no rows."""
        first = next(self._row_blocks(row_blocks.HEAD_BYTES))
        return self._samples(0, first, features=False)[0].labels

    def _all_blocks(self) -> Iterator[_Block]:
        """Give the rows of the table, as columns where it is kept as these."""
        columns, form = located(self.path).columns, self._form
        as_written = self._rows_above == form.header == form.start == 1
        told = form.lenient or form.missing_words
        if columns is None or not as_written or form.decimal != "." or told:
            yield from self._row_blocks(row_blocks.BLOCK_BYTES)
            return
        first = 0
        for share, _, some in columns(located(self.path)):
            if some:
                yield ColumnBlock(self.path, some, first, share)
                first += len(some[0])

    def _row_blocks(self, size: int) -> Iterator[RowBlock]:
        form, above = self._form, self._rows_above
        for block in row_blocks.row_blocks(
            self.path, size, delimiter=form.delimiter, line=form.start
        ):
            while above and block.text:
                block = block.without_first_row(form.delimiter)
                above -= 1
            if form.missing_words:
                text = with_gaps(block.text, form.delimiter, form.missing_words)
                block = replace(block, text=text)
            yield block

    def _samples(
        self, number: int, block: _Block, *, features: bool, names: bool = False
    ) -> tuple[SampleBlock, Counter[tuple[str, int]]]:
        form = self._form
        # Rows in which a feature is missing have no labels either.
        wanted = form.features if features or form.missing == "drop" else ()
        block, rows, told = self._rows(block, wanted, names=names)
        kept = self._coded(block, rows, self._preprocessing.apply)
        X, labels, which, _, called = kept.rows
        found = SampleBlock(X, labels, which, number, kept.places, len(rows.X), called)
        return found, kept.counts + told

    def _coded(self, block: _Block, rows: Rows, make: Callable[[Rows], _Made]) -> _Made:
        try:
            return make(rows)
        except UnusableWord as found:
            j, grid = self._form.features[found.place], self._grid(block)
            cells = [cell.lower() for cell in grid.cells[:, j]]
            place = place_of(self.path, grid.lines[cells.index(found.word)])
            said = f"column {excerpt(self._names[j])}: {found.said(self._option(j))}"
            raise UserError(f"{self.path}, {place}, {said}") from None
        except NoMean as found:
            raise UserError(f"{self.path}: {found}") from None

    def _rows(
        self, block: _Block, wanted: Sequence[int], *, names: bool = False
    ) -> tuple[_Block, Rows, Counter[tuple[str, int]]]:
        """Read the cells of a block; give it as it is then, and what is to be told."""
        told: Counter[tuple[str, int]] = Counter()
        form, width = self._form, len(self._names)
        if not names:
            form = replace(form, names=NO_NAMES)
        if isinstance(block, ColumnBlock):
            if (found := block.rows(form, wanted)) is not None:
                return block, found, told
            block = block.as_text
        block.require_text()
        quotes = _quotes(block, form)
        if quotes is not None and quotes.span >= 0:
            self._doubt("span", block, quotes.span)
        if form.lenient:
            text, left_out = without_faults(block.text.decode(), form, width=width)
            told["unreadable", -1] += left_out
            block = replace(block, text=text.encode())
            quotes = None  # of another text
        rows = fast_rows(
            block.text, form, width=width, features=wanted, spaced=self._spaced,
            quotes=quotes,
        )  # fmt: skip
        if rows is None:
            rows = self._careful_rows(block, wanted)
            if form.names != NO_NAMES:
                cells = self._grid(block).cells
                rows = rows._replace(names=cells[:, form.names])
        self._look_for_doubts(block, rows)
        return block, rows, told

    def _doubt(self, what: str, block: RowBlock, at: int) -> None:
        """Keep the first line of what may not be meant: to count lines takes long."""
        with self._lock:
            known = self._first.get(what)
            if known is None or block.start < known[0]:
                line = block.line + line_ends(block.text[:at])
                self._first[what] = block.start, line

    def _look_for_doubts(self, block: RowBlock, rows: Rows) -> None:
        """Find labels that may not be meant as they are read."""
        words = [rows.labels, *(some for _, some in rows.words)]
        stray = (word for some in words for word in some if _is_stray(word, some))
        # Where a cell is quoted its marks are doubled.
        found = [_as_it_stands(word).search(block.text) for word in stray]
        if places := [one.start() for one in found if one]:
            self._doubt("mark", block, min(places))
        if block.share == 1 and _ends_in_a_total(rows):
            self._doubt("total", block, len(block.text.rstrip()))

    def _careful_rows(self, block: RowBlock, features: Sequence[int]) -> Rows:
        """Look at every cell: slower, but says what is wrong."""
        grid, names = self._grid(block), self._names
        label, decimal = self._form.label, self._form.decimal
        # A fault in a feature is one of the table, whether it is wanted or not.
        missing = self._form.missing != "error"
        lacks_word = _never if missing else is_missing
        X: dict[int, NDArray[np.float64]] = {}
        words: dict[int, NDArray[Any]] = {}
        for j in self._form.features:
            if j in self._form.words:
                cells = words_of(self.path, grid, j, names[j], lacks_word)
                words[j], codes = np.unique(cells, return_inverse=True)
                X[j] = codes.astype(np.float64)
            else:
                X[j] = numbers_of(
                    self.path, grid, j, names[j], decimal,
                    option=self._option(j), missing=missing,
                )  # fmt: skip
        samples = np.empty((len(grid.cells), len(features)))
        for place, column in enumerate(features):
            samples[:, place] = X[column]
        found = tuple(
            (place, words[j].tolist()) for place, j in enumerate(features) if j in words
        )
        if label == NO_LABEL:
            return unlabelled(samples, found)
        lacks = _never if missing else self._form.lacks_label
        cells = words_of(self.path, grid, label, names[label], lacks)
        labels, which = np.unique(cells, return_inverse=True)
        return Rows(samples, labels.tolist(), which, found)

    def _option(self, j: int) -> str:
        """Give a column as options take it; nothing where a model knows its columns."""
        if self._is_like:
            return ""
        return as_option(self._names[j], j + 1, header=self._form.header)

    def _grid(self, block: _Block) -> CellGrid:
        if isinstance(block, ColumnBlock):
            block = block.as_text
        first = self._form.model_row(len(self._names))
        text = (first + block.text).decode()
        line, by = block.line - 1, self._form.delimiter
        grid = grid_of(self.path, text, line, by)
        return CellGrid(grid.cells[1:], grid.lines[1:])

    def place_of(self, sample: int) -> str:
        """Say in which line or row of the file a sample, from 0, stands."""
        done, blocks = 0, self.blocks(lambda block: block, features=False)
        for block, _ in blocks:
            if sample < done + len(block.which):
                return self._place(block, sample - done)
            done += len(block.which)
        raise IndexError(sample)

    def _place(self, block: SampleBlock, sample: int) -> str:
        """Say where a sample is in the file: its block is read again."""
        rows = next(islice(self._all_blocks(), block.number, None))
        rows, *_ = self._rows(rows, ())
        return place_of(self.path, self._grid(rows).lines[block.places[sample]])

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
            row = int((block.which == codes.argmin()).argmax())
            raise NoSuchClass(
                f"{self.path}, {self._place(block, row)}, column "
                f"{self.target_name}: class "
                f"“{excerpt(unknown)}” is not one of {', '.join(classes.names)}: name "
                "all classes"
            )
        return codes[block.which]


def _quotes(block: RowBlock, form: TableForm) -> Quotes | None:
    return quotes_of(block.text, form.delimiter) if b'"' in block.text else None


def _is_stray(label: str, labels: Sequence[str]) -> bool:
    """Tell whether a label has a mark of quotation that it should not have.

    That of inches stands after a digit.
    """
    if _OTHER_QUOTES.fullmatch(label):
        return True
    if label.count('"') % 2 == 0:
        return False
    return label.replace('"', "") in labels or re.search(r'\d"', label) is None


def _ends_in_a_total(rows: Rows) -> bool:
    """Tell whether the last row is called so, and no other."""
    if not rows.labels or not len(rows.which):
        return False
    last = rows.which[-1]
    called_so = rows.labels[last].rstrip(" :").lower() in _TOTALS
    return called_so and int((rows.which == last).sum()) == 1


def _as_it_stands(word: str) -> re.Pattern[bytes]:
    return re.compile(rb'(?<!")' + re.escape(word.encode()) + rb'(?!")')


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
        if len(cells) != width:
            return False
        if form.label != NO_LABEL and form.lacks_label(cells[form.label]):
            return False
        return all(is_usable(cells[j], j, form) for j in form.features)

    return blank_rows(text, form.delimiter, is_sample)


def _never(cell: str) -> bool:
    """Take every cell for one that is not missing."""
    return False


def is_usable(cell: str, column: int, form: TableForm) -> bool:
    """Tell whether a cell can be what its column is: a label, or a feature's value."""
    if column == form.label:
        return form.missing != "error" or not form.lacks_label(cell)
    if is_missing(cell):
        return form.missing != "error"
    return column in form.words or is_value(cell, form.decimal)


def without_rows(path: str | os.PathLike[str]) -> UserError:
    """Say that a table has only a header."""
    return UserError(f"{path}: has a header but no rows: give a row per sample")
