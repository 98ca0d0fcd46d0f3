"""MATLAB's and Octave's files (.mat): the matrices X and y, as courses keep them."""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from engine.data.formats.file_format import FileFormat
from engine.data.formats.mat_variables import NUMBERS, TEXTS, variables_of
from engine.data.formats.numpy_arrays import columns_in, table_of_arrays
from engine.data.tables.column_table import ColumnFile, column_table
from engine.data.tables.data_file import (
    MOST_VALUES,
    begins_with,
    open_binary,
    require_moderate,
    require_room,
)
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from engine.data.tables.data_file import DataFile

VALUE_BYTES = 16
"""Of memory that a value takes while it is read."""
SMALLER = "save a part of it"
SAVE = 'save features and classes by save("….mat", "X", "y")'


@contextmanager
def columns_of_matrices(file: DataFile) -> Iterator[ColumnFile]:
    """Open matrices as columns.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    what, way_out = "a MATLAB file (.mat)", 'save it anew with the option "-v7"'
    with open_binary(file, what, way_out) as binary:
        require_room(file, file.text_size, SMALLER)
        variables = {
            variable.name: variable for variable in variables_of(binary.read())
        }
        usable = [
            n for n, variable in variables.items() if variable.kind in NUMBERS | TEXTS
        ]

        def array(name: str) -> NDArray[Any]:
            variable = variables[name]
            size = math.prod(variable.shape)
            if variable.kind == "sparse" and size > MOST_VALUES:
                raise UserError(
                    f"{file}, {excerpt(name)}: has {size:,} values, zeros included, at "
                    f"most {MOST_VALUES:,} can be read: {SMALLER}"
                )
            require_room(file, VALUE_BYTES * size + variable.unpacked, SMALLER)
            if variable.kind != "sparse":
                require_moderate(file, VALUE_BYTES * size, SMALLER)
            try:
                return variable.load()
            except TypeError as error:
                raise UserError(
                    f"{file}, {excerpt(name)}: {error}: put one into each cell, and "
                    "save it anew"
                ) from None

        if not usable:
            kinds = [
                f"{excerpt(n)}, a {variable.kind}" for n, variable in variables.items()
            ]
            there = f", but {', '.join(kinds)}" if kinds else ""
            raise UserError(
                f"{file}: has no matrix{there}: {SAVE}, "
                'or a table by writetable(NAME, "….csv")'
            )
        yield columns_in(table_of_arrays(file, usable, array, SAVE))


FORMAT = FileFormat(
    name="MATLAB",
    suffixes=(".mat",),
    table=partial(column_table, columns_of_matrices),
    is_table=True,
    is_text=False,
    begins=begins_with(b"MATLAB 5.0 MAT-file"),
)
