"""Arrow's columns, as Parquet and Feather keep them: as samples, or as text."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.formats.column_matching import NO_LABEL
from engine.data.formats.column_roles import NO_NAMES
from engine.data.formats.data_file import require_columns, require_room
from engine.data.formats.fast_rows import Rows, are_usable, unlabelled
from engine.data.formats.row_blocks import RowBlock
from engine.data.formats.row_writer import text_of_rows
from engine.data.formats.text_encoding import recognised
from engine.errors import UserError, excerpt, pip_install

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.formats.csv_form import TableForm
    from engine.data.formats.data_file import DataFile
    from engine.data.sample_names import Texts


VALUE_BYTES = 8
FEW = 1000
"""Rows that are written by themselves: enough to recognise a table by."""


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


@dataclass(frozen=True, eq=False)
class ColumnBlock:
    """Some rows of a table that is kept by columns.

    Attributes
    ----------
    path : path-like
    columns : list of pyarrow.Array
    first : int
        The row of the table, from 0, with which it begins.
    share : float
        How much of the table has been read at its end, 0 … 1.
    """

    path: str | os.PathLike[str]
    columns: list[Any]
    first: int
    share: float

    def rows(self, form: TableForm, features: Sequence[int]) -> Rows | None:
        """Give rows of numbers and labels as they are; None if there is more to it."""
        from pyarrow import types

        X = np.empty((len(self.columns[0]), len(features)))
        for place, j in enumerate(features):
            column = self.columns[j]
            number = types.is_integer(column.type) or types.is_floating(column.type)
            if not number or (column.null_count and form.missing == "error"):
                return None
            X[:, place] = column.to_numpy(zero_copy_only=False)
        if not are_usable(X, form):
            return None
        found = unlabelled(X) if form.label == NO_LABEL else self._labelled(X, form)
        if found is None or form.names == NO_NAMES:
            return found
        return found._replace(names=self._words(form.names))

    def _words(self, j: int) -> Texts:
        """Give the cells of a column as words; empty ones where they are missing."""
        import pyarrow

        cells = self.columns[j].cast(pyarrow.string()).fill_null("")
        words = [word.strip() for word in cells.to_pylist()]
        return np.array(words, dtype=object)

    def _labelled(self, X: NDArray[np.float64], form: TableForm) -> Rows | None:
        import pyarrow
        from pyarrow import types

        cells = self.columns[form.label]
        if types.is_integer(cells.type):
            cells = cells.cast(pyarrow.string())
        if types.is_string(cells.type) or types.is_large_string(cells.type):
            cells = cells.dictionary_encode()
        if cells.null_count or not types.is_dictionary(cells.type):
            return None
        which = cells.indices.to_numpy().astype(np.int64)
        there = np.bincount(which, minlength=len(cells.dictionary)) > 0
        occurring = cells.dictionary.filter(pyarrow.array(there))
        labels: list[Any] = occurring.to_pylist()
        if any(
            one is None or one != one.strip() or form.lacks_label(one) for one in labels
        ):
            return None
        return Rows(X, labels, (np.cumsum(there) - 1)[which])

    @property
    def as_text(self) -> RowBlock:
        """The rows as text; the line with which they begin is below the names."""
        return RowBlock(self.path, _text(self.columns), 0, self.share, self.first + 2)


def columns_of_batches(
    file: DataFile, schema: Any, batches: Iterable[Any], n: int
) -> Iterator[tuple[float, list[str], list[Any]]]:
    """Give the columns of record batches, without the index that pandas keeps.

    Parameters
    ----------
    file : DataFile
        Named in messages.
    schema : pyarrow.Schema
    batches : iterable of pyarrow.RecordBatch
    n : int
        How many rows there are in all.

    Yields
    ------
    share, names, columns
        How much has been read then; at first without columns.

    Raises
    ------
    UserError
        If a column holds what cannot stand in a cell.
    """
    require_columns(file, len(schema.names))
    index = _index_columns(schema)
    names = [name for name in schema.names if name not in index]
    yield 0.0, names, []
    done = 0
    for batch in batches:
        require_room(file, VALUE_BYTES * len(batch) * len(names))
        done += len(batch)
        columns = [
            _plain(file, name, with_text(batch.column(name), file.told_encoding)[0])
            for name in names
        ]
        yield min(done / max(n, 1), 1.0), names, columns


def text_of_columns(
    parts: Iterator[tuple[float, list[str], list[Any]]],
) -> Iterator[tuple[float, bytes]]:
    """Write columns as text, one part after another, under their names."""
    _, names, _ = next(parts)
    yield 0.0, text_of_rows([names])
    at_first = FEW
    for share, _, columns in parts:
        if at_first:
            yield 0.0, _text([column[:at_first] for column in columns])
        yield share, _text([column[at_first:] for column in columns])
        at_first = 0


def _index_columns(schema: Any) -> list[str]:
    """Give the columns in which pandas keeps the names of the rows."""
    kept = (schema.metadata or {}).get(b"pandas", b"{}")
    index = json.loads(kept).get("index_columns", [])
    return [name for name in index if isinstance(name, str)]


def with_text(column: Any, encoding: str = "") -> tuple[Any, str]:
    """Bring bytes, and text that is not in UTF-8, into text.

    Parameters
    ----------
    column : pyarrow.Array
    encoding : str, optional
        Of the bytes; default UTF-8, else as it is recognised.

    Returns
    -------
    column : pyarrow.Array
        As it is, if it holds anything else.
    encoding : str
        What it was read as; empty for UTF-8.

    Raises
    ------
    pyarrow.ArrowInvalid
        If it is damaged.
    """
    import pyarrow
    from pyarrow import types

    kind = column.type
    if types.is_dictionary(kind):
        words, found = with_text(column.dictionary, encoding)
        if words is not column.dictionary:
            column = pyarrow.DictionaryArray.from_arrays(column.indices, words)
        return column, found
    if types.is_fixed_size_binary(kind):
        column, kind = column.cast(pyarrow.binary()), pyarrow.binary()
    of_bytes = {
        pyarrow.string(): pyarrow.binary(),
        pyarrow.large_string(): pyarrow.large_binary(),
    }
    if kind not in (*of_bytes, *of_bytes.values()):
        column.validate(full=True)
        return column, ""
    content = column.view(of_bytes.get(kind, kind))
    content.validate(full=True)
    text = next(one for one, other in of_bytes.items() if kind in (one, other))
    if not encoding:
        try:
            column = column.cast(text)
            column.validate(full=True)
        except pyarrow.ArrowInvalid:  # not UTF-8
            pass
        else:
            return column, ""
    coded = content.dictionary_encode()
    words = coded.dictionary.to_pylist()
    encoding = encoding or recognised(b"\n".join(words))
    try:
        texts = [word.decode(encoding) for word in words]
    except UnicodeDecodeError:  # every byte is a letter there
        encoding = "latin-1"
        texts = [word.decode(encoding) for word in words]
    made = pyarrow.DictionaryArray.from_arrays(
        coded.indices, pyarrow.array(texts, text)
    )
    return made.dictionary_decode(), encoding


def _plain(file: DataFile, name: str, column: Any) -> Any:
    """Bring a column into a type that is written as text."""
    import pyarrow
    from pyarrow import types

    kind = column.type
    if types.is_dictionary(kind):
        kind = kind.value_type
        if not (types.is_string(kind) or types.is_large_string(kind)):
            column = column.dictionary_decode()
    if types.is_nested(kind):
        raise UserError(
            f"{file}, column {excerpt(name)}: holds {kind}: delete the column, or make "
            "numbers or text of it"
        )
    if types.is_decimal(kind) or types.is_float16(kind) or types.is_float32(kind):
        return column.cast(pyarrow.float64())
    return column


def _text(columns: list[Any]) -> bytes:
    """Write rows; with quotation marks, which take longer to read, only if needed."""
    import pyarrow
    from pyarrow import csv

    names = [str(j) for j in range(len(columns))]
    columns = [
        one.dictionary_decode() if pyarrow.types.is_dictionary(one.type) else one
        for one in columns
    ]
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
