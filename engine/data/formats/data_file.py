"""A file of data as it is opened: where it lies, how it is packed and encoded.

All that reads text opens it here and sees plain UTF-8, whatever the file is.
"""

from __future__ import annotations

import csv
import io
import os
import sys
import tempfile
import weakref
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.data.formats.compression import (
    PART_BYTES,
    compression_of,
    inner_name,
    unpacked,
)
from engine.data.formats.text_encoding import (
    UTF_8,
    in_utf_8,
    recognised,
    require_encoding,
)
from engine.errors import UserError
from engine.files import reason, require_file

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    Parts = Generator[tuple[float, bytes]]
    Rows = Callable[["DataFile"], Parts]
    Columns = Callable[["DataFile"], Iterator[tuple[float, list[str], list[Any]]]]

STANDARD_INPUT = "-"
RECOGNISED_IN = 4 * 2**20
"""Bytes at the beginning of a file in which its encoding is recognised."""
BUFFER_BYTES = 2**16
SHORT_DELIMITER = "\x1f"
"""Read in place of a delimiter of several bytes: the unit separator of ASCII."""
LESS = "take a part of it, or train with --stream on a CSV file of it"
MOST_COLUMNS = 10_000
"""Of a file: they are read in a second or two, and still shown."""
LOOK_BYTES = 2**14
"""Looked through for the end of a line."""


class Held:
    """What lives as long as something needs a file."""


@dataclass(frozen=True, eq=False)
class DataFile(os.PathLike[str]):
    """A file, with what is to be known to open it; in place of its path.

    Attributes
    ----------
    name : str
        What it is called in messages.
    place : Path
        Where it is; of a pipe, the temporary file with all that came out of it.
    told_encoding : str
        The encoding of its text as it is told; empty if it is to be recognised.
    rows : callable, optional
        Gives the rows of a table that is not kept as text as the text of a table, some
        at a time, each with the share that has then been read: ``rows(file)``.
    columns : callable, optional
        Gives a table that is kept by columns as these, some rows at a time, each with
        the share and the names; at first the names alone: ``columns(file)``.
    has_names : bool
        The first row has the names of the columns, whatever is in it.
    delimiter : str
        One of several bytes, in place of which `SHORT_DELIMITER` is read.
    held : Held
        The same for all that is made of this: a temporary file goes with it.
    """

    name: str
    place: Path
    told_encoding: str = ""
    rows: Rows | None = None
    columns: Columns | None = None
    has_names: bool = False
    delimiter: str = ""
    held: Held = field(default_factory=Held, repr=False)

    def __fspath__(self) -> str:
        """Give the place."""
        return str(self.place)

    def __str__(self) -> str:
        """Give the name."""
        return self.name

    @cached_property
    def compression(self) -> str:
        """How it is compressed: a key of `compression.SUFFIXES`, or empty."""
        return compression_of(self.place)

    @cached_property
    def suffix(self) -> str:
        """The suffix that tells the format, in small letters: ``.csv`` of x.CSV.gz."""
        name = self.name
        if self.compression:
            name = inner_name(self.place, name, self.compression)
        return Path(name).suffix.lower()

    @cached_property
    def encoding(self) -> str:
        """The encoding of the text, as told or recognised."""
        if self.rows is not None:
            return UTF_8
        return self.told_encoding or recognised(self._first_bytes())

    @property
    def header(self) -> bool | None:
        """Whether the first row names the columns; None if that is to be recognised."""
        return True if self.has_names else None

    @property
    def as_text(self) -> DataFile:
        """The same file as the text that is in it, not as a table's."""
        return replace(self, rows=None, columns=None)

    @property
    def is_plain(self) -> bool:
        """Whether it is text in UTF-8 as it lies there."""
        as_text = self.rows is None and not self.delimiter
        return as_text and not self.compression and self.encoding == UTF_8

    @property
    def is_encoding_guessed(self) -> bool:
        """Whether its encoding is one that could be another as well."""
        return not self.told_encoding and not self.encoding.startswith("utf")

    def _first_bytes(self) -> bytes:
        if not self.compression:
            with self.place.open("rb") as file:
                return file.read(RECOGNISED_IN)
        parts = unpacked(self, self.place, self.compression)
        most = RECOGNISED_IN // PART_BYTES
        return b"".join(part for _, part in islice(parts, most))

    def in_encoding(self, name: str) -> DataFile:
        """Give the same file, its text in another encoding; empty if recognised.

        Raises
        ------
        UserError
            If there is no such encoding.
        """
        told = require_encoding(name) if name else ""
        return replace(self, told_encoding=told)


