"""Workbooks (.xlsx, .xls, .ods, .xlsb): one sheet, formulas by their kept values."""

from __future__ import annotations

import datetime
import math
import os
import re
import sys
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary
from zipfile import BadZipFile, ZipFile, is_zipfile

from engine.data.classes import is_plain
from engine.data.formats.file_format import FileFormat
from engine.data.formats.sheet_parts import Merged, SheetParts, column_letters
from engine.data.formats.sheet_records import (
    OLE,
    CompoundFile,
    has_cells_in_xlsb,
    is_locked,
    parts_of_xls,
    parts_of_xlsb,
)
from engine.data.formats.sheet_xml import has_cells_in_xlsx, parts_of_ods, parts_of_xlsx
from engine.data.tables.column_roles import column_called
from engine.data.tables.data_file import (
    STREAM,
    beginning,
    data_file,
    located,
    open_binary,
    require_columns,
    require_room,
)
from engine.data.tables.read_options import AS_FOUND, ReadOptions
from engine.data.tables.row_blocks import version
from engine.data.tables.row_writer import text_of_rows
from engine.data.tables.table import COMPUTE
from engine.data.tables.table_form import names_meant
from engine.data.tables.text_table import TextTable, text_table
from engine.errors import UserError, excerpt, listed, pip_install

if TYPE_CHECKING:
    from collections.abc import (
        Collection,
        Generator,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )
    from typing import BinaryIO

    from engine.data.tables.column_roles import Proposal
    from engine.data.tables.data_file import DataFile, Held
    from engine.data.tables.table_form import TableForm

    Spellings = defaultdict[int, defaultdict[str, set[str]]]
    """How words stand in cells, by their column and as they are read."""

ROWS = 1000
"""Rows that are written as text at once; in the first the table's width is found."""
MOST_BYTES = 2**30
"""To which the parts of a workbook may unpack: a million rows take less."""
MOST_RATIO = 100
"""Times its size to which a workbook may unpack; those of real tables to 10 or 20."""
FEW_BYTES = 64 * 2**20
"""To which it may in any case."""
CELL_BYTES = 64
"""Of memory that a cell takes while a sheet is read, empty ones too."""
_LARGEST_WHOLE = 2**63
_BEGIN_VALUES = frozenset(" +-−.0123456789tf")
"""With what a number or a truth value begins where it is text: soon asked of each."""
_ONE_IS_SILENT = Lock()


class SheetText(NamedTuple):
    """A sheet as the text of a table.

    Attributes
    ----------
    parts : tuple of (float, bytes)
        Some rows each, a line for each row, with the share that is then there.
    uncomputed, merged : frozenset of int
    respelt, mixed : dict of int to set of str
        Columns: see `Table`.
    valueless : dict of int to str
        Columns with formulas without values: the name of the first such cell of each.
    """

    parts: tuple[tuple[float, bytes], ...]
    uncomputed: frozenset[int]
    merged: frozenset[int]
    respelt: dict[int, set[str]]
    mixed: dict[int, set[str]]
    valueless: dict[int, str]


@dataclass(frozen=True)
class Workbook:
    """What has been read of a file, so that it is read once.

    Attributes
    ----------
    version : tuple of int
        Another one once the file has been changed.
    sheets : list of str
        The names of all sheets, in their order; charts are none.
    names : list of str
        Of those that have cells: the first is read if none is told.
    texts : dict of str to SheetText
        By the names of sheets: the one that was read last.
    """

    version: tuple[int, int, int]
    sheets: list[str]
    names: list[str]
    texts: dict[str, SheetText]


