"""Plain tables, CSV and its relatives: written so that they read back the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.data.layout import is_number, shown, usual_target
from engine.errors import Cancelled, UserError, go_on
from engine.export.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from engine.data.dataset import Dataset

PIECE = 5000
"""Rows that are written between two reports."""
_PLAIN = re.compile(r"[\w.+-]+( [\w.+-]+)*")


def write_table(
    data: Dataset,
    path: str | os.PathLike[str],
    target: str = "",
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as CSV, or to .tsv with tabs: features, then the class's name.

    Reading it back gives the same numbers to the last bit and the same names. Classes
    without a sample are not in a table; classes come back in sorted order, and names
    that are all numbers in their shortest form.

    Parameters
    ----------
    data : Dataset
    path : path-like
    target : str, optional
        What to call the column of the classes, if they are found by it again.
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

    def write(place: Path) -> None:
        with place.open("w", encoding="utf-8", newline="") as file:
            for done, text in _pieces(data, between, target):
                file.write(text)
                if not progress(done):
                    raise Cancelled

    write_whole(path, write)


def table_text(data: Dataset, between: str) -> str:
    """Make the text of a table with a header, as a file or a spreadsheet takes it."""
    return "".join(text for _, text in _pieces(data, between))


def _pieces(
    data: Dataset, between: str, target: str = ""
) -> Iterator[tuple[float, str]]:
    """Make the text of a table piece by piece, each with the share that is done."""
    names = (*data.feature_names, _target_name(data, target))
    yield 0.0, between.join(map(_quoted, names)) + "\n"
    classes = [_quoted(name) for name in data.class_names]
    for start in range(0, data.n_samples, PIECE):
        rows = slice(start, start + PIECE)
        columns = [map(repr, column.tolist()) for column in data.X[rows].T]
        labels = [classes[code] for code in data.y[rows].tolist()]
        lines = map(between.join, zip(*columns, labels, strict=True))
        yield min(1.0, rows.stop / data.n_samples), "\n".join(lines) + "\n"


def _target_name(data: Dataset, wanted: str) -> str:
    """Call the column of the classes as wanted, if it is found by that again."""
    names = (*data.feature_names, wanted)
    usable = wanted and wanted not in data.feature_names and not is_number(wanted)
    if usable and usual_target(names) in (None, data.n_features):
        return wanted
    target = "class"
    while target in data.feature_names:
        target += "_"
    return target


def _quoted(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    return '"' + name.replace('"', '""') + '"'


def _check_names(data: Dataset, path: str | os.PathLike[str]) -> None:
    used = [data.class_names[code] for code in np.unique(data.y)]
    for name in data.feature_names:
        if is_number(name):
            raise UserError(
                f"{path}: a feature called “{shown(name)}” would be taken for a "
                "number: rename it"
            )
    for name in (*data.feature_names, *used):
        if not name or re.search("[\0\ud800-\udfff]", name):
            raise UserError(
                f"{path}: the name “{shown(name)}” cannot be written: rename it"
            )