def data_file(path: str | os.PathLike[str], *, encoding: str = "") -> DataFile:
    """Take a path for a file of data; what comes from a pipe is kept meanwhile.

    Parameters
    ----------
    path : path-like
        ``-`` is the standard input.
    encoding : str, optional
        Of its text; default as it is recognised.

    Raises
    ------
    UserError
        If there is no such encoding, a pipe cannot be read, or it is a device.
    """
    if isinstance(path, DataFile):
        return path.in_encoding(encoding) if encoding else path
    file = located(path)
    if file.name == STANDARD_INPUT:
        if sys.stdin is None:
            raise UserError("standard input: is closed: name a file in place of -")
        with readable("standard input"):
            file = _spooled("standard input", sys.stdin.buffer)
    else:
        require_file(file.place, or_pipe=True)
        if file.place.is_fifo():
            with readable(path), file.place.open("rb") as pipe:
                file = _spooled(file.name, pipe)
    return file.in_encoding(encoding) if encoding else file


def located(path: str | os.PathLike[str]) -> DataFile:
    """Take a path for a file of data, so that what it is is found out once."""
    return path if isinstance(path, DataFile) else DataFile(str(path), Path(path))


def _spooled(name: str, pipe: BinaryIO) -> DataFile:
    """Keep what comes out of a pipe in a file that goes when nothing needs it."""
    number, place = tempfile.mkstemp(prefix="perceptron-lab-")
    file = DataFile(name, Path(place))
    weakref.finalize(file.held, Path(place).unlink, missing_ok=True)
    with os.fdopen(number, "wb") as kept:
        while part := pipe.read(PART_BYTES):
            kept.write(part)
    return file


def memory() -> int:
    """Give how many bytes of memory there are; a common size where nothing tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 8 * 2**30


def require_room(path: object, size: int) -> None:
    """Make sure that so many bytes of a file fit into half of the memory.

    The other half is for what is made of them.

    Raises
    ------
    UserError
        If they do not.
    """
    if size > (total := memory()) // 2:
        raise UserError(
            f"{path}: would take {_gigabytes(size)} or more of {_gigabytes(total)} of "
            f"memory: {LESS}"
        )


def require_columns(path: object, width: int) -> None:
    """Make sure that a table is not too wide to be learned from.

    Raises
    ------
    UserError
        If it has more than `MOST_COLUMNS`.
    """
    if width > MOST_COLUMNS:
        raise UserError(
            f"{path}: has {width:,} columns, at most {MOST_COLUMNS:,} can be read: "
            "save a file with those that matter"
        )


def _gigabytes(size: int) -> str:
    return f"{size / 2**30:,.1f} GB"


class TextReader(io.BufferedReader):
    """The bytes of a text in UTF-8, from the beginning to the end.

    Parameters
    ----------
    raw : RawIOBase
    share : callable
        Tells how much of the file has been read, 0 … 1.
    """

    def __init__(self, raw: io.RawIOBase, share: Callable[[], float]) -> None:
        super().__init__(raw, BUFFER_BYTES)
        self.share = share

    def read_lines(self, size: int) -> bytes:
        """Read about so many bytes: up to a line's end, if one is near."""
        if not self.seekable():
            return self.read(size) + self.readline(LOOK_BYTES)
        # Look for it first: then nothing is to be copied.
        start = self.tell()
        self.seek(size, os.SEEK_CUR)
        more = len(self.readline(LOOK_BYTES))
        self.seek(start)
        return self.read(size + more)


class _PartsReader(io.RawIOBase):
    """Bytes that are made part by part."""

    def __init__(self, path: object, parts: Parts) -> None:
        self._path, self._parts, self._rest = path, parts, memoryview(b"")
        self.share = 0.0

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._parts.close()
        super().close()

    def readall(self) -> bytes:
        whole = bytearray(self._rest)
        self._rest = memoryview(b"")
        for share, part in self._parts:
            self.share = share
            require_room(self._path, len(whole) + len(part))
            whole += part
        return bytes(whole)

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            try:
                self.share, part = next(self._parts)
            except StopIteration:
                return 0
            self._rest = memoryview(part)
        n = min(len(buffer), len(self._rest))
        buffer[:n] = self._rest[:n]
        self._rest = self._rest[n:]
        return n


