"""Feather: Arrow's columns in a file or a stream, read batch by batch."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from engine.data.formats.file_format import FileFormat
from engine.data.tables.arrow_columns import columns_of_batches
from engine.data.tables.column_table import column_table
from engine.data.tables.data_file import begins_with, open_binary, require_room
from engine.data.tables.table import VALUE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.data.tables.column_table import ColumnFile
    from engine.data.tables.data_file import DataFile

FIRST_VERSION, STREAM = b"FEA1", b"\xff\xff\xff\xff"
PARTS = "take a part of it, or save it in parts (chunksize=…)"


@contextmanager
def columns_of_feather(file: DataFile) -> Iterator[ColumnFile]:
    """Open a file, batch by batch.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    with open_binary(file, "a Feather file") as binary:
        from pyarrow import feather, ipc

        first = binary.read(len(FIRST_VERSION))
        binary.seek(0)
        if first == FIRST_VERSION:
            table = feather.read_table(binary)
            schema, n, batches = table.schema, len(table), iter(table.to_batches())
        elif first == STREAM:
            n = sum(batch.num_rows for batch in ipc.open_stream(binary))
            binary.seek(0)
            batches = ipc.open_stream(binary)
            schema = batches.schema
        else:
            source = ipc.open_file(binary)
            schema, count = source.schema, source.num_record_batches
            n, batches = source.count_rows(), map(source.get_batch, range(count))
            # Each is unpacked whole.
            size = VALUE_BYTES * len(schema.names) * n // max(count, 1)
            require_room(file, size, PARTS)
        yield columns_of_batches(file, schema, batches, n)


FORMAT = FileFormat(
    name="Feather",
    suffixes=(".feather", ".arrow", ".arrows"),
    table=partial(column_table, columns_of_feather),
    is_table=True,
    is_text=False,
    begins=begins_with(b"ARROW1\0", FIRST_VERSION, STREAM),
)
