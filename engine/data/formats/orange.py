"""Orange's tables: by tabs under three lines, names, types, roles; or all in one line.

In one line a name follows its role and type in letters: ``cD#species``, ``m#id``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.data.classes import with_declared
from engine.data.formats.column_roles import as_option
from engine.data.formats.csv_cells import grid_of
from engine.data.formats.csv_form import TableHead, check_header, read_head
from engine.data.formats.csv_stream import CsvStream
from engine.data.formats.data_file import open_text
from engine.data.formats.file_format import FileFormat
from engine.data.formats.quotation import LINE_END, WHITESPACE, first_row_end
from engine.data.formats.read_options import AS_FOUND, OptionNeeded
from engine.data.formats.row_blocks import HEAD_BYTES, line_ends, read_text
from engine.data.formats.row_writer import (
    class_column,
    name_column,
    quoted,
    rows_of,
    write_text,
)
from engine.errors import UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from engine.data.dataset import Dataset
    from engine.data.formats.read_options import ReadOptions

CONTINUOUS = ("continuous", "c", "numeric", "n")
SKIPPED_TYPES = ("string", "s", "text", "time", "t", "basket")
SKIPPED_ROLES = ("meta", "m", "ignore", "i", "weight", "w")
UNUSED = frozenset("miST")
"""Letters of metas, ignored columns, text and times."""
_FLAGGED = re.compile(
    r"(?P<flags>[cmiw]?[CDST]?(?<=[cmiwCDST]))#(?P<name>.+)", re.DOTALL
)
_ROLE = re.compile(r"[cmiw][CDST]?#.")
_ROLES = re.compile(rb"[^\r\n]*(?<![^\s,;|\"])[cmiw][CDST]?#[^\s,;|\"]")


def read_orange(
    path: str | os.PathLike[str],
    *,
    options: ReadOptions = AS_FOUND,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read Orange's tables; metas, text and ignored columns are left out.

    A file that says nothing of types and roles is read as a plain table.

    Raises
    ------
    UserError
        If a cell cannot be used; names the file, the line and the column.
    Cancelled
        If `progress` says so.
    """
    head = read_head(path, delimiter=options.delimiter)
    if is_in_one_line(head):
        return _read_one_line(head, options, progress)
    text, line = _beginning(head)
    lines = LINE_END.split(text, maxsplit=3)
    if len(lines) < 3 or not all(map(_is_type, lines[1].split("\t"))):
        return CsvStream.of(head, options).read_all(progress)
    grid = grid_of(path, "\n".join(lines[:3]), line, "\t")
    names, types = grid.cells[0].tolist(), grid.cells[1].tolist()
    # A third line without any role is blank, and blank lines are not in a grid.
    roles = grid.cells[2].tolist() if len(grid.lines) > 2 else [""] * len(names)
    if not "".join(lines[3:]).strip():
        raise UserError(f"{path}: has no rows under its three lines: give some")
    check_header(path, names, line)
    marked = None
    if options.like is None and options.target is None:
        marked = _label(path, names, roles)
    unused = {
        j: "as the file says"
        for j in range(len(names))
        if not _is_feature(types[j].lower(), roles[j].lower())
    }
    # To others it is a table under one line; the two below are not among the samples.
    head = replace(head, text=f"{lines[0]}\n\n\n{lines[3]}", delimiter="\t")
    options = replace(options, header=True, decimal=options.decimal or ".")
    table = CsvStream.of(head, options, rows_above=3, label=marked, unused=unused)
    data = table.read_all(progress)
    if options.like is not None or table.target_name not in names:
        return data
    return with_declared(data, types[names.index(table.target_name)].split())


