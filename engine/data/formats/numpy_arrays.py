"""NumPy's files: .npz with X and y, or .npy with the classes in the last column."""

from __future__ import annotations

import os
import warnings
import zipfile
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import numpy as np

from engine.data.formats.csv_table import read_csv
from engine.data.formats.data_file import open_binary, require_columns, require_room
from engine.data.formats.file_format import FileFormat
from engine.data.formats.row_writer import text_of_rows
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from numpy.typing import NDArray

    from engine.data.formats.data_file import DataFile

PAIRS = (("X", "y"), ("x", "y"), ("data", "target"), ("features", "labels"))
"""Under which names the features and the classes are kept."""
CELLS = 200_000
"""Values that are turned into text at once."""
SMALLER = "take a part of them, or save them as a Parquet file and train with --stream"
SAVE = 'save it as numpy.savez("….npz", X=X, y=y)'


def rows_of_arrays(file: DataFile) -> Generator[tuple[float, bytes]]:
    """Give arrays as the text of a table.

    Nothing is unpickled: that could run anything.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    with open_binary(file) as binary, _faults(file):
        _require_room(file, binary)
        with warnings.catch_warnings():  # about headers that are written oddly
            warnings.simplefilter("ignore")
            names, columns = _table(file, np.load(binary, allow_pickle=False))
        yield 0.0, text_of_rows([names])
        n = len(columns[0])
        step = max(1, CELLS // len(columns))
        for start in range(0, n, step):
            some = [column[start : start + step].tolist() for column in columns]
            text = text_of_rows(map(_texts, zip(*some, strict=True)))
            yield min(1.0, (start + step) / n), text


def rows_in_arrays(file: DataFile) -> int:
    """Give how many rows there are, by the heads of the arrays.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    with open_binary(file) as binary, _faults(file):
        if not zipfile.is_zipfile(binary):
            binary.seek(0)
            return _length(binary)
        with zipfile.ZipFile(binary) as archive:
            names = [name.removesuffix(".npy") for name in archive.namelist()]
            known = [
                features
                for features, classes in PAIRS
                if {features, classes} <= {*names}
            ]
            with archive.open(f"{[*known, *names][0]}.npy") as array:
                return _length(array)


def _length(file: IO[bytes]) -> int:
    from numpy.lib import format as npy

    first = npy.read_magic(file) == (1, 0)  # the third differs in how names are written
    read_head = npy.read_array_header_1_0 if first else npy.read_array_header_2_0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shape, _, _ = read_head(file)
    return shape[0] if shape else 0


def _require_room(file: DataFile, binary: BinaryIO) -> None:
    """Look how large the arrays are before they are unpacked."""
    size = binary.seek(0, os.SEEK_END)
    if zipfile.is_zipfile(binary):
        with zipfile.ZipFile(binary) as archive:
            size = sum(one.file_size for one in archive.infolist())
    require_room(file, size, SMALLER)
    binary.seek(0)


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


def _table(file: DataFile, loaded: Any) -> tuple[list[str], list[NDArray[Any]]]:
    """Give the names of the columns and their values."""
    if isinstance(loaded, np.ndarray):
        return _columns(file, loaded)
    found = [*loaded.files]
    for features, classes in PAIRS:
        if features in found and classes in found:
            return _pair(file, loaded, features, classes)
    if len(found) == 1:
        return _columns(file, loaded[found[0]])
    held = ", ".join(map(excerpt, found)) or "nothing"
    raise UserError(f"{file}: has no arrays X and y, but {held}: {SAVE}")


def _columns(
    file: DataFile, array: NDArray[Any]
) -> tuple[list[str], list[NDArray[Any]]]:
    """Cut one array, the classes in its last column or among named ones."""
    if array.dtype.names and array.ndim == 1:
        return [*array.dtype.names], [array[name] for name in array.dtype.names]
    if array.ndim != 2 or array.shape[1] < 2 or not len(array):
        raise UserError(
            f"{file}: is an array of shape {array.shape}: give one with a row per "
            f"sample and the classes in the last column, or {SAVE}"
        )
    require_columns(file, array.shape[1])
    return _numbered(array.shape[1] - 1, "class"), [*array.T]


def _pair(
    file: DataFile, loaded: Any, features: str, classes: str
) -> tuple[list[str], list[NDArray[Any]]]:
    X, y = loaded[features], loaded[classes]
    if X.ndim < 1 or len(X) == 0 or y.shape not in ((len(X),), (len(X), 1)):
        raise UserError(
            f"{file}: {features} has the shape {X.shape}, {classes} {y.shape}: give a "
            "row and a class for each sample"
        )
    X, y = X.reshape(len(X), -1), y.ravel()
    require_columns(file, X.shape[1] + 1)
    kept = loaded["feature_names"] if "feature_names" in loaded.files else ()
    names = [str(name) for name in np.atleast_1d(kept)]
    if len({*names, "class"}) != X.shape[1] + 1:
        names = _numbered(X.shape[1])
    if "target_names" in loaded.files and y.dtype.kind in "iu":
        called = np.atleast_1d(loaded["target_names"])
        if called.ndim == 1 and ((y >= 0) & (y < len(called))).all():
            y = called[y]
    return [*names, "class"], [*X.T, y]


def _numbered(n: int, *more: str) -> list[str]:
    return [*(f"x{j}" for j in range(1, n + 1)), *more]


def _texts(row: tuple[object, ...]) -> list[object]:
    return [
        value.decode("latin-1") if isinstance(value, bytes)
        else str(value).lower() if isinstance(value, bool) else value
        for value in row
    ]  # fmt: skip


FORMAT = FileFormat(
    name="NumPy",
    suffixes=(".npz", ".npy"),
    read=read_csv,
    is_table=True,
    rows=rows_of_arrays,
    count=rows_in_arrays,
    has_names=True,
)
