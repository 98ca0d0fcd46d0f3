"""Arrow's record batches, as Parquet and Feather keep them, as the text of a table."""

from __future__ import annotations

import io
import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from engine.data.formats.row_writer import text_of_rows
from engine.errors import UserError, excerpt, pip_install

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.data.formats.data_file import DataFile


def require_pyarrow(path: object, name: str) -> None:
    """Make sure that pyarrow is installed.

    Raises
    ------
    UserError
        If it is not; says how it is installed.
    """
    if find_spec("pyarrow") is None:
        raise UserError(
            f"{path}: {name} needs pyarrow, which is not installed: "
            f"{pip_install('parquet')}"
        )


def text_of_batches(
    file: DataFile, schema: Any, batches: Iterable[Any], n: int
) -> Iterator[tuple[float, bytes]]:
    """Write record batches as text, one after another, under the columns' names.

    Parameters
    ----------
    file : DataFile
        Named in messages.
    schema : pyarrow.Schema
    batches : iterable of pyarrow.RecordBatch
    n : int
        How many rows there are in all.

    Raises
    ------
    UserError
        If a column holds what cannot stand in a cell.
    """
    index = _index_columns(schema)
    names = [name for name in schema.names if name not in index]
    yield 0.0, text_of_rows([names]).encode()
    done = 0
    for batch in batches:
        batch.validate(full=True)
        done += len(batch)
        columns = [_plain(file, name, batch.column(name)) for name in names]
        yield min(done / max(n, 1), 1.0), _text(columns)


def _index_columns(schema: Any) -> list[str]:
    """Give the columns in which pandas keeps the names of the rows."""
    kept = (schema.metadata or {}).get(b"pandas", b"{}")
    index = json.loads(kept).get("index_columns", [])
    return [name for name in index if isinstance(name, str)]


def _plain(file: DataFile, name: str, column: Any) -> Any:
    """Bring a column into a type that is written as text."""
    import pyarrow
    from pyarrow import types

    kind = column.type
    if types.is_dictionary(kind):
        column = column.dictionary_decode()
        kind = column.type
    if types.is_nested(kind) or types.is_binary(kind) or types.is_large_binary(kind):
        raise UserError(
            f"{file}, column {excerpt(name)}: holds {kind}: delete the column, or make "
            "numbers or text of it"
        )
    if types.is_decimal(kind):
        return column.cast(pyarrow.float64())
    return column


def _text(columns: list[Any]) -> bytes:
    """Write rows; with quotation marks, which take longer to read, only if needed."""
    import pyarrow
    from pyarrow import csv

    names = [str(j) for j in range(len(columns))]
    table = pyarrow.Table.from_arrays(columns, names)
    for style in ("none", "needed"):
        lines = io.BytesIO()
        options = csv.WriteOptions(include_header=False, quoting_style=style)
        try:
            csv.write_csv(table, lines, options)
        except pyarrow.ArrowInvalid:
            continue
        break
    return lines.getvalue()
