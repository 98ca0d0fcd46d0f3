"""The parts of sheets that are kept as XML in an archive: .xlsx and .ods.

A damaged file may raise any exception of reading: `open_binary` says what it means.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from engine.data.formats.sheet_parts import (
    ERROR,
    Formula,
    Kept,
    Merged,
    SheetParts,
    column_index,
    kept_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO
    from zipfile import ZipFile

PART_BYTES = 2**20
_BLANKS_AND_QUOTES = b" \t\r\n\"'"
_PLACE = re.compile(rb"r=([A-Za-z]{0,3})([0-9]{1,7})")
_VALUE = re.compile(rb"<(?:\w+:)?(?:v|is|f)\b")
_CELL_NAME = re.compile(r"([A-Za-z]*)(\d*)")
_NUMBERS = ("float", "percentage", "currency")


def parts_of_xlsx(archive: ZipFile, index: int) -> SheetParts:
    """Look through a sheet, from 0; closely where formulas or far cells may be."""
    name = _sheet_name(archive, index)
    columns, rows, cells, has_more = {b"A"}, {b"1"}, 0, False
    with archive.open(name) as sheet:
        for part in _in_tags(sheet):
            places = _PLACE.findall(part.translate(None, _BLANKS_AND_QUOTES))
            letters, numbers = zip(*places, strict=True) if places else ((), ())
            columns.update(letters)
            rows.update(numbers)
            cells += len(places)
            has_more = has_more or b"<f" in part or b":f" in part
    width = max(column_index(name.decode()) for name in columns) + 1
    seen = SheetParts(max(map(int, rows)), width, cells)
    if not has_more and not seen.is_scattered:
        return seen
    reader = _XlsxReader()
    with archive.open(name) as sheet:
        _read_xml(sheet, reader)
    return reader.parts


def has_cells_in_xlsx(archive: ZipFile, index: int) -> bool:
    """Tell whether a cell of a sheet, from 0, has a value or a formula."""
    with archive.open(_sheet_name(archive, index)) as sheet:
        return any(map(_VALUE.search, _in_tags(sheet)))


def parts_of_ods(archive: ZipFile) -> list[SheetParts]:
    """Look through all sheets."""
    reader = _OdsReader()
    with archive.open("content.xml") as content:
        _read_xml(content, reader)
    return reader.sheets


def sheet_target(archive: ZipFile, relations: str, relation: str) -> str:
    """Name the part of an archive that a relation of the workbook leads to."""
    targets: dict[str, str] = {}

    class Relations(_XmlReader):
        def start(self, name: str, attributes: dict[str, str]) -> None:
            if name == "Relationship":
                targets[attributes["Id"]] = attributes["Target"]

    with archive.open(relations) as part:
        _read_xml(part, Relations())
    return posixpath.normpath(posixpath.join("/xl", targets[relation]))[1:]


def _sheet_name(archive: ZipFile, index: int) -> str:
    relations: list[str] = []

    class Sheets(_XmlReader):
        def start(self, name: str, attributes: dict[str, str]) -> None:
            if name == "sheet":
                relations.append(
                    next(v for k, v in attributes.items() if k.endswith(":id"))
                )

    with archive.open("xl/workbook.xml") as part:
        _read_xml(part, Sheets())
    return sheet_target(archive, "xl/_rels/workbook.xml.rels", relations[index])


def _in_tags(sheet: IO[bytes]) -> Iterator[bytes]:
    """Read a part, some whole tags at a time."""
    rest = b""
    while part := sheet.read(PART_BYTES):
        text = rest + part
        end = text.rfind(b"<")
        if end > 0:
            yield text[:end]
        rest = text[max(end, 0) :]
    yield rest


class _XmlReader:
    """Is told of the tags in a text, without the prefixes of their names."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the beginning of a tag."""

    def end(self, name: str) -> None:
        """Take its end."""

    def text(self, text: str) -> None:
        """Take text in it."""


def _read_xml(part: IO[bytes], reader: _XmlReader) -> None:
    """Read XML without entities of its own, which could be made to grow."""
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        reader.start(name.rpartition(":")[2], attributes)

    def refuse(*declared: Any) -> None:
        raise ValueError("declares a type of document")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: reader.end(name.rpartition(":")[2])
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = refuse
    parser.ParseFile(part)


