"""Plain tables, CSV and its relatives: read from anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.classes import comparable, require_possible
from engine.data.dataset import Dataset
from engine.data.formats.cells import labels_of, numbers_of
from engine.data.formats.grid import read_grid
from engine.data.formats.layout import decimal_of, layout_of
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os


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
    labels = labels_of(path, rows, column, names[column])
    require_possible(path, names[column], set(labels))
    return Dataset(X, comparable(labels), feature_names=[names[j] for j in features])


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
        f"{path}: all {n} samples are of class “{excerpt(name)}”: "
        "give samples of at least two classes"
    )