@contextmanager
def open_text(path: str | os.PathLike[str]) -> Iterator[TextReader]:
    """Open a file as text in UTF-8: unpacked, decoded, or made of what it holds.

    Raises
    ------
    UserError
        If it cannot be read, now or later.
    """
    with readable(path):
        file = located(path)
        if file.place.is_fifo():
            raise UserError(f"{path}: is a pipe, but is read more than once: save it")
        parts = _parts(file)
        if parts is None:
            raw = io.FileIO(file.place, "rb")
            total = max(os.fstat(raw.fileno()).st_size, 1)
            reader = TextReader(raw, lambda: min(reader.tell() / total, 1.0))
        else:
            made = _PartsReader(path, parts)
            reader = TextReader(made, lambda: made.share)
        with reader:
            yield reader


def _parts(file: DataFile) -> Parts | None:
    """Make the text of a file part by part; None if the file is that text."""
    if file.rows is not None:
        return file.rows(file)
    packed, encoding, by = file.compression, file.encoding, file.delimiter
    if not packed and not by and encoding == UTF_8:
        return None
    parts = unpacked(file, file.place, packed) if packed else _read(file.place)
    if encoding != UTF_8:
        parts = in_utf_8(file, parts, encoding)
    return _shortened(parts, by.encode()) if by else parts


def _shortened(parts: Parts, delimiter: bytes) -> Parts:
    """Put `SHORT_DELIMITER` in the place of a longer one."""
    rest, share, most = b"", 0.0, len(delimiter) - 1
    for share, part in parts:
        *cells, last = (rest + part).split(delimiter)
        rest = last[-most:]
        cells.append(last[:-most])
        yield share, SHORT_DELIMITER.encode().join(cells)
    yield share, rest


def _read(place: Path) -> Parts:
    with place.open("rb") as file:
        total, read = max(os.fstat(file.fileno()).st_size, 1), 0
        while part := file.read(PART_BYTES):
            read += len(part)
            yield min(read / total, 1.0), part


@contextmanager
def open_binary(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file of which any place can be read; one that is compressed, unpacked.

    Raises
    ------
    UserError
        If it cannot be read, now or later.
    """
    file = data_file(path)
    with readable(path):
        if not file.compression:
            with file.place.open("rb") as plain:
                yield plain
            return
        with tempfile.TemporaryFile() as whole:
            for _, part in unpacked(file, file.place, file.compression):
                whole.write(part)
                require_room(path, whole.tell())
            whole.seek(0)
            yield whole


def place_of(path: str | os.PathLike[str], line: int) -> str:
    """Say where a line of a table's text, from 1, is in the file.

    That is a row, from 1 under the names, of a table that is not kept as text.
    """
    file = located(path)
    if not file.has_names:
        return f"line {line}"
    with open_text(file) as text:
        rows = csv.reader(io.TextIOWrapper(text, UTF_8, newline=""))
        try:  # a cell may have several lines
            row = next(n for n, _ in enumerate(rows) if rows.line_num >= line)
        except csv.Error:
            row = line - 1
    return f"row {row}"


def begins_with(*magic: bytes) -> Callable[[str | os.PathLike[str]], bool]:
    """Make what tells whether a file, unpacked, begins with one of some bytes."""

    def begins(path: str | os.PathLike[str]) -> bool:
        file = data_file(path)
        with suppress(UserError), readable(path):
            packed = file.compression
            parts = unpacked(file, file.place, packed) if packed else _read(file.place)
            return next(parts, (1.0, b""))[1].startswith(magic)
        return False

    return begins


@contextmanager
def readable(path: object) -> Iterator[None]:
    """Say for people why a file cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file: check the name") from None
    except IsADirectoryError:
        raise UserError(f"{path}: is a folder: give the name of a file") from None
    except MemoryError:
        raise UserError(f"{path}: does not fit into memory: {LESS}") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {reason(error)}") from None
