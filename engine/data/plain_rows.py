"""Plain rows of a table, read fast; nothing where anything is unusual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data.grid import WHITESPACE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.form import Form


class PlainRows(NamedTuple):
    """Some samples.

    Attributes
    ----------
    X : ndarray, shape (n, n_features)
    labels : tuple of str
        The labels that occur.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    """

    X: NDArray[np.float64]
    labels: tuple[str, ...]
    which: NDArray[np.int64]


def plain_rows(
    text: bytes, form: Form, width: int, features: Sequence[int], spaced: bool
) -> PlainRows | None:
    """Read rows by pandas; give None where a closer look is needed.

    Parameters
    ----------
    text : bytes
        Whole rows.
    form : Form
    width : int
        The number of columns.
    features : sequence of int
        The columns to read, besides that of the labels.
    spaced : bool
        There are blanks around the cells.
    """
    import pandas

    quoted = b'"' in text
    types: dict[int, Any] = dict.fromkeys(features, np.dtype(np.float64))
    types[form.label] = pandas.CategoricalDtype()
    rows: Any = _Rows(model_row(form, width), text)
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
            skipinitialspace=quoted or spaced,
            low_memory=False,
            **exact(pandas.__version__),
        )
    except ValueError:  # a ParserError is one
        return None
    X = np.empty((len(frame) - 1, len(features)))
    for place, column in enumerate(features):
        X[:, place] = frame[column].to_numpy()[1:]
    labels, which = _occurring(frame[form.label].cat)
    if not quoted:
        labels = [label.strip() for label in labels]
    if not all(labels) or not np.isfinite(X).all():
        return None
    return PlainRows(X, tuple(labels), which)


def model_row(form: Form, width: int) -> bytes:
    """Give a row that tells the parser how many columns there are."""
    cells = ["x" if j == form.label else "0" for j in range(width)]
    by = " " if form.delimiter == WHITESPACE else form.delimiter
    return (by.join(cells) + "\n").encode()


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
