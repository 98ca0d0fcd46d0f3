"""Feather: Arrow's columns in a file, read batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.data.formats.arrow_text import (
    VALUE_BYTES,
    columns_of_batches,
    require_pyarrow,
    text_of_columns,
)
from engine.data.formats.csv_table import read_csv
from engine.data.formats.data_file import begins_with, open_binary, require_room
from engine.data.formats.file_format import FileFormat
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Generator

    from engine.data.formats.data_file import DataFile

PARTS = "take a part of it, or save it in parts (chunksize=…)"


def rows_of_feather(file: DataFile) -> Generator[tuple[float, bytes]]:
    """Give the rows as the text of a table.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be used.
    """
    yield from text_of_columns(columns_of_feather(file))


def columns_of_feather(
    file: DataFile,
) -> Generator[tuple[float, list[str], list[Any]]]:
    """Give the columns, batch by batch.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be used.
    """
    require_pyarrow(file, "Feather")
    import pyarrow
    from pyarrow import feather, ipc

    with open_binary(file) as binary:
        try:
            try:
                source = ipc.open_file(binary)
            except pyarrow.ArrowInvalid:  # the first version, or none at all
                binary.seek(0)
                table = feather.read_table(binary)
                batches, n = iter(table.to_batches()), len(table)
                schema = table.schema
            else:
                schema, count = source.schema, source.num_record_batches
                batches, n = map(source.get_batch, range(count)), source.count_rows()
                # Each is unpacked whole.
                size = VALUE_BYTES * len(schema.names) * n // max(count, 1)
                require_room(file, size, PARTS)
            yield from columns_of_batches(file, schema, batches, n)
        except (UserError, MemoryError):
            raise
        except (pyarrow.ArrowException, ValueError, OSError):
            raise UserError(
                f"{file}: is not a Feather file, or is damaged: check the file"
            ) from None


def rows_in_feather(file: DataFile) -> int:
    """Give how many rows there are; 0 where that is not said.

    Raises
    ------
    UserError
        If pyarrow is not installed.
    """
    require_pyarrow(file, "Feather")
    import pyarrow
    from pyarrow import ipc

    with open_binary(file) as binary:
        try:
            return int(ipc.open_file(binary).count_rows())
        except (pyarrow.ArrowException, ValueError, OSError):  # said as it is read
            return 0


FORMAT = FileFormat(
    name="Feather",
    suffixes=(".feather", ".arrow"),
    read=read_csv,
    is_table=True,
    begins=begins_with(b"ARROW1\0", b"FEA1"),
    rows=rows_of_feather,
    columns=columns_of_feather,
    count=rows_in_feather,
    has_names=True,
)
