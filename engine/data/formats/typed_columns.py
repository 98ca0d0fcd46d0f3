"""Data sets from typed columns, as Parquet and ARFF have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import labelled, require_possible
from engine.data.dataset import IS_TOO_LARGE, LARGEST, is_computable
from engine.data.formats.csv_form import usual_target
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from numpy.typing import NDArray
    from pandas import DataFrame, Series

    from engine.data.dataset import Dataset
    from engine.data.formats.read_options import ReadOptions


def from_frame(
    path: str | os.PathLike[str],
    frame: DataFrame,
    options: ReadOptions,
    place: Callable[[int], str],
) -> Dataset:
    """Make a data set of a frame's columns.

    Parameters
    ----------
    path : path-like
        Named in messages.
    frame : DataFrame
    options : ReadOptions
    place : callable
        Says in words where a row, from 0, is in the file.

    Raises
    ------
    UserError
        If a cell cannot be used; names the file, the row, the column.
    """
    frame.columns = [str(name) for name in frame.columns]
    if frame.shape[1] < 2 or not len(frame):
        raise UserError(f"{path}: give a column per feature, one for the class, rows")
    label = target_column(path, list(frame.columns), options.target)
    features = [name for name in frame.columns if name != label]
    X = [_numbers(path, frame[name], name, place) for name in features]
    labels, which = _labels(path, frame[label], label, place)
    return labelled(np.column_stack(X), labels, which, features)


def target_column(
    path: str | os.PathLike[str], names: list[str], target: str | None
) -> str:
    """Find the column of the classes by name, by number from 1, or the usual one."""
    if target is None:
        usual = usual_target(names)
        return names[-1 if usual is None else usual]
    wanted = target.strip()
    if wanted in names:
        return wanted
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return names[int(wanted) - 1]
    known = ", ".join(map(excerpt, names))
    raise UserError(f"{path}: has no column “{target}”: choose one of {known}")


def _numbers(
    path: str | os.PathLike[str],
    column: Series[Any],
    name: str,
    place: Callable[[int], str],
) -> NDArray[np.float64]:
    import pandas

    numbers = pandas.to_numeric(column, errors="coerce").to_numpy(
        np.float64, na_value=np.nan
    )
    if is_computable(numbers):
        return numbers
    row = int((~(np.abs(numbers) <= LARGEST)).argmax())
    cell = column.iloc[row]
    fault = f"“{excerpt(str(cell))}” is not a finite number: correct it"
    if pandas.isna(cell):
        fault = "the cell is empty or missing: give a number"
    elif np.isfinite(numbers[row]):
        fault = f"“{excerpt(str(cell))}” {IS_TOO_LARGE}"
    raise UserError(
        f"{path}, {place(row)}, column {excerpt(name)}: {fault}, or choose this "
        "column as the target if it holds the classes"
    )


def _labels(
    path: str | os.PathLike[str],
    column: Series[Any],
    name: str,
    place: Callable[[int], str],
) -> tuple[list[str], NDArray[np.int64]]:
    """Give each label once, and for each row which it has."""
    import pandas

    missing = column.isna().to_numpy()
    if missing.any():
        raise UserError(
            f"{path}, {place(int(missing.argmax()))}, column {excerpt(name)}: the "
            "label is missing: give a class or delete the row"
        )
    which, met = pandas.factorize(column)
    labels = [str(label) for label in met]
    require_possible(path, name, labels)
    return labels, which.astype(np.int64)
