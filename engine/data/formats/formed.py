"""Tables of any size read in a given form, with progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.classes import labelled, require_possible
from engine.data.formats.pieces import gathered
from engine.data.formats.table import without_rows
from engine.data.formats.table_stream import BigTable
from engine.errors import go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset
    from engine.data.formats.table_form import Form


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
    X, labels, which = gathered(pieces, progress or go_on)
    if not labels:
        raise without_rows(table.path)
    require_possible(table.path, table.target_name, labels)
    return labelled(X, labels, which, table.feature_names)
