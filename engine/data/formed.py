"""Tables of any size read in a given form, with progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.cells import comparable
from engine.data.chunks import BigTable
from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.pieces import gathered
from engine.data.tables import without_rows
from engine.errors import UserError, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from engine.data.form import Form


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


def _classes(table: BigTable, labels: Iterable[str]) -> Dataset:
    """Let the data set say how classes are named and numbered."""
    classes = comparable(np.array(list(labels), dtype=object))
    if (found := len(np.unique(classes))) > MOST_CLASSES:
        raise UserError(
            f"{table.path}, column {table.target_name}: has {found} different "
            f"labels, at most {MOST_CLASSES} are possible: choose another target column"
        )
    return Dataset(np.zeros((len(classes), 1)), classes)