def _read_one_line(
    head: TableHead, options: ReadOptions, progress: Callable[[float], bool]
) -> Dataset:
    """Read a table of which each name says what the column is."""
    names, flags = _flagged(head.grid.cells[0].tolist())
    check_header(head.path, names, head.line)
    marked = None
    if options.like is None and options.target is None and "c" in "".join(flags):
        marked = _label(head.path, names, flags)
    unused = {j: "as the file says" for j, some in enumerate(flags) if {*some} & UNUSED}
    for j, some in enumerate(flags):
        if "w" in some:
            unused[j] = f"weights (--weight {as_option(names[j], j + 1)} takes them)"
    if options.weight in names:
        unused.pop(names.index(options.weight), None)
    # To others the names are those of any table.
    text = head.text.encode()
    end = first_row_end(text, head.delimiter)
    between = " " if head.delimiter == WHITESPACE else head.delimiter
    lines = between.join(map(quoted, names)), *[""] * line_ends(text[:end])
    head = replace(head, text="\n".join(lines) + text[end:].decode())
    table = CsvStream.of(
        head, replace(options, header=True), label=marked, unused=unused
    )
    return table.read_all(progress)


def is_in_one_line(head: TableHead) -> bool:
    """Tell whether the first line has a role before some name, and words alone."""
    first: list[str] = head.features_grid.cells[0].tolist()
    return any(map(_ROLE.match, first))


def begins_as_orange(path: str | os.PathLike[str]) -> bool:
    """Tell whether a table begins with a line of names with their roles."""
    try:
        with open_text(path) as file:
            if not _ROLES.match(file.read(HEAD_BYTES)):
                return False
        return is_in_one_line(read_head(path))
    except UserError:
        return False


def _flagged(cells: Sequence[str]) -> tuple[list[str], list[str]]:
    """Part names from the letters before them."""
    found = [_FLAGGED.fullmatch(cell) for cell in cells]
    names = [
        cell if one is None else one["name"]
        for cell, one in zip(cells, found, strict=True)
    ]
    return names, ["" if one is None else " ".join(one["flags"]) for one in found]


def _beginning(head: TableHead) -> tuple[str, int]:
    """Give three lines and some rows, and the line with which they begin."""
    if head.whole or len(LINE_END.split(head.text, maxsplit=4)) > 4:
        return head.text, head.line
    return read_text(head.path)


def _is_type(cell: str) -> bool:
    """Tell whether a cell of the second line is a type, or lists values."""
    word = cell.strip().lower()
    known = word in (*CONTINUOUS, *SKIPPED_TYPES, "discrete", "d", "nominal")
    return known or len(word.split()) > 1


def _is_feature(kind: str, role: str) -> bool:
    words = role.split()
    return kind not in SKIPPED_TYPES and not any(w in SKIPPED_ROLES for w in words)


def _label(path: str | os.PathLike[str], names: list[str], roles: list[str]) -> int:
    marked = [j for j, role in enumerate(roles) if {"class", "c"} & {*role.split()}]
    if len(marked) == 1:
        return marked[0]
    said = "no column" if not marked else f"{len(marked)} columns"
    raise OptionNeeded(
        f"{path}: its header marks {said} as “class”: mark one, or choose the "
        f"target among {', '.join(map(excerpt, names))}"
    )


def write_orange(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as Orange's .tab.

    Raises
    ------
    UserError
        If a name is empty or no text, or that of a feature has a line end, or the
        file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    for name in (*data.feature_names, *data.class_names):
        is_cut = LINE_END.search(name) and name in data.feature_names
        if not name or is_cut or "\0" in name:
            raise UserError(
                f"{path}: the name “{excerpt(name)}” cannot stand in a .tab: "
                "rename it, or save a .csv"
            )
    target = class_column(data)
    n = data.n_features
    names = [*map(quoted, data.feature_names), target]
    types, roles = ["continuous"] * n + ["discrete"], [""] * n + ["class"]
    if data.sample_names is not None:
        names = [name_column((*data.feature_names, target)), *names]
        types, roles = ["string", *types], ["meta", *roles]
    lines = map("\t".join, (names, types, roles))
    rows = rows_of(data, [*map(quoted, data.class_names)], "\t", name=quoted)
    write_text(path, "\n".join(lines) + "\n", rows, progress)


FORMAT = FileFormat(
    name="Orange",
    suffixes=(".tab",),
    read=read_orange,
    write=write_orange,
    saved_as={".tab": "Orange, with the class column marked"},
    order=1,
    begins=begins_as_orange,
)
