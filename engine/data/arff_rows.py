"""ARFF with numeric features and plain rows, read fast as a table in pieces."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data import blocks as reading
from engine.data.blocks import blocks
from engine.data.cells import comparable, is_plain
from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.form import Form
from engine.data.frames import target_column
from engine.data.pieces import Unusual, gathered, plain_pieces
from engine.data.plain_rows import plain_rows

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from engine.data.blocks import Block
    from engine.data.pieces import Rows

_DATA = re.compile(
    rb"^([ \t]*@data[^\S\r\n]*(?:\r\n|\r|\n))", re.IGNORECASE | re.MULTILINE
)
_UNUSUAL = (*(bytes([one]) for one in b"\"'\\%{?\t"), b" ,", b" \n", b" \r")
"""What scipy is to look at: quotes, comments, sparse rows, what is missing, blanks."""


class _Declared(NamedTuple):
    """The attributes.

    Attributes
    ----------
    names : list of str
    values : list of (tuple of str or None)
        What a nominal attribute may be; None for a number.
    """

    names: list[str]
    values: list[tuple[str, ...] | None]


def read_plain(
    path: str | os.PathLike[str],
    target: str | None,
    progress: Callable[[float], bool],
) -> Dataset | None:
    """Read an ARFF file as `read_arff` does; None if anything in it is unusual.

    Raises
    ------
    Cancelled
        If `progress` says so.
    """
    try:
        pieces = blocks(path, reading.BLOCK_BYTES)
        first = next(pieces)
        head, mark, rows = _DATA.split(first.text, maxsplit=1)
        body = chain([replace(first, text=rows)], pieces)
        return _read(path, _declared(head + mark), target, body, progress)
    except (Unusual, ValueError, StopIteration):
        return None


def _declared(head: bytes) -> _Declared:
    """Let scipy read the declarations."""
    from scipy.io import arff

    try:
        meta = arff.loadarff(io.StringIO(head.decode("ascii")))[1]
    except (OSError, ValueError, NotImplementedError, StopIteration, IndexError):
        raise Unusual from None
    names = meta.names()
    values = (meta[name][1] for name in names)
    return _Declared(names, [None if some is None else (*some,) for some in values])


def _read(
    path: str | os.PathLike[str],
    declared: _Declared,
    target: str | None,
    body: Iterable[Block],
    progress: Callable[[float], bool],
) -> Dataset:
    names, values = declared
    if len(names) < 2:
        raise Unusual
    label = names.index(target_column(path, names, target))
    features = tuple(j for j in range(len(names)) if j != label)
    if any(values[j] is not None for j in features):
        raise Unusual
    form = Form(",", False, label, features)

    def rows(text: bytes) -> Rows | None:
        if any(mark in text for mark in _UNUSUAL):
            return None
        return plain_rows(text, form, len(names), features, b" " in text)

    X, labels, codes = gathered(plain_pieces(body, rows), progress)
    if not _are_of(labels, values[label]):
        raise Unusual
    once = Dataset(np.zeros((len(labels), 1)), comparable(np.array(labels, object)))
    used = [names[j] for j in features]
    return Dataset(X, once.y[codes], used, once.class_names)


def _are_of(labels: list[str], values: tuple[str, ...] | None) -> bool:
    """Tell whether labels are as declared: of these values, or else numbers."""
    if not 1 <= len(labels) <= MOST_CLASSES:
        return False
    return all(map(is_plain, labels)) if values is None else {*labels} <= {*values}
