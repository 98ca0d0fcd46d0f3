"""Files of SPSS (.sav), Stata (.dta) and SAS (.xpt); value labels are words."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from engine.data.formats.column_table import ColumnFile, column_table
from engine.data.formats.data_file import (
    begins_with,
    open_binary,
    require_columns,
    require_room,
)
from engine.data.formats.file_format import FileFormat
from engine.data.formats.typed_columns import (
    Batch,
    as_written,
    column_of,
    in_a_line,
    words_in,
)
from engine.errors import UserError, pip_install

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from engine.data.formats.data_file import DataFile
    from engine.data.formats.typed_columns import Column

ROWS = 50_000
"""Rows that are read at once; in the first of them it is seen what has labels."""
VALUE_BYTES = 40
"""Of memory that a value takes as it is read."""
_READERS = {
    ".sav": "read_sav", ".zsav": "read_sav", ".por": "read_por", ".dta": "read_dta",
    ".xpt": "read_xport",
}  # fmt: skip
_BEGINNINGS = {
    b"$FL2": "read_sav", b"$FL3": "read_sav", b"<stata_dta>": "read_dta",
    b"HEADER RECORD*******": "read_xport",
}  # fmt: skip


@contextmanager
def columns_of_statistics(file: DataFile) -> Iterator[ColumnFile]:
    """Open a file as columns, in which value labels stand in place of their codes.

    Raises
    ------
    UserError
        If pyreadstat is not installed or the file cannot be used.
    """
    if find_spec("pyreadstat") is None:
        raise UserError(
            f"{file}: files of SPSS, Stata and SAS need pyreadstat, which is not "
            f"installed: {pip_install('statistics')}; or save it as CSV"
        )
    what = "a file of SPSS, Stata or SAS (.sav, .dta, .xpt)"
    with open_binary(file, what, "check the file, or save it as CSV") as binary:
        import pyreadstat

        first = binary.read(20)
        known = (name for begin, name in _BEGINNINGS.items() if first.startswith(begin))
        name = next(known, _READERS.get(file.suffix, "read_dta"))
        read = partial(_read, getattr(pyreadstat, name), binary)
        _, about = read(metadataonly=True)
        names = about.column_names
        require_columns(file, len(names))
        n = about.number_rows or 0
        require_room(file, VALUE_BYTES * len(names) * min(n, ROWS))
        batches = _batches(read, names, about.variable_value_labels, n)
        yield ColumnFile([*map(in_a_line, names)], n, batches)


def _read(reader: Callable[..., Any], binary: BinaryIO, **options: Any) -> Any:
    binary.seek(0)
    return reader(binary, output_format="dict", **options)


def _batches(
    read: Callable[..., Any],
    names: Sequence[str],
    labels: dict[str, dict[object, str]],
    n: int,
) -> Iterator[Batch]:
    used: dict[str, dict[object, str]] = {}
    done, rows = 0, ROWS
    while rows == ROWS:
        values, _ = read(row_offset=done, row_limit=ROWS)
        rows = len(values[names[0]]) if names else 0
        if not done:
            used = {k: v for k, v in labels.items() if _are_all(values[k], v)}
        done += rows
        share = min(done / n, 1.0) if n else float(rows < ROWS)
        columns = [_column(values[name], used.get(name)) for name in names]
        if rows or done == 0:
            yield Batch(columns, share=share)


def _are_all(values: Sequence[object], labels: dict[object, str]) -> bool:
    """Tell whether each value has a label, and each of these another."""
    there = {value for value in values if value is not None}
    words = {labels.get(value) for value in there}
    return bool(there) and None not in words and len(words) == len(there)


def _column(values: Sequence[object], labels: dict[object, str] | None) -> Column:
    if labels is None:
        return column_of(map(as_written, values))
    return words_in([_word(value, labels) for value in values])


def _word(value: object, labels: dict[object, str]) -> str:
    """Give the label of a value; of a code further down that has none, its number."""
    if value is None:
        return ""
    code = int(value) if isinstance(value, float) and value.is_integer() else value
    return in_a_line(labels.get(value, str(code)))


FORMAT = FileFormat(
    name="Statistics",
    suffixes=(*_READERS,),
    table=partial(column_table, columns_of_statistics),
    is_table=True,
    is_text=False,
    begins=begins_with(*_BEGINNINGS),
)
