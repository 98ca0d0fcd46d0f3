"""Svmlight without a value left out, read fast as a table in pieces."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.data.classes import is_plain
from engine.data.formats.pieces import Unusual
from engine.data.formats.plain_files import Opening, read_plainly
from engine.data.formats.plain_rows import plain_rows
from engine.data.formats.table_form import Form

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.formats.pieces import Rows
    from engine.data.formats.row_blocks import RowBlock

_LINE = re.compile(rb"\S+ ([01]):.*")
_UNUSUAL = (b"#", b'"', b"\t", b"  ", b" \n", b" \r")
"""Comments, and blanks that do not stand alone between two pairs."""


def read_full(
    path: str | os.PathLike[str], most: int, progress: Callable[[float], bool]
) -> Dataset | None:
    """Read a file whose lines all have the indices 1, 2 … or 0, 1 …; else give None.

    Parameters
    ----------
    path : path-like
    most : int
        Values up to which it is read.
    progress : callable
        As for `read_svmlight`.

    Raises
    ------
    Cancelled
        If `progress` says so.
    """

    def opened(first: RowBlock) -> Opening:
        line = _LINE.match(first.text)
        if line is None:
            raise Unusual
        rows = partial(_rows, start=int(line[1]), width=line[0].count(b":"))
        return Opening(first, rows, are_usable)

    def are_usable(X: NDArray[np.float64], labels: list[str]) -> bool:
        return X.size <= most and all(map(is_plain, labels))

    return read_plainly(path, opened, progress)


def _rows(text: bytes, start: int, width: int) -> Rows | None:
    """Read indices and values as columns of a table."""
    if any(mark in text for mark in _UNUSUAL) or not _are_pairs(text):
        return None
    columns = tuple(range(1, 2 * width + 1))
    form = Form(" ", False, 0, columns)
    cells = text.replace(b":", b" ")
    found = plain_rows(cells, form, len(columns) + 1, columns, False)
    if found is None or not len(found[0]):
        return None
    X, labels, which = found
    indices, values = X[:, ::2], X[:, 1::2]
    full = (indices == start + np.arange(width)).all()
    return (values, labels, which) if full else None


def _are_pairs(text: bytes) -> bool:
    """Tell whether blanks and colons take turns."""
    marks = np.frombuffer(text, np.uint8)
    marks = marks[(marks == ord(" ")) | (marks == ord(":"))]
    blanks, colons = marks[::2], marks[1::2]
    return bool((blanks == ord(" ")).all() and (colons == ord(":")).all())
