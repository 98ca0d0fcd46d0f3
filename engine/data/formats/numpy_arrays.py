"""NumPy's files: .npz with X and y, or .npy with the classes in the last column."""

from __future__ import annotations

import math
import warnings
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from engine.data.formats.file_format import FileFormat
from engine.data.tables.column_table import ColumnFile, column_table
from engine.data.tables.data_file import (
    open_binary,
    require_columns,
    require_moderate,
    require_room,
)
from engine.data.tables.typed_columns import (
    Batch,
    as_written,
    column_of,
    in_a_line,
    without_margins,
)
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.tables.data_file import DataFile
    from engine.data.tables.typed_columns import Column

PAIRS = (("X", "y"), ("x", "y"), ("data", "target"), ("features", "labels"),
         ("x_train", "y_train"), ("X_train", "y_train"))  # fmt: skip
"""Under which names the features and the classes are kept."""
CELLS = 200_000
"""Values that are read at once."""
SMALLER = "take a part of it, or save it as a Parquet file and train with --stream"
SAVE = 'save features and classes by numpy.savez("….npz", X=X, y=y)'


@dataclass(frozen=True)
class ArrayTable:
    """Arrays as a table.

    Attributes
    ----------
    names : list of str
        Of the columns.
    features : ndarray
        With the classes, or without.
    classes : ndarray, shape (n,), optional
    is_named : bool
        The names stand in the file.
    note : str
        A sentence about what else is in the file.
    """

    names: list[str]
    features: NDArray[Any]
    classes: NDArray[Any] | None = None
    is_named: bool = True
    note: str = ""

    def columns(self, rows: slice) -> list[NDArray[Any]]:
        """Give the columns of some rows."""
        features = np.array(self.features[rows])
        if fields := features.dtype.names:
            columns = [features[name] for name in fields]
        else:
            columns = [*features.reshape(len(features), -1).T]
        return columns if self.classes is None else [*columns, self.classes[rows]]


