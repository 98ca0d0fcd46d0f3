"""ARFF: declared attributes, then rows, as Weka, OpenML, R and KEEL write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import EXACT, is_plain, number_of
from engine.data.dataset import LARGEST
from engine.data.formats import row_blocks as reading
from engine.data.formats.column_matching import NO_LABEL
from engine.data.formats.csv_cells import CellGrid, too_few
from engine.data.formats.data_file import require_columns, require_room
from engine.data.formats.fast_rows import fast_rows
from engine.data.formats.file_format import FileFormat
from engine.data.formats.number_format import is_number
from engine.data.formats.quotation import LINE_END, UNQUOTED
from engine.data.formats.row_blocks import (
    HEAD_BYTES,
    RowBlock,
    begins_like,
    decoded,
    empty,
    row_blocks,
    version,
)
from engine.data.formats.row_writer import (
    class_column,
    name_column,
    rows_of,
    write_text,
)
from engine.data.formats.table import Table
from engine.data.formats.typed_columns import Batch, column_of, texts_of
from engine.errors import UserError, excerpt, go_on, listed

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.formats.data_file import DataFile
    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.table_form import TableForm

    Cell = tuple[str, bool]
    """The text of a cell, and whether it is in quotes."""

COPIES = 5
"""Of the declarations, as large as what is made of them."""
NUMBERS, WORDS = ("numeric", "real", "integer"), ("string", "date")
"""Types of attributes, besides a list of values."""
_TOO_LARGE = 2.0**63
"""From here on a whole number is a label as floats are written."""
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|%[^\n]*\n)*@relation\b", re.IGNORECASE
)
_IRREGULAR = (*(bytes([sign]) for sign in b"\"'\\%{?<\t"), b" ,", b" \n", b" \r")
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
class Declarations:
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
    def nominal(self) -> frozenset[int]:
        """The columns that do not hold numbers."""
        return frozenset(
            j for j, values in enumerate(self.values) if values is not None
        )

    @property
    def usual(self) -> list[str]:
        """The cells that a sparse row leaves out."""
        return [
            "0" if values is None else values[0] if values else ""
            for values in self.values
        ]


@dataclass(frozen=True, eq=False, kw_only=True)
class ArffTable(Table):
    """An ARFF file, of which the declarations and the first rows have been read.

    Attributes
    ----------
    attributes : Declarations
    first : Batch
    """

    attributes: Declarations
    first: Batch

    @cached_property
    def features_grid(self) -> CellGrid:
        """The declared names, and the first rows as text."""
        names = np.array(self.attributes.names, object)
        columns = [texts_of(column) for column in self.first.columns]
        cells = np.vstack([names, np.column_stack(columns)])
        return CellGrid(cells, np.append(self.start, self.first.lines))

    @property
    def grid(self) -> CellGrid:
        """The declared names, and the first rows as text."""
        if len(self.attributes.names) < 2 or not len(self.first.lines):
            raise too_few(self.path)
        return self.features_grid

    def marked(self, rows: NDArray[Any], decimal: str) -> frozenset[int]:
        """Find the columns that are declared to be words."""
        return self.attributes.nominal

    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[RowBlock]:
        """Read blocks of lines under the declarations."""
        return row_blocks(
            self.path, reading.BLOCK_BYTES, delimiter=UNQUOTED, line=self.start
        )

    def quick_batch(
        self, block: RowBlock, form: TableForm, wanted: Sequence[int]
    ) -> Batch | None:
        """Read numbers and a class by pyarrow, where they are plain."""
        block.require_text()
        if any(mark in block.text for mark in _IRREGULAR) or form.missing_words:
            return None
        if {*form.features} & self.attributes.nominal:
            return None
        width = len(self.attributes.names)
        batch = fast_rows(block.text, form, width=width, features=wanted)
        if batch is None or form.label == NO_LABEL:
            return batch
        labels = texts_of(batch.columns[form.label])
        known = self.attributes.values[form.label]
        plain = all(map(is_plain, {*labels})) if known is None else False
        return batch if plain or {*labels} <= {*(known or ())} else None

    def batch(self, block: RowBlock, form: TableForm) -> tuple[Batch, int]:
        """Read lines one by one, and see that they are as declared."""
        batch = _batch(self.path, block, self.attributes)
        return batch.with_gaps(form.missing_words), 0


def arff_table(file: DataFile, options: ReadOptions) -> ArffTable:
    """Open an ARFF file: numeric features, a nominal or numeric class.

    Rows may be sparse, and have weights: those of the samples.

    Raises
    ------
    UserError
        If an attribute or a row cannot be used; names the file, the line, the column.
    """
    read_version = version(file)
    lines, first = _head(file)
    attributes = _declarations(file, lines, first)
    start = first + len(lines)
    words = () if options.like is None else options.like.missing_words
    block = next(row_blocks(file, HEAD_BYTES, delimiter=UNQUOTED, line=start), None)
    if block is None:
        block = RowBlock(file, b"", 0, 1.0, start)
    named = zip(attributes.names, attributes.values, strict=True)
    return ArffTable(
        path=file, version=read_version, start=start, missing_words=words,
        label=attributes.label, unused=attributes.unused, attributes=attributes,
        declared={name: values or () for name, values in named},
        first=_batch(file, block, attributes),
    )  # fmt: skip


def _head(path: DataFile) -> tuple[list[str], int]:
    """Give the lines up to the first row, and the number of the first."""
    lines: list[str] = []
    first = size = 0
    for block in row_blocks(path, HEAD_BYTES, delimiter=UNQUOTED):
        first = first or block.line
        size += len(block.text)
        require_room(path, COPIES * size)
        block_lines = LINE_END.split(decoded(path, block.text, block.line))
        block_lines = block_lines[: -1 if not block_lines[-1] else None]
        end = next((i for i, line in enumerate(block_lines) if _is_data(line)), None)
        lines += block_lines if end is None else block_lines[: end + 1]
        if end is not None:
            return lines, first
    if not lines:
        raise empty(path)
    raise UserError(f"{path}: has no line @data: give ARFF, or rename it to .csv")


def _batch(path: DataFile, block: RowBlock, attributes: Declarations) -> Batch:
    """Read the rows of a block one by one."""
    lines = LINE_END.split(block.text.decode())
    rows = _RowReader(path, attributes)
    for number, line in enumerate(lines, block.line):
        rows.read(number, line)
    return rows.batch()


def _is_data(line: str) -> bool:
    return line.strip().lower() == "@data"


def _declarations(path: DataFile, lines: Sequence[str], first: int) -> Declarations:
    """Read the declarations.

    Raises
    ------
    UserError
        If one cannot be used; names the file and the line.
    """
    declared = Declarations([], [], [], [])
    for number, line in enumerate(map(str.strip, lines[:-1]), first):
        place = f"{path}, line {number}"
        if attribute := _ATTRIBUTE.fullmatch(line):
            name = _unquoted(attribute["name"])
            values = _values(f"{place}, column {excerpt(name)}", attribute["type"])
            if name in declared.names:
                raise UserError(
                    f"{place}: two attributes are called “{excerpt(name)}”: rename one"
                )
            declared.names.append(name)
            declared.values.append(values)
        elif columns := _COLUMNS.fullmatch(line):
            names = [name for name, _ in _cells(columns["names"]) if name]
            if unknown := [name for name in names if name not in declared.names]:
                raise UserError(
                    f"{place}: there is no attribute “{excerpt(unknown[0])}”: declare "
                    "it above"
                )
            of_inputs = columns["role"].lower().startswith("in")
            (declared.inputs if of_inputs else declared.outputs).extend(names)
        elif line and line[0] != "%" and not line.lower().startswith("@relation"):
            raise UserError(
                f"{place}: “{excerpt(line)}” is no declaration: write @attribute, a "
                "name and a type, and @data above the rows"
            )
    require_columns(path, len(declared.names))
    if not declared.names:
        raise UserError(f"{path}: declares no attributes: write @attribute for each")
    return declared


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


def _cells(text: str) -> list[Cell]:
    """Cut at the commas that are not in quotes."""
    if "'" not in text and '"' not in text:
        return [(cell.strip(), False) for cell in text.split(",")]
    cells, at = [], 0
    while at <= len(text):
        cell = _CELL.match(text, at)
        assert cell is not None  # it matches nothing, too
        cells.append(_cell(cell))
        at = cell.end() + 1
    return cells


def _words(text: str) -> list[Cell]:
    """Cut at blanks and commas that are not in quotes."""
    return [_cell(word) for word in _WORD.finditer(text)]


def _cell(match: re.Match[str]) -> Cell:
    if match["quoted"] is None:
        return match["plain"].strip(), False
    return _unquoted(match["quoted"]), True


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

    def __init__(self, path: str | os.PathLike[str], header: Declarations) -> None:
        self._path, self._header = path, header
        self._known = [
            None if values is None else {*values} for values in header.values
        ]
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

    def _full(self, place: str, row: str) -> list[Cell]:
        cells, n = _cells(row), len(self._header.names)
        if len(cells) != n and len(words := _words(row)) == n:
            return words
        if len(cells) != n:
            n_values = len(cells if "," in row else words)
            raise UserError(
                f"{place}: has {n_values} value{'s'[: n_values != 1]} for {n} "
                "attributes: give one for each"
            )
        return cells

    def _sparse(self, place: str, row: str) -> list[Cell]:
        cells = [(value, False) for value in self._header.usual]
        words, seen = _words(row), set()
        for (at, _), value in zip(words[::2], [*words[1::2], None], strict=False):
            j = int(at) if at.isdecimal() and len(at) < 9 else -1
            if not 0 <= j < len(cells) or j in seen or value is None:
                raise UserError(
                    f"{place}: “{excerpt(at)}” is no number of an attribute with "
                    f"its value: give pairs from 0 to {len(cells) - 1}, each once, as "
                    "{0 1.5, 2 a}"
                )
            seen.add(j)
            cells[j] = value
        return cells

    def _value(self, place: str, j: int, cell: Cell) -> float | str | None:
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
            values = listed([excerpt(value) for value in self._header.values[j] or ()])
            raise UserError(
                f"{self._at(place, j)}: “{excerpt(text)}” is none of the values that "
                f"are declared, {values}: correct it or declare it"
            )
        return text

    def _at(self, place: str, j: int) -> str:
        return f"{place}, column {excerpt(self._header.names[j])}"

    def batch(self) -> Batch:
        """Give the columns: of numbers as these, but for whole ones that are large."""
        weights = np.array(self._weights)
        return Batch(
            [*map(column_of, self._columns)],
            np.array(self.numbers, np.int64),
            "line",
            None if (weights == 1).all() else weights,
        )


def _weight(place: str, text: str) -> float:
    """Read the weight of a row."""
    weight = float(text) if is_number(text) else -1.0
    if not 0 <= weight <= LARGEST:
        raise UserError(
            f"{place}: “{excerpt(text)}” is no weight: give a number from 0 on in the "
            "braces at its end, or none"
        )
    return weight


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
    table=arff_table,
    write=write_arff,
    saved_as={".arff": "ARFF"},
    order=2,
    begins=begins_like(_BEGINNING),
)
