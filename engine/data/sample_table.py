"""A table as samples: its roles, gaps and words as they are in every format.

Some rows at a time, or all of them at once, which is the same for all blocks. A table
that a model was learned from is read in a form that is recognised; one that it is to be
used on, as that one was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import (
    Classes,
    labelled,
    of_one_class,
    told_apart,
    too_many,
    too_many_classes,
    with_declared,
)
from engine.data.dataset import with_provenance, with_sample_names, with_sample_weights
from engine.data.formats.registry import format_of, opened
from engine.data.provenance import Provenance
from engine.data.sample_weights import require_weights
from engine.data.tables import table_copy
from engine.data.tables.column_matching import NO_LABEL
from engine.data.tables.column_roles import (
    as_option,
    possible_targets,
    require_features,
)
from engine.data.tables.data_file import (
    STREAM,
    readable,
    require_moderate,
    require_room,
)
from engine.data.tables.large_numbers import LargeNumbers
from engine.data.tables.missing_values import WAYS_OUT, MissingValue
from engine.data.tables.preprocessing import (
    Preprocessing,
    many_missing,
)
from engine.data.tables.read_options import AS_FOUND
from engine.data.tables.row_blocks import ahead, version
from engine.data.tables.spellings import Spellings
from engine.data.tables.table_copy import TableCopy
from engine.data.tables.table_form import NO_NAMES
from engine.data.tables.typed_columns import CellReader, Rows
from engine.data.text_doubts import TextDoubts
from engine.errors import Cancelled, UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from numpy.typing import NDArray

    from engine.data.classes import LabelKind
    from engine.data.dataset import Dataset
    from engine.data.provenance import Column, Missing
    from engine.data.tables.preprocessing import Scan
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.table import Table, TableBlock
    from engine.data.tables.table_form import TableForm
    from engine.data.tables.typed_columns import Cut

    _Made = TypeVar("_Made")

NAME_BYTES = 64
"""Of memory that a name takes, roughly."""
WEIGHTED = "The samples count as much as the weights in the file say."
UNWEIGHTED = "The weights of the rows play no part: each sample counts once."


class NoSuchClass(UserError):
    """A label is of none of the classes that are told apart."""


class SampleTable:
    """A table on disk as samples, of which only a few blocks are in memory at a time.

    A fault is refused when its block is read.

    Parameters
    ----------
    table : Table
    form : TableForm
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
        Bytes of the copy for the next passes, once it was made.

    Raises
    ------
    UserError
        If the names of the columns cannot be used.
    """

    def __init__(
        self,
        table: Table,
        form: TableForm,
        *,
        columns: Sequence[Column] | None = None,
        notes: Sequence[str] = (),
        reason: str = "told",
        weight: str = "",
    ) -> None:
        table = table.of(form)
        self.path = table.path
        self._table = table
        self._form = form
        self._names = table.names(form)
        table.require_classes(form)
        self._is_like = columns is not None
        known = table.columns(form) if columns is None else tuple(columns)
        self._preprocessing = Preprocessing(
            self.path, known, form.missing, form.lacks_label
        )
        self._ready = columns is not None or self._preprocessing.is_known
        self._notes, self._reason, self._weight = tuple(notes), reason, weight
        # Of the first row too, which is in no block.
        self._doubts = TextDoubts(table)
        self._notes += self._doubts.at_first
        self._spellings = Spellings(table.respelt, table.mixed)
        self._large_numbers = LargeNumbers()
        self._of_labels = ""
        self._occurring: set[str] = set()
        self._counts: Counter[tuple[str, int]] = Counter()
        self._keeps_copy = False
        self._copy: TableCopy | None = None

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], options: ReadOptions = AS_FOUND
    ) -> SampleTable:
        """Open a table in the form that is recognised, as far as it is not told.

        Raises
        ------
        UserError
            If the file cannot be a table, or has not the columns that are match_notes.
        """
        file = opened(path, encoding=options.encoding, sheet=options.sheet)
        with readable(file):
            table = format_of(file).table(file, options)
            if options.like is not None:
                form, columns, match_notes = table.matched(options, options.like)
                notes = tuple(filter(None, [table.note, *match_notes]))
                return cls(table, form, columns=columns, notes=notes)
            proposal = table.proposal(options)
            form = proposal.form
            names = table.names(replace(form, features=()))
            require_features(table.path, names, proposal, table.rows(form).cells)
            said = [table.note, proposal.doubt, *proposal.notes(names)]
            return cls(
                table, form, notes=[*filter(None, said)], reason=proposal.reason,
                weight=options.weight,
            )  # fmt: skip

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features; the file is read for what is to be known."""
        self.fit()
        return self._preprocessing.feature_names

    @property
    def notes(self) -> tuple[str, ...]:
        """What was guessed, left out or filled in, as far as it has been read."""
        of_cells = tuple(text for text, place in self._counts if place == _NOTE)
        steps = self._preprocessing.notes(self._counts)
        weighted: tuple[str, ...] = ()
        if self._counts["weighted", -1]:
            weighted = (UNWEIGHTED if self._is_like else WEIGHTED,)
        alone = "" if self._is_like else of_one_class(self._occurring, self.label_kind)
        labels = tuple(filter(None, [self._of_labels, alone]))
        spelt = self._spellings.notes(self._form, self._names)
        large = self._large_numbers.notes(self._names, self._option)
        doubts = (*self._notes, *labels, *spelt, *large, *self._doubts.notes)
        return (*of_cells, *doubts, *weighted, *steps)

    @property
    def left_out(self) -> int:  # noqa: D102
        return self._counts["unreadable", -1]

    @property
    def provenance(self) -> Provenance:
        """How it is read, and what was not used, as far as it has been read.

        It is read for what is to be known of the columns.
        """
        self.fit()
        form, names = self._form, self._names
        used = {*form.features, form.label}
        column = names[form.names] if form.header else str(form.names + 1)
        named = (("names", column),) if self.has_names else ()
        read = Provenance(
            Path(str(self.path)).name,
            "" if form.label == NO_LABEL else names[form.label],
            self._preprocessing.columns,
            (
                *self._table.recognised(form),
                *self._preprocessing.options,
                *named,
            ),
            self._preprocessing.left_out(self._counts),
            target_reason=self._reason,
            target_position=form.label + 1,
            unused=tuple(name for j, name in enumerate(names) if j not in used),
            width=len(names),
            notes=self.notes,
        )
        return self._table.trimmed(read)

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

        form = replace(self._form, names=NO_NAMES)

        def work(_: int, block: TableBlock) -> Scan:
            return self._preprocessing.scanned(self._cut(block, form))

        scans = []
        for scan, share in self._pass(work):
            if not progress(share):
                raise Cancelled
            scans.append(scan)
        self._ready = True
        if not scans:
            return
        preprocessing = self._preprocessing.completed(scans)
        useless = preprocessing.useless()
        self._notes += tuple(useless.values())
        self._preprocessing = preprocessing.without(useless)
        features = self._form.features
        kept = tuple(j for i, j in enumerate(features) if i not in useless)
        self._form = replace(self._form, features=kept)

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
            Classes in sorted order. Labels that are all numbers, each written in one
            way, are compared as numbers, so that ``1.0`` is the class 1; other labels
            as text. There may be one class only.

        Raises
        ------
        UserError
            If the file or a cell cannot be used; names the file, the line, the column.
        Cancelled
            If `progress` says so.
        """
        require_room(self.path, self._table.size(self._form), STREAM)
        if not self._ready:  # then the file is read twice
            self.fit(lambda share: progress(share / 2))
            progress, whole = lambda share: whole(0.5 + share / 2), progress
        blocks = self.blocks(lambda block: block, names=True)
        with readable(self.path):
            rows = concatenated(self.path, blocks, progress)
        X, labels = rows.X, rows.labels
        if not len(X):
            raise self.without_samples()
        if n_classes := too_many(labels, self.label_kind):
            raise self.too_many_classes(f"{n_classes:,}")
        names = self.feature_names
        require_weights(
            X, names, self._weight, lambda i: f"{self.path}, {self.place_of(i)}"
        )
        self._of_labels = told_apart(labels, self.label_kind)
        data = labelled(X, labels, rows.which, names, self.label_kind)
        data = with_sample_names(data, rows.names)
        if not self._is_like:
            data = with_sample_weights(data, rows.weights)
            if declared := self._table.declared.get(self.provenance.target):
                data = with_declared(data, declared)
        return with_provenance(data, self.provenance)

    def without_samples(self) -> UserError:
        """Say that there is no sample in the file."""
        if said := self._preprocessing.nothing_left(self._counts):
            return UserError(f"{self.path}: {said}")
        return without_rows(self.path)

    @property
    def label_kind(self) -> LabelKind:
        """What the file says that its labels are."""
        return self._table.label_kind(self._form)

    def classes(self, labels: Iterable[str], *, strict: bool = False) -> Classes:
        """Make classes of labels, and keep in mind what is to be told of them."""
        self._of_labels = told_apart(labels, self.label_kind)
        return Classes(labels, self.label_kind, strict=strict)

    def too_many_classes(self, count: str) -> UserError:
        """Say that the target has so many different labels, and what else could be."""
        cells = self._table.rows(self._form).cells
        others = possible_targets(self._names, cells, self._form)
        return too_many_classes(self.path, self.target_name, count, others)

    def blocks(
        self,
        make: Callable[[Rows], _Made],
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
        if self._copy is not None and not names:
            yield from self._copied_blocks(self._copy, make)
        elif names or not features or not self._keeps_copy:
            yield from self._parsed_blocks(make, features=features, names=names)
        else:

            def both(block: Rows) -> tuple[_Made, Rows]:
                return make(block), block

            copy = TableCopy()
            for (made, block), share in self._parsed_blocks(both):
                copy.add(block, share)
                yield made, share
            copy.counts = self._counts
            self._copy = copy if copy.size else None

    @property
    def copied(self) -> int:  # noqa: D102
        return 0 if self._copy is None else self._copy.size

    def keep_copy(self) -> None:
        """Keep what the next pass reads for those after it, if the table is large."""
        is_large = self._table.version[1] >= table_copy.LEAST_BYTES
        self._keeps_copy = is_large and not self._form.lenient

    def _copied_blocks(
        self, copy: TableCopy, make: Callable[[Rows], _Made]
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the copy once."""
        yield from ahead(copy, lambda item: (make(item[0]), item[1]))
        self._require_unchanged()
        self._counts = copy.counts

    def _parsed_blocks(
        self,
        make: Callable[[Rows], _Made],
        *,
        features: bool = True,
        names: bool = False,
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the cells of the file once."""
        counts: Counter[tuple[str, int]] = Counter()

        def work(
            number: int, block: TableBlock
        ) -> tuple[_Made, Counter[tuple[str, int]]]:
            samples, block_counts = self._samples(
                number, block, features=features, names=names
            )
            return make(samples), block_counts

        for (made, block_counts), share in self._pass(work):
            counts.update(block_counts)
            yield made, share
        self._counts = counts

    def _pass(
        self, work: Callable[[int, TableBlock], _Made]
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the file once, in threads; count what is missing if it must not."""
        blocks = enumerate(self._table.blocks(self._form))
        try:
            yield from ahead(blocks, lambda item: (work(*item), item[1].share))
        except UserError as error:
            self._require_unchanged()
            if isinstance(error, MissingValue) and self._form.missing == "error":
                raise self._counted(error) from None
            raise
        self._require_unchanged()

    def _counted(self, first: MissingValue) -> MissingValue:
        """Say where a value is missing first, how many are, and what can be done."""
        form, columns = self._form, self._preprocessing.columns
        known = [replace(column, levels=column.levels or ("",)) for column in columns]
        table = SampleTable(self._table, replace(form, missing="drop"), columns=known)
        try:
            kept = sum(n for n, _ in table.blocks(lambda block: len(block.which)))
        except UserError:  # said when this is out of the way
            return MissingValue(f"{first}: {WAYS_OUT}")
        counts = table._counts
        rows = kept + counts["dropped", -1] + counts["unlabelled", -1]
        said = many_missing(counts, columns, rows, some_whole=bool(kept))
        error = MissingValue(f"{first}; {said}")
        fills = any(what == "missing" for what, _ in counts)
        error.rows = rows - kept
        ways: tuple[tuple[Missing, bool], ...] = ("drop", bool(kept)), ("mean", fills)
        error.ways_out = tuple(way for way, helps in ways if helps)
        return error

    def _require_unchanged(self) -> None:
        if version(self.path) != self._table.version:
            raise UserError(
                f"{self.path}: was changed while it was read: start again when "
                "no program writes to it"
            )

    def first_labels(self) -> list[str]:
        """Give the labels of the first rows; of none if there are no rows."""
        first = next(self._table.blocks(self._form, first=True))
        return self._samples(0, first, features=False)[0].labels

    def _samples(
        self, number: int, block: TableBlock, *, features: bool, names: bool = False
    ) -> tuple[Rows, Counter[tuple[str, int]]]:
        """Make samples of a block; tell what is to be told of it."""
        form = self._form if names else replace(self._form, names=NO_NAMES)
        # Rows in which a feature is missing have no labels either.
        if not (features or form.missing == "drop" or form.lenient):
            form = replace(form, features=())
        cut = self._cut(block, form)
        rows, counts = self._preprocessing.apply(cut.rows._replace(number=number))
        if rows.labels:
            occurring = np.flatnonzero(np.bincount(rows.which))
            self._occurring.update(rows.labels[i] for i in occurring.tolist())
        of_cells = Counter({(note, _NOTE): 1 for note in cut.batch.notes})
        of_cells["unreadable", -1] = cut.left_out
        of_cells["weighted", -1] = int(rows.weights is not None)
        return rows, counts + of_cells

    def _cut(self, block: TableBlock, form: TableForm) -> Cut:
        """Read the cells of a block, fast unless something is wrong with them."""
        cut = self._quick(block, form) or self._careful(block, form)
        self._doubts.look(block, cut)
        self._spellings.look(form, cut)
        self._large_numbers.look(form, cut, lambda: self._table.batch(block, form)[0])
        return cut

    def _quick(self, block: TableBlock, form: TableForm) -> Cut | None:
        """Read cells fast; None where a closer look is needed, to say what is wrong."""
        batch = self._table.quick_batch(block, form)
        try:
            return None if batch is None else self._reader(form).cut(batch)
        except UserError:
            return None

    def _careful(self, block: TableBlock, form: TableForm) -> Cut:
        """Look at every cell: slower, but says what is wrong."""
        batch, uncut = self._table.batch(block, form)
        cut = self._reader(form).cut(batch)
        return cut._replace(left_out=cut.left_out + uncut)

    def _reader(self, form: TableForm) -> CellReader:
        columns = self._preprocessing.columns
        return CellReader(self.path, self._names, form, columns, self._option)

    def _option(self, j: int) -> str:
        """Give a column as options take it; nothing where a model knows its columns."""
        if self._is_like:
            return ""
        return as_option(self._names[j], j + 1, header=self._form.header)

    def place_of(self, sample: int) -> str:
        """Say in which line or row of the file a sample, from 0, stands."""
        done, blocks = 0, self.blocks(lambda block: block, features=False)
        for block, _ in blocks:
            if sample < done + len(block.which):
                return self._place_of_sample(block, sample - done)
            done += len(block.which)
        raise IndexError(sample)

    def _place_of_sample(self, block: Rows, sample: int) -> str:
        """Say where a sample is in the file: its block is read again."""
        again = next(islice(self._table.blocks(self._form), block.number, None))
        return self._careful(again, self._form).batch.place(block.places[sample])

    def codes(self, block: Rows, classes: Classes) -> NDArray[np.int64]:
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
                f"{self.path}, {self._place_of_sample(block, row)}, column "
                f"{self.target_name}: class "
                f"“{excerpt(unknown)}” is not one of {', '.join(classes.names)}: name "
                "all classes (--classes)"
            )
        return codes[block.which]