_READ: WeakKeyDictionary[Held, Workbook] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False, kw_only=True)
class SheetTable(TextTable):
    """A sheet, of which the first rows have been read.

    Attributes
    ----------
    valueless : mapping of int to str
        See `SheetText`.
    """

    valueless: Mapping[int, str] = field(default_factory=dict)

    @property
    def way_to_cut(self) -> str:  # noqa: D102
        several = len(located(self.path).sheet_names) > 1
        return ", or choose another sheet (--sheet)" if several else ""

    def proposal(self, options: ReadOptions = AS_FOUND) -> Proposal:
        """Recognise the form; refuse formulas without values, but in what is dropped.

        Raises
        ------
        UserError
            If there are such formulas, or as any table.
        """
        if self.valueless:
            names: list[str] = self.features_grid.cells[0].tolist()
            dropped = {column_called(self.path, name, names) for name in options.drop}
            self._require_values(self.valueless.keys() - dropped)
        proposal = super().proposal(options)
        labels = self.rows(proposal.form).cells[:, proposal.form.label]
        return self.with_names_doubt(proposal, labels.tolist())

    def labels_meant(
        self, label: int, cells: Collection[str]
    ) -> frozenset[tuple[int, str]]:
        """Take NA for a class too, where it is text among words: a gap is empty."""
        return super().labels_meant(label, cells) | names_meant(label, cells)

    def require_classes(self, form: TableForm) -> None:
        """Make sure, too, that all formulas in the columns that are used have values.

        Raises
        ------
        UserError
            If not.
        """
        super().require_classes(form)
        used = {*form.features, form.label, form.names}
        self._require_values(self.valueless.keys() & used)

    def _require_values(self, columns: Collection[int]) -> None:
        for column, cell in self.valueless.items():
            if column in columns:
                raise UserError(
                    f"{self.path}, cell {cell}: is a formula without its value: "
                    f"{COMPUTE}"
                )

    def anew(self) -> SheetTable:
        """Read the first rows again."""
        return sheet_table(
            self.path,
            ReadOptions(
                start=self.start,
                delimiter=self.delimiter,
                missing_words=self.missing_words,
            ),
        )


def sheet_table(file: DataFile, options: ReadOptions) -> SheetTable:
    """Read the first rows of a sheet, as it is told.

    Raises
    ------
    UserError
        If the file cannot be used, or has no such sheet.
    """
    read = _read(file)
    table = text_table(file, options)
    known: dict[str, Any] = {f.name: getattr(table, f.name) for f in fields(table)}
    return SheetTable(
        **known
        | {
            "uncomputed": read.uncomputed,
            "merged": read.merged,
            "respelt": read.respelt,
            "mixed": read.mixed,
            "valueless": read.valueless,
        }
    )


def rows_of_sheet(file: DataFile) -> Generator[tuple[float, bytes]]:
    """Give the cells of a sheet as the text of a table, a line for each row.

    Raises
    ------
    UserError
        If python-calamine is not installed, the file cannot be used, or it has no such
        sheet.
    """
    yield from _read(file).parts


def sheets_of(file: DataFile) -> list[str]:
    """Name the sheets that have cells, in their order.

    Raises
    ------
    UserError
        If python-calamine is not installed or the file cannot be used.
    """
    known = _READ.get(file.held)
    if known is None or known.version != version(file):
        with _opened(file) as (binary, book, parts):
            known = _known(file, binary, book, parts)
    return known.names


