"""ARFF: declared attributes, then rows, as Weka, OpenML, R and KEEL write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import LARGEST
from engine.data.formats.file_format import FileFormat
from engine.data.tables import row_blocks as reading
from engine.data.tables.column_matching import NO_LABEL
from engine.data.tables.csv_cells import CellGrid
from engine.data.tables.data_file import require_columns, require_room
from engine.data.tables.fast_rows import fast_rows
from engine.data.tables.number_format import is_number
from engine.data.tables.quotation import LINE_END, UNQUOTED
from engine.data.tables.row_blocks import (
    HEAD_BYTES,
    RowBlock,
    begins_like,
    decoded,
    empty,
    row_blocks,
    version,
)
from engine.data.tables.row_writer import (
    class_column,
    name_column,
    rows_of,
    write_text,
)
from engine.data.tables.table import Table
from engine.data.tables.typed_columns import Batch, Words, words_in, words_of
from engine.errors import UserError, excerpt, go_on, listed
from engine.numbers import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.table_form import TableForm

COPIES = 5
"""Of the declarations, as large as what is made of them."""
NUMBERS, WORDS = ("numeric", "real", "integer"), ("string", "date")
"""Types of attributes, besides a list of values."""
LOGICAL = {"TRUE": "1", "FALSE": "0"}
"""R's package foreign declares a column of these to be numeric; Python has True."""
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
_CELL = re.compile(rf"\s*({_QUOTED}(?=\s*(?:,|$))|[^,]*)\s*(?:,|$)")
_WORD = re.compile(rf"({_QUOTED}(?=[\s,]|$)|[^\s,]+)")
_WEIGHT = re.compile(r"(?<=[\s,}])\{(?P<weight>[^{}]*)\}$")
_COMMENT = re.compile(rf"(?:{_QUOTED}(?=[\s,]|$)|[^\s,'\"][^\s,]*|[,'\"]|\s+(?!%))*")
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "'": "'", '"': '"', "\\": "\\", "%": "%"}
_ESCAPED = re.compile(r"\\([tnr'\"\\%]|[0-3][0-7]{2})")
"""Also as liac-arff has control characters: by their number, to the base of 8."""


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
        return CellGrid.of(self.attributes.names, self.first, self.start)

    @property
    def grid(self) -> CellGrid:
        """The declared names, and the first rows as text."""
        if len(self.attributes.names) < 2 or not len(self.first.lines):
            raise UserError(
                f"{self.path}: has one column only, or no rows: give a column per "
                "feature, one for the class, and a row per sample"
            )
        return self.features_grid

    def marked(self, rows: NDArray[Any], decimal: str) -> frozenset[int]:
        """Find the columns that are declared to be words."""
        return self.attributes.nominal

    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[RowBlock]:
        """Read blocks of lines under the declarations."""
        return row_blocks(
            self.path, reading.BLOCK_BYTES, delimiter=UNQUOTED, line=self.start
        )

    def quick_batch(self, block: RowBlock, form: TableForm) -> Batch | None:
        """Read numbers and a class by pyarrow, where they are plain."""
        block.require_text()
        if any(mark in block.text for mark in _IRREGULAR) or self.missing_words:
            return None
        if {*form.features} & self.attributes.nominal:
            return None
        batch = fast_rows(block.text, form, ",", width=len(self.attributes.names))
        if batch is None or form.label == NO_LABEL:
            return batch
        labels = words_of(batch.columns[form.label]).levels
        known = self.attributes.values[form.label]
        return batch if _stray(labels, known) is None else None

    def batch(self, block: RowBlock, form: TableForm) -> tuple[Batch, int]:
        """Read lines one by one, and see that they are as declared."""
        batch = _batch(self.path, block, self.attributes)
        return batch.with_gaps(self.missing_words), 0


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
        kinds={
            j: "number" if values is None else "category"
            for j, values in enumerate(attributes.values)
        },
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
        marks = (line.strip().lower() for line in block_lines)
        end = next((i for i, mark in enumerate(marks) if mark == "@data"), None)
        lines += block_lines if end is None else block_lines[: end + 1]
        if end is not None:
            return lines, first
    if not lines:
        raise empty(path)
    raise UserError(
        f"{path}: has no line @data, as ARFF has above its rows: write one, or rename "
        "the file to .csv if it is CSV"
    )


