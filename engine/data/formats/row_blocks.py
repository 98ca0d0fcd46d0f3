"""A file of any size, read as blocks of whole rows."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.formats.grid import LINE_END, UNCLOSED, decoded, readable
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import FileIO

BLOCK_BYTES = 4 * 2**20
"""Read at a time: many rows per call of the parser, in little memory."""

LOOK_BYTES = 2**14
"""Looked through for the end of a block's last line."""

LONGEST_ROW = 64 * 2**20
_BLANK = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t,;|]*(?:\r\n|\r|\n))*")
_CELL = re.compile(rb"\S")
_LINE_END = re.compile(LINE_END.pattern.encode())


@dataclass(frozen=True)
class RowBlock:
    """Some whole rows of a file.

    Attributes
    ----------
    path : path-like
    text : bytes
    start : int
        The place of its first byte in the file.
    share : float
        How much of the file has been read at its end, 0 … 1.
    """

    path: str | os.PathLike[str]
    text: bytes
    start: int
    share: float

    @property
    def line(self) -> int:
        """The line of the file, from 1, with which it begins: counted when asked."""
        line, left = 1, self.start
        with readable(self.path), open(self.path, "rb") as file:
            while part := file.read(min(left, BLOCK_BYTES)):
                if part.endswith(b"\r") and len(part) < left:
                    part += file.read(1)
                left -= len(part)
                line += line_ends(part)
        return line

    @property
    def is_text(self) -> bool:
        """Whether it is UTF-8 text."""
        try:
            self.require_text()
        except UserError:
            return False
        return True

    def without_first_row(self) -> RowBlock:
        """Give the rows after the first."""
        ends = (one.end() for one in _LINE_END.finditer(self.text))
        closed = (end for end in ends if not self.text.count(b'"', 0, end) % 2)
        end = next(closed, len(self.text))
        return replace(self, text=self.text[end:], start=self.start + end)

    def require_text(self) -> None:
        """Make sure that it is UTF-8 text.

        Raises
        ------
        UserError
            If it is not.
        """
        if b"\0" in self.text or not _is_utf_8(self.text):
            # Only now: to count the lines the file is read from its beginning.
            decoded(self.path, self.text, self.line)


def _is_utf_8(text: bytes) -> bool:
    try:
        return text.isascii() or bool(text.decode())
    except UnicodeDecodeError:
        return False


def blocks(path: str | os.PathLike[str], size: int) -> Iterator[RowBlock]:
    """Read a file in blocks of about `size` bytes, without a blank beginning.

    Raises
    ------
    UserError
        If it cannot be read, or not more than once.
    """
    begun = False
    for text, start, share in _whole_rows(path, size):
        blank = 0 if begun else _blank(text)
        begun = blank < len(text)
        if begun:
            yield RowBlock(path, text[blank:], start + blank, share)


def from_line(blocks: Iterator[RowBlock], line: int) -> Iterator[RowBlock]:
    """Give what begins with a line of the file, or with the next that has cells."""
    if line > 1:
        for block in blocks:
            ends = [one.end() for one in _LINE_END.finditer(block.text)]
            skipped = max(0, line - block.line)
            end = [0, *ends, len(block.text)][min(skipped, len(ends) + 1)]
            end += _blank(block.text[end:])
            if end < len(block.text):
                text = block.text[end:]
                yield replace(block, text=text, start=block.start + end)
                break
    yield from blocks


def _blank(text: bytes) -> int:
    """Measure the mark of UTF-8 and the lines without a cell at the beginning."""
    lines = _BLANK.match(text)
    end = lines.end() if lines else 0
    return end if _CELL.search(text, end) else len(text)


def _whole_rows(
    path: str | os.PathLike[str], size: int
) -> Iterator[tuple[bytes, int, float]]:
    """Give texts, the place of each in the file, and the share that has been read."""
    with readable(path):
        if stat.S_ISFIFO(os.stat(path).st_mode):
            raise UserError(f"{path}: is a pipe, but is read more than once: save it")
        with open(path, "rb", buffering=0) as file:
            total = os.fstat(file.fileno()).st_size
            read, rest = 0, b""
            while more := _to_line_end(file, read, size):
                read += len(more)
                text = rest + more if rest else more
                end = row_end(text) if read < total else len(text)
                rest = text[end:]
                if end:
                    start = read - len(text)
                    yield text[:end], start, min(read / max(total, 1), 1.0)
                elif len(rest) > LONGEST_ROW:
                    raise UserError(f"{path}: {UNCLOSED}")
            if rest:
                yield rest, read - len(rest), 1.0


def _to_line_end(file: FileIO, start: int, size: int) -> bytes:
    """Read about `size` bytes, up to a line's end: then no rest is to be copied."""
    file.seek(start + size)
    beyond = file.read(min(size, LOOK_BYTES)) or b""
    file.seek(start)
    return file.read(size + beyond.find(b"\n") + 1) or b""


def row_end(text: bytes) -> int:
    """Find where the last row ends for certain; 0 if none does."""
    newline = b"\n" if b"\n" in text else b"\r"
    # A \r at the very end may be the first half of \r\n.
    end = text.rfind(newline, 0, len(text) - (newline == b"\r")) + 1
    quotes = text.count(b'"', 0, end) if b'"' in text else 0
    while quotes % 2:  # within a quoted cell
        before = text.rfind(newline, 0, end - 1) + 1
        quotes -= text.count(b'"', before, end)
        end = before
    return end


def line_ends(text: bytes) -> int:
    """Count the ends of lines: Unix, Windows or old Macintosh ones."""
    lone = text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0
    # Several times as fast as bytes.count.
    ends = np.frombuffer(text, np.uint8) == ord("\n")
    return int(np.count_nonzero(ends)) + lone


def stamp(path: str | os.PathLike[str]) -> tuple[int, int, int]:
    """Give what is another once a file has been changed."""
    with readable(path):
        found = os.stat(path)
    return found.st_ino, found.st_size, found.st_mtime_ns
