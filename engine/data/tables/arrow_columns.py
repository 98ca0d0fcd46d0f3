"""Arrow's columns, as Parquet and Feather keep them."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import EXACT
from engine.data.tables.arrow_numbers import array_of, nearest_floats
from engine.data.tables.column_roles import INDEX_OF_PANDAS
from engine.data.tables.column_table import ColumnFile
from engine.data.tables.data_file import require_columns, require_room
from engine.data.tables.table import VALUE_BYTES
from engine.data.tables.text_encoding import recognised
from engine.data.tables.typed_columns import (
    Batch,
    Unreadable,
    Words,
    as_written,
    column_of,
    without_margins,
)
from engine.errors import UserError, excerpt, listed
from engine.files import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.data.tables.data_file import DataFile
    from engine.data.tables.typed_columns import Column


def columns_of_batches(
    file: DataFile, schema: Any, batches: Iterable[Any], n: int
) -> ColumnFile:
    """Give the columns of record batches, without the numbers of rows in pandas.

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
    require_columns(file, len(schema.names))
    named = enumerate(schema.names)
    kept = [j for j, name in named if not INDEX_OF_PANDAS.fullmatch(name)]
    names = [schema.names[j] for j in kept]
    classes = _class_names(schema)
    categories = _categories(schema) | classes.keys()

    def typed() -> Iterator[Batch]:
        done = 0
        for batch in batches:
            require_room(file, VALUE_BYTES * len(batch) * len(names))
            done += len(batch)
            read = [with_text(batch.column(j), file.told_encoding) for j in kept]
            columns = [
                _column(file, name, column, classes.get(name), coded=name in categories)
                for name, (column, _) in zip(names, read, strict=True)
            ]
            encodings = {encoding for _, encoding in read if encoding}
            notes = tuple(
                f"Text is read as {encoding}: --encoding chooses another."
                for encoding in sorted(encodings)
                if not file.told_encoding
            )
            yield Batch(columns, notes=notes, share=min(done / max(n, 1), 1.0))

    declared = [j for j, name in enumerate(names) if name in categories]
    return ColumnFile(names, n, typed(), categories=declared)


def _class_names(schema: Any) -> dict[str, list[str]]:
    """Give the names of classes that stand as numbers in columns of Hugging Face's."""
    from pyarrow import types

    info = _object(_kept(schema, b"huggingface").get("info"))
    features = _object(info.get("features"))
    classes = {}
    for field in schema:
        feature = _object(features.get(field.name))
        names = _list(feature.get("names"))
        are_words = bool(names) and all(isinstance(name, str) for name in names)
        is_number = types.is_integer(field.type) or types.is_floating(field.type)
        if feature.get("_type") == "ClassLabel" and are_words and is_number:
            classes[field.name] = [*map(text_of, names)]
    return classes


def _categories(schema: Any) -> set[str]:
    """Name the columns of categories: dictionaries of Arrow's, categories of pandas.

    Of these Parquet keeps numbers where they are numbers.
    """
    from pyarrow import types

    columns = map(_object, _list(_kept(schema, b"pandas").get("columns")))
    return {
        *(field.name for field in schema if types.is_dictionary(field.type)),
        *(
            str(column.get("field_name") or column.get("name"))
            for column in columns
            if column.get("pandas_type") == "categorical"
        ),
    }


def _kept(schema: Any, program: bytes) -> dict[str, Any]:
    """Give what a program keeps of its own; nothing where that is of another shape."""
    with suppress(ValueError, RecursionError):
        return _object(json.loads((schema.metadata or {}).get(program, b"{}")))
    return {}


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


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
        words, read_as = with_text(column.dictionary, encoding)
        if words is not column.dictionary:
            column = pyarrow.DictionaryArray.from_arrays(column.indices, words)
        return column, read_as
    is_small = types.is_string(kind) or types.is_binary(kind)
    is_view = types.is_string_view(kind) or types.is_binary_view(kind)
    is_large = types.is_large_string(kind) or types.is_large_binary(kind) or is_view
    if not (is_small or is_large or types.is_fixed_size_binary(kind)):
        column.validate(full=True)
        return column, ""
    text = pyarrow.large_string() if is_large else pyarrow.string()
    content = column.cast(pyarrow.large_binary() if is_large else pyarrow.binary())
    content.validate(full=True)
    if not encoding:
        with suppress(pyarrow.ArrowInvalid):  # not UTF-8
            return content.cast(text), ""
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


def _column(
    file: DataFile,
    name: str,
    column: Any,
    classes: Sequence[str] | None,
    *,
    coded: bool,
) -> Column:
    """Bring a column of Arrow's into numbers or words, its numbers into classes.

    Those that are `coded`, as categories are, stay words, though they be numbers.
    """
    import pyarrow
    from pyarrow import types

    kind = column.type
    if classes is not None:
        codes = np.nan_to_num(array_of(column), nan=-1).astype(np.int64)
        strays = codes[(codes < -1) | (codes >= len(classes))]
        if strays.size:
            raise UserError(
                f"{file}, column {excerpt(name)}: has {strays[0]}, but the file names "
                f"only the classes 0 to {len(classes) - 1} ({listed(classes)}): "
                "correct it"
            )
        codes = np.where(codes < 0, len(classes), codes)
        return without_margins(Words([*classes, ""], codes))
    if types.is_dictionary(kind):
        kind = kind.value_type
    elif types.is_string(kind) or types.is_large_string(kind) or coded:
        column = column.dictionary_encode()
    if types.is_nested(kind):
        held = "groups of values (structs)" if types.is_struct(kind) else "lists"
        fault = (
            f"{file}, column {excerpt(name)}: holds {held}, not one value a row: "
            "delete the column, or give each of the values a column of its own"
        )
        return Unreadable.of(len(column), held, fault)
    if types.is_dictionary(column.type):
        levels = [*map(_word, column.dictionary.to_pylist())]
        codes = np.nan_to_num(array_of(column.indices), nan=len(levels))
        return without_margins(Words([*levels, ""], codes.astype(np.int64)))
    if types.is_decimal(kind):
        return nearest_floats(column)
    if types.is_floating(column.type):
        column = column.cast(pyarrow.float64())
    if types.is_integer(kind) or types.is_floating(column.type):
        numbers = array_of(column)
        # Whole numbers beside one that is missing are floats now.
        if numbers.dtype.kind != "f" or not types.is_integer(kind):
            return numbers
        if not (np.abs(numbers) >= EXACT).any():
            return numbers
    if types.is_boolean(kind):
        column = column.cast(pyarrow.string())
    return column_of(column.to_pylist())


def _word(value: object) -> str:
    """Write a value of a dictionary; nothing for one that is missing."""
    if value is None or value != value:
        return ""
    text = str(as_written(value)) if isinstance(value, bool) else str(value)
    return text.removesuffix(".0") if isinstance(value, float) else text
