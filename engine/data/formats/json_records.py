"""JSON records: a list of objects, an object on each line (JSON Lines), or by columns.

By columns, an object of one object for each with its values by rows, as pandas has it,
or of a list for each. What an object in a record holds is called by both keys: ``a.b``.
"""

from __future__ import annotations

import codecs
import json
import re
from contextlib import contextmanager
from functools import partial
from itertools import islice
from types import NoneType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.data.formats.file_format import FileFormat
from engine.data.formats.other_files import converted
from engine.data.tables.column_table import ColumnFile, column_table
from engine.data.tables.data_file import DataFile, open_text, require_columns
from engine.data.tables.header import usual_target
from engine.data.tables.row_blocks import begins_like, version
from engine.data.tables.text_encoding import recognised
from engine.data.tables.typed_columns import (
    Batch,
    Unreadable,
    as_written,
    column_of,
    in_a_line,
    without_margins,
    words_in,
    written_words,
)
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.data.tables.data_file import TextReader
    from engine.data.tables.typed_columns import Column

RECORDS = 2000
"""Records that are turned into lines at once."""
PART_BYTES = 2**20
FAR_MORE = 3
"""Times as many objects as values in each: then they are rows."""
LONGEST = 64 * 2**20
"""Characters in which a record must end."""
LONGEST_KEYS = 2**24
"""Characters of all keys that are made of keys inside one another in a record."""
WANTED = 'give an object for each sample: [{"x1": 1, "class": "a"}, …]'
_KEYS: WeakKeyDictionary[DataFile, tuple[object, list[str]]] = WeakKeyDictionary()
"""The keys of files, which are read once for them, each with the file's version."""
_BEGINNING = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*\[|(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:)'
)
_BLANK = re.compile(r"[ \t\r\n,]*")


@contextmanager
def columns_of_records(file: DataFile) -> Iterator[ColumnFile]:
    """Open records as columns, one for each key that occurs.

    Raises
    ------
    UserError
        If a record cannot be used; names the file and the record.
    """
    keys = _keys(file)
    yield ColumnFile([*map(in_a_line, keys)], 0, _batches(file, keys))


def _batches(file: DataFile, keys: list[str]) -> Iterator[Batch]:
    with open_text(file.as_text) as text:
        records, read = _records(file, text), 0
        while batch := list(islice(records, RECORDS)):
            columns = [_column(file, read, key, batch) for key in keys]
            read += len(batch)
            yield Batch(columns, share=text.share())


def _column(file: DataFile, above: int, key: str, records: list[Any]) -> Column:
    """Give the values of a key in some records, above which there are others."""
    values = [record.get(key) for record in records]
    kinds = {*map(type, values)}
    if list in kinds:
        at = next(i for i, value in enumerate(values, 1) if isinstance(value, list))
        fault = (
            f"{file}, record {above + at}, key {excerpt(key)}: holds a list: give each "
            "of its values a key of its own"
        )
        return Unreadable.of(len(values), "a list", fault)
    if kinds & {str, bool}:
        texts = ["" if v is None else str(as_written(v)) for v in values]
        both = str in kinds and len(kinds - {NoneType}) > 1
        words = written_words(texts, values) if both else words_in(texts)
        return without_margins(words)
    return column_of(values)


def _keys(file: DataFile) -> list[str]:
    """Give all keys, in the order in which they occur first."""
    now = version(file)
    if _KEYS.get(file, (None, []))[0] != now:
        keys: dict[str, None] = {}
        with open_text(file.as_text) as text:
            for record in _records(file, text):
                keys.update(dict.fromkeys(record))
                require_columns(file, len(keys))
        _KEYS[file] = now, [*keys]
    names = _KEYS[file][1]
    if len(names) < 2:
        raise UserError(
            f"{file}: has "
            f"{f'only the key “{excerpt(names[0])}”' if names else 'no keys'}: give a "
            "key for each feature and one for the class"
        )
    return names


def _records(file: DataFile, text: TextReader) -> Iterator[dict[str, Any]]:
    """Decode one record after another, of which a few are in memory."""
    decoder = json.JSONDecoder()
    rest = _Characters(file, text)
    in_list = rest.next() == "["
    if in_list:
        rest.at += 1
    number = 0
    while (begin := rest.next()) and not (in_list and begin == "]"):
        try:
            record, end = decoder.raw_decode(rest.text, rest.at)
        except (ValueError, RecursionError) as error:
            if isinstance(error, ValueError) and rest.more():
                continue
            where = f"{file}, record {number + 1}" if number else str(file)
            raise UserError(
                f"{where}: is not JSON, or is cut short: {WANTED}"
            ) from None
        if not isinstance(record, dict):
            raise UserError(f"{file}: is JSON, but not a list of objects: {WANTED}")
        number += 1
        rest.at = end
        if number > 1 or in_list or _is_record(record) or rest.next():
            yield _flat(record, f"{file}, record {number}")
        elif _is_table(record):
            yield from (_flat(row, str(file)) for row in _by_rows(record))
        elif _is_by_lists(record):
            columns = zip(*record.values(), strict=True)
            yield from (dict(zip(record, row, strict=True)) for row in columns)
        else:
            raise UserError(f"{file}: {_one_object(file, record)}")
    if not number:
        raise UserError(f"{file}: has no records: {WANTED}")


