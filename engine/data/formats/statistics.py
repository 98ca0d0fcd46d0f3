"""Files of SPSS (.sav), Stata (.dta) and SAS (.xpt); value labels are words.

They are read in a process of its own, as the library in C that reads them ends with the
process where a file is damaged. It leaves the table as Feather.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import weakref
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.data.formats.column_table import ColumnFile, column_table
from engine.data.formats.data_file import (
    DataFile,
    beginning,
    begins_with,
    open_binary,
    require_room,
)
from engine.data.formats.feather import columns_of_feather
from engine.data.formats.file_format import FileFormat
from engine.data.formats.row_blocks import version
from engine.data.formats.typed_columns import as_written, in_a_line
from engine.errors import UserError, pip_install

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.data.formats.data_file import Held

MODULE = "engine.data.formats.statistics"
TIMES = 40
"""Of its size that a file takes at most while it is read."""
_READERS = {
    ".sav": "read_sav", ".zsav": "read_sav", ".por": "read_por", ".dta": "read_dta",
    ".xpt": "read_xport",
}  # fmt: skip
_BEGINNINGS = {
    b"$FL2": "read_sav", b"$FL3": "read_sav", b"<stata_dta>": "read_dta",
    b"HEADER RECORD*******": "read_xport",
}  # fmt: skip
_TABLES: WeakKeyDictionary[Held, tuple[object, DataFile]] = WeakKeyDictionary()
"""What files have become, each with the file's version."""


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
    if _TABLES.get(file.held, (None,))[0] != version(file):
        _TABLES[file.held] = version(file), _table(file)
    with columns_of_feather(_TABLES[file.held][1]) as columns:
        yield columns


def _table(file: DataFile) -> DataFile:
    """Read a file into a table beside, which goes when the file is not needed."""
    first = beginning(file)
    known = (name for begin, name in _BEGINNINGS.items() if first.startswith(begin))
    reader = next(known, _READERS.get(file.suffix, "read_dta"))
    folder = tempfile.TemporaryDirectory(prefix="perceptron-lab-")
    weakref.finalize(file.held, folder.cleanup)
    source, table = Path(folder.name, "source"), Path(folder.name, "table")
    what = "a file of SPSS, Stata or SAS (.sav, .dta, .xpt)"
    require_room(file, TIMES * file.text_size)
    with open_binary(file, what, "check the file, or save it as CSV") as binary:
        source.write_bytes(binary.read())
        subprocess.run(
            [sys.executable, "-m", MODULE, reader, source, table],
            cwd=Path(__file__).parents[3], check=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    return DataFile(file.name, table)


def convert(reader: str, source: str, table: str) -> None:
    """Write a file as Feather, by a function of pyreadstat's."""
    import pyarrow
    import pyreadstat
    from pyarrow.feather import write_feather

    values, about = getattr(pyreadstat, reader)(source, output_format="dict")
    columns = {
        name: _column(values[name], about.variable_value_labels.get(name, {}))
        for name in about.column_names
    }
    write_feather(pyarrow.table(columns), table)


def _column(values: Sequence[Any], labels: dict[object, str]) -> list[Any]:
    """Give labels in place of values, if each has one, and each another."""
    there = {value for value in values if value is not None}
    words = {labels.get(value) for value in there}
    if there and None not in words and len(words) == len(there):
        return [None if value is None else in_a_line(labels[value]) for value in values]
    written = [as_written(value) for value in values]
    if all(value is None or isinstance(value, int | float) for value in written):
        return written
    return [None if value is None else str(value) for value in written]


FORMAT = FileFormat(
    name="Statistics",
    suffixes=(*_READERS,),
    table=partial(column_table, columns_of_statistics),
    is_table=True,
    is_text=False,
    begins=begins_with(*_BEGINNINGS),
)

if __name__ == "__main__":
    convert(*sys.argv[1:])
