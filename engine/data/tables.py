"""Data sets as tables: CSV and its relatives, read from anybody, written plainly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.grid import Grid, read_grid
from engine.errors import UserError
from engine.export.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from numpy.typing import NDArray

TARGET_NAMES = ("class", "label", "target", "species", "y")
"""Names by which the column of the classes is found, the first that occurs."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_PLAIN = re.compile(r"[\w.+-]+( [\w.+-]+)*")


def read_table(path: str | os.PathLike[str], target: str | None = None) -> Dataset:
    """Read a data set from a text table.

    Commas, semicolons, tabs, bars or spaces between the cells and a header are
    recognised. A first row without a number in any feature column is a header.

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
    column, names, rows = _layout(path, grid, target)
    if not len(rows.cells):
        raise UserError(f"{path}: has a header but no rows: give a row per sample")
    features = [j for j in range(len(names)) if j != column]
    X = np.column_stack([_numbers(path, rows, j, names[j]) for j in features])
    y = _labels(path, rows, column, names[column])
    data = Dataset(X, y, feature_names=[names[j] for j in features])
    if len(data.class_names) > MOST_CLASSES:
        raise UserError(
            f"{path}, column {names[column]}: has {len(data.class_names)} different "
            f"labels, at most {MOST_CLASSES} are possible: choose another target column"
        )
    return data


def require_two_classes(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Make sure that there is something to tell apart.

    Raises
    ------
    UserError
        If all samples have the same class.
    """
    if np.count_nonzero(data.counts) < 2:
        only = data.class_names[int(data.counts.argmax())]
        raise UserError(
            f"{path}: all {data.n_samples} samples are of class “{only}”: "
            "give samples of at least two classes"
        )


def write_table(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Write a data set as CSV: the features, then the class's name.

    Reading it back gives the same numbers to the last bit and the same names. Classes
    without a sample are not in a table; classes come back in sorted order, and names
    that are all numbers in their shortest form.

    Raises
    ------
    UserError
        If the file cannot be written, or a name would not survive it.
    """
    _check_names(data, path)
    target = "class"
    while target in data.feature_names:
        target += "_"
    classes = [_quoted(name) for name in data.class_names]
    lines = [",".join(_quoted(name) for name in (*data.feature_names, target))]
    for row, code in zip(data.X.tolist(), data.y.tolist(), strict=True):
        lines.append(",".join([*map(repr, row), classes[code]]))
    write_whole(path, ("\n".join(lines) + "\n").encode())


def _layout(
    path: str | os.PathLike[str], grid: Grid, target: str | None
) -> tuple[int, list[str], Grid]:
    """Find the target column, all names, and the rows without a header."""
    first: list[str] = grid.cells[0].tolist()
    column = _target_column(path, first, target)
    features = first[:column] + first[column + 1 :]
    if not any(_is_number(cell) for cell in features):
        _check_header(path, first, int(grid.lines[0]))
        return column, first, Grid(grid.cells[1:], grid.lines[1:])
    if target is not None and first[column].strip() == target.strip():
        _unknown_target(path, target, [str(j + 1) for j in range(len(first))])
    names = [f"x{j + 1}" for j in range(len(first) - 1)]
    names.insert(column, "class")
    return column, names, grid