_NOTE = -2
"""In place of a column, where what is counted is a sentence."""


def concatenated(
    path: str | os.PathLike[str],
    blocks: Iterable[tuple[Rows, float]],
    progress: Callable[[float], bool],
) -> Rows:
    """Put the rows of all blocks together, each with labels of its own.

    Parameters
    ----------
    path : path-like
        Of the file, named in messages.
    blocks : iterable of (Rows, share)
        Rows, and how much of all has been read.
    progress : callable
        Told that share; its answer False stops the reading.

    Raises
    ------
    UserError
        If there is no room for them, or they take much more than the file.
    Cancelled
        If `progress` says so.
    """
    size = 0
    index: dict[str, int] = {}
    samples, codes, called, weights = [], [], [], []
    for rows, share in blocks:
        if not progress(share):
            raise Cancelled
        known = [index.setdefault(label, len(index)) for label in rows.labels]
        has_names = rows.names is not None
        size += rows.X.nbytes + NAME_BYTES * len(rows.X) * has_names
        require_room(path, size)
        require_moderate(path, size)
        samples.append(rows.X)
        codes.append(np.array(known, np.int64)[rows.which] if known else rows.which)
        weights.append(rows.weights)
        if rows.names is not None:
            called.append(rows.names)
    if not samples:
        return Rows(np.empty((0, 0)), [], np.empty(0, np.int64))
    return Rows(
        np.concatenate(samples), list(index), np.concatenate(codes),
        names=np.concatenate(called) if called else None,
        weights=_joined(weights, samples),
    )  # fmt: skip


