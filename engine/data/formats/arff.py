"""ARFF, Weka's format: declared attributes, then rows."""

from __future__ import annotations

import io
import re
from bisect import bisect_left
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.classes import is_plain, with_declared
from engine.data.formats.column_roles import (
    columns_of,
    named_option,
    require_features,
    roles_of,
)
from engine.data.formats.csv_form import TableForm
from engine.data.formats.data_file import require_columns
from engine.data.formats.fast_rows import FastReader, Irregular, fast_rows, read_fast
from engine.data.formats.file_format import FileFormat
from engine.data.formats.quotation import LINE_END
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import read_text
from engine.data.formats.row_writer import (
    class_column,
    name_column,
    rows_of,
    write_text,
)
from engine.data.formats.typed_columns import from_frame
from engine.data.provenance import Provenance
from engine.data.sample_weights import require_weights
from engine.errors import Cancelled, UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from pandas import DataFrame

    from engine.data.dataset import Dataset
    from engine.data.formats.fast_rows import Rows
    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.row_blocks import RowBlock

LOOKED_AT = 2**16
"""Bytes in which the columns' roles are recognised."""
LINES = 2_000
"""Lines between two looks at whether to go on."""
# What scipy raises; its own ArffError is an OSError.
_FAULTS = (OSError, ValueError, NotImplementedError, StopIteration, IndexError)
_DATA = re.compile(
    rb"^([ \t]*@data[^\S\r\n]*(?:\r\n|\r|\n))", re.IGNORECASE | re.MULTILINE
)
_IRREGULAR = (*(bytes([one]) for one in b"\"'\\%{?\t"), b" ,", b" \n", b" \r")
"""What scipy is to look at: quotes, comments, sparse rows, what is missing, blanks."""
_DATA_LINE = re.compile(r"(^[ \t]*@data[^\n]*\n)", re.IGNORECASE | re.MULTILINE)
_SPARSE = re.compile(r"^[ \t]*\{(?P<pairs>[^{}\n]*)\}[ \t]*$", re.MULTILINE)
_VALUES, _BLANKS = re.compile(r"\{.*\}"), re.compile(r"\s*([{},])\s*")
_ATTRIBUTE = re.compile(r"\s*@attribute\s+(?P<name>\S+)\s+(?P<type>\S+)", re.IGNORECASE)
_QUOTED = re.compile(
    r"(?<![^\s,{])(?:'(?P<one>(?:[^'\\\r\n]|\\.)*)'|\"(?P<two>(?:[^\"\\\r\n]|\\.)*)\")"
    r"(?![^\s,}])|['\"\\]|[^\x00-\x7f]"
)
"""A quoted name, as Weka writes one, or a character that scipy stumbles over."""
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "'": "'", '"': '"', "\\": "\\", "%": "%"}
_ESCAPED = re.compile(r"\\([tnr'\"\\%])")
_NO_WORD = re.compile(r"[^\w.+-]", re.ASCII)
_CODE = re.compile(r"\\U([0-9a-f]{8})")


