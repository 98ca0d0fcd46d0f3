"""Files of SPSS (.sav), Stata (.dta) and SAS (.xpt); value labels are words.

They are read in a process of its own, as the library in C that reads them ends with the
process where a file is damaged. It leaves the table as Feather.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import weakref
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.data.formats.feather import columns_of_feather
from engine.data.formats.file_format import FileFormat
from engine.data.tables.column_table import ColumnFile, column_table
from engine.data.tables.data_file import (
    DataFile,
    beginning,
    begins_with,
    open_binary,
    require_room,
)
from engine.data.tables.free_memory import free_memory
from engine.data.tables.row_blocks import version
from engine.data.tables.typed_columns import as_written, in_a_line
from engine.errors import Cancelled, UserError, excerpt, listed, pip_install
from engine.numbers import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.data.tables.data_file import Held

MODULE = "engine.data.formats.statistics"
TIMES = 40
"""Of its size that a file takes at most while it is read."""
LOOK_SECONDS = 0.1
"""Seconds after which it is looked whether the file is still wanted."""
RESERVED = 2**28
"""Bytes of addresses that libraries reserve and do not use."""
_OF_MEMORY = ("MemoryError", "Unable to allocate memory")
_UNSUPPORTED = ("has unsupported compr", "has an unsupported", "is not supported")
"""What pyreadstat says of files that are whole."""
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
    table = _TABLES[file.held][1]
    with columns_of_feather(table) as columns:
        yield columns._replace(note=_note_of(table.place).read_text("utf-8"))


def _note_of(table: Path) -> Path:
    return table.with_name("note")


def _table(file: DataFile) -> DataFile:
    """Read a file into a table beside, which goes when the file is not needed."""
    first = beginning(file)
    readers = (name for begin, name in _BEGINNINGS.items() if first.startswith(begin))
    known = next(readers, "")
    reader = known or _READERS.get(file.suffix, "read_dta")
    folder = tempfile.TemporaryDirectory(prefix="perceptron-lab-")
    weakref.finalize(file.held, folder.cleanup)
    source, table = Path(folder.name, "source"), Path(folder.name, "table")
    what = "a file of SPSS, Stata or SAS (.sav, .dta, .xpt)"
    require_room(file, TIMES * file.text_size)
    with open_binary(file, what, "check the file, or save it as CSV") as binary:
        source.write_bytes(binary.read())
        try:
            _convert_beside(reader, source, table, file.held.is_given_up)
        except NotImplementedError:
            if not known:  # what is none at all has no version
                raise ValueError from None
            raise
    return DataFile(file.name, table)


def _convert_beside(
    reader: str, source: Path, table: Path, is_given_up: Callable[[], bool]
) -> None:
    """Convert a file in a process that ends with this one, and with what waits for it.

    Raises
    ------
    Cancelled
        If it is given up.
    MemoryError
        If it takes more than is free.
    NotImplementedError
        If it is of a kind that pyreadstat does not read.
    ValueError
        If it is damaged.
    """
    said = table.with_name("said")
    with said.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", MODULE, reader, source, table, str(free_memory())],
            cwd=Path(__file__).parents[3], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=errors,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    # At the interpreter's end, too.
    ended = weakref.finalize(process, _end_process, process)
    try:
        while process.poll() is None and threading.main_thread().is_alive():
            if is_given_up():
                raise Cancelled
            with suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_SECONDS)
    finally:
        ended()
    if process.returncode == 0:
        return
    words = said.read_text("utf-8", "replace").strip().rpartition("\n")[2]
    if any(fault in words for fault in _OF_MEMORY):
        raise MemoryError
    if any(fault in words for fault in _UNSUPPORTED):
        raise NotImplementedError(words.partition(": ")[2])
    raise ValueError(words)


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _limit_memory(free: int) -> None:
    """Let this process take no more than so many bytes, where the system can do so."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = pages * resource.getpagesize() + RESERVED + free
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def convert(reader: str, source: str, table: str, free: str) -> None:
    """Write a file as Feather, by a function of pyreadstat's, and a note beside it.

    Labels stand for their codes, unless two codes have one, or as many codes occur
    without a label as have one: then they are numbers, such as a scale with named ends.
    """
    import pyarrow
    import pyreadstat
    from pyarrow.feather import write_feather

    _limit_memory(int(free))
    values, about = getattr(pyreadstat, reader)(source, output_format="dict")
    columns, shared, stray, scales = {}, [], [], []
    for name in about.column_names:
        words = _named(about.variable_value_labels.get(name, {}))
        bare = _bare(values[name], words)
        if words and _are_shared(bare, words):
            shared.append(name)
            words = {}
        elif words and _are_numbers(bare, words):
            words = {}
        elif words and bare:
            stray.append(name)
        elif len(words) > 2 and not any(isinstance(code, str) for code in words):
            scales.append(name)
        columns[name] = _column(values[name], words)
    write_feather(pyarrow.table(columns), table)
    _note_of(Path(table)).write_text(_note(shared, stray, scales), "utf-8")


def _named(labels: dict[object, str]) -> dict[object, str]:
    """Give the words of labels that say something."""
    return {code: word for code, label in labels.items() if (word := in_a_line(label))}


def _column(values: Sequence[Any], words: dict[object, str]) -> list[Any]:
    """Give words in place of codes; a code without one stays as it is."""
    if words:
        bare = {code: _code(code) for code in values if code is not None}
        texts = bare | words
        return [None if code is None else texts[code] for code in values]
    written = [as_written(value) for value in values]
    if all(value is None or isinstance(value, int | float) for value in written):
        return written
    return [None if value is None else str(value) for value in written]


def _bare(values: Sequence[Any], words: dict[object, str]) -> set[object]:
    """Find the codes that occur and have no word."""
    return {*values} - words.keys() - {None}


def _are_numbers(bare: set[object], words: dict[object, str]) -> bool:
    """Tell whether words name but some of many numbers: the ends of a scale, a gap."""
    return len(bare) >= len(words) and not any(isinstance(code, str) for code in bare)


def _are_shared(bare: set[object], words: dict[object, str]) -> bool:
    """Tell whether one word stands for two codes, or is itself another code."""
    return len({*words.values(), *map(_code, bare)}) < len(words) + len(bare)


def _code(value: object) -> str:
    return str(as_written(value)).removesuffix(".0")


def _note(shared: Sequence[str], stray: Sequence[str], scales: Sequence[str]) -> str:
    """Say in which columns codes stand beside labels, or one in place of the other."""
    notes = []
    if shared:
        notes.append(f"Two codes have one label in {_columns(shared)}: codes are read.")
    if stray:
        notes.append(f"Some codes have no label in {_columns(stray)}: they stay codes.")
    if scales:
        notes.append(
            f"Numbers are read as their labels in {_columns(scales)}: save the file "
            "without labels where numbers are meant."
        )
    return " ".join(notes)


def _columns(names: Sequence[str]) -> str:
    named = listed([f"“{excerpt(name)}”" for name in names])
    return f"{plural('column', len(names))} {named}"


FORMAT = FileFormat(
    name="Statistics",
    suffixes=(*_READERS,),
    table=partial(column_table, columns_of_statistics),
    is_table=True,
    is_text=False,
    begins=begins_with(*_BEGINNINGS),
)

if __name__ == "__main__":
    try:
        convert(*sys.argv[1:])
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {' '.join(str(error).split())}")
