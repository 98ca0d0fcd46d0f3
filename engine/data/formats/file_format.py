"""What a format of data files is: its suffixes, its reader and its writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset
    from engine.data.formats.read_options import ReadOptions


class Reader(Protocol):
    """Reads a file."""

    def __call__(
        self,
        path: str | os.PathLike[str],
        *,
        options: ReadOptions,
        progress: Callable[[float], bool],
    ) -> Dataset:
        """Give the data; what is not told about the file is recognised."""


def _never(path: str | os.PathLike[str]) -> bool:
    return False


def _any(data: Dataset) -> bool:
    return True


@dataclass(frozen=True)
class FileFormat:
    """A format of data files.

    A file in this folder that has one as ``FORMAT`` is found without being named.

    Attributes
    ----------
    name : str
    suffixes : tuple of str
        Of files that are read in it; the first stands for it.
    read : Reader
    write : callable
        ``write(data, path, progress=…)``; a plain table's takes a `target` too: what to
        call the column of the classes.
    saved_as : mapping of str to str
        Suffixes that are offered when data are saved, with what they are.
    rewritten : tuple of str
        Suffixes of files that can be opened and written again: nothing is lost.
    is_table : bool
        A plain table: its form is recognised, and it can be read as a stream.
    order : int
        Its place where formats are listed; those of one place stand by their names.
    begins : callable
        Tells whether a file without a known suffix begins as this format does.
    holds : callable
        Tells whether it can hold all that is in some data.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Reader
    write: Callable[..., None]
    saved_as: dict[str, str]
    rewritten: tuple[str, ...] = ()
    is_table: bool = False
    order: int = 9
    begins: Callable[[str | os.PathLike[str]], bool] = _never
    holds: Callable[[Dataset], bool] = _any
