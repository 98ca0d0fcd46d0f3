"""ARFF with numeric features and plain rows, read fast as a table in pieces."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.data.classes import is_plain
from engine.data.formats.pieces import Unusual
from engine.data.formats.plain_files import Opening, read_plainly
from engine.data.formats.plain_rows import plain_rows
from engine.data.formats.table_form import Form
from engine.data.formats.typed_columns import target_column

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset
    from engine.data.formats.pieces import Rows
    from engine.data.formats.row_blocks import RowBlock

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
    UserError
        If there is no such target.
    Cancelled
        If `progress` says so.
    """

    def opened(first: RowBlock) -> Opening:
        head, mark, body = _parts(first.text)
        declared = _declared(head + mark)
        return _opening(path, replace(first, text=body), declared, target)

    return read_plainly(path, opened, progress)


def _parts(text: bytes) -> list[bytes]:
    """Cut a file into declarations, the line @data and the rows."""
    parts = _DATA.split(text, maxsplit=1)
    if len(parts) != 3:
        raise Unusual
    return parts


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


def _opening(
    path: str | os.PathLike[str],
    first: RowBlock,
    declared: _Declared,
    target: str | None,
) -> Opening:
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

    def are_declared(_: object, labels: list[str]) -> bool:
        known = values[label]
        return all(map(is_plain, labels)) if known is None else {*labels} <= {*known}

    return Opening(first, rows, are_declared, [names[j] for j in features])
