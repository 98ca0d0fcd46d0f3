"""ARFF with numeric features and plain rows, read fast as a table in pieces."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data import blocks as reading
from engine.data.ahead import ahead
from engine.data.blocks import Block, blocks
from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.form import Form
from engine.data.formed import gathered
from engine.data.frames import target_column
from engine.data.plain_rows import plain_rows
from engine.data.tables import comparable, is_plain

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

_DATA = re.compile(rb"^[ \t]*@data[^\S\r\n]*(\r\n|\r|\n)", re.IGNORECASE | re.MULTILINE)
_UNUSUAL = (*(bytes([one]) for one in b"\"'\\%{?\t"), b" ,", b" \n", b" \r")
"""What scipy is to look at: quotes, comments, sparse rows, what is missing, blanks."""


class _Unusual(Exception):
    """Scipy is to read the file, or to say what is wrong."""


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
    UserError
        If the file cannot be read, or has no column `target`.
    Cancelled
        If `progress` says so.
    """
    pieces = blocks(path, reading.BLOCK_BYTES)
    first = next(pieces, None)
    end = _DATA.search(first.text) if first else None
    if first is None or end is None:
        return None
    body = chain([replace(first, text=first.text[end.end() :])], pieces)
    try:
        declared = _declared(first.text[: end.end()])
        return _read(path, declared, target, body, progress)
    except _Unusual:
        return None


def _declared(head: bytes) -> _Declared:
    """Let scipy read the declarations."""
    from scipy.io import arff

    try:
        meta = arff.loadarff(io.StringIO(head.decode("ascii")))[1]
    except (OSError, ValueError, NotImplementedError, StopIteration, IndexError):
        raise _Unusual from None
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
        raise _Unusual
    label = names.index(target_column(path, names, target))
    features = tuple(j for j in range(len(names)) if j != label)
    if any(values[j] is not None for j in features):
        raise _Unusual
    form = Form(",", False, label, features)
    X, labels, codes = gathered(_rows(body, form, len(names)), progress)
    if not _are_of(labels, values[label]):
        raise _Unusual
    once = Dataset(np.zeros((len(labels), 1)), comparable(np.array(labels, object)))
    used = [names[j] for j in features]
    return Dataset(X, once.y[codes], used, once.class_names)


def _rows(body: Iterable[Block], form: Form, width: int) -> Iterator[tuple[Any, float]]:
    def work(block: Block) -> tuple[Any, float]:
        rows, text = None, block.text
        if not any(mark in text for mark in _UNUSUAL):
            rows = plain_rows(text, form, width, form.features, b" " in text)
        if rows is None:
            raise _Unusual
        return rows, block.share

    return ahead(body, work)


def _are_of(labels: list[str], values: tuple[str, ...] | None) -> bool:
    """Tell whether labels are as declared: of these values, or else numbers."""
    if not 1 <= len(labels) <= MOST_CLASSES:
        return False
    return all(map(is_plain, labels)) if values is None else {*labels} <= {*values}
