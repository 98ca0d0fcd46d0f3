"""A copy of a table's samples in binary: what was parsed once is read much faster.

It lies in the person's cache folder and is found again by the place, size and time of
the table and by the way it is read: a table that was changed has none. Checksums tell
of what the disk has damaged since: nothing is learned from that.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import time
import zlib
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import numpy as np
import platformdirs

from engine.data.formats.typed_columns import Rows
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader

    from numpy.typing import NDArray

LEAST_BYTES = 16 * 2**20
"""Of a table of which a copy is kept: a smaller one is parsed in no time."""
MOST_BYTES = 4 * 2**30
"""Of all copies together, and at most half of the room that is left on the disk."""
MOST_LABELS = 256
"""Told apart in a block: in a byte."""
ABANDONED = 86_400
"""Seconds after which nobody goes on to write a copy."""
PAGE = 4096
"""Bytes of which a checksum takes the sum."""

_FORMAT = "perceptron-lab/table 2"
_SUFFIX, _UNFINISHED = ".table", ".part"


def folder() -> Path:
    """Name the folder of all copies."""
    base = platformdirs.user_cache_dir("perceptron-lab", appauthor=False)
    return Path(base, "tables")


class TableCopy:
    """The place of a table's copy, whether it is there or not.

    Parameters
    ----------
    table : path-like
    version : tuple of int
        Another one once the table has been changed.
    how : str
        Tells how the table is read.

    Attributes
    ----------
    place : Path
    """

    def __init__(
        self, table: str | os.PathLike[str], version: tuple[int, ...], how: str
    ) -> None:
        self._table, self._version = os.path.realpath(table), [*version]
        identity = json.dumps([_FORMAT, self._table, self._version, how])
        key = hashlib.sha256(identity.encode()).hexdigest()[:32]
        self.place = folder() / f"{key}{_SUFFIX}"

    def reader(self) -> CopyReader | None:
        """Open the copy; None where there is none, or a damaged one."""
        try:
            file = self.place.open("rb")
        except OSError:
            return None
        try:
            reader = CopyReader(file)
        except (OSError, ValueError, KeyError, TypeError):
            file.close()
            return None
        with suppress(OSError):
            os.utime(self.place)  # those that were not used for long go first
        return reader

    def writer(self) -> CopyWriter:
        """Begin to write the copy."""
        return CopyWriter(self.place, {"table": self._table, "version": self._version})


class CopyReader:
    """A copy, opened.

    Attributes
    ----------
    counts : Counter
        What happened in the table how often: see `Preprocessing.apply`.

    Raises
    ------
    ValueError, KeyError, TypeError
        If it is damaged.
    """

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        footer = _footer(file)
        self._width: int = footer["width"]
        self._blocks: list[list[Any]] = footer["blocks"]
        sizes = [_size(n, n_rows, self._width) for n, n_rows, *_ in self._blocks]
        if sum(sizes) != footer["end"]:
            raise ValueError("damaged")
        self.counts = Counter({(what, at): n for what, at, n in footer["counts"]})

    def __iter__(self) -> Iterator[tuple[Rows, float]]:
        """Give the blocks of samples, and how much of the table is read then.

        Raises
        ------
        UserError
            If one is not as it was written; the copy is then deleted.
        """
        self._file.seek(0)
        for number, block in enumerate(self._blocks):
            n, n_rows, labels, share, checksum = block
            X = np.empty((n, self._width))
            which, places = np.empty(n, np.uint8), np.arange(n)
            parts: list[NDArray[Any]] = [X, which, *([places] if n < n_rows else [])]
            checksum_read = 0
            for part in filter(np.size, parts):
                self._file.readinto(part.data.cast("B"))
                checksum_read = _checksum(part, checksum_read)
            if checksum_read != checksum:
                with suppress(OSError):
                    Path(self._file.name).unlink()
                raise UserError(
                    f"{self._file.name}: this copy of the table is damaged and has "
                    "been deleted: start again"
                )
            rows = Rows(X, labels, which.astype(np.int64))
            yield rows._replace(number=number, places=places, n_rows=n_rows), share

    def __enter__(self) -> Self:
        """Read from the copy."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()


