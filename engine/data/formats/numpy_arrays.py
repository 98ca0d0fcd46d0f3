"""NumPy's files: .npz with X and y, or .npy with the classes in the last column."""

from __future__ import annotations

import math
import warnings
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from engine.data.formats.column_table import ColumnFile, column_table
from engine.data.formats.data_file import open_binary, require_columns, require_room
from engine.data.formats.file_format import FileFormat
from engine.data.formats.typed_columns import Batch, as_written, column_of, in_a_line
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from engine.data.formats.data_file import DataFile
    from engine.data.formats.typed_columns import Column

PAIRS = (("X", "y"), ("x", "y"), ("data", "target"), ("features", "labels"))
"""Under which names the features and the classes are kept."""
CELLS = 200_000
"""Values that are read at once."""
SMALLER = "take a part of it, or save it as a Parquet file and train with --stream"
SAVE = 'save it as numpy.savez("….npz", X=X, y=y)'


@dataclass(frozen=True)
class _StoredArray:
    """An array in a file, of which only the head has been read.

    Attributes
    ----------
    file : DataFile
        Named in messages.
    open : callable
        Opens what the array is written in.
    shape : tuple of int
    by_columns : bool
        Its rows are not one after the other.
    dtype : dtype
    """

    file: DataFile
    open: Callable[[], AbstractContextManager[IO[bytes]]]
    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype[Any]

    @classmethod
    def of(
        cls, file: DataFile, opened: Callable[[], AbstractContextManager[IO[bytes]]]
    ) -> _StoredArray:
        """Read the head of an array."""
        with opened() as content:
            return cls(file, opened, *_read_head(content))

    def whole(self) -> NDArray[Any]:
        """Read all of it."""
        require_room(self.file, math.prod(self.shape) * self.dtype.itemsize, SMALLER)
        with self.open() as content, _no_warnings():
            array: NDArray[Any] = npy.read_array(content, allow_pickle=False)
        return array

    def rows(self, step: int) -> Iterator[NDArray[Any]]:
        """Read some rows at a time, where they stand one after the other."""
        n, *rest = self.shape
        size = self.dtype.itemsize * math.prod(rest)
        if (self.by_columns and rest) or self.dtype.hasobject or not size:
            array = self.whole()
            yield from (array[start : start + step] for start in range(0, n, step))
            return
        with self.open() as content:
            _read_head(content)
            for start in range(0, n, step):
                count = min(step, n - start)
                values = np.frombuffer(content.read(count * size), self.dtype)
                yield values.reshape(count, *rest)