class _XlsxReader(_XmlReader):
    def __init__(self) -> None:
        self._row, self._column, self._kind = -1, -1, ""
        self._is_formula, self._value, self._in_value = False, "", False
        self._has_value = False
        self._rows, self._columns, self._cells = 0, 0, 0
        self._formulas: list[Formula] = []
        self._merged: list[Merged] = []

    @property
    def parts(self) -> SheetParts:
        formulas, merged = tuple(self._formulas), tuple(self._merged)
        return SheetParts(self._rows, self._columns, self._cells, formulas, merged)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            number = attributes.get("r")
            self._row, self._column = int(number) - 1 if number else self._row + 1, -1
        elif name == "c":
            letters, number = _named(attributes.get("r", ""))
            self._column = column_index(letters) if letters else self._column + 1
            self._row = int(number) - 1 if number else self._row
            self._kind = attributes.get("t", "n")
            self._is_formula, self._has_value, self._value = False, False, ""
        elif name == "f":
            self._is_formula = True
        elif name in ("v", "is"):
            self._has_value, self._in_value = True, name == "v"
        elif name == "mergeCell":
            first, _, last = attributes["ref"].partition(":")
            (left, top), (right, bottom) = _named(first), _named(last)
            place = int(top) - 1, column_index(left), int(bottom) - 1
            self._merged.append(Merged(*place, column_index(right)))

    def end(self, name: str) -> None:
        if name == "v":
            self._in_value = False
        elif name == "c" and (self._is_formula or self._has_value):
            self._rows = max(self._rows, self._row + 1)
            self._columns = max(self._columns, self._column + 1)
            self._cells += 1
            if self._is_formula:
                self._formulas.append(Formula(self._row, self._column, self._kept()))

    def text(self, text: str) -> None:
        if self._in_value:
            self._value += text

    def _kept(self) -> Kept:
        if self._kind == "n" and self._value:
            return kept_number(float(self._value))
        is_text = self._kind == "str" and self._has_value
        return "more" if is_text or self._value else "nothing"


def _named(cell: str) -> tuple[str, str]:
    match = _CELL_NAME.match(cell)
    return (match[1], match[2]) if match else ("", "")


class _OdsReader(_XmlReader):
    def __init__(self) -> None:
        self.sheets: list[SheetParts] = []
        self._depth, self._in_comment = 0, False
        self._begin_table()

    def _begin_table(self) -> None:
        self._row, self._times, self._column = 0, 1, 0
        self._rows, self._columns, self._cells = 0, 0, 0
        self._zero: tuple[int, int] | None = None
        self._shown = ""
        self._formulas: list[Formula] = []
        self._merged: list[Merged] = []
        self._errors: set[tuple[int, int]] = set()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            self._depth += 1
            if self._depth == 1:
                self._begin_table()
        elif self._depth != 1:
            return
        elif name == "annotation":
            self._in_comment = True
        elif name == "table-row":
            self._times = _count(attributes, "table:number-rows-repeated")
            self._column = 0
        elif name in ("table-cell", "covered-table-cell"):
            self._take_cell(attributes)

    def end(self, name: str) -> None:
        if name == "table":
            self._depth -= 1
            if not self._depth:
                self.sheets.append(self._parts())
        elif self._depth != 1:
            return
        elif name == "annotation":
            self._in_comment = False
        elif name == "table-row":
            self._row += self._times
        elif name == "table-cell" and self._zero:
            if ERROR.fullmatch(self._shown.strip()):
                self._errors.add(self._zero)
            self._zero = None

    def text(self, text: str) -> None:
        if self._zero and not self._in_comment:
            self._shown += text

    def _parts(self) -> SheetParts:
        errors = frozenset(self._errors)
        formulas = tuple(f for f in self._formulas if f[:2] not in errors)
        merged = tuple(self._merged)
        extent = self._rows, self._columns, self._cells
        return SheetParts(*extent, formulas, merged, errors)

    def _take_cell(self, attributes: dict[str, str]) -> None:
        times = _count(attributes, "table:number-columns-repeated")
        kind = attributes.get("office:value-type")
        if kind:
            self._rows = self._row + self._times
            self._columns = max(self._columns, self._column + times)
            self._cells += 1
        if "table:formula" in attributes:
            kept: Kept = "more" if kind else "nothing"
            if kind in _NUMBERS:
                kept = kept_number(float(attributes.get("office:value", "0")))
            if kept == "zero":
                self._zero, self._shown = (self._row, self._column), ""
            self._formulas.append(Formula(self._row, self._column, kept))
        rows = _count(attributes, "table:number-rows-spanned")
        columns = _count(attributes, "table:number-columns-spanned")
        if rows > 1 or columns > 1:
            bottom, right = self._row + rows - 1, self._column + columns - 1
            self._merged.append(Merged(self._row, self._column, bottom, right))
        self._column += times


def _count(attributes: dict[str, str], name: str) -> int:
    return max(int(attributes.get(name, "1")), 1)
