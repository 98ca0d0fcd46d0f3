"""Tables of any size read in a given form, with progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.chunks import BigTable
from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.tables import comparable, without_rows
from engine.errors import Cancelled, UserError, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from engine.data.form import Form

    Rows = tuple[NDArray[np.float64], Sequence[str], NDArray[np.int64]]


def read_formed(
    path: str | os.PathLike[str],
    form: Form,
    progress: Callable[[float], bool] | None = None,
) -> Dataset:
    """Read a table in a given form, in pieces that are put together.

    Parameters
    ----------
    path : path-like
    form : Form
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the reading.

    Raises
    ------
    UserError
        If the file or a cell cannot be used; names the file, the line, the column.
    Cancelled
        If `progress` says so.
    """
    return put_together(BigTable(path, form), progress)


def put_together(
    table: BigTable, progress: Callable[[float], bool] | None = None
) -> Dataset:
    """Read all pieces of a table, as `read_formed` does."""
    pieces = table.chunks(lambda chunk: (chunk.X, chunk.labels, chunk.which))
    X, labels, codes = gathered(pieces, progress or go_on)
    if not labels:
        raise without_rows(table.path)
    once = _classes(table, labels)
    return Dataset(X, once.y[codes], table.feature_names, once.class_names)


def gathered(
    pieces: Iterable[tuple[Rows, float]], progress: Callable[[float], bool]
) -> tuple[NDArray[np.float64], list[str], NDArray[np.int64]]:
    """Put samples together that come in pieces, each with labels of its own.

    Parameters
    ----------
    pieces : iterable of ((X, labels, which), share)
        Samples, the labels that occur, each row's place among them; how much of all
        has been read.
    progress : callable
        As for `read_formed`.

    Returns
    -------
    X : ndarray, shape (n, n_features)
    labels : list of str
        All that occur.
    codes : ndarray of int, shape (n,)
        Each row's place among the labels.
    """
    index: dict[str, int] = {}
    samples, codes = [], []
    for (X, labels, which), share in pieces:
        if not progress(share):
            raise Cancelled
        known = [index.setdefault(label, len(index)) for label in labels]
        samples.append(X)
        codes.append(np.array(known, dtype=np.int64)[which])
    if not index:
        return np.empty((0, 0)), [], np.empty(0, np.int64)
    return np.concatenate(samples), list(index), np.concatenate(codes)


def _classes(table: BigTable, labels: Iterable[str]) -> Dataset:
    """Let the data set say how classes are named and numbered."""
    classes = comparable(np.array(list(labels), dtype=object))
    if (found := len(np.unique(classes))) > MOST_CLASSES:
        raise UserError(
            f"{table.path}, column {table.target_name}: has {found} different "
            f"labels, at most {MOST_CLASSES} are possible: choose another target column"
        )
    return Dataset(np.zeros((len(classes), 1)), classes)