def _read_head(content: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    first = npy.read_magic(content) == (1, 0)  # the third differs in its names alone
    read = npy.read_array_header_1_0 if first else npy.read_array_header_2_0
    with _no_warnings():
        return read(content)


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Read a head that is written oddly without a word about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@dataclass(frozen=True)
class _Table:
    """Arrays as a table.

    Attributes
    ----------
    names : list of str
        Of the columns.
    features : _StoredArray
        With the classes, or without.
    classes : ndarray, shape (n,), optional
    """

    names: list[str]
    features: _StoredArray
    classes: NDArray[Any] | None = None

    @property
    def n_rows(self) -> int:
        return self.features.shape[0]

    def columns(self, step: int) -> Iterator[list[NDArray[Any]]]:
        """Give the columns, some rows at a time."""
        for k, rows in enumerate(self.features.rows(step)):
            if rows.dtype.names:
                yield [rows[name] for name in rows.dtype.names]
            elif self.classes is None:
                yield [*rows.T]
            else:
                labels = self.classes[k * step : k * step + len(rows)]
                yield [*rows.reshape(len(rows), -1).T, labels]


@contextmanager
def columns_of_arrays(file: DataFile) -> Iterator[ColumnFile]:
    """Open arrays as columns.

    Nothing is unpickled: that could run anything.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    with open_binary(file) as binary, _faults(file):
        table = _table(file, binary)
        yield ColumnFile([*map(in_a_line, table.names)], table.n_rows, _batches(table))


def _batches(table: _Table) -> Iterator[Batch]:
    step = max(1, CELLS // len(table.names))
    for k, columns in enumerate(table.columns(step), 1):
        share = min(1.0, k * step / table.n_rows)
        yield Batch([*map(_column, columns)], share=share)


def _column(values: NDArray[Any]) -> Column:
    """Give numbers as they are; text and all else as text."""
    if values.dtype.kind in "iu" or values.dtype in (np.float32, np.float64):
        return values
    return column_of(map(as_written, values.tolist()))


@contextmanager
def _faults(file: DataFile) -> Iterator[None]:
    """Say what is wrong with a file, whatever NumPy stumbles over."""
    try:
        yield
    except (UserError, GeneratorExit):
        raise
    except Exception as error:
        if "allow_pickle" in str(error):
            raise UserError(
                f"{file}: holds Python objects, which could run anything and are not "
                "loaded: save numbers, and text with dtype=str"
            ) from None
        raise UserError(
            f"{file}: is not a file of NumPy's, or is damaged: check the file"
        ) from None


def _table(file: DataFile, binary: BinaryIO) -> _Table:
    """Find the arrays of the features and the classes."""
    if not zipfile.is_zipfile(binary):

        @contextmanager
        def whole() -> Iterator[IO[bytes]]:
            binary.seek(0)
            yield binary

        return _single(file, _StoredArray.of(file, whole))
    archive = zipfile.ZipFile(binary)
    arrays = {
        name.removesuffix(".npy"): _StoredArray.of(file, partial(archive.open, name))
        for name in archive.namelist()
    }
    for features, classes in PAIRS:
        if features in arrays and classes in arrays:
            return _pair(file, arrays, features, classes)
    if len(arrays) == 1:
        return _single(file, *arrays.values())
    held = ", ".join(map(excerpt, arrays)) or "nothing"
    raise UserError(f"{file}: has no arrays X and y, but {held}: {SAVE}")


def _single(file: DataFile, array: _StoredArray) -> _Table:
    """Take one array, the classes in its last column or among named ones."""
    shape = array.shape
    if array.dtype.names and len(shape) == 1:
        return _Table([*array.dtype.names], array)
    if len(shape) != 2 or shape[1] < 2 or not shape[0]:
        raise UserError(
            f"{file}: is an array of shape {shape}: give one with a row per "
            f"sample and the classes in the last column, or {SAVE}"
        )
    require_columns(file, shape[1])
    return _Table(_numbered(shape[1] - 1, "class"), array)


def _pair(
    file: DataFile, arrays: Mapping[str, _StoredArray], features: str, classes: str
) -> _Table:
    X, n = arrays[features], arrays[features].shape[:1]
    shape = arrays[classes].shape
    if not n or n == (0,) or shape not in (n, (*n, 1)):
        raise UserError(
            f"{file}: {features} has the shape {X.shape}, {classes} {shape}: give a "
            "row and a class for each sample"
        )
    width = math.prod(X.shape[1:])
    require_columns(file, width + 1)
    y = arrays[classes].whole().ravel()
    kept = arrays["feature_names"].whole() if "feature_names" in arrays else ()
    names = [str(name) for name in np.atleast_1d(kept)]
    if len({*names, "class"}) != width + 1:
        names = _numbered(width)
    if "target_names" in arrays and y.dtype.kind in "iu":
        called = np.atleast_1d(arrays["target_names"].whole())
        if called.ndim == 1 and ((y >= 0) & (y < len(called))).all():
            y = called[y]
    return _Table([*names, "class"], X, y)


def _numbered(n: int, *more: str) -> list[str]:
    return [*(f"x{j}" for j in range(1, n + 1)), *more]


FORMAT = FileFormat(
    name="NumPy",
    suffixes=(".npz", ".npy"),
    table=partial(column_table, columns_of_arrays),
    is_table=True,
    is_text=False,
)
