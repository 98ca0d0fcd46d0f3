"""The files of a lesson: a folder, or a zip of one; nothing else is ever read."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from engine.errors import UserError, excerpt
from engine.files import require_file, unreadable
from engine.lessons.pictures import pixels_of

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

SUFFIX = ".lesson"
TEXT = "lesson.md"
PICTURES = (".png", ".jpg")
KINDS = (".md", ".plab", *PICTURES)
MOST_FILES = 200
MOST_BYTES = 32 * 2**20
"""Of all files together, unpacked."""


@dataclass(frozen=True)
class LessonFiles:
    """What a lesson consists of, held in memory.

    Attributes
    ----------
    place : Path
        The folder or the zip.
    contents : mapping of str to bytes
        By name: texts, sessions and pictures. No other kind of file is read.
    """

    place: Path
    contents: Mapping[str, bytes]

    @property
    def name(self) -> str:
        """What the lesson is known by: its folder's name."""
        return self.place.stem if self.place.suffix == SUFFIX else self.place.name

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the files: another edition of the lesson has another."""
        digest = sha256()
        for name, content in sorted(self.contents.items()):
            # Git may write the lines of a text otherwise on another system.
            same = content.replace(b"\r\n", b"\n") if name.endswith(".md") else content
            digest.update(f"{name}\0{len(same)}\0".encode() + same)
        return digest.hexdigest()

    @cached_property
    def pictures(self) -> Mapping[str, int]:
        """The pixels of each picture; 0 for what is called one and is none."""
        return {
            name: pixels_of(content)
            for name, content in self.contents.items()
            if name.endswith(PICTURES)
        }

    @property
    def edition(self) -> str:
        """What this very edition is known by: the name, and the digest's beginning."""
        return f"{self.name}-{self.digest[:12]}"

    @property
    def languages(self) -> dict[str, str]:
        """The languages besides the first, each with the file of its text."""
        languages = {}
        for name in sorted(self.contents):
            stem, _, code = name.removesuffix(".md").partition(".")
            if name.endswith(".md") and stem == "lesson" and code:
                languages[code] = name
        return languages

    def packed(self) -> bytes:
        """Give the lesson as one file, as the program opens it."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self.contents.items():
                archive.writestr(f"{self.name}/{name}", content)
        return buffer.getvalue()

    def text_in(self, language: str) -> str:
        """Name the file with the text in a language, or in the lesson's first."""
        return self.languages.get(language, TEXT)


def read_files(path: str | os.PathLike[str]) -> LessonFiles:
    """Read the files of a lesson.

    Parameters
    ----------
    path : path-like
        A folder with a ``lesson.md``, that file itself, or a zip of the folder.

    Raises
    ------
    UserError
        If there is no lesson, it is a pipe, or too large; names the file.
    """
    require_file(path)
    place = Path(path)
    if place.name == TEXT:
        place = place.parent
    try:
        named = _in_folder(place) if place.is_dir() else _in_zip(place)
        contents: dict[str, bytes] = {}
        for name, content in named:
            contents[name] = content
            check_size(path, contents)
    except OSError as error:
        raise UserError(f"{path}: {unreadable(error)}") from None
    if TEXT not in contents:
        raise UserError(
            f"{path}: is no lesson, as it has no {TEXT}: give a folder that has one"
        )
    return LessonFiles(place.absolute(), contents)


def check_size(path: str | os.PathLike[str], contents: Mapping[str, bytes]) -> None:
    """Refuse what is too large for a lesson."""
    total = sum(map(len, contents.values()))
    if total > MOST_BYTES or len(contents) > MOST_FILES:
        raise UserError(
            f"{path}: is too large for a lesson: take files out, at most {MOST_FILES} "
            f"with {MOST_BYTES >> 20} MB are possible"
        )


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.iterdir()):
        # A link could lead to what is nobody's lesson.
        if path.suffix in KINDS and path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                yield path.name, file.read(MOST_BYTES + 1)


def _in_zip(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of one folder in a zip; a declared size is not trusted."""
    try:
        with zipfile.ZipFile(path) as archive:
            named = [
                (PurePosixPath(info.filename), info) for info in archive.infolist()
            ]
            folders = [name.parent for name, _ in named if name.name == TEXT]
            for name, info in named:
                if name.parent in folders[:1] and name.suffix in KINDS:
                    with archive.open(info) as member:
                        yield name.name, member.read(MOST_BYTES + 1)
    except (
        zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, ValueError,
        RuntimeError,
    ) as error:  # fmt: skip
        said = excerpt(str(error))
        raise UserError(
            f"{path}: is damaged or no lesson, it cannot be unpacked ({said}): get "
            "the file again"
        ) from None