def _one_object(file: DataFile, record: dict[str, Any]) -> str:
    """Say what is wrong with one object that is no table, and what converts it."""
    orients = {"split": {"columns", "data"}, "table": {"schema", "data"}}
    for orient, keys in orients.items():
        if keys <= record.keys():
            line = (
                "in Python pandas.read_json({name:Python}, orient={key:Python}).to_csv("
                "{csv:Python}, index=False)"
            )
            way_out = converted(file, line, orient)
            return f"is JSON as pandas writes it with orient=“{orient}”: {way_out}"
    lists = [key for key, value in record.items() if _is_list_of_objects(value)]
    if len(lists) == 1:
        line = (
            'in Python pandas.DataFrame(json.load(open({name:Python}, "rb"))'
            "[{key:Python}]).to_csv({csv:Python}, index=False)"
        )
        way_out = converted(file, line, lists[0])
        return f"keeps its samples inside “{excerpt(lists[0])}”: {way_out}"
    return f"is JSON, but one object only: {WANTED}"


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _is_record(record: dict[str, Any]) -> bool:
    return not any(isinstance(value, dict | list) for value in record.values())


def _flat(record: dict[str, Any], where: str) -> dict[str, Any]:
    """Take the values of objects in a record out of them, each under both keys."""
    if dict not in map(type, record.values()):
        return record
    flat: dict[str, Any] = {}
    inside = [*reversed(record.items())]
    length = 0
    while inside:
        key, value = inside.pop()
        if isinstance(value, dict):
            require_columns(where, len(flat) + len(inside) + len(value))
            length += len(key) * len(value) + sum(map(len, value))
            if length > LONGEST_KEYS:
                raise UserError(
                    f"{where}: has objects inside one another whose keys are too long "
                    "together: give each value one short key, side by side"
                )
            inside += [(f"{key}.{k}", v) for k, v in reversed(value.items())]
        elif key in flat:
            raise UserError(
                f"{where}: two values are called “{excerpt(key)}” (a key inside "
                "another is called so too): rename one key"
            )
        else:
            flat[key] = value
    return flat


def _is_by_lists(record: dict[str, Any]) -> bool:
    """Tell whether it is an object of lists of values, all of one length."""
    columns = [*record.values()]
    if not all(isinstance(column, list) for column in columns):
        return False
    nested = any(isinstance(value, dict | list) for c in columns for value in c)
    return not nested and len({*map(len, columns)}) == 1


def _is_table(record: dict[str, Any]) -> bool:
    """Tell whether it is an object of objects, which all have the same keys."""
    columns = [*record.values()]
    if not all(isinstance(column, dict) for column in columns):
        return False
    return all(columns) and all(
        column.keys() == columns[0].keys() for column in columns
    )


def _by_rows(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the records of a table of objects: its rows or its columns."""
    if _is_of_rows(record):
        yield from record.values()
        return
    for row in next(iter(record.values())):
        yield {name: column[row] for name, column in record.items()}


def _is_of_rows(record: dict[str, Any]) -> bool:
    """Tell whether the objects of a table are its rows: by names, then by kinds.

    Where these say nothing, the objects are columns, unless there are far more.
    """
    outer, inner = [*record], [*next(iter(record.values()))]
    for says in (_has_target, _are_no_numbers):
        if says(outer) != says(inner):
            return says(inner)
    rows = [[*row.values()] for row in record.values()]
    columns = [*zip(*rows, strict=True)]
    if all(map(_is_of_one_kind, columns)) != all(map(_is_of_one_kind, rows)):
        return all(map(_is_of_one_kind, columns))
    return len(outer) > FAR_MORE * len(inner)


def _has_target(names: list[str]) -> bool:
    return usual_target(names) is not None


def _are_no_numbers(names: list[str]) -> bool:
    return not all(map(str.isdecimal, names))


def _is_of_one_kind(values: Sequence[Any]) -> bool:
    """Tell whether values are all numbers, all text, or all of another kind."""
    kinds = {float if type(v) is int else type(v) for v in values if v is not None}
    return len(kinds) < 2


class _Characters:
    """The text of a file, of which only what is not used yet is kept."""

    def __init__(self, file: DataFile, source: TextReader) -> None:
        self._file = file
        self._source = source
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self.text, self.at = "", 0

    def next(self) -> str:
        """Go to the next character that is not blank; empty at the end."""
        while True:
            blank = _BLANK.match(self.text, self.at)
            self.at = blank.end() if blank else self.at
            if self.at < len(self.text) or not self.more():
                return self.text[self.at : self.at + 1]

    def more(self) -> bool:
        """Read some more; False where there is nothing, or too much of one record.

        As much again as is left: what is decoded over and over is decoded seldom.
        """
        left = len(self.text) - self.at
        try:
            part = b"" if left > LONGEST else self._source.read(max(PART_BYTES, left))
            self.text, self.at = self.text[self.at :] + self._decoder.decode(part), 0
        except UnicodeDecodeError as error:
            seems = recognised(error.object)
            raise UserError(
                f"{self._file}: is not UTF-8 text: choose its encoding, it seems to be "
                f"{seems} (--encoding {seems})"
            ) from None
        return bool(part)


FORMAT = FileFormat(
    name="JSON",
    suffixes=(".json", ".jsonl", ".ndjson"),
    table=partial(column_table, columns_of_records),
    is_table=True,
    is_text=False,
    begins=begins_like(_BEGINNING),
)