class CopyWriter:
    """A copy that is written, whole or not at all; given up where there is no room.

    Attributes
    ----------
    size : int
        Its bytes, once it is there; else 0.
    """

    def __init__(self, place: Path, source: dict[str, Any]) -> None:
        self._place, self._source = place, source
        self._temporary = place.with_name(f"{secrets.token_hex(8)}{_UNFINISHED}")
        self._file: BinaryIO | None = None
        self._written = self.size = self._width = 0
        self._blocks: list[tuple[int, int, list[str], float, int]] = []
        with suppress(OSError):
            folder().mkdir(parents=True, exist_ok=True, mode=0o700)
            self._most = min(MOST_BYTES, shutil.disk_usage(place.parent).free // 2)
            opened = os.open(self._temporary, os.O_WRONLY | os.O_CREAT | _BINARY, 0o600)
            self._file = os.fdopen(opened, "wb", buffering=0)

    def add(self, block: Rows, share: float) -> None:
        """Write the next samples."""
        if self._file is None:
            return
        n, self._width = block.X.shape
        size = _size(n, block.n_rows, self._width)
        if self._written + size > self._most or len(block.labels) > MOST_LABELS:
            self._give_up()
            return
        parts: list[NDArray[Any]] = [block.X, block.which.astype(np.uint8)]
        if n < block.n_rows:
            parts.append(block.places)
        checksum = 0
        try:
            for part in filter(np.size, parts):
                _write(self._file, part)
                checksum = _checksum(part, checksum)
        except OSError:
            self._give_up()
            return
        self._written += size
        entry = n, block.n_rows, block.labels, share, checksum
        self._blocks.append(entry)

    def finish(self, counts: Counter[tuple[str, int]]) -> None:
        """Put the copy in its place, and make room for it."""
        if self._file is None:
            return
        footer = self._source | {
            "width": self._width,
            "end": self._written,
            "blocks": self._blocks,
            "counts": [(*key, n) for key, n in counts.items()],
        }
        end = json.dumps(footer).encode()
        try:
            for number in (zlib.crc32(end), len(end)):
                end += number.to_bytes(8, "little")
            _write(self._file, end)
            self._file.close()
            _sweep(MOST_BYTES - self._written)
            os.replace(self._temporary, self._place)
        except OSError:
            self._give_up()
            return
        self._file, self.size = None, self._written

    def _give_up(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        """Write to a file beside the place."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing that is not finished."""
        self._give_up()


_BINARY = getattr(os, "O_BINARY", 0)


def _write(file: BinaryIO, data: Any) -> None:
    """Write all of it."""
    rest = memoryview(data).cast("B")
    while rest:
        rest = rest[file.write(rest) :]


def _checksum(part: NDArray[Any], before: int) -> int:
    """Go on with a CRC-32 of the sums of pages.

    It finds a bit that flipped, a page that is empty or elsewhere. That of all bytes
    would take a fifth of the time of a pass.
    """
    data = part.reshape(-1).view(np.uint8)
    end = data.size // PAGE * PAGE
    sums = data[:end].view(np.uint64).reshape(-1, PAGE // 8).sum(axis=1)
    return zlib.crc32(data[end:].data, zlib.crc32(sums.data, before))


def _size(n: int, n_rows: int, width: int) -> int:
    """Give the bytes of a block: features, labels and, if some are not used, rows."""
    return n * (8 * width + 1 + (8 if n < n_rows else 0))


def _footer(file: BinaryIO) -> dict[str, Any]:
    """Read the footer of a copy, which says what is in it."""
    end = file.seek(0, os.SEEK_END) - 16
    file.seek(max(end, 0))
    checksum, length = (int.from_bytes(file.read(8), "little") for _ in range(2))
    if not 0 < length <= end:
        raise ValueError("damaged")
    file.seek(end - length)
    text = file.read(length)
    if zlib.crc32(text) != checksum:
        raise ValueError("damaged")
    footer: dict[str, Any] = json.loads(text)
    if footer["end"] != end - length:
        raise ValueError("damaged")
    return footer


def _sweep(most: int) -> None:
    """Delete copies of tables that are gone or changed, and old ones beyond a size."""
    by_age = []
    for place in folder().iterdir():
        with suppress(OSError):
            status = place.stat()
            if place.suffix == _UNFINISHED:
                if time.time() - status.st_mtime > ABANDONED:
                    place.unlink()
            elif place.suffix == _SUFFIX and not _is_current(place):
                place.unlink()
            else:
                by_age.append((status.st_mtime_ns, status.st_size, place))
    total = sum(size for _, size, _ in by_age)
    for _, size, place in sorted(by_age):
        if total <= most:
            return
        with suppress(OSError):
            place.unlink()
            total -= size


def _is_current(place: Path) -> bool:
    """Tell whether a copy is that of a table as it is now."""
    try:
        with place.open("rb") as file:
            footer = _footer(file)
        status = os.stat(footer["table"])
        now = [status.st_ino, status.st_size, status.st_mtime_ns]
        return bool(footer["version"] == now)
    except (OSError, ValueError, KeyError, TypeError):
        return False
