"""A file of data as it is opened: where it lies, how it is packed and encoded.

All that reads text opens it here and sees plain UTF-8, whatever the file is.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import weakref
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from engine.data.tables.compression import (
    PART_BYTES,
    compression_of,
    declared_size,
    inner_name,
    unpacked,
)
from engine.data.tables.free_memory import free_memory
from engine.data.tables.text_encoding import (
    UTF_8,
    in_utf_8,
    recognised,
    require_encoding,
)
from engine.errors import Cancelled, UserError, excerpt, never
from engine.files import require_file, unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.data.tables.compression import Parts

STANDARD_INPUT = "-"
RECOGNISED_IN = 4 * 2**20
"""Bytes at the beginning of a file in which its encoding is recognised."""
BUFFER_BYTES = 2**16
SHORT_DELIMITER = "\x1f"
"""Read in place of a delimiter of several bytes: the unit separator of ASCII."""
LESS = "take a part of it, or train with --stream, which reads CSV piece by piece"
STREAM = "take a part of it, or train with --stream"
"""Where that reads the file itself."""
MODERATE_BYTES = 2**28
"""That the values of a file may take in any case."""
LARGEST_GROWTH = 200
"""Times its size that they may take; those of real tables some 10 or 50."""
MOST_COLUMNS = 10_000
"""Of a file: they are read in a second or two, and still shown."""
MOST_VALUES = 50_000_000
"""Of a sparse file, zeros included, that are held in memory: 400 MB."""
PIPE_SECONDS = 3.0
"""Seconds in which somebody is to write to a pipe."""
LOOK_BYTES = 2**14
"""Looked through for the end of a line."""


class FileKind(Protocol):
    """What is to be known of a format to open a file: see `FileFormat`."""

    @property
    def is_text(self) -> bool: ...  # noqa: D102
    @property
    def text(self) -> Callable[[DataFile], Parts] | None: ...  # noqa: D102
    @property
    def sheets(self) -> Callable[[DataFile], list[str]] | None: ...  # noqa: D102


class Held:
    """What lives as long as something needs a file.

    Attributes
    ----------
    is_given_up : callable
        Tells whether what takes long before it reports is to stop.
    """

    def __init__(self) -> None:
        self.is_given_up = never

    @contextmanager
    def given_up_if(self, is_given_up: Callable[[], bool]) -> Iterator[None]:
        """Let it be asked, meanwhile, whether the file is still to be read."""
        self.is_given_up = is_given_up
        try:
            yield
        finally:
            self.is_given_up = never


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
    sheet : str
        Which of several tables in it is meant: a name, or a number from 1; empty for
        the first.
    kind : FileKind, optional
        Its format, once that is recognised.
    delimiter : str
        One of several bytes, in place of which `SHORT_DELIMITER` is read.
    held : Held
        The same for all that is made of this: a temporary file goes with it.
    """

    name: str
    place: Path
    told_encoding: str = ""
    sheet: str = ""
    kind: FileKind | None = None
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
        if not self.is_text:
            return UTF_8
        return self.told_encoding or recognised(self._first_bytes())

    @cached_property
    def sheet_names(self) -> list[str]:
        """The names of the tables in it, where it may hold several."""
        names_of = None if self.kind is None else self.kind.sheets
        return [] if names_of is None else names_of(self)

    @property
    def sheet_doubt(self) -> str:
        """A sentence about which of several tables is read, if that is not told."""
        if self.sheet or len(self.sheet_names) < 2:
            return ""
        first, n = excerpt(self.sheet_names[0]), len(self.sheet_names)
        return f"Read is “{first}”, the first of {n} sheets (--sheet chooses another)."

    @property
    def is_text(self) -> bool:
        """Whether it is kept as text."""
        return self.kind is None or self.kind.is_text

    @property
    def as_text(self) -> DataFile:
        """The same file as the text that is in it, not as a table's."""
        return replace(self, kind=None)

    @property
    def text_size(self) -> int:
        """How many bytes its text is said to have, or at least has, unpacked."""
        packed = self.place.stat().st_size
        if not self.compression:
            return packed
        return max(packed, declared_size(self.place, self.compression))

    @property
    def is_plain(self) -> bool:
        """Whether it is text in UTF-8 as it lies there."""
        as_text = self.is_text and not self.delimiter
        return as_text and not self.compression and self.encoding == UTF_8

    @property
    def is_encoding_guessed(self) -> bool:
        """Whether its encoding is one that could be another as well."""
        return not self.told_encoding and not self.encoding.startswith("utf")

    def _first_bytes(self) -> bytes:
        most = RECOGNISED_IN // PART_BYTES
        return b"".join(part for _, part in islice(self.parts(), most))

    def parts(self) -> Parts:
        """Read its bytes, unpacked, with the share of it that has then been read."""
        return unpacked(self, self.place, self.compression)

    def in_encoding(self, name: str) -> DataFile:
        """Give the same file, its text in another encoding; empty if recognised.

        Raises
        ------
        UserError
            If there is no such encoding.
        """
        encoding = require_encoding(name) if name else ""
        return replace(self, told_encoding=encoding)


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
        If there is no such encoding, it is a pipe that cannot be read or that nobody
        writes to, or it is a device.
    """
    if isinstance(path, DataFile):
        return path.in_encoding(encoding) if encoding else path
    file = located(path)
    if file.name == STANDARD_INPUT:
        if sys.stdin is None:
            raise UserError("standard input: is closed: name a file in place of -")
        with readable("standard input"):
            parts = iter(partial(sys.stdin.buffer.read, PART_BYTES), b"")
            file = _spooled("standard input", parts)
    else:
        require_file(file.place, or_pipe=True)
        if file.place.is_fifo():
            with readable(path):
                file = _spooled(file.name, _piped(file.place))
    return file.in_encoding(encoding) if encoding else file


def located(path: str | os.PathLike[str]) -> DataFile:
    """Take a path for a file of data, so that what it is is found out once."""
    return path if isinstance(path, DataFile) else DataFile(str(path), Path(path))


def _piped(place: Path) -> Iterator[bytes]:
    """Read what comes out of a pipe, to its end; where nobody writes, there is none."""
    number = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(number, "rb", buffering=0) as pipe:
        ready, _, _ = select([pipe], [], [], PIPE_SECONDS)
        first = pipe.read(PART_BYTES)  # None where somebody will write
        if not ready and first == b"":
            raise UserError(
                f"{place}: is a pipe that no program writes to: start the "
                "program that does first, or save its output as a file"
            )
        os.set_blocking(number, True)
        yield first or b""
        yield from iter(partial(pipe.read, PART_BYTES), b"")


def _spooled(name: str, parts: Iterable[bytes]) -> DataFile:
    """Keep what comes out of a pipe in a file that goes when nothing needs it."""
    number, place = tempfile.mkstemp(prefix="perceptron-lab-")
    file = DataFile(name, Path(place))
    weakref.finalize(file.held, Path(place).unlink, missing_ok=True)
    with os.fdopen(number, "wb") as kept:
        for part in parts:
            kept.write(part)
    return file


def require_room(path: object, size: int, instead: str = LESS) -> None:
    """Make sure that so many bytes more fit into the memory that is free.

    Parameters
    ----------
    path : object
        Of the file, named in messages.
    size : int
        With all that is made of its values while it is read.
    instead : str, optional
        What can be done if it does not.

    Raises
    ------
    UserError
        If they do not.
    """
    if size > (free := free_memory()):
        raise UserError(
            f"{path}: needs {_size_text(size)} of memory or more, {_size_text(free)} "
            f"are free: {instead}"
        )


def require_moderate(
    path: str | os.PathLike[str], size: int, instead: str = STREAM
) -> None:
    """Make sure that a small file does not take much memory: it may be made to hurt.

    Parameters
    ----------
    path : path-like
    size : int
        Bytes that its values take.
    instead : str, optional
        What can be done if they are too many.

    Raises
    ------
    UserError
        If they are more than `MODERATE_BYTES` and `LARGEST_GROWTH` times the file's.
    """
    if size > max(MODERATE_BYTES, LARGEST_GROWTH * os.stat(path).st_size):
        raise UserError(
            f"{path}: takes {_size_text(size)} of memory or more, over "
            f"{LARGEST_GROWTH} times its own size: {instead}"
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


def _size_text(size: int) -> str:
    return f"{size / 2**30:,.1f} GB" if size >= 2**30 else f"{size / 2**20:,.0f} MB"


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

    def __init__(self, parts: Parts) -> None:
        self._parts, self._rest = parts, memoryview(b"")
        self.share = 0.0

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._parts.close()
        super().close()

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
            raise UserError(
                f"{path}: is a pipe, which can be read only once, and must be read "
                "again here: save its output as a file"
            )
        parts = _parts(file)
        if parts is None:
            raw = io.FileIO(file.place, "rb")
            total = max(os.fstat(raw.fileno()).st_size, 1)
            reader = TextReader(raw, lambda: min(reader.tell() / total, 1.0))
        else:
            made = _PartsReader(parts)
            reader = TextReader(made, lambda: made.share)
        with reader:
            yield reader


def _parts(file: DataFile) -> Parts | None:
    """Make the text of a file part by part; None if the file is that text."""
    if file.kind is not None and file.kind.text is not None:
        return file.kind.text(file)
    if file.is_plain:
        return None
    parts, by = file.parts(), file.delimiter
    if file.encoding != UTF_8:
        parts = in_utf_8(file, parts, file.encoding)
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


@contextmanager
def open_binary(
    file: DataFile, what: str, way_out: str = "check the file"
) -> Iterator[BinaryIO]:
    """Open a file of which any place can be read; one that is compressed, unpacked.

    Parameters
    ----------
    file : DataFile
    what : str
        What it is to be: it is damaged, where a library stumbles over it.
    way_out : str
        What to do then.

    Raises
    ------
    UserError
        If it cannot be read, now or later.
    """
    with readable(file), ExitStack() as opened:
        if not file.compression:
            binary: Any = opened.enter_context(file.place.open("rb"))
        else:
            binary = opened.enter_context(tempfile.TemporaryFile())
            for _, part in file.parts():
                binary.write(part)
                require_room(file, binary.tell())
            binary.seek(0)
        try:
            yield binary
        except (UserError, MemoryError, Cancelled):
            raise
        except NotImplementedError as error:
            said = " ".join(str(error).split())
            raise UserError(
                f"{file}: holds what cannot be read here ({said}): save it in another "
                "way, such as CSV"
            ) from None
        except Exception:
            raise UserError(
                f"{file}: is not {what}, or is damaged: {way_out}"
            ) from None


def beginning(path: str | os.PathLike[str]) -> bytes:
    """Give the first bytes of a file, unpacked; none where it cannot be read."""
    file = data_file(path)
    with suppress(UserError), readable(path):
        return next(file.parts(), (1.0, b""))[1]
    return b""


def is_text(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file, unpacked, begins as text in any encoding does."""
    first = beginning(path)
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return bool(first) and not first.startswith(b"PK") and b"\0" not in first


def begins_with(*magic: bytes) -> Callable[[str | os.PathLike[str]], bool]:
    """Make what tells whether a file, unpacked, begins with one of some bytes."""
    return lambda path: beginning(path).startswith(magic)


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
        raise UserError(f"{path}: {unreadable(error)}") from None
