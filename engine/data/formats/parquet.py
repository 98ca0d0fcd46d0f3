"""Parquet: typed columns, read and written by pyarrow."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.data.formats.file_format import FileFormat
from engine.data.tables.arrow_columns import columns_of_batches
from engine.data.tables.column_table import column_table
from engine.data.tables.data_file import begins_with, open_binary
from engine.data.tables.row_writer import class_column, name_column, spans
from engine.errors import Cancelled, go_on
from engine.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pyarrow.parquet import FileMetaData

    from engine.data.dataset import Dataset
    from engine.data.tables.column_table import ColumnFile
    from engine.data.tables.data_file import DataFile

ROWS = 50_000
"""Rows that are read at once."""
BUFFER_BYTES = 2**20
"""Read of a column at once, where a file is read as a stream."""
CELLS = 500_000
"""Values that are written at once."""


@contextmanager
def columns_of_parquet(file: DataFile) -> Iterator[ColumnFile]:
    """Open a file, some rows of its columns at a time.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    with open_binary(file, "a Parquet file") as binary:
        import pyarrow
        from pyarrow.parquet import ParquetFile, read_metadata

        # As classes columns of text are best read by their levels.
        metadata = read_metadata(binary)
        schema, deltas = metadata.schema.to_arrow_schema(), _delta_coded(metadata)
        texts = {f.name for f in schema if f.type == pyarrow.string()} - deltas
        # Otherwise all groups of rows are read ahead.
        source = ParquetFile(
            binary, read_dictionary=[*texts], buffer_size=BUFFER_BYTES, pre_buffer=False
        )
        batches, n = source.iter_batches(ROWS), source.metadata.num_rows
        yield columns_of_batches(file, source.schema_arrow, batches, n)


def _delta_coded(metadata: FileMetaData) -> set[str]:
    """Name the columns, some text of which pyarrow cannot read by its levels."""
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    columns = (group.column(j) for group in groups for j in range(group.num_columns))
    return {c.path_in_schema for c in columns if "DELTA" in "".join(c.encodings)}


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
        If the file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
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


FORMAT = FileFormat(
    name="Parquet",
    suffixes=(".parquet",),
    table=partial(column_table, columns_of_parquet),
    write=write_parquet,
    saved_as={".parquet": "Parquet"},
    order=3,
    begins=begins_with(b"PAR1\x15"),
    is_table=True,
    is_text=False,
)
