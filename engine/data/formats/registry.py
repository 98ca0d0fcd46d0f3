"""All formats of data files: what reads and what writes a file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.data import formats as folder
from engine.data.formats.other_files import require_known
from engine.data.formats.web_files import require_data
from engine.data.tables.data_file import data_file, is_text
from engine.discovery import modules_with
from engine.errors import UserError, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.data.dataset import Dataset
    from engine.data.formats.file_format import FileFormat
    from engine.data.tables.data_file import DataFile


@cache
def formats() -> tuple[FileFormat, ...]:
    """Find all formats: plain tables first, the others in their order."""
    kinds: list[FileFormat] = [m.FORMAT for m in modules_with("FORMAT", folder)]
    return tuple(sorted(kinds, key=lambda kind: (kind.order, kind.name)))


def format_for(suffix: str) -> FileFormat:
    """Give the format that a suffix stands for; whatever is not known is a table."""
    known = (kind for kind in formats() if suffix in kind.suffixes)
    return next(known, formats()[0])


def format_of(path: str | os.PathLike[str]) -> FileFormat:
    """Recognise the format of a file by its suffix, else by its first line.

    The suffix is what is left without that of a compression: ``.csv`` of x.csv.gz.
    """
    file = data_file(path)
    if file.kind is not None:
        return next(kind for kind in formats() if kind is file.kind)
    by_suffix = format_for(file.suffix)
    if by_suffix.text is not None and is_text(file):
        by_suffix = formats()[0]  # programs call tables of text .xls too
    if by_suffix is not formats()[0] or not file.place.is_file():
        return by_suffix
    return next((kind for kind in formats() if kind.begins(file)), by_suffix)


def opened(
    path: str | os.PathLike[str], *, encoding: str = "", sheet: str = ""
) -> DataFile:
    """Open a file in its format, so that what reads tables sees one of text.

    Parameters
    ----------
    path : path-like
        ``-`` is the standard input.
    encoding : str, optional
        Of its text; default as it is recognised.
    sheet : str, optional
        Of a workbook: its name, or its number from 1; default the first with
        cells.

    Raises
    ------
    UserError
        If there is no such encoding, a pipe cannot be read, it is a web page or of a
        kind that is not read, or it has no sheets.
    """
    file = data_file(path, encoding=encoding)
    require_data(file)
    require_known(file)
    kind = format_of(file)
    if sheet:
        if kind.sheets is None:
            raise UserError(
                f"{file}: is no workbook and has no sheets: leave --sheet out"
            )
        file = replace(file, sheet=sheet)
    # As it is if it is known, with what has been found out of it.
    return file if file.kind is not None else replace(file, kind=kind)


def write_data(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    target: str = "",
    progress: Callable[[float], bool] = go_on,
    suffix: str = "",
) -> None:
    """Write a data set in the format of the suffix; of an unknown one, as CSV.

    Parameters
    ----------
    data : Dataset
    path : path-like
    target : str, optional
        What to call the column of the classes in a plain table.
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the writing.
    suffix : str, optional
        Tells the format in place of that of the path.

    Raises
    ------
    UserError
        If the file cannot be written, or a name cannot stand in it.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    file_format = format_for(suffix or Path(path).suffix.lower())
    options: dict[str, Any] = {"target": target} if file_format is formats()[0] else {}
    file_format.write(data, path, progress=progress, **options)
