"""ARFF: declared attributes, then rows, as Weka, OpenML, R and KEEL write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.classes import EXACT, is_plain, number_of, with_declared
from engine.data.dataset import LARGEST
from engine.data.formats.column_roles import (
    columns_of,
    named_option,
    require_features,
    roles_of,
)
from engine.data.formats.csv_cells import is_number
from engine.data.formats.csv_form import TableForm
from engine.data.formats.data_file import (
    located,
    open_text,
    require_columns,
    require_room,
)
from engine.data.formats.fast_rows import FastReader, Irregular, fast_rows, read_fast
from engine.data.formats.file_format import FileFormat
from engine.data.formats.quotation import LINE_END
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import HEAD_BYTES, read_text
from engine.data.formats.row_writer import (
    class_column,
    name_column,
    rows_of,
    write_text,
)
from engine.data.formats.typed_columns import from_frame
from engine.data.provenance import Provenance
from engine.data.sample_weights import require_weights
from engine.errors import Cancelled, UserError, excerpt, go_on, listed

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from pandas import DataFrame

    from engine.data.dataset import Dataset
    from engine.data.formats.fast_rows import Rows
    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.row_blocks import RowBlock

LOOKED_AT = 2**16
"""Bytes in which the columns' roles are recognised."""
COPIES = 5
"""Of the text, as large as the cells that are made of it one by one."""
LINES = 2_000
"""Lines between two looks at whether to go on."""
NUMBERS, WORDS = ("numeric", "real", "integer"), ("string", "date")
"""Types of attributes, besides a list of values."""
_TOO_LARGE = 2.0**63
"""From here on a whole number is no label of pandas’."""
_DATA = re.compile(
    rb"^([ \t]*@data[^\S\r\n]*(?:\r\n|\r|\n))", re.IGNORECASE | re.MULTILINE
)
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|%[^\n]*\n)*@relation\b", re.IGNORECASE
)
_IRREGULAR = (*(bytes([one]) for one in b"\"'\\%{?<\t"), b" ,", b" \n", b" \r")
"""Looked at with care: quotes, comments, sparse rows, what is missing, blanks."""
_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_ATTRIBUTE = re.compile(
    rf"@attribute\s+(?P<name>{_QUOTED}(?=[\s{{])|[^\s{{]+)\s*(?P<type>.*)",
    re.IGNORECASE,
)
_TYPE = re.compile(r"(?P<word>[a-z]+)\s*(?P<more>.*)", re.IGNORECASE)
_COLUMNS = re.compile(r"@(?P<role>inputs?|outputs?)\b(?P<names>.*)", re.IGNORECASE)
_CELL = re.compile(rf"\s*(?:(?P<quoted>{_QUOTED})(?=\s*(?:,|$))|(?P<plain>[^,]*))\s*")
_WORD = re.compile(rf"(?P<quoted>{_QUOTED})(?=[\s,]|$)|(?P<plain>[^\s,]+)")
_WEIGHT = re.compile(r"(?<=[\s,}])\{(?P<weight>[^{}]*)\}$")
_COMMENT = re.compile(rf"(?:{_QUOTED}(?=[\s,]|$)|[^\s,'\"][^\s,]*|[,'\"]|\s+(?!%))*")
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "'": "'", '"': '"', "\\": "\\", "%": "%"}
_ESCAPED = re.compile(r"\\([tnr'\"\\%])")


@dataclass(frozen=True)
class _Header:
    """The attributes that a file declares.

    Attributes
    ----------
    names : list of str
    values : list of (tuple of str or None)
        What a nominal attribute may be; none for a text or a date; None for a number.
    inputs, outputs : list of str
        Features and classes, as KEEL names them; of none, nothing is said.
    """

    names: list[str]
    values: list[tuple[str, ...] | None]
    inputs: list[str]
    outputs: list[str]

    @property
    def label(self) -> int | None:
        """The column that the file marks as that of the classes."""
        return self.names.index(self.outputs[0]) if len(self.outputs) == 1 else None

    @property
    def unused(self) -> dict[int, str]:
        """The columns that the file marks as no features."""
        used = {*self.inputs, *self.outputs}
        return {
            j: "as the file says"
            for j, name in enumerate(self.names)
            if self.inputs and name not in used
        }

    @property
    def usual(self) -> list[str]:
        """The cells that a sparse row leaves out."""
        return [
            "0" if some is None else some[0] if some else "" for some in self.values
        ]


