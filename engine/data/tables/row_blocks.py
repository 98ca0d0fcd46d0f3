"""Files of text: the beginning of one, or all of it as blocks of whole rows."""

from __future__ import annotations

import os
import re
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from engine.data.tables.data_file import LOOK_BYTES, open_text, readable
from engine.data.tables.quotation import (
    LINE_END_BYTES,
    UNCLOSED,
    Quotes,
    first_row_end,
    last_row_end,
    quotes_of,
)
from engine.data.tables.text_encoding import recognised
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.data.tables.data_file import TextReader

BLOCK_BYTES = 2 * 2**20
"""Read at a time: many rows per call of the parser, and some blocks for each thread."""
HEAD_BYTES = 2**16
"""Enough of a file to recognise its format and its form."""
LONGEST_ROW = 64 * 2**20
MOST_THREADS = 4
NOT_ALL = 0.999
"""The largest share of a text of which something is left."""

_BLANK = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t,;|]*(?:\r\n|\r|\n))*")
_CELL = re.compile(rb"\S")
_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class RowBlock:
    """Some whole rows of a file.

    Attributes
    ----------
    path : path-like
    text : bytes
    start : int
        The place of its first byte in the text of the file.
    share : float
        How much of the file has been read at its end, 0 … 1.
    known_line : int
        The line of the file, from 1, with which it begins; 0 where it is not known.
    """

    path: str | os.PathLike[str]
    text: bytes
    start: int
    share: float
    known_line: int = 0
    _quotes: dict[str, Quotes] = field(default_factory=dict, init=False, repr=False)

    def quotes(self, delimiter: str) -> Quotes | None:
        """Look at its quotation marks, once; None if there are none."""
        if b'"' not in self.text:
            return None
        if delimiter not in self._quotes:
            self._quotes[delimiter] = quotes_of(self.text, delimiter)
        return self._quotes[delimiter]

    @property
    def line(self) -> int:
        """The line of the file, from 1, with which it begins: counted when asked."""
        if self.known_line:
            return self.known_line
        line, left = 1, self.start
        with open_text(self.path) as file, readable(self.path):
            while part := file.read(min(left, BLOCK_BYTES)):
                if part.endswith(b"\r") and len(part) < left:
                    part += file.read(1)
                left -= len(part)
                line += line_ends(part)
        return line

    def without_first_row(self, delimiter: str) -> RowBlock:
        """Give the rows after the first."""
        end = first_row_end(self.text, delimiter)
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


def row_blocks(
    path: str | os.PathLike[str], size: int, *, delimiter: str, line: int = 1
) -> Iterator[RowBlock]:
    """Read a text in blocks of about `size` bytes, without a blank beginning.

    Parameters
    ----------
    path : path-like
    size : int
    delimiter : str
        Tells where a mark quotes: of `DELIMITERS`, `UNKNOWN` or `UNQUOTED`.
    line : int
        The first line that is read, from 1.

    Raises
    ------
    UserError
        If it cannot be read, or not more than once.
    """
    begun = False
    for text, start, share in _whole_rows(path, size, delimiter, line):
        blank = 0 if begun else _blank(text)
        begun = blank < len(text)
        if begun:
            yield RowBlock(path, text[blank:], start + blank, share)


def _blank(text: bytes) -> int:
    """Measure the mark of UTF-8 and the lines without a cell at the beginning."""
    lines = _BLANK.match(text)
    end = lines.end() if lines else 0
    return end if _CELL.search(text, end) else len(text)


def _whole_rows(
    path: str | os.PathLike[str], size: int, delimiter: str, line: int
) -> Iterator[tuple[bytes, int, float]]:
    """Give texts, the place of each in the text, and the share that has been read."""
    with open_text(path) as file, readable(path):
        start, rest = _skipped(file, line)
        # Of a row that is longer, as much again: it is looked through a few times.
        while more := file.read_lines(max(size, len(rest))):
            text = rest + more if rest else more
            ended = not file.peek(1)
            end = len(text) if ended else last_row_end(text, delimiter)
            rest = text[end:]
            if end:
                yield text[:end], start, 1.0 if ended else min(file.share(), NOT_ALL)
                start += end
            elif len(rest) > LONGEST_ROW:
                row = RowBlock(path, rest, start, share=0.0)
                row.require_text()
                raise UserError(
                    f"{path}, line {row.line}: a row of more than "
                    f"{LONGEST_ROW >> 20} MB begins here, as {UNCLOSED}"
                )
        if rest:
            yield rest, start, 1.0


def _skipped(file: TextReader, line: int) -> tuple[int, bytes]:
    """Find where a line begins; give the place, and what was read from there on."""
    start, left = 0, line - 1
    while left and (part := file.read(LOOK_BYTES)):
        while part.endswith(b"\r") and (more := file.read(1)):
            part += more
        ends = [end.end() for end in islice(LINE_END_BYTES.finditer(part), left)]
        left -= len(ends)
        if not left:
            return start + ends[-1], part[ends[-1] :]
        start += len(part)
    return start, b""


def line_ends(text: bytes) -> int:
    """Count the ends of lines: Unix, Windows or old Macintosh ones."""
    lone = text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0
    # Several times as fast as bytes.count.
    ends = np.frombuffer(text, np.uint8) == ord("\n")
    return int(np.count_nonzero(ends)) + lone


def ahead(items: Iterable[_Item], work: Callable[[_Item], _Made]) -> Iterator[_Made]:
    """Give ``work(item)`` for every item, in order, computed in threads beforehand.

    A few are in memory at a time. Who leaves early, by an error or an interrupt,
    waits only for the work at hand.
    """
    threads = min(MOST_THREADS, os.cpu_count() or 1)
    coming: deque[Future[_Made]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            coming.append(pool.submit(work, item))
            if len(coming) > threads:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def decoded(path: object, content: bytes, first: int = 1) -> str:
    """Turn what stands in a file from line `first` on into text.

    Raises
    ------
    UserError
        If it is not UTF-8 text.
    """
    if b"\0" in content:
        raise UserError(f"{path}: is not a text file: give a table as CSV text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + first
        seems = recognised(content)
        raise UserError(
            f"{path}, line {line}: is not UTF-8 text: choose its encoding, it seems to "
            f"be {seems} (--encoding {seems})"
        ) from None


def begins_like(pattern: re.Pattern[bytes]) -> Callable[[str | os.PathLike[str]], bool]:
    """Make what tells whether a text begins as a pattern has it."""

    def begins(path: str | os.PathLike[str]) -> bool:
        try:
            with open_text(path) as file:
                return pattern.match(file.read(HEAD_BYTES)) is not None
        except UserError:
            return False

    return begins


def empty(path: object) -> UserError:
    """Say that there is nothing in a file."""
    return UserError(f"{path}: is empty: give a table with a row per sample")


def version(path: str | os.PathLike[str]) -> tuple[int, int, int]:
    """Give what is another once a file has been changed."""
    with readable(path):
        status = os.stat(path)
    return status.st_ino, status.st_size, status.st_mtime_ns
