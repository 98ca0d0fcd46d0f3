"""Plain rows, read fast by pyarrow or pandas; nothing where anything is unusual.

A careful reader then looks at what is left, and says what is wrong. By pyarrow, which
takes half the time and no lock, where it is installed and no cell is quoted.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import LARGEST, is_computable
from engine.data.formats.column_matching import NO_LABEL
from engine.data.formats.column_roles import NO_NAMES
from engine.data.formats.data_file import SHORT_DELIMITER
from engine.data.formats.missing_values import MISSING, is_missing
from engine.data.formats.quotation import WHITESPACE, Quotes, n_cells, quotes_of
from engine.data.formats.typed_columns import Rows, unlabelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.formats.table_form import TableForm


def fast_rows(
    text: bytes,
    form: TableForm,
    *,
    width: int,
    features: Sequence[int],
    spaced: bool,
    quotes: Quotes | None = None,
) -> Rows | None:
    """Read the rows of a table; give None where a closer look is needed.

    Parameters
    ----------
    text : bytes
        Whole rows.
    form : TableForm
    width : int
        The number of columns.
    features : sequence of int
        The columns to read, besides that of the labels.
    spaced : bool
        There are blanks around the cells.
    quotes : Quotes, optional
        Those of the text, if there are some.
    """
    if quotes is None and b'"' in text:
        quotes = quotes_of(text, form.delimiter)
    # Within quotes the sign that stands for a longer one is to be that again.
    is_short = form.delimiter == SHORT_DELIMITER
    if quotes is not None and (is_short or not quotes.are_sound):
        return None
    rows, quoted = None, quotes is not None
    if not quoted and not spaced and form.delimiter != WHITESPACE and has_pyarrow():
        rows = arrow_rows(text, form, width=width, features=features)
    if rows is None:
        rows = pandas_rows(
            text, form, width=width, features=features, quotes=quotes, spaced=spaced
        )
    if rows is None or not are_usable(rows.X, form):
        return None
    words = [rows.labels, *(levels for _, levels in rows.words)]
    stripped = [[word.strip() for word in levels] for levels in words]
    called = [] if rows.names is None else rows.names.tolist()
    bare = [name.strip() for name in called]
    if quoted and (stripped, bare) != (words, called):  # the blanks may be meant
        return None
    labels, *others = stripped
    if form.missing == "error":
        missing = any(is_missing(word) for levels in others for word in levels)
        if missing or any(map(form.lacks_label, labels)):
            return None
    places = (place for place, _ in rows.words)
    words_stripped = tuple(zip(places, others, strict=True))
    names = None if rows.names is None else np.array(bare, dtype=object)
    return rows._replace(labels=labels, words=words_stripped, names=names)


def are_usable(X: NDArray[np.float64], form: TableForm) -> bool:
    """Tell whether numbers can be computed with, or are missing where they may be."""
    return is_computable(X) or (
        form.missing != "error" and not (np.abs(X) > LARGEST).any()
    )


def has_pyarrow() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


def arrow_rows(
    text: bytes, form: TableForm, *, width: int, features: Sequence[int]
) -> Rows | None:
    """Read rows without quotes; give None where pyarrow does not understand them."""
    import pyarrow
    from pyarrow import csv

    names = [str(j) for j in range(width)]
    wanted = [names[j] for j in features]
    types = dict.fromkeys(wanted, pyarrow.float64())
    if form.label != NO_LABEL:
        wanted.append(names[form.label])
    for j in {*form.words} & {*features} | {form.label} - {NO_LABEL}:
        types[names[j]] = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    if form.names != NO_NAMES:
        wanted.append(names[form.names])
        types[names[form.names]] = pyarrow.string()
    try:
        table: Any = csv.read_csv(
            pyarrow.BufferReader(text),
            csv.ReadOptions(
                use_threads=False, block_size=len(text) + 1, column_names=names
            ),
            csv.ParseOptions(delimiter=form.delimiter, quote_char=False),
            csv.ConvertOptions(
                include_columns=wanted,
                column_types=types,
                null_values=[] if form.missing == "error" else [*MISSING],
                decimal_point=form.decimal[0],
            ),
            # The pool that is the default sets a gigabyte of addresses aside.
            memory_pool=pyarrow.system_memory_pool(),
        )
    except pyarrow.ArrowInvalid:
        return None
    X = np.empty((len(table), len(features)))
    words = []
    columns = table.columns  # made anew each time
    for place, j in enumerate(features):
        values = columns[place].combine_chunks()
        if j in form.words:
            words.append((place, values.dictionary.to_pylist()))
            values = values.indices
        X[:, place] = values.to_numpy(zero_copy_only=False)
    called = None
    if form.names != NO_NAMES:
        called = np.array(columns[-1].to_pylist(), dtype=object)
    if form.label == NO_LABEL:
        return unlabelled(X, tuple(words))._replace(names=called)
    cells = columns[len(features)].combine_chunks()
    which = cells.indices.to_numpy().astype(np.int64)
    return Rows(X, cells.dictionary.to_pylist(), which, tuple(words), called)


def pandas_rows(
    text: bytes,
    form: TableForm,
    *,
    width: int,
    features: Sequence[int],
    quotes: Quotes | None = None,
    spaced: bool,
) -> Rows | None:
    """Read rows; give None where pandas does not understand them.

    What stands before a cell may be blank, if it is `spaced` or there are `quotes`.
    """
    import pandas

    types: dict[int, Any] = dict.fromkeys(features, np.dtype(np.float64))
    for j in {*form.words} & {*features} | {form.label} - {NO_LABEL}:
        types[j] = pandas.CategoricalDtype()
    if form.names != NO_NAMES:
        types[form.names] = np.dtype(object)
    rows: Any = _ByteReader(form.model_row(width), text)
    try:
        frame = pandas.read_csv(
            rows,
            sep=form.delimiter,
            decimal=form.decimal[0],
            header=None,
            index_col=False,
            # With some columns left out, a row that is too long is not noticed.
            usecols=None if features else [form.label],
            dtype=types,
            **_missing_numbers(form, features),
            skipinitialspace=spaced or quotes is not None,
            low_memory=False,
            **exact(pandas.__version__),
        )
    except ValueError:  # a ParserError is one
        return None
    # A row that is too short is filled up with empty cells.
    n = len(frame) - 1
    if n_cells(text, form.delimiter, n, quotes) != n * width:
        return None
    X = np.empty((n, len(features)))
    words = []
    for place, column in enumerate(features):
        if column in form.words:
            levels, X[:, place] = _occurring(frame[column].cat)
            words.append((place, levels))
        else:
            X[:, place] = frame[column].to_numpy()[1:]
    called = None
    if form.names != NO_NAMES:
        called = frame[form.names].to_numpy()[1:]
    if form.label == NO_LABEL:
        return unlabelled(X, tuple(words))._replace(names=called)
    return Rows(X, *_occurring(frame[form.label].cat), tuple(words), called)


def _missing_numbers(form: TableForm, features: Sequence[int]) -> dict[str, Any]:
    if form.missing == "error":
        return {"na_filter": False}
    numbers = [j for j in features if j not in form.words]
    return {"keep_default_na": False, "na_values": dict.fromkeys(numbers, MISSING)}


def _occurring(cells: Any) -> tuple[list[str], NDArray[np.int64]]:
    """Give the labels below the model row, and each row's place among them."""
    codes = cells.codes.to_numpy()[1:]
    there = np.bincount(codes, minlength=len(cells.categories)) > 0
    labels = [str(label) for label in cells.categories[there]]
    return labels, (np.cumsum(there) - 1)[codes]


class _ByteReader:
    """Bytes as a file that pandas takes as they are: a detour by text costs time."""

    def __init__(self, first: bytes, text: bytes) -> None:
        self._first, self._text, self._at = first, text, 0

    def read(self, size: int) -> bytes:
        """Give the next part; pandas makes room for all that it is given."""
        if self._first:
            part, self._first = self._first, b""
            return part
        part = self._text[self._at : self._at + size]
        self._at += len(part)
        return part

    def __iter__(self) -> Iterator[bytes]:
        """Give no lines: pandas takes what has them for a file, and reads it."""
        return iter(())


def exact(pandas_version: str) -> dict[str, Any]:
    """Ask for the nearest floating-point number, where that is not the rule yet."""
    major, minor = (int(part) for part in pandas_version.split(".")[:2])
    return {} if (major, minor) >= (3, 1) else {"float_precision": "round_trip"}
