"""MATLAB's and Octave's files (.mat): the matrices X and y, as courses keep them."""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.data.formats.column_table import ColumnFile, column_table
from engine.data.formats.data_file import begins_with, open_binary, require_room
from engine.data.formats.file_format import FileFormat
from engine.data.formats.numpy_arrays import columns_in, table_of_arrays
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from engine.data.formats.data_file import DataFile

VALUE_BYTES = 8
SMALLER = "save a part of it"
SAVE = 'save it as save("….mat", "X", "y")'
_NUMBERS = (
    "double", "single", "logical", "int8", "uint8", "int16", "uint16", "int32",
    "uint32", "int64", "uint64", "sparse",
)  # fmt: skip
_TEXTS = ("cell", "char")


@contextmanager
def columns_of_matrices(file: DataFile) -> Iterator[ColumnFile]:
    """Open matrices as columns.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    what, way_out = "a MATLAB file (.mat)", 'save it anew with the option "-v7"'
    with open_binary(file, what, way_out) as opened:
        from scipy.io import whosmat

        binary: Any = opened  # which scipy's types do not know
        kinds = {name: (shape, kind) for name, shape, kind in whosmat(binary)}
        usable = [name for name, (_, k) in kinds.items() if k in _NUMBERS + _TEXTS]

        def array(name: str) -> NDArray[Any]:
            shape, kind = kinds[name]
            require_room(file, VALUE_BYTES * math.prod(shape), SMALLER)
            binary.seek(0)
            return _array(file, binary, name, kind)

        if not usable:
            held = ", ".join(f"{excerpt(n)}, a {k}" for n, (_, k) in kinds.items())
            raise UserError(
                f"{file}: has no matrix, but {held or 'nothing'}: {SAVE}, or a table "
                'by writetable(NAME, "….csv")'
            )
        yield columns_in(table_of_arrays(file, usable, array, SAVE))


def _array(file: DataFile, binary: Any, name: str, kind: str) -> NDArray[Any]:
    """Load a matrix; of text, an array with a word for each row."""
    from scipy.io import loadmat

    value = loadmat(binary, variable_names=[name])[name]
    if kind == "sparse":
        return np.asarray(value.toarray())
    if kind == "char":
        return np.char.rstrip(value)
    if kind == "cell":
        words = [cell.ravel().tolist() for cell in value.ravel()]
        if not all(len(word) == 1 for word in words):
            raise UserError(
                f"{file}: {excerpt(name)} holds cells with more than a word or number: "
                f"{SAVE}"
            )
        return np.array([str(word[0]) for word in words])
    return np.asarray(value)


FORMAT = FileFormat(
    name="MATLAB",
    suffixes=(".mat",),
    table=partial(column_table, columns_of_matrices),
    is_table=True,
    is_text=False,
    begins=begins_with(b"MATLAB 5.0 MAT-file"),
)
