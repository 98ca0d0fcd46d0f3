"""One way to write data to a file: the suffix tells the format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.data.formats.arff import write_arff
from engine.data.formats.orange import write_orange
from engine.data.formats.parquet import write_parquet
from engine.data.formats.svmlight import SUFFIXES, write_svmlight
from engine.data.formats.table_text import write_table
from engine.errors import go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset

WRITERS: dict[
    str, Callable[[Dataset, str | os.PathLike[str], Callable[[float], bool]], None]
] = {
    ".tab": write_orange,
    ".arff": write_arff,
    ".parquet": write_parquet,
    **dict.fromkeys(SUFFIXES, write_svmlight),
}
"""Writers of formats other than plain tables."""


def write_data(
    data: Dataset,
    path: str | os.PathLike[str],
    target: str = "",
    progress: Callable[[float], bool] = go_on,
    suffix: str = "",
) -> None:
    """Write a data set in the format of the suffix; of an unknown one, as CSV.

    Parameters
    ----------
    data : Dataset
    path : path-like
    target : str, optional
        What to call the column of the classes in a plain table.
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the writing.
    suffix : str, optional
        Tells the format in place of that of the path.

    Raises
    ------
    UserError
        If the file cannot be written, or a name cannot stand in it.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    writer = WRITERS.get(suffix or Path(path).suffix.lower())
    if writer is not None:
        writer(data, path, progress)
    else:
        write_table(data, path, target, progress)