def is_workbook(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file begins as a workbook does, whatever it is called."""
    file = data_file(path)
    first = beginning(file)
    if first.startswith(OLE):
        return True
    if not first.startswith(b"PK") or file.compression:
        return False
    with file.place.open("rb") as binary:
        return bool(_kind(binary))


def _read(file: DataFile) -> SheetText:
    """Read a sheet, unless it has been read."""
    known = _READ.get(file.held)
    if known is not None and known.version == version(file):
        name = _sheet_called(file, known)
        if name in known.texts:
            return known.texts[name]
    with _opened(file) as (binary, book, parts):
        known = _known(file, binary, book, parts)
        name = _sheet_called(file, known)
        index = book.sheet_names.index(name)
        if parts is None:
            sheet_parts = _parts(binary, index)
            _require_extent(file, sheet_parts)
        else:
            sheet_parts = parts[index]
        with _silent():
            sheet = book.get_sheet_by_index(index)
        text = _text_of(file, sheet, sheet_parts)
    known.texts.clear()
    known.texts[name] = text
    return text


def _known(
    file: DataFile, binary: BinaryIO, book: Any, parts: list[SheetParts] | None
) -> Workbook:
    from python_calamine import SheetTypeEnum

    known = _READ.get(file.held)
    now = version(file)
    if known is None or known.version != now:
        sheets = {
            sheet.name: i
            for i, sheet in enumerate(book.sheets_metadata)
            if sheet.typ == SheetTypeEnum.WorkSheet
        }
        names = [name for name, i in sheets.items() if _has_cells(binary, parts, i)]
        known = _READ[file.held] = Workbook(now, [*sheets], names, {})
    return known


@contextmanager
def _opened(
    file: DataFile,
) -> Iterator[tuple[BinaryIO, Any, list[SheetParts] | None]]:
    """Open a workbook; give the parts of all sheets where they are read at once."""
    if find_spec("python_calamine") is None:
        raise UserError(
            f"{file}: workbooks need python-calamine, which is not installed: "
            f"{pip_install('sheets')}; or save it as CSV"
        )
    what = "a workbook (.xlsx, .xls, .ods, .xlsb)"
    with open_binary(file, what, "check the file, or save it as CSV") as binary:
        from python_calamine import CalamineWorkbook, PasswordError

        locked = UserError(
            f"{file}: is locked by a password: save it without one (in Excel by "
            "File ▸ Info ▸ Protect Workbook), or as CSV"
        )
        parts: list[SheetParts] | None = None
        if binary.read(len(OLE)) == OLE:
            compound = CompoundFile(binary)
            if is_locked(compound):
                raise locked
            require_room(file, file.text_size, STREAM)
            parts = parts_of_xls(compound)
        else:
            _require_moderate(file, binary)
            if _kind(binary) == "ods":
                with ZipFile(binary) as archive:
                    if b"encryption-data" in archive.read("META-INF/manifest.xml"):
                        raise locked
                    parts = parts_of_ods(archive)
        for sheet in parts or ():
            _require_extent(file, sheet)
        binary.seek(0)
        try:
            with _silent():
                book = CalamineWorkbook.from_object(binary)
            with book:
                yield binary, book, parts
        except PasswordError:
            raise locked from None
        except BaseException as error:
            if type(error).__name__ == "PanicException":  # of a damaged file
                raise ValueError(str(error)) from None
            raise


@contextmanager
def _silent() -> Iterator[None]:
    """Keep from people what calamine says of a panic, past Python, on stderr."""
    if sys.__stderr__ is None:  # then it is not open, or is another file
        yield
        return
    with _ONE_IS_SILENT:
        errors = os.dup(2)
        try:
            with open(os.devnull, "wb") as nothing:
                os.dup2(nothing.fileno(), 2)
            yield
        finally:
            os.dup2(errors, 2)
            os.close(errors)


def _require_moderate(file: DataFile, binary: BinaryIO) -> None:
    with ZipFile(binary) as archive:
        parts = archive.infolist()
    packed = sum(part.compress_size for part in parts)
    most = min(MOST_BYTES, max(FEW_BYTES, MOST_RATIO * packed))
    size = sum(part.file_size for part in parts)
    if size > most:
        raise UserError(
            f"{file}: unpacks to more than {most >> 20:,} MB, which is too much for a "
            "workbook: save the table as CSV"
        )
    require_room(file, size, STREAM)


def _require_extent(file: DataFile, parts: SheetParts) -> None:
    """Refuse a sheet that takes too much room with the empty cells in it."""
    if parts.is_scattered:
        last = f"{column_letters(parts.columns - 1)}{parts.rows}"
        raise UserError(
            f"{file}: a sheet goes as far as cell {last}, but is almost empty: delete "
            "the cells far from the table, or save the table as CSV"
        )
    require_room(file, CELL_BYTES * parts.rows * parts.columns)


def _kind(binary: BinaryIO) -> str:
    """Tell which kind of workbook an archive is; empty if it is none."""
    try:
        if not is_zipfile(binary):
            return ""
        with ZipFile(binary) as archive:
            names = {*archive.namelist()}
    except (BadZipFile, OSError, ValueError):
        return ""
    kinds = {
        "xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb", "content.xml": "ods",
    }  # fmt: skip
    return next((kind for name, kind in kinds.items() if name in names), "")


def _parts(binary: BinaryIO, index: int) -> SheetParts:
    with ZipFile(binary) as archive:
        if "xl/workbook.bin" in archive.namelist():
            return parts_of_xlsb(archive, index)
        return parts_of_xlsx(archive, index)


def _has_cells(binary: BinaryIO, parts: list[SheetParts] | None, index: int) -> bool:
    if parts is not None:
        return bool(parts[index].cells or parts[index].formulas)
    with ZipFile(binary) as archive:
        if "xl/workbook.bin" in archive.namelist():
            return has_cells_in_xlsb(archive, index)
        return has_cells_in_xlsx(archive, index)


def _sheet_called(file: DataFile, book: Workbook) -> str:
    """Find the sheet that is told: by its name, or by its number from 1."""
    names = book.sheets
    if not book.names:
        raise UserError(
            f"{file}: has no sheet with anything in it: give a workbook with a table"
        )
    wanted = file.sheet.strip()
    number = int(wanted) if re.fullmatch("[0-9]{1,4}", wanted) else 0
    if not wanted or wanted in names:
        return wanted or book.names[0]
    if 1 <= number <= len(names):
        return names[number - 1]
    if len(names) == 1:
        raise UserError(
            f"{file}: has no sheet “{excerpt(wanted)}”, only “{excerpt(names[0])}”: "
            "leave --sheet out"
        )
    raise UserError(
        f"{file}: has no sheet “{excerpt(wanted)}”: choose one of "
        f"{listed([excerpt(name) for name in names])} (--sheet), by its name or "
        f"number from 1 to {len(names)}"
    )


def _text_of(file: DataFile, sheet: Any, parts: SheetParts) -> SheetText:
    """Write a sheet as text; formulas without values are empty."""
    valueless: dict[int, str] = {}
    for row, column, kept in parts.formulas:
        if kept == "nothing":
            valueless.setdefault(column, f"{column_letters(column)}{row + 1}")
    ranges = sheet.merged_cell_ranges
    if ranges is None:
        merged = parts.merged
    else:
        merged = tuple(Merged(*first, *last) for first, last in ranges)
    values = _without_errors(_from_first_column(sheet), parts.errors)
    filled: set[int] = set()
    spellings: Spellings = defaultdict(lambda: defaultdict(set))
    as_text: defaultdict[int, set[str]] = defaultdict(set)
    rows = _in_lines(_with_merged(values, merged, filled), spellings, as_text)
    n = sheet.end[0] + 1 if sheet.end else 1
    zero = _all_zero(parts)
    cells = dict.fromkeys(zero, 0)
    texts, width, done = [], 0, 0
    while batch := list(islice(rows, ROWS)):
        if not done:
            width = max(map(_filled, batch))
            require_columns(file, width)
        done += len(batch)
        for column in zero:
            cells[column] += sum(
                column < len(row) and row[column] != "" for row in batch
            )
        lines = (map(_text, row[: max(width, _filled(row))]) for row in batch)
        texts.append((min(done / n, 1.0), text_of_rows([*line] for line in lines)))
    # The name above them is none of them.
    uncomputed = frozenset(j for j, n in zero.items() if 2 * n > cells[j] - 1)
    respelt = _respelt(sheet, spellings) if spellings else {}
    mixed = _mixed(sheet, as_text) if as_text else {}
    return SheetText(
        tuple(texts), uncomputed, frozenset(filled), respelt, mixed, valueless
    )


def _from_first_column(sheet: Any) -> Iterator[list[Any]]:
    """Give the rows, with the empty cells before the first column that is used."""
    left = sheet.start[1] if sheet.start else 0
    return ([""] * left + row for row in sheet.iter_rows())


def _without_errors(
    rows: Iterator[list[Any]], errors: Collection[tuple[int, int]]
) -> Iterator[list[Any]]:
    """Empty the cells that have a value in place of an error."""
    places = defaultdict(list)
    for place, column in errors:
        places[place].append(column)
    for i, row in enumerate(rows):
        for column in places.get(i, ()):
            row[column] = ""
        yield row


def _with_merged(
    rows: Iterator[list[Any]], merged: Iterable[Merged], filled: set[int]
) -> Iterator[list[Any]]:
    """Give each row of cells that are merged in a column the value of the first."""
    begun = defaultdict(list)
    for cells in merged:
        if cells.left == cells.right and cells.bottom > cells.top:
            begun[cells.top].append(cells)
    values: dict[int, tuple[int, Any]] = {}
    for i, row in enumerate(rows):
        for column, (bottom, value) in [*values.items()]:
            if row[column] == "" and value != "":
                row[column] = value
                filled.add(column)
            if bottom == i:
                del values[column]
        for cells in begun.get(i, ()):
            if cells.left < len(row):
                values[cells.left] = cells.bottom, row[cells.left]
        yield row


def _in_lines(
    rows: Iterator[list[Any]], spellings: Spellings, as_text: dict[int, set[str]]
) -> Iterator[list[Any]]:
    """Give text on one line; keep how that of more is written, and text of values."""
    for row in rows:
        for j, cell in enumerate(row):
            if not isinstance(cell, str) or not cell:
                continue
            lines = cell.splitlines()
            if lines != [cell]:
                row[j] = " ".join(lines)
                spellings[j][row[j].strip()].add(cell)
            elif cell[0] in _BEGIN_VALUES:
                word = cell.strip()
                if is_plain(word) or word in ("true", "false"):
                    as_text[j].add(word)
        yield row


def _mixed(sheet: Any, as_text: Mapping[int, set[str]]) -> dict[int, set[str]]:
    """Find the text that is a value in other cells of its column."""
    values = defaultdict(set)
    for row in _from_first_column(sheet):
        for j in as_text:
            if j < len(row) and not isinstance(row[j], str):
                values[j].add(str(_text(row[j])))
    return {j: words & values[j] for j, words in as_text.items()}


def _respelt(sheet: Any, spellings: Spellings) -> dict[int, set[str]]:
    """Find the words that are written in one line too, or otherwise."""
    for row in _from_first_column(sheet):
        for j, words in spellings.items():
            if j < len(row) and isinstance(row[j], str) and row[j].strip() in words:
                words[row[j].strip()].add(row[j])
    return {
        j: {word for word, written in words.items() if len(written) > 1}
        for j, words in spellings.items()
    }


def _all_zero(parts: SheetParts) -> Counter[int]:
    """Count the formulas of the columns in which all have 0 for a value."""
    more = {formula.column for formula in parts.formulas if formula.kept != "zero"}
    return Counter(f.column for f in parts.formulas if f.column not in more)


def _filled(row: Sequence[object]) -> int:
    """Count the cells up to the last that is not empty."""
    for j in range(len(row), 0, -1):
        if row[j - 1] != "":
            return j
    return 0


def _text(cell: object) -> object:
    """Write a whole number without a point, a date as ISO 8601 has it."""
    if isinstance(cell, float):
        whole = cell.is_integer() and abs(cell) < _LARGEST_WHOLE
        return int(cell) if whole and (cell or math.copysign(1, cell) > 0) else cell
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    return cell


FORMAT = FileFormat(
    name="Workbook",
    suffixes=(".xlsx", ".xlsm", ".xls", ".ods", ".xlsb"),
    table=sheet_table,
    is_table=True,
    is_text=False,
    begins=is_workbook,
    text=rows_of_sheet,
    sheets=sheets_of,
)
