"""The parts of sheets that are kept as binary records: .xls and .xlsb.

A damaged file may raise any exception of reading: `open_binary` says what it means.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from engine.data.formats.sheet_parts import Formula, Merged, SheetParts, kept_number
from engine.data.formats.sheet_xml import sheet_target

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO
    from zipfile import ZipFile

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of a compound file, which .xls is."""
_HEADER_BYTES, _ENTRY_BYTES, _SMALL_SECTOR = 512, 128, 64
_SHIFTS = (9, 12)
"""Sectors have 2 to the power of one of these bytes."""
_END = 0xFFFFFFFA
"""From here on numbers of sectors mean that there is none."""

_XLS_FORMULA, _XLS_END, _XLS_BEGIN, _XLS_SHEET = 0x0006, 0x000A, 0x0809, 0x0085
_XLS_MERGED, _XLS_MANY, _XLS_LOCKED = 0x00E5, 0x00BD, 0x002F
_XLS_CELLS = {_XLS_FORMULA, _XLS_MANY, 0xFD, 0x203, 0x27E, 0x204, 0x205, 0xD6}
_XLS_EMPTY = 3
"""The kind of result of a formula that is empty text."""

_XLSB_ROW, _XLSB_SHEET, _XLSB_MERGED = 0, 156, 176
_XLSB_CELLS = {*range(2, 12), 62}
_XLSB_FORMULAS = range(8, 12)
_XLSB_NUMBER = 9


class CompoundFile:
    """A compound file (OLE): streams by their names.

    Parameters
    ----------
    binary : BinaryIO

    Raises
    ------
    ValueError, struct.error
        If it is damaged.
    """

    def __init__(self, binary: BinaryIO) -> None:
        binary.seek(0)
        self._content = binary.read()
        head = self._content[:_HEADER_BYTES]
        shift = struct.unpack_from("<H", head, 30)[0]
        if shift not in _SHIFTS:
            raise ValueError("has sectors of an unknown size")
        self._size = 1 << shift
        directory, self._least, small = struct.unpack_from("<I4xII", head, 48)
        more = struct.unpack_from("<I", head, 68)[0]
        tables = [*struct.unpack_from("<109I", head, 76)]
        seen: set[int] = set()
        while more < _END:
            _require_new(more, seen)
            numbers = struct.unpack(f"<{self._size // 4}I", self._sector(more))
            tables += numbers[:-1]
            more = numbers[-1]
        tables = [number for number in tables if number < _END]
        if len({*tables}) < len(tables):
            raise ValueError("has a sector twice")
        table = b"".join(map(self._sector, tables))
        self._next = struct.unpack(f"<{len(table) // 4}I", table)
        entries = self._chain(directory)
        self._entries = {}
        root = 0, 0
        for at in range(0, len(entries) - _ENTRY_BYTES + 1, _ENTRY_BYTES):
            length, kind = struct.unpack_from("<HB", entries, at + 64)
            place = struct.unpack_from("<II", entries, at + 116)
            name = entries[at : at + max(length - 2, 0)].decode("utf-16-le", "replace")
            self._entries[name] = place
            if kind == 5:
                root = place
        self._small = self._chain(root[0])
        links = self._chain(small) if small < _END else b""
        self._small_next = struct.unpack(f"<{len(links) // 4}I", links)

    @property
    def names(self) -> list[str]:
        """The names of the streams."""
        return [*self._entries]

    def stream(self, name: str) -> bytes:
        """Give what is in a stream."""
        start, size = self._entries[name]
        if size >= self._least:
            return self._chain(start)[:size]
        numbers = _numbers(start, self._small_next)
        parts = [
            self._small[n * _SMALL_SECTOR : (n + 1) * _SMALL_SECTOR] for n in numbers
        ]
        return b"".join(parts)[:size]

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size
        if start >= len(self._content):
            raise ValueError("has a sector beyond its end")
        return self._content[start : start + self._size]

    def _chain(self, start: int) -> bytes:
        return b"".join(map(self._sector, _numbers(start, self._next)))


def _numbers(start: int, following: tuple[int, ...]) -> Iterator[int]:
    """Follow the sectors of a stream."""
    seen: set[int] = set()
    while start < _END:
        _require_new(start, seen)
        yield start
        start = following[start]


def _require_new(number: int, seen: set[int]) -> None:
    """Refuse sectors that follow each other without an end."""
    if number in seen:
        raise ValueError("has a sector twice")
    seen.add(number)


def is_locked(compound: CompoundFile) -> bool:
    """Tell whether a password is needed for a workbook."""
    if "EncryptedPackage" in compound.names:
        return True
    records = _xls_records(_workbook(compound), 0)
    globals_only = (kind for kind, _ in _to_end(records))
    return _XLS_LOCKED in globals_only