def _batch(path: DataFile, block: RowBlock, attributes: Declarations) -> Batch:
    """Read the rows of a block one by one.

    Raises
    ------
    UserError
        If one cannot be read; names the line and the column.
    """
    rows, numbers, weights = [], [], []
    for number, text in enumerate(LINE_END.split(block.text.decode()), block.line):
        place = f"{path}, line {number}"
        row = text.strip()
        if "%" in row:
            comment = _COMMENT.match(row)
            row = row[: comment.end() if comment else 0].strip()
        if not row or row.startswith("%"):
            continue
        weight = _WEIGHT.search(row) if row.endswith("}") else None
        if weight is not None:
            row = row[: weight.start()].rstrip().removesuffix(",").rstrip()
        weights.append(1.0 if weight is None else _weight(place, weight["weight"]))
        is_sparse = row.startswith("{") and row.endswith("}")
        cells_of = _sparse_cells if is_sparse else _full_cells
        rows.append(cells_of(place, row, attributes))
        numbers.append(number)
    columns = np.array(rows, object).reshape(len(rows), len(attributes.names)).T
    batch = Batch(
        [_column(*each) for each in zip(columns, attributes.values, strict=True)],
        np.array(numbers, np.int64), "line",
        None if {*weights} <= {1.0} else np.array(weights),
    )  # fmt: skip
    for column, name, known in zip(
        batch.columns, attributes.names, attributes.values, strict=True
    ):
        words = words_of(column)
        if (stray := _stray(words.levels, known)) is not None:
            place = batch.place(int((words.codes == stray).argmax()))
            why = (
                "not a number: correct it, or write ? if it is missing"
                if known is None
                else f"none of the values that are declared, "
                f"{listed([*map(excerpt, known)])}: correct it or declare it"
            )
            raise UserError(
                f"{path}, {place}, column {excerpt(name)}: "
                f"“{excerpt(words.levels[stray])}” is {why}"
            )
    return batch


def _column(cells: NDArray[Any], known: tuple[str, ...] | None) -> Words:
    """Give the cells as words, empty where they are missing."""
    words = words_in(cells)
    meant = dict.fromkeys({"?", "<null>"}.difference(known or ()), "")
    logical = {word for word in words.levels if word.upper() in LOGICAL}
    if known is None and {*words.levels} <= {*logical, *meant, ""}:
        meant |= {word: LOGICAL[word.upper()] for word in logical}
    declared = known or ()
    for word in logical.difference(declared):
        alike = [value for value in declared if value.upper() == word.upper()]
        if len(alike) == 1:
            meant[word] = alike[0]
    return Words([meant.get(word, word) for word in words.levels], words.codes)


def _stray(levels: Sequence[str], known: tuple[str, ...] | None) -> int | None:
    """Find the first value that is no number, or not declared; None if all are."""
    usable = is_number if known is None else {*known}.__contains__
    strays = (i for i, word in enumerate(levels) if word and not usable(word))
    return None if known == () else next(strays, None)


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
            names = [*filter(None, _cells(columns["names"]))]
            if unknown := [name for name in names if name not in declared.names]:
                raise UserError(
                    f"{place}: no line above declares an attribute "
                    f"“{excerpt(unknown[0])}”: declare it, or correct its name here"
                )
            of_inputs = columns["role"].lower().startswith("in")
            (declared.inputs if of_inputs else declared.outputs).extend(names)
        elif line and line[0] != "%" and not line.lower().startswith("@relation"):
            raise UserError(
                f"{place}: “{excerpt(line)}” declares nothing: write @attribute, a "
                "name and a type, and a line @data above the rows"
            )
    require_columns(path, len(declared.names))
    if not declared.names:
        raise UserError(
            f"{path}: declares no columns: write a line @attribute for each, with its "
            "name and type"
        )
    return declared


