"""Plain tables, CSV and its relatives: read, and written to be read back the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.data.formats.file_format import FileFormat
from engine.data.tables.header import usual_target
from engine.data.tables.missing_values import is_missing
from engine.data.tables.number_format import is_number
from engine.data.tables.row_writer import (
    class_column,
    name_column,
    quoted,
    rows_of,
    write_text,
)
from engine.data.tables.text_table import text_table
from engine.errors import UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset


def write_csv(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    target: str = "",
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as CSV, or to .tsv with tabs: features, then the class's name.

    The samples' names, if some have one, come first, in a column that is called so.
    Reading it back gives the same numbers to the last bit and the same names. Classes
    without a sample are not in a table; classes come back in sorted order, and names
    that are all numbers in their shortest form.

    Parameters
    ----------
    data : Dataset
    path : path-like
    target : str, optional
        What to call the column of the classes, if they are found by it again; default
        as in the table that they came from.
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the writing.

    Raises
    ------
    UserError
        If the file cannot be written, or a name would not survive it.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    _check_names(data, path)
    between = "\t" if Path(path).suffix.lower() == ".tsv" else ","
    classes = [quoted(name) for name in data.class_names]
    head = _header(data, between, target)
    rows = rows_of(data, classes, between, name=quoted)
    write_text(path, head, rows, progress)


def table_text(data: Dataset, between: str) -> str:
    """Make the text of a table with a header, as a file or a spreadsheet takes it."""
    classes = [quoted(name) for name in data.class_names]
    rows = (text for _, text in rows_of(data, classes, between, name=quoted))
    return "".join([_header(data, between), *rows])


def _header(data: Dataset, between: str, target: str = "") -> str:
    names = (*data.feature_names, _target_name(data, target))
    if data.sample_names is not None:
        names = (name_column(names), *names)
    return between.join(map(quoted, names)) + "\n"


def _target_name(data: Dataset, wanted: str) -> str:
    """Call the column of the classes as wanted, if it is found by that again.

    Over names that are numbers it is the name by which the header is recognised.
    """
    if not wanted and data.provenance is not None:
        wanted = data.provenance.target
    names = (*data.feature_names, wanted)
    usable = wanted and wanted not in data.feature_names and not is_number(wanted)
    numbered = any(map(is_number, data.feature_names))
    if usable and not numbered and usual_target(names) in (None, data.n_features):
        return wanted
    return class_column(data)


def _called(name: str) -> str:
    return f"called “{excerpt(name)}”" if name else "without a name"


def _check_names(data: Dataset, path: str | os.PathLike[str]) -> None:
    used = [data.class_names[code] for code in np.unique(data.y)]
    for name in used:
        if is_missing(name):
            raise UserError(
                f"{path}: a class {_called(name)} would be taken for a missing label: "
                "rename the class"
            )
    for name in (*data.feature_names, *used):
        if not name:
            raise UserError(
                f"{path}: a feature or class has an empty name, which a table cannot "
                "hold: rename it"
            )


FORMAT = FileFormat(
    name="Table",
    suffixes=(".csv", ".tsv", ".txt", ".dat", ".data"),
    table=text_table,
    write=write_csv,
    saved_as={".csv": "Table: data only", ".tsv": "Table with tabs"},
    rewritten=(".csv", ".tsv"),
    is_table=True,
    order=0,
)