def _joined(
    weights: Sequence[NDArray[np.float64] | None], samples: Sequence[NDArray[Any]]
) -> NDArray[np.float64] | None:
    """Put weights together, of 1 where nothing is said; None where all are 1."""
    if all(of_block is None for of_block in weights):
        return None
    pairs = zip(weights, samples, strict=True)
    return np.concatenate([np.ones(len(X)) if w is None else w for w, X in pairs])


def without_rows(path: object) -> UserError:
    """Say that a table has only a header."""
    return UserError(f"{path}: has a header but no rows: give a row per sample")


def read_data(
    path: str | os.PathLike[str],
    *,
    options: ReadOptions = AS_FOUND,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read a data set in the format that the file's suffix tells, or its first line.

    Parameters
    ----------
    path : path-like
        A plain table or any other of the `formats`, also compressed.
    options : ReadOptions, optional
        What is told about it.
    progress : callable, optional
        Told the share that is done, 0 … 1, while a big file is read; its answer
        False stops the reading.

    Raises
    ------
    UserError
        If the file cannot be used; names the file, the row, the column.
    Cancelled
        If `progress` says so.
    """
    return SampleTable.open(path, options).read_all(progress)


def open_like(
    path: str | os.PathLike[str], like: Provenance, options: ReadOptions = AS_FOUND
) -> SampleTable:
    r"""Open a file whose samples are to be those of a model that was learned before.

    Parameters
    ----------
    path : path-like
        Of any format, with or without the column of the classes.
    like : Provenance
        Of the data that the model was learned from: ``model.provenance``; of a model
        without one ``Provenance("", "class", tuple(map(Column, names)))``. Columns are
        found by their names, or, where there is no header, by position.
    options : ReadOptions, optional
        What is told about this file; its target need not be there.

    Returns
    -------
    SampleTable
        Its features are those of `like`, in that order; `target_name` is empty and
        ``samples.labels`` too, where the file has no column of the classes.

    Raises
    ------
    UserError
        If the file cannot be used or lacks a column; names it.

    Examples
    --------
    The columns come in the model's order; those that it did not learn from do not.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from engine.data.provenance import Column, Provenance
    >>> learned_from = Provenance("old.csv", "class", (Column("x"), Column("y")))
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "new.csv")
    ...     _ = path.write_text("y,colour,x\n2,red,1\n4,blue,3\n")
    ...     data = open_like(path, learned_from).read_all()
    >>> data.X
    array([[1., 2.],
           [3., 4.]])
    """
    return SampleTable.open(path, replace(options, like=like))