def read_arff(
    path: str | os.PathLike[str],
    *,
    options: ReadOptions = AS_FOUND,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read an ARFF file: numeric features, a nominal or numeric class.

    Rows may be sparse, and have weights: those of the samples.

    Raises
    ------
    UserError
        If an attribute or a row cannot be used; names the file, the line, the column.
    Cancelled
        If `progress` says so.
    """
    data = _read_plain(path, options, progress)
    if data is None or _has_weight_below_0(data, options):  # then it is found, too
        data = _read_with_care(path, options, progress)
    found = data.provenance
    if options.like is not None or found is None or data.y.any() != data.y.all():
        return data
    header = _header(path, *_head(path))
    return with_declared(data, header.values[header.names.index(found.target)] or ())


def begins_as_arff(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file begins as ARFF does: with the name of its relation."""
    try:
        with open_text(path) as file:
            return _BEGINNING.match(file.read(HEAD_BYTES)) is not None
    except UserError:
        return False


def _has_weight_below_0(data: Dataset, options: ReadOptions) -> bool:
    try:
        require_weights(data.X, data.feature_names, options.weight, str)
    except UserError:
        return True
    return False


def _read_with_care(
    path: str | os.PathLike[str],
    options: ReadOptions,
    progress: Callable[[float], bool],
) -> Dataset:
    """Look at every cell: slower, but reads all, and says what is wrong."""
    require_room(path, COPIES * located(path).text_size)
    lines, first = _lines(path)
    header = _header(path, lines, first)
    rows = _RowReader(path, header)
    start = next(i for i, line in enumerate(lines) if _is_data(line)) + 1
    for number, line in enumerate(lines[start:], first + start):
        done = number - first + 1
        if done % LINES == 0 and not progress(done / len(lines)):
            raise Cancelled
        rows.read(number, line)
    return from_frame(
        path,
        rows.frame(),
        options,
        lambda row: f"line {rows.numbers[row]}",
        label=header.label,
        unused=header.unused,
        weights=rows.weights(),
    )


def _lines(path: str | os.PathLike[str]) -> tuple[list[str], int]:
    """Give the lines, and the number of the first."""
    text, first = read_text(path)
    lines = LINE_END.split(text)
    return lines[: -1 if not lines[-1] else None], first


def _head(path: str | os.PathLike[str]) -> tuple[list[str], int]:
    """Give the lines up to the first row, and the number of the first."""
    lines, first = _lines(path)
    end = next((i for i, line in enumerate(lines) if _is_data(line)), len(lines))
    return lines[: end + 1], first


def _is_data(line: str) -> bool:
    return line.strip().lower() == "@data"


def _header(path: str | os.PathLike[str], lines: Sequence[str], first: int) -> _Header:
    """Read the declarations.

    Raises
    ------
    UserError
        If one cannot be used; names the file and the line.
    """
    end = next((i for i, line in enumerate(lines) if _is_data(line)), None)
    if end is None:
        raise UserError(f"{path}: has no line @data: give ARFF, or rename it to .csv")
    found = _Header([], [], [], [])
    for number, line in enumerate(map(str.strip, lines[:end]), first):
        place = f"{path}, line {number}"
        if attribute := _ATTRIBUTE.fullmatch(line):
            name = _unquoted(attribute["name"])
            values = _values(f"{place}, column {excerpt(name)}", attribute["type"])
            if name in found.names:
                raise UserError(
                    f"{place}: two attributes are called “{excerpt(name)}”: rename one"
                )
            found.names.append(name)
            found.values.append(values)
        elif columns := _COLUMNS.fullmatch(line):
            names = [name for name, _ in _cells(columns["names"]) if name]
            if unknown := [name for name in names if name not in found.names]:
                raise UserError(
                    f"{place}: there is no attribute “{excerpt(unknown[0])}”: declare "
                    "it above"
                )
            of_inputs = columns["role"].lower().startswith("in")
            (found.inputs if of_inputs else found.outputs).extend(names)
        elif line and line[0] != "%" and not line.lower().startswith("@relation"):
            raise UserError(
                f"{place}: “{excerpt(line)}” is no declaration: write @attribute, a "
                "name and a type, and @data above the rows"
            )
    require_columns(path, len(found.names))
    if not found.names:
        raise UserError(f"{path}: declares no attributes: write @attribute for each")
    return found


def _values(place: str, kind: str) -> tuple[str, ...] | None:
    """Give what an attribute may be: of a number None."""
    if kind.startswith("{"):
        if "}" not in kind:
            raise UserError(f"{place}: its values have no end: close them by }}")
        inner = kind[1 : kind.rindex("}")]
        cells = _cells(inner) if "," in inner else _words(inner)
        return tuple(name for name, _ in cells if name)
    word = _TYPE.fullmatch(kind)
    name = word["word"].lower() if word else excerpt(kind)
    if name in WORDS:
        return ()
    if word is None or name not in NUMBERS or word["more"][:1] not in ("", "[", "%"):
        raise UserError(
            f"{place}: attributes of type {excerpt(kind)} cannot be used: delete it or "
            "make it numeric or nominal"
        )
    return None


class _Cell(NamedTuple):
    """A cell of a row, and whether it is in quotes."""

    text: str
    is_quoted: bool


def _cells(text: str) -> list[_Cell]:
    """Cut at the commas that are not in quotes."""
    if "'" not in text and '"' not in text:
        return [_Cell(cell.strip(), False) for cell in text.split(",")]
    cells, at = [], 0
    while at <= len(text):
        cell = _CELL.match(text, at)
        assert cell is not None  # it matches nothing, too
        cells.append(_cell(cell))
        at = cell.end() + 1
    return cells


def _words(text: str) -> list[_Cell]:
    """Cut at blanks and commas that are not in quotes."""
    return [_cell(word) for word in _WORD.finditer(text)]


def _cell(found: re.Match[str]) -> _Cell:
    if found["quoted"] is None:
        return _Cell(found["plain"].strip(), False)
    return _Cell(_unquoted(found["quoted"]), True)


def _unquoted(name: str) -> str:
    if len(name) < 2 or name[0] not in "'\"" or name[-1] != name[0]:
        return name
    return _ESCAPED.sub(lambda escape: _ESCAPES[escape[1]], name[1:-1])


class _RowReader:
    """Reads rows, one after another, into columns.

    Attributes
    ----------
    numbers : list of int
        The line of each row.
    """

    def __init__(self, path: str | os.PathLike[str], header: _Header) -> None:
        self._path, self._header = path, header
        self._known = [None if some is None else {*some} for some in header.values]
        self._columns: list[list[float | str | None]] = [[] for _ in header.names]
        self._weights: list[float] = []
        self.numbers: list[int] = []

    def read(self, number: int, line: str) -> None:
        """Take a line: a row, or a comment.

        Raises
        ------
        UserError
            If the row cannot be read; names the line and the column.
        """
        place = f"{self._path}, line {number}"
        row = line.strip()
        if "%" in row:
            comment = _COMMENT.match(row)
            row = row[: comment.end() if comment else 0].strip()
            row = "" if row.startswith("%") else row
        if not row:
            return
        weight = _WEIGHT.search(row)
        if weight is not None:
            row = row[: weight.start()].rstrip().removesuffix(",").rstrip()
        self._weights.append(
            1.0 if weight is None else _weight(place, weight["weight"])
        )
        is_sparse = row.startswith("{") and row.endswith("}")
        cells = self._sparse(place, row[1:-1]) if is_sparse else self._full(place, row)
        for j, cell in enumerate(cells):
            self._columns[j].append(self._value(place, j, cell))
        self.numbers.append(number)

    def _full(self, place: str, row: str) -> list[_Cell]:
        cells, n = _cells(row), len(self._header.names)
        if len(cells) != n and len(words := _words(row)) == n:
            return words
        if len(cells) != n:
            found = len(cells if "," in row else words)
            raise UserError(
                f"{place}: has {found} value{'s'[: found != 1]} for {n} attributes: "
                "give one for each"
            )
        return cells

    def _sparse(self, place: str, row: str) -> list[_Cell]:
        cells = [_Cell(one, False) for one in self._header.usual]
        words, seen = _words(row), set()
        for at, value in zip(words[::2], [*words[1::2], None], strict=False):
            j = int(at.text) if at.text.isdecimal() and len(at.text) < 9 else -1
            if not 0 <= j < len(cells) or j in seen or value is None:
                raise UserError(
                    f"{place}: “{excerpt(at.text)}” is no number of an attribute with "
                    f"its value: give pairs from 0 to {len(cells) - 1}, each once, as "
                    "{0 1.5, 2 a}"
                )
            seen.add(j)
            cells[j] = value
        return cells

    def _value(self, place: str, j: int, cell: _Cell) -> float | str | None:
        text, is_quoted = cell
        known = self._known[j]
        if not is_quoted and text in ("", "?", "<null>") and text not in (known or ()):
            return None
        if known is None:
            try:
                number = float(text.replace("_", "?"))
            except ValueError:
                raise UserError(
                    f"{self._at(place, j)}: “{excerpt(text)}” is not a number: "
                    "correct it, or write ? if it is missing"
                ) from None
            is_large = EXACT <= abs(number) < _TOO_LARGE
            return number_of(text) if is_large else number
        if known and text not in known:
            values = listed([excerpt(one) for one in self._header.values[j] or ()])
            raise UserError(
                f"{self._at(place, j)}: “{excerpt(text)}” is none of the values that "
                f"are declared, {values}: correct it or declare it"
            )
        return text

    def _at(self, place: str, j: int) -> str:
        return f"{place}, column {excerpt(self._header.names[j])}"

    def frame(self) -> DataFrame:
        """Give the columns: of numbers as these, but for whole ones that are large."""
        import pandas

        kinds = [
            np.float64 if known is None and not any(type(one) is int for one in column)
            else object
            for known, column in zip(self._known, self._columns, strict=True)
        ]  # fmt: skip
        columns = {
            name: pandas.Series(column, dtype=kind)
            for name, column, kind in zip(
                self._header.names, self._columns, kinds, strict=True
            )
        }
        return pandas.DataFrame(columns)

    def weights(self) -> NDArray[np.float64] | None:
        """Give the weights of the rows; None where all are 1."""
        weights = np.array(self._weights)
        return None if (weights == 1).all() else weights


def _weight(place: str, text: str) -> float:
    """Read the weight of a row."""
    weight = float(text) if is_number(text) else -1.0
    if not 0 <= weight <= LARGEST:
        raise UserError(
            f"{place}: “{excerpt(text)}” is no weight: give a number from 0 on in the "
            "braces at its end, or none"
        )
    return weight


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
        header = _header(path, LINE_END.split((head + mark).decode()), first.line)
        return _fast_reader(path, replace(first, text=body), header, options)

    return read_fast(path, begin, progress)


def _block_parts(text: bytes) -> list[bytes]:
    """Cut a file into declarations, the line @data and the rows."""
    parts = _DATA.split(text, maxsplit=1)
    if len(parts) != 3:
        raise Irregular
    return parts


def _fast_reader(
    path: str | os.PathLike[str],
    first: RowBlock,
    header: _Header,
    options: ReadOptions,
) -> FastReader:
    names, values = header.names, header.values
    if any(mark in first.text[:LOOKED_AT] for mark in _IRREGULAR):
        raise Irregular
    lines = first.text[:LOOKED_AT].decode("ascii", "replace").splitlines()
    cells = [[cell.strip() for cell in line.split(",")] for line in lines[:-1]]
    cells = [row for row in cells if any(row)]
    if len(names) < 2 or options.like or any(len(row) != len(names) for row in cells):
        raise Irregular
    rows_ = np.array(cells, dtype=object).reshape(-1, len(names))
    nominal = [j for j, some in enumerate(values) if some is not None]
    roles = roles_of(
        path, names, rows_, options,
        label=header.label, unused=header.unused, marked=nominal,
    )  # fmt: skip
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
    begins=begins_as_arff,
)