def read_arff(
    path: str | os.PathLike[str],
    *,
    options: ReadOptions = AS_FOUND,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read an ARFF file: numeric features, a nominal or numeric class.

    Scipy reads what is unusual, and says what is wrong.

    Raises
    ------
    UserError
        If an attribute or a row cannot be used; names the file, the line, the column.
    Cancelled
        If `progress` says so.
    """
    data = _read_plain(path, options, progress)
    if data is None or _has_weight_below_0(data, options):  # then it is found, too
        data = _read_by_scipy(path, options, progress)
    found = data.provenance
    if options.like is not None or found is None or data.y.any() != data.y.all():
        return data
    head, mark, _ = _DATA_LINE.split(_text(path)[0], maxsplit=1)
    names, values = _declared((head + mark).encode())
    return with_declared(data, values[names.index(found.target)] or ())


def _has_weight_below_0(data: Dataset, options: ReadOptions) -> bool:
    try:
        require_weights(data.X, data.feature_names, options.weight, str)
    except UserError:
        return True
    return False


def _read_by_scipy(
    path: str | os.PathLike[str],
    options: ReadOptions,
    progress: Callable[[float], bool],
) -> Dataset:
    text, first = _text(path)
    lines = text.splitlines()
    _check_attributes(path, _unquoted(text).splitlines(), first)
    data_lines = _data_lines(lines, first)
    try:
        frame = _frame(text, progress)
    except _FAULTS as error:
        raise _fault(path, lines, first, data_lines, error) from None

    def place(row: int) -> str:
        return f"line {data_lines[row]}" if row < len(data_lines) else f"row {row + 1}"

    return from_frame(path, frame, options, place)


def _text(path: str | os.PathLike[str]) -> tuple[str, int]:
    """Give the text, its lines ended as scipy knows it, and the number of the first."""
    text, first = read_text(path)
    return (LINE_END.sub("\n", text) if "\r" in text else text), first


class _ProgressReader(io.StringIO):
    """Text that tells how much of it has been read, line by line."""

    def __init__(self, text: str, lines: int, progress: Callable[[float], bool]):
        super().__init__(text)
        self._lines, self._progress = max(lines, 1), progress
        self._read = 0

    def __next__(self) -> str:  # type: ignore[override]
        self._read += 1
        if self._read % LINES == 0 and not self._progress(self._read / self._lines):
            raise Cancelled
        return super().__next__()


def _frame(text: str, progress: Callable[[float], bool] = go_on) -> DataFrame:
    import pandas
    from scipy.io import arff

    lines = _ProgressReader(_regular(_unquoted(text)), text.count("\n"), progress)
    rows, meta = arff.loadarff(lines)
    columns = {}
    for name, kind in zip(meta.names(), meta.types(), strict=True):
        column = pandas.Series(rows[name])
        if kind == "nominal":
            column = column.map(bytes.decode).replace("?", None)
            column = column.map(_name, na_action="ignore")
        columns[_name(name)] = column
    return pandas.DataFrame(columns)


def _unquoted(text: str) -> str:
    """Write what is quoted, or beyond ASCII, so that scipy takes it as it stands."""
    plain = text.isascii() and not any(mark in text for mark in "'\"\\")
    return text if plain else _QUOTED.sub(_word, text)


def _regular(text: str) -> str:
    """Write what scipy does not know as what it knows.

    Values of an attribute without blanks between them; the words of a text or a date
    as values; sparse rows with all their cells.
    """
    head, mark, body = _DATA_LINE.split(text, maxsplit=1)
    lines = [
        _VALUES.sub(lambda v: _BLANKS.sub(r"\1", v[0]), s) for s in head.split("\n")
    ]
    found = [
        (i, kind) for i, line in enumerate(lines) if (kind := _ATTRIBUTE.match(line))
    ]
    if _SPARSE.search(body):
        kinds = [kind["type"] for _, kind in found]
        usual = [k.strip("{}").split(",")[0] if k[0] == "{" else "0" for k in kinds]
        body = _SPARSE.sub(lambda row: _dense(row, usual), body)
    for place, (i, kind) in enumerate(found):
        if kind["type"].lower() in ("string", "date"):
            words = sorted(
                {cells[place] for cells in _cells(body) if place < len(cells)}
            )
            lines[i] = f"{lines[i][: kind.start('type')]}{{{','.join(words) or '?'}}}"
    return "\n".join(lines) + mark + body


def _dense(row: re.Match[str], usual: Sequence[str]) -> str:
    """Write a sparse row with all its cells; as it is, if it is none."""
    cells = [*usual]
    for pair in filter(None, map(str.strip, row["pairs"].split(","))):
        place, _, value = pair.partition(" ")
        if not value or not place.isdecimal() or int(place) >= len(cells):
            return row[0]
        cells[int(place)] = value.strip()
    return ",".join(cells)


def _cells(body: str) -> Iterator[list[str]]:
    for line in body.split("\n"):
        if line.strip() and not line.lstrip().startswith("%"):
            yield [cell.strip() for cell in line.split(",")]


def _word(found: re.Match[str]) -> str:
    if found["one"] is None and found["two"] is None:
        return _code(found[0])
    name = found["one"] if found["two"] is None else found["two"]
    name = _ESCAPED.sub(lambda escape: _ESCAPES[escape[1]], name)
    return _NO_WORD.sub(lambda letter: _code(letter[0]), name) or "?"


def _code(letter: str) -> str:
    return f"\\U{ord(letter):08x}"


def _name(word: str) -> str:
    """Read a word that `_unquoted` has written."""
    return _CODE.sub(lambda code: chr(int(code[1], 16)), word)


def _fault(
    path: str | os.PathLike[str],
    lines: list[str],
    first: int,
    rows: list[int],
    error: Exception,
) -> UserError:
    """Find the first row that cannot be read, by halves; there may be none."""

    def fails(n: int) -> bool:
        try:
            _frame("\n".join(lines[: rows[n - 1] - first + 1]))
        except _FAULTS:
            return True
        return False

    n = bisect_left(range(1, len(rows) + 1), True, key=fails)
    said = excerpt(str(error)) or "it ends too early"
    where = f"{path}, line {rows[n]}" if n < len(rows) else f"{path}"
    return UserError(
        f"{where}: cannot be read as ARFF: {said}: give a value of the declared type "
        "for each attribute"
    )


def _check_attributes(
    path: str | os.PathLike[str], lines: list[str], first: int
) -> None:
    _require_few(path, lines)
    for number, line in enumerate(lines, first):
        found = _ATTRIBUTE.match(line)
        if line.strip().lower().startswith("@data"):
            return
        if found and found["type"].lower() == "relational":
            name, kind = _name(found["name"]), found["type"].lower()
            raise UserError(
                f"{path}, line {number}, column {excerpt(name)}: attributes of type "
                f"{kind} cannot be used: delete it or make it numeric or nominal"
            )
    raise UserError(f"{path}: has no line @data: give ARFF, or rename it to .csv")


def _require_few(path: str | os.PathLike[str], lines: list[str]) -> None:
    require_columns(path, sum(1 for line in lines if _ATTRIBUTE.match(line)))


def _data_lines(lines: list[str], first: int) -> list[int]:
    """Give the line of the file of each row."""
    stripped = [line.strip() for line in lines]
    start = next(i for i, s in enumerate(stripped) if s.lower().startswith("@data"))
    return [
        first + i
        for i, line in enumerate(stripped)
        if i > start and line and not line.startswith("%")
    ]


class _Declared(NamedTuple):
    """The attributes.

    Attributes
    ----------
    names : list of str
    values : list of (tuple of str or None)
        What a nominal attribute may be; None for a number.
    """

    names: list[str]
    values: list[tuple[str, ...] | None]


def _read_plain(
    path: str | os.PathLike[str],
    options: ReadOptions,
    progress: Callable[[float], bool],
) -> Dataset | None:
    """Read an ARFF file as `read_arff` does; None if anything in it is unusual.

    Raises
    ------
    UserError
        If there is no such target.
    Cancelled
        If `progress` says so.
    """

    def begin(first: RowBlock) -> FastReader:
        head, mark, body = _block_parts(first.text)
        _require_few(path, head.decode("latin-1").splitlines())
        declared = _declared(head + mark)
        return _fast_reader(path, replace(first, text=body), declared, options)

    return read_fast(path, begin, progress)


def _block_parts(text: bytes) -> list[bytes]:
    """Cut a file into declarations, the line @data and the rows."""
    parts = _DATA.split(text, maxsplit=1)
    if len(parts) != 3:
        raise Irregular
    return parts


def _declared(head: bytes) -> _Declared:
    """Let scipy read the declarations."""
    from scipy.io import arff

    try:
        meta = arff.loadarff(io.StringIO(_regular(_unquoted(head.decode()))))[1]
    except _FAULTS:
        raise Irregular from None
    values = (meta[name][1] for name in meta.names())
    return _Declared(
        [*map(_name, meta.names())],
        [None if some is None else (*map(_name, some),) for some in values],
    )


def _fast_reader(
    path: str | os.PathLike[str],
    first: RowBlock,
    declared: _Declared,
    options: ReadOptions,
) -> FastReader:
    names, values = declared
    lines = first.text[:LOOKED_AT].decode("ascii", "replace").splitlines()
    cells = [[cell.strip() for cell in line.split(",")] for line in lines[:-1]]
    cells = [row for row in cells if any(row)]
    if len(names) < 2 or options.like or any(len(row) != len(names) for row in cells):
        raise Irregular
    rows_ = np.array(cells, dtype=object).reshape(-1, len(names))
    nominal = [j for j, some in enumerate(values) if some is not None]
    roles = roles_of(path, names, rows_, options, marked=nominal)
    require_features(path, names, roles, rows_)
    label, features = roles.label, roles.features
    if any(values[j] is not None for j in features) or roles.binary:
        raise Irregular
    form = TableForm(",", label, features, header=False, names=roles.names)
    provenance = Provenance(
        Path(str(path)).name, names[label], columns_of(names, rows_, roles),
        target_reason=roles.reason, target_position=label + 1, width=len(names),
        unused=tuple(names[j] for j, _ in roles.left_out), notes=roles.notes(names),
        options=named_option(names, roles.names),
    )  # fmt: skip

    def rows(text: bytes) -> Rows | None:
        if any(mark in text for mark in _IRREGULAR):
            return None
        return fast_rows(
            text, form, width=len(names), features=features, spaced=b" " in text
        )

    def are_declared(_: object, labels: list[str]) -> bool:
        known = values[label]
        return all(map(is_plain, labels)) if known is None else {*labels} <= {*known}

    used = [names[j] for j in features]
    return FastReader(first, rows, are_declared, used, provenance)


def write_arff(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as ARFF.

    Names are quoted as Weka does it, where they have to be.

    Raises
    ------
    UserError
        If a name is empty or no text, or the file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    target = class_column(data)
    lines = ["@relation points"]
    if data.sample_names is not None:
        called = name_column((*data.feature_names, target))
        lines.append(f"@attribute {called} string")
    lines += [f"@attribute {_quoted(path, n)} numeric" for n in data.feature_names]
    classes = [_quoted(path, name) for name in data.class_names]
    lines += [f"@attribute {target} {{{','.join(classes)}}}", "@data"]

    def name(text: str) -> str:
        return _quoted(path, text) if text else "?"

    rows = rows_of(data, classes, ",", name=name)
    write_text(path, "\n".join(lines) + "\n", rows, progress)


def _quoted(path: str | os.PathLike[str], name: str) -> str:
    if re.fullmatch(r"[\w.+-]+", name, re.ASCII):
        return name
    if not name or "\0" in name:
        raise UserError(
            f"{path}: the name “{excerpt(name)}” cannot stand in ARFF: rename it"
        )
    codes = {letter: "\\" + code for code, letter in _ESCAPES.items()}
    return "'" + "".join(codes.get(letter, letter) for letter in name) + "'"


FORMAT = FileFormat(
    name="ARFF",
    suffixes=(".arff",),
    read=read_arff,
    write=write_arff,
    saved_as={".arff": "ARFF"},
    order=2,
)
