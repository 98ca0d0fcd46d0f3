"""Compressed files: gzip, bzip2, xz, zstd, zip with one member, unpacked in parts."""

from __future__ import annotations

import os
import zipfile
import zlib
from contextlib import contextmanager, nullcontext
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    Parts = Generator[tuple[float, bytes]]

SUFFIXES = {
    "gzip": ".gz",
    "bzip2": ".bz2",
    "xz": ".xz",
    "zstd": ".zst",
    "zip": ".zip",
}
"""The kinds of compression, and the suffix that each adds to a file's name."""
MAGIC = {
    "gzip": (b"\x1f\x8b",),
    "bzip2": (b"BZh",),
    "xz": (b"\xfd7zXZ\0",),
    "zstd": (b"\x28\xb5\x2f\xfd",),
    "zip": (b"PK\3\4", b"PK\5\6"),
}
PART_BYTES = 2**20
"""Unpacked at a time."""
LISTED = 3


def compression_of(place: Path) -> str:
    """Tell how a file is compressed, by its first bytes; empty if it is not.

    A zip that is itself a format, a workbook or NumPy's, counts as not compressed.
    """
    try:
        with place.open("rb") as file:
            first = file.read(8)
    except OSError:
        return ""
    kind = next((name for name, magic in MAGIC.items() if first.startswith(magic)), "")
    return "" if kind == "zip" and _is_format(place) else kind


def _is_format(place: Path) -> bool:
    names = [member.filename for member in _members_of(place)]
    arrays = bool(names) and all(name.endswith(".npy") for name in names)
    return arrays or bool({"[Content_Types].xml", "META-INF/manifest.xml"} & {*names})


def _members_of(place: Path) -> list[zipfile.ZipInfo]:
    """Give the files of an archive; of a damaged one none."""
    try:
        with zipfile.ZipFile(place) as archive:
            return _members(archive)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return []


def inner_name(place: Path, name: str, kind: str) -> str:
    """Give a file's name without what compression adds; of a zip, its member's."""
    if kind == "zip":
        members = _members_of(place)
        return members[0].filename if len(members) == 1 else name
    stem, dot, last = name.rpartition(".")
    return stem if (dot + last).lower() in (SUFFIXES[kind], f".{kind}") else name


def declared_size(place: Path, kind: str) -> int:
    """Give how many bytes a file says that it unpacks to; 0 if it does not say."""
    if kind == "zip":
        return sum(member.file_size for member in _members_of(place))
    if kind != "gzip":
        return 0
    with place.open("rb") as file:  # the last four bytes, of large files the rest
        file.seek(-4, os.SEEK_END)
        return int.from_bytes(file.read(), "little")


def unpacked(path: object, place: Path, kind: str) -> Parts:
    """Read a file unpacked, some of it at a time, with the share that has been read.

    To any size: a table may be as many times its packed size as a bomb is. Who keeps
    what is unpacked looks how much that is.

    Parameters
    ----------
    path : object
        Named in messages.
    place : Path
    kind : str
        One of `SUFFIXES`; empty if it is not compressed.

    Raises
    ------
    UserError
        If it is damaged, or holds not exactly one file.
    """
    with place.open("rb") as packed:
        total = max(os.fstat(packed.fileno()).st_size, 1)
        faults = _faults(path, kind) if kind else nullcontext()
        with faults, _opened(path, packed, kind) as file:
            while part := file.read(PART_BYTES):
                yield min(packed.tell() / total, 1.0), part


@contextmanager
def _faults(path: object, kind: str) -> Iterator[None]:
    """Say for people why a file cannot be unpacked."""
    from lzma import LZMAError

    try:
        yield
    except UserError:
        raise
    except NotImplementedError:  # a RuntimeError too
        raise UserError(
            f"{path}: is packed in a way that is not known here: unpack it by another "
            "program and give the file in it"
        ) from None
    except RuntimeError:  # as zipfile says of a password
        raise UserError(
            f"{path}: is locked by a password: unpack it and give the file in it"
        ) from None
    except (EOFError, LZMAError, zipfile.BadZipFile, zlib.error, OSError, ValueError):
        raise UserError(
            f"{path}: is damaged or cut short, it cannot be unpacked as {kind}: get "
            "the file again"
        ) from None


@contextmanager
def _opened(path: object, packed: BinaryIO, kind: str) -> Iterator[BinaryIO]:
    import bz2
    import gzip
    import lzma

    if not kind:
        yield packed
        return
    if kind == "zip":
        with zipfile.ZipFile(packed) as archive:
            members = _members(archive)
            if len(members) != 1:
                names = ", ".join(
                    excerpt(member.filename) for member in members[:LISTED]
                )
                more = ", …" if len(members) > LISTED else ""
                raise UserError(
                    f"{path}: holds {len(members)} files ({names}{more}): unpack it "
                    "and give the one with the table"
                    if members
                    else f"{path}: holds no file: give one with a table"
                )
            with archive.open(members[0]) as member:
                yield member  # type: ignore[misc]
        return
    if kind == "zstd":
        from pyarrow import CompressedInputStream

        with CompressedInputStream(packed, kind) as file:
            yield file
        return
    kinds: dict[str, Any] = {"gzip": gzip, "bzip2": bz2, "xz": lzma}
    with kinds[kind].open(packed, "rb") as file:
        yield file


def _members(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Give the files of an archive, without what macOS adds."""
    return [
        member
        for member in archive.infolist()
        if not member.filename.endswith("/")
        and PurePosixPath(member.filename).parts[:1] != ("__MACOSX",)
    ]
