"""Plain rows of a table, read by pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.formats.plain_rows import PlainRows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.formats.table_form import Form


def pandas_rows(
    text: bytes, form: Form, width: int, features: Sequence[int], skip_blanks: bool
) -> PlainRows | None:
    """Read rows as `plain_rows` does; give None where pandas does not understand them.

    With `skip_blanks` what stands before a cell may be blank.
    """
    import pandas

    types: dict[int, Any] = dict.fromkeys(features, np.dtype(np.float64))
    types[form.label] = pandas.CategoricalDtype()
    rows: Any = _Rows(form.model_row(width), text)
    try:
        frame = pandas.read_csv(
            rows,
            sep=form.delimiter,
            decimal=form.decimal,
            header=None,
            index_col=False,
            # With some columns left out, a row that is too long is not noticed.
            usecols=None if features else [form.label],
            dtype=types,
            na_filter=False,
            skipinitialspace=skip_blanks,
            low_memory=False,
            **exact(pandas.__version__),
        )
    except ValueError:  # a ParserError is one
        return None
    X = np.empty((len(frame) - 1, len(features)))
    for place, column in enumerate(features):
        X[:, place] = frame[column].to_numpy()[1:]
    return PlainRows(X, *_occurring(frame[form.label].cat))


def _occurring(cells: Any) -> tuple[list[str], NDArray[np.int64]]:
    """Give the labels below the model row, and each row's place among them."""
    codes = cells.codes.to_numpy()[1:]
    there = np.bincount(codes, minlength=len(cells.categories)) > 0
    labels = [str(label) for label in cells.categories[there]]
    return labels, (np.cumsum(there) - 1)[codes]


class _Rows:
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
        """Be taken for a file."""
        return iter(())


def exact(pandas_version: str) -> dict[str, Any]:
    """Ask for the nearest floating-point number, where that is not the rule yet."""
    major, minor = (int(part) for part in pandas_version.split(".")[:2])
    return {} if (major, minor) >= (3, 1) else {"float_precision": "round_trip"}
