"""What a format of data files is: its suffixes, its reader and its writer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from engine.errors import UserError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset
    from engine.data.tables.compression import Parts
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.table import Table


def _no_writer(
    data: Dataset, path: str | os.PathLike[str], **options: object
) -> NoReturn:
    raise UserError(
        f"{path}: this format can be read, but not written: end the name in .csv"
    )


@dataclass(frozen=True)
class FileFormat:
    """A format of data files.

    A file in this folder that has one as ``FORMAT`` is found without being named.

    Attributes
    ----------
    name : str
    suffixes : tuple of str
        Of files that are read in it; the first stands for it.
    table : callable
        Opens a file as a table: ``table(file, options)``.
    write : callable, optional
        ``write(data, path, progress=…)``; a plain table's takes a `target` too: what to
        call the column of the classes.
    saved_as : mapping of str to str
        Suffixes that are offered when data are saved, with what they are.
    rewritten : tuple of str
        Suffixes of files that can be opened and written again: nothing is lost.
    is_table : bool
        Read as a table of text: its form is recognised, and it can be looked at before.
    order : int
        Its place where formats are listed; those of one place stand by their names.
    begins : callable
        Tells whether a file without a known suffix begins as this format does.
    holds : callable
        Tells whether it can hold all that is in some data.
    is_text : bool
        It is kept as text, in whatever encoding.
    text : callable, optional
        Gives a table that is not kept as text as the text of one, some rows at a time,
        each with the share that has then been read: ``text(file)``.
    sheets : callable, optional
        Names the tables of a file that may hold several: ``sheets(file)``.
    has_columns : bool
        A file is read in columns, of which one has the classes: which, and what becomes
        of missing values and text, can be told.
    has_indices : bool
        Its features have indices, of which the first can be told.
    """

    name: str
    suffixes: tuple[str, ...]
    table: Callable[[DataFile, ReadOptions], Table]
    write: Callable[..., None] = _no_writer
    saved_as: dict[str, str] = field(default_factory=dict)
    rewritten: tuple[str, ...] = ()
    is_table: bool = False
    order: int = 9
    begins: Callable[[str | os.PathLike[str]], bool] = lambda _: False
    holds: Callable[[Dataset], bool] = lambda _: True
    is_text: bool = True
    text: Callable[[DataFile], Parts] | None = None
    sheets: Callable[[DataFile], list[str]] | None = None
    has_columns: bool = True
    has_indices: bool = False