def _values(place: str, kind: str) -> tuple[str, ...] | None:
    """Give what an attribute may be: of a number None."""
    if kind.startswith("{"):
        if "}" not in kind:
            raise UserError(
                f"{place}: the list of its values has no end: close it with }}"
            )
        inner = kind[1 : kind.rindex("}")]
        cells = _cells(inner) if "," in inner else _words(inner)
        return tuple(filter(None, cells))
    word = _TYPE.fullmatch(kind)
    name = word["word"].lower() if word else excerpt(kind)
    if name in WORDS:
        return ()
    if word is None or name not in NUMBERS or word["more"][:1] not in ("", "[", "%"):
        raise UserError(
            f"{place}: is of the type “{excerpt(kind)}”, which cannot be used: delete "
            "the column, or declare it as numeric or with its values, as {a,b}"
        )
    return None


def _cells(text: str) -> list[str]:
    """Cut at the commas that are not in quotes."""
    if "'" not in text and '"' not in text:
        return [cell.strip() for cell in text.split(",")]
    # What ends at the end of the text is followed by nothing, once more.
    cells = [_unquoted(cell.strip()) for cell in _CELL.findall(text)]
    return cells if text.rstrip().endswith(",") else cells[:-1]


def _words(text: str) -> list[str]:
    """Cut at blanks and commas that are not in quotes."""
    return [*map(_unquoted, _WORD.findall(text))]


def _unquoted(name: str) -> str:
    if len(name) < 2 or name[0] not in "'\"" or name[-1] != name[0]:
        return name
    return _ESCAPED.sub(_unescaped, name[1:-1])


def _unescaped(escape: re.Match[str]) -> str:
    code = escape[1]
    return chr(int(code, 8)) if code.isdigit() else _ESCAPES[code]


def _full_cells(place: str, row: str, attributes: Declarations) -> list[str]:
    cells, n = _cells(row), len(attributes.names)
    if len(cells) != n and len(words := _words(row)) == n:
        return words
    if len(cells) != n:
        n_values = len(cells if "," in row else words)
        raise UserError(
            f"{place}: has {counted(n_values, 'value')}, but {n} "
            "columns are declared: give one value for each"
        )
    return cells


def _sparse_cells(place: str, row: str, attributes: Declarations) -> list[str]:
    cells = attributes.usual
    words, seen = _words(row[1:-1]), set[int]()
    for at, value in zip(words[::2], [*words[1::2], None], strict=False):
        j = int(at) if at.isdecimal() and len(at) < 9 else -1
        if not 0 <= j < len(cells) or j in seen or value is None:
            raise UserError(
                f"{place}: {_fault_of_pair(at, j, value, seen, len(cells))}: write "
                "columns with their values, each once, as in {0 1.5, 1 a}"
            )
        seen.add(j)
        cells[j] = value
    return cells


def _fault_of_pair(
    at: str, j: int, value: str | None, seen: Collection[int], n: int
) -> str:
    if not 0 <= j < n:
        return f"“{excerpt(at)}” is not the number of a column, 0 to {n - 1}"
    if j in seen:
        return f"column {j} is there twice"
    return f"column {j} has no value after it"


def _weight(place: str, text: str) -> float:
    """Read the weight of a row."""
    weight = float(text) if is_number(text) else -1.0
    if not 0 <= weight <= LARGEST:
        raise UserError(
            f"{place}: “{excerpt(text)}” is no weight: give a number from 0 on in the "
            "braces at the end of the row, or leave them out"
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
        If a name is empty, or the file cannot be written.
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
    if not name:
        raise UserError(
            f"{path}: a feature or class has an empty name, which ARFF cannot hold: "
            "rename it"
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
