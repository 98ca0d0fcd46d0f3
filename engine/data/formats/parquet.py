"""Parquet: typed columns, read by pandas with pyarrow, written by pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.formats.arrow_text import (
    VALUE_BYTES,
    columns_of_batches,
    require_pyarrow,
    text_of_columns,
    with_text,
)
from engine.data.formats.data_file import (
    STREAM,
    begins_with,
    located,
    open_binary,
    require_columns,
    require_room,
)
from engine.data.formats.file_format import FileFormat
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_writer import class_column, name_column, spans
from engine.data.formats.typed_columns import from_frame
from engine.errors import Cancelled, UserError, go_on
from engine.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator
    from pathlib import Path
    from typing import BinaryIO

    from pandas import DataFrame

    from engine.data.dataset import Dataset
    from engine.data.formats.data_file import DataFile
    from engine.data.formats.read_options import ReadOptions

ROWS = 50_000
"""Rows that are read at once."""
BUFFER_BYTES = 2**20
"""Read of a column at once, where a file is read as a stream."""
COPIES = 4
"""Of the values, while a file is read: Arrow's, pandas', and twice the samples."""
CELLS = 500_000
"""Values that are written at once."""


def read_parquet(
    path: str | os.PathLike[str],
    *,
    options: ReadOptions = AS_FOUND,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read a Parquet file: a column for the classes, numbers in the others.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be used.
    Cancelled
        If `progress` says so.
    """
    require_pyarrow(path, "Parquet")
    import pyarrow

    with open_binary(path) as file:
        try:
            frame, encodings = _frame(path, file, progress)
        except (UserError, MemoryError):
            raise
        except (pyarrow.ArrowException, ValueError, OSError):
            raise _damaged(path) from None
    notes = [
        f"Text is read as {encoding}: --encoding chooses another."
        for encoding in encodings
        if not options.encoding
    ]
    return from_frame(
        path, frame, options, lambda row: f"row {row + 1}", notes=tuple(notes)
    )


def _frame(
    path: str | os.PathLike[str], file: BinaryIO, progress: Callable[[float], bool]
) -> tuple[DataFrame, list[str]]:
    """Read batches of rows, in the types that pandas would give the whole.

    Bytes, and text that is not in UTF-8, are read as text: tell in which encodings.
    """
    import pandas
    import pyarrow
    from pyarrow.parquet import ParquetFile

    source = ParquetFile(file)
    require_columns(path, len(source.schema.names))
    size = VALUE_BYTES * source.metadata.num_rows * len(source.schema)
    require_room(path, COPIES * size, STREAM)
    n, done, batches = max(source.metadata.num_rows, 1), 0, []
    for batch in source.iter_batches(ROWS):
        batches.append(batch)
        done += len(batch)
        if not progress(done / n):
            raise Cancelled
    table, encodings = pyarrow.Table.from_batches(batches, source.schema_arrow), set()
    for j, name in enumerate(table.column_names):
        chunks = [
            with_text(chunk, located(path).told_encoding)
            for chunk in table.column(j).chunks
        ]
        encodings |= {encoding for _, encoding in chunks}
        if chunks:
            table = table.set_column(j, name, [column for column, _ in chunks])
    # As floats, as which they are read beside one that is missing, some are the same.
    whole = {
        pyarrow.int64(): pandas.Int64Dtype(),
        pyarrow.uint64(): pandas.UInt64Dtype(),
    }
    frame: DataFrame = table.to_pandas(types_mapper=whole.get)
    return frame, sorted(encodings - {""})


def rows_of_parquet(file: DataFile) -> Generator[tuple[float, bytes]]:
    """Give the rows as the text of a table, some of a group of rows at a time.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be used.
    """
    yield from text_of_columns(columns_of_parquet(file))


def columns_of_parquet(
    file: DataFile,
) -> Generator[tuple[float, list[str], list[Any]]]:
    """Give the columns, some rows of them at a time.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be used.
    """
    require_pyarrow(file, "Parquet")
    import pyarrow
    from pyarrow.parquet import ParquetFile

    with open_binary(file) as binary:
        try:
            # Otherwise all groups of rows are read ahead.
            source = ParquetFile(
                binary,
                read_dictionary=_texts(binary),
                buffer_size=BUFFER_BYTES,
                pre_buffer=False,
            )
            batches = source.iter_batches(ROWS)
            n = source.metadata.num_rows
            yield from columns_of_batches(file, source.schema_arrow, batches, n)
        except (UserError, MemoryError):
            raise
        except (pyarrow.ArrowException, ValueError, OSError):
            raise _damaged(file) from None


def rows_in_parquet(file: DataFile) -> int:
    """Give how many rows there are.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be used.
    """
    require_pyarrow(file, "Parquet")
    import pyarrow
    from pyarrow.parquet import read_metadata

    with open_binary(file) as binary:
        try:
            return int(read_metadata(binary).num_rows)
        except (pyarrow.ArrowException, ValueError, OSError):
            raise _damaged(file) from None


def _texts(binary: BinaryIO) -> list[str]:
    """Name the columns of text: as classes they are best read by their levels."""
    import pyarrow
    from pyarrow.parquet import read_schema

    schema = read_schema(binary)
    return [one.name for one in schema if one.type == pyarrow.string()]


def write_parquet(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as Parquet: the features, then the class's name.

    Raises
    ------
    UserError
        If pyarrow is not installed or the file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    require_pyarrow(path, "Parquet")
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    target = class_column(data)
    classes = np.array(data.class_names, dtype=object)
    fields = [(name, pyarrow.float64()) for name in data.feature_names]
    if data.sample_names is not None:
        others = (*data.feature_names, target)
        fields.insert(0, (name_column(others), pyarrow.string()))
    schema = pyarrow.schema([*fields, (target, pyarrow.string())])

    def fill(place: Path) -> None:
        with ParquetWriter(place, schema) as writer:
            for share, rows in spans(data, CELLS):
                columns = [*data.X[rows].T, classes[data.y[rows]]]
                if data.sample_names is not None:
                    columns.insert(0, data.sample_names[rows])
                writer.write_table(pyarrow.table(columns, schema=schema))
                if not progress(share):
                    raise Cancelled

    write_whole(path, fill)


def _damaged(path: object) -> UserError:
    return UserError(f"{path}: is not a Parquet file, or is damaged: check the file")


FORMAT = FileFormat(
    name="Parquet",
    suffixes=(".parquet",),
    read=read_parquet,
    write=write_parquet,
    saved_as={".parquet": "Parquet"},
    order=3,
    begins=begins_with(b"PAR1\x15"),
    rows=rows_of_parquet,
    columns=columns_of_parquet,
    count=rows_in_parquet,
    has_names=True,
)
