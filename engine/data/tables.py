"""Data sets as tables: CSV and its relatives, read from anybody, written plainly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.grid import Grid, read_grid
from engine.data.largest import LARGEST, TOO_LARGE, is_computable
from engine.data.layout import (
    decimal_of,
    is_number,
    layout_of,
    pointed,
    shown,
    usual_target,
)
from engine.errors import Cancelled, UserError, go_on
from engine.export.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

PIECE = 5000
"""Rows that are written between two reports."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_PLAIN = re.compile(r"[\w.+-]+( [\w.+-]+)*")


def read_table(path: str | os.PathLike[str], target: str | None = None) -> Dataset:
    """Read a data set from a text table.

    Commas, semicolons, tabs, bars or spaces between the cells, a header and decimal
    commas are recognised. A first row without a number in any feature column is a
    header.

    Parameters
    ----------
    path : path-like
    target : str, optional
        The column of the classes: its name, or its number from 1. Default a column
        called class, label, target, species or y, or else the last.

    Returns
    -------
    Dataset
        Classes in sorted order. Labels that are all numbers are compared as numbers,
        so that ``1``, ``1.0`` and ``+1`` are one class; other labels as text. There
        may be one class only: see `require_two_classes`.

    Raises
    ------
    UserError
        If the file or a cell cannot be used; the message names the file, the line
        and the column.
    """
    grid = read_grid(path)
    decimal = decimal_of(grid.cells)
    column, names, rows = layout_of(path, grid, target, decimal)
    if not len(rows.cells):
        raise without_rows(path)
    features = [j for j in range(len(names)) if j != column]
    X = np.column_stack(
        [numbers_of(path, rows, j, names[j], decimal) for j in features]
    )
    y = comparable(labels_of(path, rows, column, names[column]))
    if (found := len(np.unique(y))) > MOST_CLASSES:
        raise UserError(
            f"{path}, column {shown(names[column])}: has {found} "
            f"different labels, at most {MOST_CLASSES} are possible: choose another "
            "target column"
        )
    return Dataset(X, y, feature_names=[names[j] for j in features])


def without_rows(path: str | os.PathLike[str]) -> UserError:
    """Say that a table has only a header."""
    return UserError(f"{path}: has a header but no rows: give a row per sample")


def require_two_classes(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Make sure that there is something to tell apart.

    Raises
    ------
    UserError
        If all samples have the same class.
    """
    if np.count_nonzero(data.counts) < 2:
        only = data.class_names[int(data.counts.argmax())]
        raise one_class(path, data.n_samples, only)


def one_class(path: str | os.PathLike[str], n: int, name: str) -> UserError:
    """Say that all n samples are of one class."""
    return UserError(
        f"{path}: all {n} samples are of class “{shown(name)}”: "
        "give samples of at least two classes"
    )


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


def numbers_of(
    path: str | os.PathLike[str],
    rows: Grid,
    column: int,
    name: str,
    decimal: str = ".",
) -> NDArray[np.float64]:
    """Read a column of numbers; refuse with the line of the first fault."""
    cells = rows.cells[:, column]
    try:
        numbers: NDArray[np.float64] = _pointed(cells, decimal).astype(np.float64)
        # float() takes 1_000 for a number; a table does not.
        if is_computable(numbers) and not any("_" in cell for cell in cells):
            return numbers
    except ValueError:
        pass
    bad = next(i for i, cell in enumerate(cells) if not is_value(cell, decimal))
    raise UserError(
        f"{path}, line {rows.lines[bad]}, column {shown(name)}: "
        f"{_fault(cells[bad], decimal)}"
    )


def _pointed(cells: NDArray[Any], decimal: str) -> NDArray[Any]:
    if decimal == ".":
        return cells
    return np.array([pointed(cell, decimal) for cell in cells], dtype=object)


def _fault(cell: str, decimal: str) -> str:
    if not cell.strip():
        return "the cell is empty or missing: give a number or delete the row"
    if is_number(cell, decimal):
        if np.isfinite(float(pointed(cell, decimal))):
            return f"“{shown(cell)}” {TOO_LARGE}"
        return f"“{shown(cell)}” is not a finite number: correct it or delete the row"
    if decimal == "," and is_number(cell):
        return f"“{shown(cell)}” has a point where the others have a comma: correct it"
    return (
        f"“{shown(cell)}” is not a number: correct it, or choose this column as the "
        "target if it holds the classes"
    )


def labels_of(
    path: str | os.PathLike[str], rows: Grid, column: int, name: str
) -> NDArray[Any]:
    """Read a column of labels as text; refuse with the line of the first fault."""
    cells = rows.cells[:, column]
    if not all(cells):
        line = rows.lines[next(i for i, cell in enumerate(cells) if not cell)]
        raise UserError(
            f"{path}, line {line}, column {shown(name)}: the cell is empty or "
            "missing: give a class or delete the row"
        )
    return cells


def comparable(labels: NDArray[Any]) -> NDArray[Any]:
    """Turn labels into numbers if all are: then 1, 1.0 and +1 are one class."""
    return labels.astype(np.float64) if all(map(is_plain, set(labels))) else labels


def is_plain(label: str) -> bool:
    """Tell whether a label is a finite number as it is usually written."""
    return _NUMBER.fullmatch(label) is not None and bool(np.isfinite(float(label)))


def is_value(cell: str, decimal: str) -> bool:
    """Tell whether a cell is a number that can be computed with."""
    number = is_number(cell, decimal)
    return number and abs(float(pointed(cell, decimal))) <= LARGEST


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