def parts_of_xls(compound: CompoundFile) -> list[SheetParts]:
    """Look through all sheets."""
    stream = _workbook(compound)
    return [
        _parts_of_xls(
            _to_end(_xls_records(stream, struct.unpack_from("<I", content)[0]))
        )
        for kind, content in _to_end(_xls_records(stream, 0))
        if kind == _XLS_SHEET
    ]


def _parts_of_xls(records: Iterator[tuple[int, bytes]]) -> SheetParts:
    rows = columns = cells = 0
    formulas: list[Formula] = []
    merged: list[Merged] = []
    for kind, content in records:
        if kind in _XLS_CELLS:
            row, column = struct.unpack_from("<HH", content)
            last = column
            if kind == _XLS_MANY:
                last = struct.unpack_from("<H", content, len(content) - 2)[0]
            rows, columns = max(rows, row + 1), max(columns, last + 1)
            cells += last - column + 1
            if kind == _XLS_FORMULA:
                formulas.append(_xls_formula(row, column, content))
        elif kind == _XLS_MERGED:
            for at in range(2, len(content) - 7, 8):
                top, bottom, left, right = struct.unpack_from("<4H", content, at)
                merged.append(Merged(top, left, bottom, right))
    known = tuple(_with_empty_text(formulas))
    return SheetParts(rows, columns, cells, known, tuple(merged))


def _workbook(compound: CompoundFile) -> bytes:
    name = "Workbook" if "Workbook" in compound.names else "Book"
    return compound.stream(name)


def _xls_records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        yield kind, stream[at + 4 : at + 4 + size]
        at += 4 + size


def _to_end(records: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Give the records of a sheet, up to its end; not those of charts in it."""
    depth = 0
    for kind, content in records:
        depth += (kind == _XLS_BEGIN) - (kind == _XLS_END)
        if not depth:
            return
        if depth == 1:
            yield kind, content


def _xls_formula(row: int, column: int, content: bytes) -> Formula:
    result = content[6:14]
    if result[6:] != b"\xff\xff":
        return Formula(row, column, kept_number(struct.unpack("<d", result)[0]))
    return Formula(row, column, "nothing" if result[0] == _XLS_EMPTY else "more")


def _with_empty_text(formulas: list[Formula]) -> Iterator[Formula]:
    """Take empty text for a value where other formulas of the column have one.

    What writes formulas without values keeps empty text for each.
    """
    computed = {formula.column for formula in formulas if formula.kept != "nothing"}
    for formula in formulas:
        is_text = formula.kept == "nothing" and formula.column in computed
        yield formula._replace(kept="more") if is_text else formula


def has_cells_in_xlsb(archive: ZipFile, index: int) -> bool:
    """Tell whether a cell of a sheet, from 0, has a value or a formula."""
    return any(kind in _XLSB_CELLS for kind, _ in _xlsb_sheet(archive, index))


def parts_of_xlsb(archive: ZipFile, index: int) -> SheetParts:
    """Look through a sheet, from 0."""
    row = rows = columns = cells = 0
    formulas: list[Formula] = []
    merged: list[Merged] = []
    for kind, content in _xlsb_sheet(archive, index):
        if kind == _XLSB_ROW:
            row = struct.unpack_from("<I", content)[0]
        elif kind in _XLSB_CELLS:
            column = struct.unpack_from("<I", content)[0]
            rows, columns = max(rows, row + 1), max(columns, column + 1)
            cells += 1
            if kind == _XLSB_NUMBER:
                number = struct.unpack_from("<d", content, 8)[0]
                formulas.append(Formula(row, column, kept_number(number)))
            elif kind in _XLSB_FORMULAS:
                formulas.append(Formula(row, column, "more"))
        elif kind == _XLSB_MERGED:
            top, bottom, left, right = struct.unpack_from("<4I", content)
            merged.append(Merged(top, left, bottom, right))
    return SheetParts(rows, columns, cells, tuple(formulas), tuple(merged))


def _xlsb_sheet(archive: ZipFile, index: int) -> Iterator[tuple[int, bytes]]:
    sheets = [
        content
        for kind, content in _xlsb_records(archive.read("xl/workbook.bin"))
        if kind == _XLSB_SHEET
    ]
    length = struct.unpack_from("<I", sheets[index], 8)[0]
    relation = sheets[index][12 : 12 + 2 * length].decode("utf-16-le")
    name = sheet_target(archive, "xl/_rels/workbook.bin.rels", relation)
    return _xlsb_records(archive.read(name))


def _xlsb_records(content: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(content):
        kind, at = content[at], at + 1
        if kind & 0x80:
            kind, at = (kind & 0x7F) | content[at] << 7, at + 1
        size = 0
        for shift in range(0, 28, 7):
            byte, at = content[at], at + 1
            size |= (byte & 0x7F) << shift
            if not byte & 0x80:
                break
        yield kind, content[at : at + size]
        at += size
