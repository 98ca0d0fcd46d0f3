"""Excel workbooks (.xlsx): one sheet, its formulas by the values kept in it."""

from __future__ import annotations

import datetime
import re
import warnings
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from engine.data.formats.data_file import (
    STREAM,
    open_binary,
    require_columns,
    require_room,
)
from engine.data.formats.file_format import FileFormat
from engine.data.formats.row_writer import text_of_rows
from engine.data.formats.text_table import text_table
from engine.errors import UserError, excerpt, listed, pip_install

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import BinaryIO

    from engine.data.formats.data_file import DataFile

ROWS = 1000
"""Rows that are read at once; in the first of them the width of the table is found."""
MOST_BYTES = 2**30
"""To which the parts of a workbook may unpack: a million rows take less."""
MOST_RATIO = 100
"""Times its size to which a workbook may unpack; those of real tables to 10 or 20."""
FEW_BYTES = 64 * 2**20
"""To which it may in any case."""


def rows_of_sheet(file: DataFile) -> Generator[tuple[float, bytes]]:
    """Give the cells of a sheet as the text of a table, a line for each row.

    Raises
    ------
    UserError
        If openpyxl is not installed, the file cannot be used, or it has no such sheet.
    """
    with _opened(file) as binary:
        book = _book(binary)
        sheet, n = _sheet(file, book)
        values = sheet.iter_rows(values_only=True)
        first = _next_rows(values)
        width = max((_filled(row) for row in first), default=0)
        require_columns(file, width)
        done, checked = 0, False
        for rows in chain([first], iter(lambda: _next_rows(values), [])):
            cells = [_cells(row, width) for row in rows]
            if not checked and any(None in row for row in cells):
                _require_values(file, binary)
                checked = True
            done += len(rows)
            lines = ([_text(cell) for cell in row] for row in cells)
            yield min(done / n, 1.0), text_of_rows(lines)


def sheets_of(file: DataFile) -> list[str]:
    """Name the sheets that have cells, in their order.

    Raises
    ------
    UserError
        If openpyxl is not installed or the file cannot be used.
    """
    with _opened(file) as binary:
        return [sheet.title for sheet in _book(binary).worksheets]


@contextmanager
def _opened(file: DataFile) -> Iterator[BinaryIO]:
    if find_spec("openpyxl") is None:
        raise UserError(
            f"{file}: workbooks need openpyxl, which is not installed: "
            f"{pip_install('excel')}; or save it as CSV"
        )
    what, way_out = "an Excel workbook (.xlsx)", "check the file, or save it as CSV"
    with open_binary(file, what, way_out) as binary:
        _require_moderate(file, binary)
        yield binary


def _require_moderate(file: DataFile, binary: BinaryIO) -> None:
    from zipfile import ZipFile

    with ZipFile(binary) as archive:
        parts = archive.infolist()
    packed = sum(part.compress_size for part in parts)
    most = min(MOST_BYTES, max(FEW_BYTES, MOST_RATIO * packed))
    size = sum(part.file_size for part in parts)
    if size > most:
        raise UserError(
            f"{file}: unpacks to more than {most >> 20:,} MB: save it as CSV"
        )
    require_room(file, size, STREAM)


def _book(binary: BinaryIO, *, values: bool = True) -> Any:
    import openpyxl

    with warnings.catch_warnings():  # about what else is in a workbook
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(
            binary, read_only=True, data_only=values, keep_links=False
        )


def _sheet(file: DataFile, book: Any) -> tuple[Any, int]:
    """Give the sheet, read as far as it has cells, and the rows that it declares."""
    names = [sheet.title for sheet in book.worksheets]
    if not names:
        raise UserError(f"{file}: has no sheet with cells: give one with a table")
    wanted = file.sheet.strip()
    number = int(wanted) if re.fullmatch("[0-9]{1,4}", wanted) else 0
    if not wanted or wanted in names:
        at = names.index(wanted) if wanted else 0
    elif 1 <= number <= len(names):
        at = number - 1
    else:
        raise UserError(
            f"{file}: has no sheet “{excerpt(wanted)}”: choose one of "
            f"{listed([excerpt(name) for name in names])} (--sheet), by its name or "
            f"number from 1 to {len(names)}"
        )
    sheet = book.worksheets[at]
    declared = max(sheet.max_row or 1, 1)
    sheet.reset_dimensions()
    return sheet, declared


def _next_rows(rows: Iterator[Any]) -> list[Any]:
    with warnings.catch_warnings():  # about dates out of range
        warnings.simplefilter("ignore")
        return list(islice(rows, ROWS))


def _filled(row: Sequence[object]) -> int:
    """Count the cells up to the last that is not empty."""
    return max((j for j, cell in enumerate(row, 1) if cell is not None), default=0)


def _cells(row: Sequence[object], width: int) -> tuple[object, ...]:
    """Give the cells up to the last that is not empty, and at least so many."""
    return (*row[: max(width, _filled(row))], *[None] * (width - len(row)))


def _text(cell: object) -> object:
    """Write a truth value in small letters, a date as ISO 8601 has it."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    return cell


def _require_values(file: DataFile, binary: BinaryIO) -> None:
    """Make sure that no formula stands there without its value."""
    books = [_book(binary, values=values) for values in (False, True)]
    cells = [_sheet(file, book)[0].iter_rows() for book in books]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for formulas, values in zip(*cells, strict=True):
            for formula, cell in zip(formulas, values, strict=True):
                if formula.data_type == "f" and cell.value is None:
                    raise UserError(
                        f"{file}, cell {formula.coordinate}: is a formula without its "
                        "value: open the workbook in Excel or LibreOffice and save it"
                    )


FORMAT = FileFormat(
    name="Excel",
    suffixes=(".xlsx", ".xlsm"),
    table=text_table,
    is_table=True,
    is_text=False,
    text=rows_of_sheet,
    sheets=sheets_of,
)
