"""One way to read any file of data: the suffix tells its format."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from engine.data.formats import arff, orange, parquet, svmlight
from engine.data.formats.formed import read_formed
from engine.data.formats.table import read_table
from engine.data.formats.table_form import form_of
from engine.errors import go_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.data.dataset import Dataset

    Progress = Callable[[float], bool]
    Reader = Callable[[str | os.PathLike[str], str | None, Progress], Dataset]

BIG = 2**20
"""Bytes from which a table is read piece by piece."""
READERS: dict[str, Reader] = {
    **dict.fromkeys(svmlight.SUFFIXES, svmlight.read_svmlight),
    ".tab": orange.read_orange,
    ".arff": arff.read_arff,
    ".parquet": parquet.read_parquet,
}
"""Readers of formats that say themselves what their columns are."""
TABLES = (".csv", ".tsv", ".txt", ".dat", ".data")
"""Usual suffixes of plain tables; whatever is not known is read as one."""


def read_data(
    path: str | os.PathLike[str],
    target: str | None = None,
    progress: Progress | None = None,
) -> Dataset:
    """Read a data set in the format that the file's suffix tells, or its first line.

    Parameters
    ----------
    path : path-like
        A plain table, svmlight, Orange's .tab, ARFF or Parquet.
    target : str, optional
        The column of the classes; see `read_table`.
    progress : callable, optional
        Told the share that is done, 0 … 1, while a big file is read; its answer
        False stops the reading.

    Raises
    ------
    UserError
        If the file cannot be used; names the file, the row, the column.
    Cancelled
        If `progress` says so.
    """
    reader = _reader(path)
    if reader is not None:
        return reader(path, target, progress or go_on)
    if Path(path).is_file() and os.path.getsize(path) >= BIG:
        return read_formed(path, form_of(path, target), progress)
    return read_table(path, target)


def is_table(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file is read as a plain table, of which the form is guessed."""
    return _reader(path) is None


def format_of(path: str | os.PathLike[str]) -> str:
    """Give the suffix that stands for the format in which a file is read."""
    is_svmlight = _reader(path) is svmlight.read_svmlight
    return svmlight.SUFFIXES[0] if is_svmlight else Path(path).suffix.lower()


def _reader(path: str | os.PathLike[str]) -> Reader | None:
    """Give what reads the file; svmlight often has the suffix of a table, or none."""
    reader = READERS.get(Path(path).suffix.lower())
    seems = reader is None and Path(path).is_file() and svmlight.seems_svmlight(path)
    return svmlight.read_svmlight if seems else reader
