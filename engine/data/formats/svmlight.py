"""The svmlight format: a label, then index:value for what is not zero."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import EXACT, is_plain
from engine.data.dataset import IS_TOO_LARGE, LARGEST, is_computable
from engine.data.formats.file_format import FileFormat
from engine.data.provenance import Column
from engine.data.tables import row_blocks as reading
from engine.data.tables.arrow_numbers import array_of
from engine.data.tables.column_roles import Proposal
from engine.data.tables.csv_cells import CellGrid
from engine.data.tables.data_file import MOST_VALUES, require_columns, require_room
from engine.data.tables.number_format import number_in
from engine.data.tables.quotation import UNQUOTED
from engine.data.tables.read_options import AS_FOUND, OptionNeeded
from engine.data.tables.row_blocks import ahead, begins_like, row_blocks, version
from engine.data.tables.row_writer import CELLS, spans, write_text
from engine.data.tables.table import Table
from engine.data.tables.table_form import TableForm
from engine.data.tables.typed_columns import Batch, Words
from engine.errors import UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.provenance import Provenance
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.row_blocks import RowBlock

_SIGN = rb"(?:[+-]|\xe2\x88\x92)?"
"""In UTF-8, also the true minus."""
_NUMBER = _SIGN + rb"(?:\d+\.?\d*|\.\d+)(?:[eE]" + _SIGN + rb"\d+)?"
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*"
    rb"[ \t]*" + _NUMBER + rb"(?:[ \t]+(?:\d+|qid):" + _NUMBER + rb")+"
    rb"(?:[ \t]*(?:[#\r\n]|\Z)|[ \t]+[\d:.eE+\xe2\x88\x92-]*\Z)"
)
"""Comments, then a sample; the last value in what is looked at may be cut."""
_COMMENT = re.compile(rb"#[^\r\n]*")
_QUERY = re.compile(rb"(?m)^([ \t]*\S+[ \t]+)qid:\S*")
_DIGITS = 18
"""Of an index, as far as it is read."""
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*")
_BASE = re.compile(
    rb"\b(?:ind(?:ex|ices|exes)|columns?|features?)(?: (?:are|is|numbers?))*:? "
    rb"(?:(zero|0)|one|1)-based\b|\b(?:(zero|0)|one|1)-based (?:ind|col|feat)"
)
_GUESSED = (
    "The indices are taken to begin with 1, as no 0 occurs (--first-index 0 if they "
    "begin with 0)."
)
_OTHERWISE = (
    "The file’s indices begin with {}, as it says, and those learned from with {}: the "
    "first feature is the first in both."
)


@dataclass(frozen=True, eq=False)
class _Samples:
    """Samples of a block of lines, as index:value, and their labels.

    Attributes
    ----------
    number : int
        Which block of the file it is, from 0.
    said : int, optional
        The index of the first feature, where a comment above the samples says it.
    share : float
        How much of the file has been read at its end, 0 … 1.
    rows, indices, values : ndarray, shape (n_pairs,)
    labels : ndarray, shape (n_samples,)
    """

    number: int
    said: int | None
    share: float
    rows: NDArray[np.int64]
    indices: NDArray[np.int64]
    values: NDArray[np.float64]
    labels: NDArray[np.float64]

    def below(self, index: int) -> _Samples:
        """Give the same samples with the values of lower indices only."""
        kept = self.indices < index
        rows, indices, values = self.rows, self.indices, self.values
        return replace(
            self, rows=rows[kept], indices=indices[kept], values=values[kept]
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class SvmlightTable(Table):
    """An svmlight file, its features x1 and on, the label after them.

    Attributes
    ----------
    samples : list of _Samples
    begins : int
        The index of the first feature: 0 or 1.
    width : int
        How many features there are, those that are not written included.
    notes : tuple of str
        What was guessed of the indices, or left out: a sentence each.
    """

    samples: list[_Samples]
    begins: int
    width: int
    notes: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """What is to be told of the indices."""
        return " ".join(self.notes)

    @property
    def features_grid(self) -> CellGrid:
        """The names alone: there is nothing to recognise."""
        names = [*(f"x{j}" for j in range(1, self.width + 1)), "label"]
        return CellGrid(np.array([names], object), np.ones(1, np.int64))

    def proposal(self, options: ReadOptions = AS_FOUND) -> Proposal:
        """Take every index for a feature."""
        features = tuple(range(self.width))
        form = TableForm(self.width, features, header=True)
        return Proposal(form, "first in each line")

    def matched(
        self, options: ReadOptions, like: Provenance
    ) -> tuple[TableForm, Sequence[Column], Sequence[str]]:
        """Take the features in their order, or as they stood in svmlight."""
        columns = [*map(Column, like.feature_names)]
        form = self.proposal().form
        if like.first_index is not None:
            places = tuple(column.position - 1 for column in like.columns)
            form = replace(form, features=places)
        return form, columns, []

    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[_Samples]:
        """Give the samples, which are read."""
        return iter(self.samples)

    def quick_batch(self, block: _Samples, form: TableForm) -> Batch:
        """Give samples, all of whose numbers can be computed with."""
        columns = np.zeros((self.width, len(block.labels)))
        columns[block.indices - self.begins, block.rows] = block.values
        labels, which = np.unique(block.labels, return_inverse=True)
        texts = [repr(label).removesuffix(".0") for label in labels.tolist()]
        return Batch([*columns, Words(texts, which)], np.arange(len(which)))

    def batch(self, block: _Samples, form: TableForm) -> tuple[Batch, int]:
        """Give samples with their lines, for which the file is read again."""
        text = next(islice(_blocks_of_text(self.path), block.number, None))
        lines = enumerate(_plain(text.text).splitlines(), text.line)
        places = np.array([i for i, line in lines if line.strip()], np.int64)
        batch = self.quick_batch(block, form)
        return replace(batch, lines=places, unit="line"), 0

    def trimmed(self, provenance: Provenance) -> Provenance:
        """Keep the first index of all options, and leave out the label’s place."""
        options = (("first-index", str(self.begins)),)
        return replace(provenance, options=options, target_position=0, width=self.width)


def svmlight_table(file: DataFile, options: ReadOptions) -> SvmlightTable:
    """Open an svmlight file.

    Raises
    ------
    UserError
        If there are too many values, or it is not clear where the indices begin.
    """
    if options.target is not None:
        raise UserError(
            f"{file}: in svmlight the label is always the first number of a line: "
            "leave --target out"
        )
    read_version = version(file)
    texts = enumerate(_blocks_of_text(file))
    samples, size = [], 0
    for block in ahead(texts, lambda item: _read(file, *item)):
        samples.append(block)
        size += 3 * block.values.nbytes
        require_room(file, size)
    n = sum(len(block.labels) for block in samples)
    lowest = min((int(block.indices.min(initial=1)) for block in samples), default=1)
    last = max((int(block.indices.max(initial=-1)) for block in samples), default=-1)
    said = samples[0].said if samples else None
    begins, note = _first_index(file, options, said, lowest)
    notes = [note] if note else []
    width = last + 1 - begins
    if options.like is not None:
        known = _width_of(options.like)
        if width > known:
            notes.append(_without_weight(begins + known, last))
            samples = [block.below(begins + known) for block in samples]
        width = known
    if not n or width < 1:
        raise UserError(f"{file}: is empty: give a line per sample")
    require_columns(file, width)
    if n * width > MOST_VALUES:
        raise UserError(
            f"{file}: {n:,} samples of {width:,} features are {n * width:,} values, "
            f"zeros included, at most {MOST_VALUES:,} are possible: give fewer samples "
            "or features"
        )
    return SvmlightTable(
        path=file, version=read_version, samples=samples, begins=begins, width=width,
        notes=tuple(notes),
    )  # fmt: skip


def _width_of(like: Provenance) -> int:
    """Count the features of data read before, those too that the model has not."""
    return like.width if like.first_index is not None else len(like.feature_names)


def _first_index(
    file: DataFile, options: ReadOptions, said: int | None, lowest: int
) -> tuple[int, str]:
    """Find the index of the first feature, and say what of that is to be known.

    It is the one that is told, that a comment says, or that of data read before; else
    0 if that occurs, and 1 if it does not.
    """
    like = options.like
    usual = options.usual_index if like is None else like.first_index
    sources = (options.first_index, said, usual)
    begins = next((index for index in sources if index is not None), None)
    if begins is None:
        return (1, _GUESSED) if lowest else (0, "")
    if lowest < begins:
        raise OptionNeeded(
            f"{file}: has a feature with the index 0, {_contradicted(options, said)}"
        )
    if options.first_index is None and usual not in (None, begins):
        return begins, _OTHERWISE.format(begins, usual)
    return begins, ""


def _contradicted(options: ReadOptions, said: int | None) -> str:
    """Say what index 0 speaks against, and what to do."""
    if options.first_index is not None:
        return "though the indices are told to begin with 1: leave --first-index out"
    if said is not None:
        return "though its comment says that indices begin with 1: give --first-index 0"
    if options.like is None:
        return (
            "where those of the recipe’s data began with 1: give --first-index 0 if "
            "that is meant"
        )
    return (
        "where those of the model’s data began with 1: if both have the same "
        "features, give --first-index 0; if not, train again with --first-index 0"
    )


def _without_weight(first: int, last: int) -> str:
    """Say that indices are none of the model’s."""
    named = f"index {first}" if first == last else f"indices {first} to {last}"
    return f"Left out: {named}, for which the model has no weight."


def _blocks_of_text(file: DataFile) -> Iterator[RowBlock]:
    # With their zeros they are many times as large.
    return row_blocks(file, reading.BLOCK_BYTES // 4 or 1, delimiter=UNQUOTED)


def _read(file: DataFile, number: int, block: RowBlock) -> _Samples:
    text = _plain(block.text)
    pairs = _quick_pairs(text) or _careful_pairs(file, text, block)
    said = None if number else _said(block.text)
    return _Samples(number, said, block.share, *pairs)


def _said(text: bytes) -> int | None:
    """Find the first index in the comments above the samples; None if it is not there.

    scikit-learn writes: Column indices are zero-based.
    """
    head = _HEAD.match(text)
    for line in (head[0] if head else b"").lower().splitlines():
        if base := _BASE.search(line):
            return 0 if base[1] or base[2] else 1
    return None


def _plain(text: bytes) -> bytes:
    """Leave out comments and queries; blanks and ends of lines are of one kind."""
    if b"#" in text:
        text = _COMMENT.sub(b"", text)
    if b"\r" in text:
        text = b"\n".join(text.splitlines())
    if b"q" in text:
        text = _QUERY.sub(rb"\1", text)
    return text.replace(b"\t", b" ")


def _quick_pairs(text: bytes) -> tuple[NDArray[Any], ...] | None:
    """Read plain text by pyarrow; give None where that does not understand it."""
    import pyarrow
    from pyarrow import csv

    # A line for each pair; a label is a value without an index.
    cells = (b"\n" + text.rstrip()).replace(b"\n", b"\n:").replace(b" ", b"\n")
    try:
        table = csv.read_csv(
            pyarrow.BufferReader(cells),
            csv.ReadOptions(
                use_threads=False,
                block_size=len(cells) + 1,
                column_names=["index", "value"],
            ),
            csv.ParseOptions(delimiter=":", quote_char=False),
            csv.ConvertOptions(
                column_types={"index": pyarrow.int64(), "value": pyarrow.float64()},
                null_values=[""],
            ),
            memory_pool=pyarrow.system_memory_pool(),
        )
    except pyarrow.ArrowInvalid:
        return None
    index, value = (column.combine_chunks() for column in table.columns)
    is_label = np.isnan(array_of(index))
    indices = np.where(is_label, -1, array_of(index)).astype(np.int64)
    values = array_of(value)
    of_pair = np.flatnonzero(~is_label)
    rising = indices[of_pair] > indices[of_pair - 1]
    labels = values[is_label]
    usable = is_computable(values) and bool((np.abs(labels) < EXACT).all())
    if value.null_count or not rising.all() or not usable:
        return None
    rows = np.cumsum(is_label) - 1
    return rows[of_pair], indices[of_pair], values[of_pair], labels


def _careful_pairs(
    file: DataFile, text: bytes, block: RowBlock
) -> tuple[NDArray[Any], ...]:
    """Read line by line, and say which is wrong."""
    rows, indices, values = [], [], []
    labels: list[float] = []
    lines: list[int] = []

    def refused(line: int, said: str) -> UserError:
        return UserError(f"{file}, line {block.line + line}{said}")

    for number, line in enumerate(map(bytes.split, text.splitlines())):
        if not line:
            continue
        last = -1
        word = line[0]
        try:
            label = _number(word.decode())
            for word in line[1:]:
                index, value = word.split(b":")
                if not (index.isdigit() and len(index) < _DIGITS and int(index) > last):
                    raise ValueError
                last = int(index)
                rows.append(len(labels))
                indices.append(last)
                values.append(_number(value.decode()))
            labels.append(label)
            lines.append(number)
        except ValueError:
            at = excerpt(word.decode(errors="replace"))
            raise refused(
                number,
                f": is not svmlight at “{at}”: give a number as the label, then "
                "index:value pairs in rising order, such as 1 1:0.5 3:2",
            ) from None
    X, y = np.array(values, np.float64), np.array(labels, np.float64)
    for i in np.flatnonzero(~(np.abs(y) < EXACT)).tolist():  # some would be the same
        said = f"{y[i]:.0f} is too large to tell from its neighbours: give a small one"
        raise refused(lines[i], f", the label: {_finite(y[i]) or said}")
    for i in np.flatnonzero(~(np.abs(X) <= LARGEST)).tolist():
        said = _finite(X[i]) or f"{X[i]} {IS_TOO_LARGE}"
        raise refused(lines[rows[i]], f", index {indices[i]}: {said}")
    return np.array(rows, np.int64), np.array(indices, np.int64), X, y


def _finite(number: float) -> str:
    """Say of what is not finite what to do."""
    finite = np.isfinite(number)
    return "" if finite else "is not a finite number: correct it or delete the line"


def _number(cell: str) -> float:
    """Read a number as in a table.

    Raises
    ------
    ValueError
        If it is none.
    """
    if (number := number_in(cell)) is None:
        raise ValueError
    return number


def write_svmlight(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as svmlight: labels as numbers, no names, zeros left out.

    Class names that are no numbers become −1 and +1, or 0, 1, 2 … for more than two.
    Of the last feature zeros are written too: they tell how many features there are.
    Indices begin with 1, or with 0 as in the file that the data came from: then its
    zeros are written too.

    Raises
    ------
    UserError
        If the file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    write_text(path, "", _text(data), progress)


def has_numbers_for_classes(data: Dataset) -> bool:
    """Tell whether svmlight can hold the names of the classes."""
    return all(is_plain(data.class_names[code]) for code in np.flatnonzero(data.counts))


def _text(data: Dataset) -> Iterator[tuple[float, str]]:
    labels = data.class_names
    if not has_numbers_for_classes(data):
        labels = (
            ("-1", "1") if len(labels) == 2 else tuple(map(str, range(len(labels))))
        )
    table, last = data.provenance, data.n_features - 1
    first = 0 if table is not None and table.first_index == 0 else 1
    for share, rows in spans(data, CELLS):
        X = data.X[rows]
        columns = [
            _pairs(first + j, column, zeros=j == last or first + j == 0)
            for j, column in enumerate(X.T)
        ]
        beginnings = [labels[code] for code in data.y[rows].tolist()]
        lines = map("".join, zip(beginnings, *columns, strict=True))
        yield share, "\n".join(lines) + "\n"


def _pairs(j: int, column: NDArray[np.float64], *, zeros: bool) -> list[str]:
    """Write index:value after a blank, or nothing for a zero."""
    return [f" {j}:{x!r}" if x or zeros else "" for x in column.tolist()]


FORMAT = FileFormat(
    name="svmlight",
    has_columns=False,
    has_indices=True,
    suffixes=(".svm", ".svmlight", ".libsvm"),
    table=svmlight_table,
    write=write_svmlight,
    saved_as={".svm": "svmlight: numbers only, no names"},
    order=4,
    rewritten=(".svm",),
    begins=begins_like(_BEGINNING),
    holds=has_numbers_for_classes,
)
