"""Plain rows, read fast by pyarrow; nothing where anything is unusual.

A careful reader then looks at what is left, and says what is wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import LARGEST, is_computable
from engine.data.formats.column_matching import NO_LABEL
from engine.data.formats.column_roles import NO_NAMES
from engine.data.formats.data_file import SHORT_DELIMITER
from engine.data.formats.missing_values import MISSING, is_missing
from engine.data.formats.quotation import WHITESPACE, Quotes, closed_up, quotes_of
from engine.data.formats.typed_columns import Rows, unlabelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.formats.table_form import TableForm

_BLANKS = re.compile(rb"[ \t]{2,}|\t|(?m:^ | $)| \r")
"""Between cells more than one blank, or about a line."""


def fast_rows(
    text: bytes,
    form: TableForm,
    *,
    width: int,
    features: Sequence[int],
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
    quotes : Quotes, optional
        Those of the text, if there are some.
    """
    if quotes is None and b'"' in text:
        quotes = quotes_of(text, form.delimiter)
    # Within quotes the sign that stands for a longer one is to be that again.
    is_short = form.delimiter == SHORT_DELIMITER
    if quotes is not None and (is_short or not quotes.are_sound):
        return None
    quoted = quotes is not None
    if form.delimiter == WHITESPACE:
        if quoted and _BLANKS.search(text):
            return None
        text = text if quoted else _with_single_blanks(text)
    elif quoted and b' "' in text:
        text = closed_up(text, form.delimiter)
    rows = _arrow_rows(text, form, width=width, features=features)
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


def _with_single_blanks(text: bytes) -> bytes:
    """Leave one blank between the cells of a text without quotes."""
    signs = np.frombuffer(text.replace(b"\t", b" "), np.uint8)
    # Blanks and ends of lines come first among the signs.
    after_blank = np.append(True, signs[:-1] <= ord(" "))
    text = signs[(signs != ord(" ")) | ~after_blank].tobytes()
    return text.replace(b" \n", b"\n").replace(b" \r", b"\r").rstrip(b" ")


def _arrow_rows(
    text: bytes, form: TableForm, *, width: int, features: Sequence[int]
) -> Rows | None:
    """Read rows; give None where pyarrow does not understand them."""
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
    quoted = b'"' in text
    try:
        table: Any = csv.read_csv(
            pyarrow.BufferReader(text),
            csv.ReadOptions(
                use_threads=False, block_size=len(text) + 1, column_names=names
            ),
            csv.ParseOptions(
                delimiter=" " if form.delimiter == WHITESPACE else form.delimiter,
                quote_char='"' if quoted else False,
                newlines_in_values=quoted,
            ),
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