@contextmanager
def columns_of_arrays(file: DataFile) -> Iterator[ColumnFile]:
    """Open arrays as columns.

    Nothing is unpickled: that could run anything.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    with open_binary(file, "a file of NumPy's") as binary, _no_objects(file):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a head that is written oddly
            table = _table(file, binary)
        yield columns_in(table)


def columns_in(table: ArrayTable) -> ColumnFile:
    """Give the columns of arrays."""
    n = len(table.features)
    unmarked = table.is_named or table.classes is None
    return ColumnFile(
        [*map(in_a_line, table.names)], n, _batches(table, n), table.is_named,
        None if unmarked else len(table.names) - 1, table.note,
    )  # fmt: skip


def _batches(table: ArrayTable, n: int) -> Iterator[Batch]:
    step = max(1, CELLS // len(table.names))
    for start in range(0, n, step):
        columns = table.columns(slice(start, start + step))
        yield Batch([*map(_column, columns)], share=min(1.0, (start + step) / n))


def _column(values: NDArray[Any]) -> Column:
    """Give numbers as they are; text and all else as text."""
    if values.dtype.kind in "iu" or values.dtype in (np.float32, np.float64):
        return values
    return without_margins(column_of(map(as_written, values.tolist())))


@contextmanager
def _no_objects(file: DataFile) -> Iterator[None]:
    """Say that what NumPy would have to unpickle is not loaded."""
    try:
        yield
    except ValueError as error:
        if "allow_pickle" in str(error) or "Python objects" in str(error):
            raise UserError(
                f"{file}: holds Python objects, which are not loaded as they could run "
                "any program: save numbers, and text with dtype=str"
            ) from None
        raise


def _table(file: DataFile, binary: BinaryIO) -> ArrayTable:
    """Find the arrays of the features and the classes."""
    if not zipfile.is_zipfile(binary):
        if not file.compression:  # read as it is needed
            return _single(file, np.load(file.place, mmap_mode="r"))
        binary.seek(0)
        return _single(file, np.load(binary, allow_pickle=False))
    archive = np.load(binary, allow_pickle=False)

    def array(name: str) -> NDArray[Any]:
        size = archive.zip.getinfo(f"{name}.npy").file_size
        require_room(file, size, SMALLER)
        require_moderate(file, size, SMALLER)
        values: NDArray[Any] = archive[name]
        return values

    return table_of_arrays(file, archive.files, array, SAVE)


def table_of_arrays(
    file: DataFile,
    names: Sequence[str],
    array: Callable[[str], NDArray[Any]],
    save: str,
) -> ArrayTable:
    """Find the features and the classes among the arrays of a file, or in its only one.

    Parameters
    ----------
    file : DataFile
    names : sequence of str
    array : callable
        Loads the one with a name.
    save : str
        How a file is saved that has both.

    Raises
    ------
    UserError
        If they are not there.
    """
    for features, classes in PAIRS:
        if features in names and classes in names:
            return _pair(file, array, names, features, classes, save)
    if len(names) == 1:
        return _single(file, array(names[0]), save)
    held = ", ".join(map(excerpt, names)) or "nothing"
    raise UserError(f"{file}: has no arrays X and y, but {held}: {save}")


def _single(file: DataFile, array: NDArray[Any], save: str = SAVE) -> ArrayTable:
    """Take one array, the classes in its last column or among named ones."""
    shape = array.shape
    if array.dtype.names and len(shape) == 1:
        return ArrayTable(_fields(file, array.dtype, save), array)
    if len(shape) != 2 or 0 in shape:
        raise UserError(
            f"{file}: is an array of shape {shape}: give one with a row per "
            f"sample and the classes in the last column, or {save}"
        )
    require_columns(file, shape[1])
    return ArrayTable(_numbered(shape[1] - 1, "class"), array, is_named=False)


def _fields(file: DataFile, kind: np.dtype[Any], save: str) -> list[str]:
    """Name the columns of a structured array."""
    for name in kind.names or ():
        if kind[name].shape or kind[name].names:
            raise UserError(
                f"{file}, column {excerpt(name)}: holds arrays: give a column for "
                f"each of their values, or {save}"
            )
    return [*(kind.names or ())]


def _pair(
    file: DataFile,
    array: Callable[[str], NDArray[Any]],
    others: Sequence[str],
    features: str,
    classes: str,
    save: str,
) -> ArrayTable:
    X, y = array(features), array(classes)
    n = X.shape[:1]
    if not n or n == (0,) or y.shape not in (n, (*n, 1), (1, *n)):
        raise UserError(
            f"{file}: {features} has the shape {X.shape}, but {classes} {y.shape}: "
            f"give a row of {features} and a class in {classes} for each sample"
        )
    if y.dtype.names or (X.dtype.names and X.ndim > 1):
        held = classes if y.dtype.names else features
        raise UserError(
            f"{file}: {held} holds named columns: {save}, both plain arrays"
        )
    y = y.ravel()
    fields = _fields(file, X.dtype, save)
    width = len(fields) or math.prod(X.shape[1:])
    require_columns(file, width + 1)
    kept = array("feature_names") if "feature_names" in others else fields
    names = [str(name) for name in np.atleast_1d(kept)]
    is_named = len({*names, "class"}) == width + 1
    if not is_named:
        names = _numbered(width)
    if "target_names" in others and y.dtype.kind in "iu":
        called = np.atleast_1d(array("target_names"))
        if (
            called.ndim == 1
            and not called.dtype.names
            and ((y >= 0) & (y < len(called))).all()
        ):
            y = called[y]
    rest = {*others} - {features, classes}
    pairs = (
        [name.replace("train", "test") for name in (features, classes)],
        [f"{features}test", f"{classes}test"],
    )
    note = ""
    if tests := next((pair for pair in pairs if {*pair} <= rest), None):
        note = (
            f"Read are {features} and {classes}, the training part: to test on "
            f"{' and '.join(tests)} save them as X and y of another file."
        )
    return ArrayTable([*names, "class"], X, y, is_named, note)


def _numbered(n: int, *more: str) -> list[str]:
    return [*(f"x{j}" for j in range(1, n + 1)), *more]


FORMAT = FileFormat(
    name="NumPy",
    suffixes=(".npz", ".npy"),
    table=partial(column_table, columns_of_arrays),
    is_table=True,
    is_text=False,
)
