"""Plain rows, read fast by pyarrow; nothing where anything is unusual.

A careful reader then looks at what is left, and says what is wrong.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.tables.arrow_numbers import array_of
from engine.data.tables.column_matching import NO_LABEL
from engine.data.tables.data_file import SHORT_DELIMITER
from engine.data.tables.missing_values import MISSING, is_missing
from engine.data.tables.quotation import WHITESPACE, Quotes, closed_up, quotes_of
from engine.data.tables.table_form import NO_NAMES
from engine.data.tables.typed_columns import Batch, Words, without_margins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.data.tables.table_form import TableForm
    from engine.data.tables.typed_columns import Column

_BLANKS = re.compile(rb"[ \t]{2,}|\t|(?m:^ | $)| \r")
"""Between cells more than one blank, or about a line."""


def fast_rows(
    text: bytes,
    form: TableForm,
    delimiter: str,
    *,
    width: int,
    quotes: Quotes | None = None,
) -> Batch | None:
    """Read the rows of a table, without lines; None where a closer look is needed.

    Parameters
    ----------
    text : bytes
        Whole rows.
    form : TableForm
    delimiter : str
        One of `engine.data.tables.quotation.DELIMITERS`.
    width : int
        The number of columns.
    quotes : Quotes, optional
        Those of the text, if there are some.
    """
    if quotes is None and b'"' in text:
        quotes = quotes_of(text, delimiter)
    # Within quotes the sign that stands for a longer one is to be that again.
    is_short = delimiter == SHORT_DELIMITER
    if quotes is not None and (is_short or not quotes.are_sound):
        return None
    quoted = quotes is not None
    if delimiter == WHITESPACE:
        if quoted and _BLANKS.search(text):
            return None
        text = text if quoted else _with_single_blanks(text)
    elif quoted and b' "' in text:
        text = closed_up(text, delimiter)
    wanted = [*form.features, *({form.label, form.names} - {NO_LABEL, NO_NAMES})]
    read = _arrow_columns(text, form, delimiter, width=width, wanted=wanted)
    if read is None:
        return None
    n = len(read[0])
    if _may_be_blank(read):  # which is no row
        return None
    columns: list[Column] = [np.full(n, np.nan)] * width
    for j, column in zip(wanted, read, strict=False):
        if isinstance(column, Words):
            bare = without_margins(column)
            if quoted and bare is not column:  # the blanks may be meant
                return None
            column = bare
        columns[j] = column
    return Batch(columns, np.arange(n))


def _may_be_blank(columns: Sequence[Column]) -> bool:
    """Tell whether in some row there is nothing in any of the columns."""
    blank = np.ones(len(columns[0]), bool)
    for column in columns:
        if isinstance(column, Words):
            blank &= column.which(is_missing)
        else:
            blank &= np.isnan(column)
        if not blank.any():
            return False
    return True


def _with_single_blanks(text: bytes) -> bytes:
    """Leave one blank between the cells of a text without quotes."""
    signs = np.frombuffer(text.replace(b"\t", b" "), np.uint8)
    # Blanks and ends of lines come first among the signs.
    after_blank = np.append(True, signs[:-1] <= ord(" "))
    text = signs[(signs != ord(" ")) | ~after_blank].tobytes()
    return text.replace(b" \n", b"\n").replace(b" \r", b"\r").rstrip(b" ")


def _arrow_columns(
    text: bytes, form: TableForm, delimiter: str, *, width: int, wanted: Sequence[int]
) -> list[Column] | None:
    """Read columns; give None where pyarrow does not understand them."""
    import pyarrow
    from pyarrow import csv

    if text.startswith(BOM_UTF8):  # of the first cell: pyarrow takes one away
        text = BOM_UTF8 + text
    names = [str(j) for j in range(width)]
    words = {*form.words, form.label, form.names}
    kinds = pyarrow.float64(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    quoted = b'"' in text
    try:
        table: Any = csv.read_csv(
            pyarrow.BufferReader(text),
            csv.ReadOptions(
                use_threads=False, block_size=len(text) + 1, column_names=names
            ),
            csv.ParseOptions(
                delimiter=" " if delimiter == WHITESPACE else delimiter,
                quote_char='"' if quoted else False,
                newlines_in_values=quoted,
            ),
            csv.ConvertOptions(
                include_columns=[names[j] for j in wanted],
                column_types={names[j]: kinds[j in words] for j in wanted},
                null_values=[] if form.missing == "error" else [*MISSING],
                decimal_point=form.decimal[0],
            ),
            # The pool that is the default sets a gigabyte of addresses aside.
            memory_pool=pyarrow.system_memory_pool(),
        )
    except pyarrow.ArrowInvalid:
        return None
    whole = [column.combine_chunks() for column in table.columns]
    parts = zip(wanted, whole, strict=False)
    return [_words(part) if j in words else array_of(part) for j, part in parts]


def _words(column: Any) -> Words:
    codes = array_of(column.indices).astype(np.int64)
    return Words(column.dictionary.to_pylist(), codes)
