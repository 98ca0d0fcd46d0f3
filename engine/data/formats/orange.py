"""Orange's tables: under three lines, names, types and roles; or all in one line.

In one line a name follows its role and type in letters: ``cD#species``, ``m#id``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.data.formats.file_format import FileFormat
from engine.data.tables.column_roles import as_option
from engine.data.tables.csv_cells import grid_of
from engine.data.tables.data_file import open_text
from engine.data.tables.missing_values import is_missing
from engine.data.tables.number_format import is_number
from engine.data.tables.quotation import LINE_END, UNQUOTED, WHITESPACE, first_row_end
from engine.data.tables.read_options import OptionNeeded
from engine.data.tables.row_blocks import HEAD_BYTES, line_ends, row_blocks
from engine.data.tables.row_writer import (
    class_column,
    name_column,
    quoted,
    rows_of,
    write_text,
)
from engine.data.tables.table import check_header
from engine.data.tables.text_table import TextTable, text_table
from engine.errors import UserError, excerpt, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from engine.data.classes import LabelKind
    from engine.data.dataset import Dataset
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import ReadOptions

LONGEST_HEAD = 16 * 2**20
"""In which three lines must end."""
CONTINUOUS = ("continuous", "c", "numeric", "n")
SKIPPED_TYPES = ("string", "s", "text", "time", "t", "basket")
DISCRETE = ("discrete", "d", "nominal")
SKIPPED_ROLES = ("meta", "m", "ignore", "i", "weight", "w")
ROLES = ("class", "c", *SKIPPED_ROLES)
UNUSED = frozenset("miST")
"""Letters of metas, ignored columns, text and times."""
_FLAGGED = re.compile(
    r"(?P<flags>[cmiw]?[CDST]?(?<=[cmiwCDST]))#(?P<name>.+)", re.DOTALL
)
_ROLE = re.compile(r"[cmiw][CDST]?#.")
_ROLES = re.compile(rb"[^\r\n]*(?<![^\s,;|\"])[cmiw][CDST]?#[^\s,;|\"]")
_THREE_LINES = re.compile(
    rb"[^\r\n]*(?:\r\n|\r|\n)[^\r\n]*\b(?:c|continuous|n|numeric)\b", re.IGNORECASE
)
_BETWEEN_VALUES = re.compile(r"(?<!\\)\s+")


def orange_table(file: DataFile, options: ReadOptions) -> TextTable:
    """Open Orange's tables; metas, text and ignored columns are left out.

    A file that says nothing of types and roles is a plain table.

    Raises
    ------
    UserError
        If its header cannot be used; names the file, the line and the column.
    """
    table = text_table(file, replace(options, start=0, bad_rows="error"))
    is_marked = options.like is None and options.target is None
    if is_in_one_line(table):
        return _in_one_line(table, options.weight, is_marked=is_marked)
    text, line = _beginning(table)
    lines = LINE_END.split(text, maxsplit=3)
    by = "\t" if "\t" in lines[0] else table.delimiter
    if len(lines) < 3 or not all(map(_is_type, _cells(file, lines[1], by))):
        return table
    grid = grid_of(file, "\n".join(lines[:3]), line, by)
    names, types = grid.cells[0].tolist(), grid.cells[1].tolist()
    # A third line without any role is blank, and blank lines are not in a grid.
    roles = grid.cells[2].tolist() if len(grid.lines) > 2 else [""] * len(names)
    if not "".join(lines[3:]).strip():
        raise UserError(
            f"{file}: has no rows under the three lines of its header: add one "
            "for each sample"
        )
    check_header(file, names, line)
    unused = {
        j: "as the file says"
        for j in range(len(names))
        if not _is_feature(types[j].lower(), roles[j].lower())
    }
    weights = [j for j, role in enumerate(roles) if {"weight", "w"} & {*role.split()}]
    # To others it is a table under one line; the two below are not among the samples.
    return replace(
        table,
        text=f"{lines[0]}\n\n\n{lines[3]}",
        delimiter=by,
        has_header=True,
        usual_decimal=".",
        rows_above=3,
        label=_label(file, names, roles) if is_marked else None,
        unused=_unused(names, unused, weights, options.weight),
        declared=dict(zip(names, map(_values, types), strict=True)),
        kinds={j: _kind(type_) for j, type_ in enumerate(types)},
    )


def _in_one_line(table: TextTable, weight: str, *, is_marked: bool) -> TextTable:
    """Open a table of which each name says what the column is."""
    names, flags = _flagged(table.grid.cells[0].tolist())
    check_header(table.path, names, table.line)
    unused = {
        j: "as the file says" for j, letters in enumerate(flags) if {*letters} & UNUSED
    }
    weights = [j for j, letters in enumerate(flags) if "w" in letters]
    is_marked = is_marked and "c" in "".join(flags)
    # To others the names are those of any table.
    text = table.text.encode()
    end = first_row_end(text, table.delimiter)
    between = " " if table.delimiter == WHITESPACE else table.delimiter
    lines = between.join(map(quoted, names)), *[""] * line_ends(text[:end])
    return replace(
        table,
        text="\n".join(lines) + text[end:].decode(),
        has_header=True,
        label=_label(table.path, names, flags) if is_marked else None,
        unused=_unused(names, unused, weights, weight),
        kinds={
            j: "category" if "D" in letters else "number"
            for j, letters in enumerate(flags)
            if {*letters} & {*"CD"}
        },
    )


def is_in_one_line(table: TextTable) -> bool:
    """Tell whether the first line has a role before some name, and words alone."""
    first: list[str] = table.features_grid.cells[0].tolist()
    return any(map(_ROLE.match, first))


def begins_as_orange(path: str | os.PathLike[str]) -> bool:
    """Tell whether a table begins with names and their roles, in one line or three."""
    try:
        with open_text(path) as file:
            head = file.read(HEAD_BYTES)
        if _ROLES.match(head):
            return is_in_one_line(text_table(path))
        return bool(_THREE_LINES.match(head)) and _is_under_three_lines(
            text_table(path)
        )
    except UserError:
        return False


def _is_under_three_lines(table: TextTable) -> bool:
    """Tell whether types and roles, and no samples, stand under the names."""
    lines = LINE_END.split(table.text, maxsplit=4)
    if len(lines) < 4:
        return False
    types, roles, row = (
        _cells(table.path, line, table.delimiter) for line in lines[1:4]
    )
    return (
        all(map(_is_type, types))
        and any(type_.lower() in CONTINUOUS for type_ in types)
        and all(_is_role(cell) for cell in roles)
        and all(
            type_.lower() not in CONTINUOUS or is_missing(cell) or is_number(cell)
            for type_, cell in zip(types, row, strict=False)
        )
    )


def _cells(path: str | os.PathLike[str], line: str, delimiter: str) -> list[str]:
    """Cut one line into cells; of a blank one there are none."""
    cells: list[list[str]] = grid_of(path, line, 1, delimiter).cells.tolist()
    return cells[0] if cells else []


def _flagged(cells: Sequence[str]) -> tuple[list[str], list[str]]:
    """Part names from the letters before them."""
    matches = [_FLAGGED.fullmatch(cell) for cell in cells]
    names = [
        cell if match is None else match["name"]
        for cell, match in zip(cells, matches, strict=True)
    ]
    return names, [
        "" if match is None else " ".join(match["flags"]) for match in matches
    ]


def _beginning(table: TextTable) -> tuple[str, int]:
    """Give three lines and some rows, and the line with which they begin."""
    if table.whole or len(LINE_END.split(table.text, maxsplit=4)) > 4:
        return table.text, table.line
    block = next(row_blocks(table.path, LONGEST_HEAD, delimiter=UNQUOTED))
    block.require_text()
    return block.text.decode(), block.line


def _is_type(cell: str) -> bool:
    """Tell whether a cell of the second line is a type, or lists values."""
    word = cell.strip().lower()
    known = word in (*CONTINUOUS, *SKIPPED_TYPES, *DISCRETE)
    return known or len(_values(word)) > 1


def _is_role(cell: str) -> bool:
    """Tell whether a cell of the third line has roles and attributes alone."""
    return all(word in ROLES or "=" in word for word in _values(cell.lower()))


def _values(cell: str) -> list[str]:
    """Part the values that a cell lists; a blank in one follows a backslash."""
    values = _BETWEEN_VALUES.split(cell.strip())
    return [value.replace("\\ ", " ") for value in values if value]


def _kind(type_: str) -> LabelKind:
    """Give what a cell of the second line says of its column."""
    return "number" if type_.strip().lower() in CONTINUOUS else "category"


def _is_feature(kind: str, role: str) -> bool:
    words = role.split()
    return kind not in SKIPPED_TYPES and not any(w in SKIPPED_ROLES for w in words)


def _unused(
    names: Sequence[str], unused: dict[int, str], weights: list[int], taken: str
) -> dict[int, str]:
    """Say why columns are left out; the one that is taken for weights is not."""
    takes = {
        j: f"weights (--weight {as_option(names[j], j + 1)} takes them)"
        for j in weights
    }
    return {j: why for j, why in (unused | takes).items() if names[j] != taken}


def _label(path: str | os.PathLike[str], names: list[str], roles: list[str]) -> int:
    marked = [j for j, role in enumerate(roles) if {"class", "c"} & {*role.split()}]
    if len(marked) == 1:
        return marked[0]
    said = "no column" if not marked else f"{len(marked)} columns"
    raise OptionNeeded(
        f"{path}: its header marks {said} as “class”: mark one column, or "
        f"choose the target among {', '.join(map(excerpt, names))}"
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
        If a name is empty, or that of a feature has a line end, or the file cannot be
        written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    if "" in (*data.feature_names, *data.class_names):
        raise UserError(
            f"{path}: a feature or class has an empty name, which a .tab cannot hold: "
            "rename it"
        )
    for name in data.feature_names:
        if LINE_END.search(name):
            raise UserError(
                f"{path}: feature “{excerpt(name)}” has a line end in its name, which "
                "a .tab cannot hold: rename it, or save a .csv"
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
    table=orange_table,
    write=write_orange,
    saved_as={".tab": "Orange, with the class column marked"},
    order=1,
    begins=begins_as_orange,
)
