"""Orange's .tab: a table by tabs under three lines: names, types, roles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import Dataset
from engine.data.frames import target_column
from engine.data.grid import Grid, grid_of, read_text
from engine.data.layout import check_header, shown
from engine.data.tables import comparable, labels_of, numbers_of, read_table
from engine.errors import Cancelled, UserError, go_on
from engine.export.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from numpy.typing import NDArray

CONTINUOUS = ("continuous", "c", "numeric", "n")
SKIPPED_TYPES = ("string", "s", "text", "time", "t", "basket")
SKIPPED_ROLES = ("meta", "m", "ignore", "i", "weight", "w")


def read_orange(
    path: str | os.PathLike[str],
    target: str | None = None,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read Orange's .tab; metas, text and ignored columns are left out.

    A file without the lines of types and roles is read as a plain table.

    Raises
    ------
    UserError
        If a cell cannot be used; names the file, the line and the column.
    Cancelled
        If `progress` says so, which is asked between two columns.
    """
    text, line = read_text(path)
    lines = re.split(r"\r\n|\r|\n", text, maxsplit=3)
    if len(lines) < 3 or not all(map(_is_type, lines[1].split("\t"))):
        return read_table(path, target)
    grid = grid_of(path, text, line, "\t")
    names, types = grid.cells[0].tolist(), grid.cells[1].tolist()
    # A third line without any role is blank, and blank lines are not in a grid.
    has_roles = len(grid.lines) > 2 and grid.lines[2] == line + 2
    roles = grid.cells[2].tolist() if has_roles else [""] * len(names)
    rows = Grid(grid.cells[2 + has_roles :], grid.lines[2 + has_roles :])
    if not len(rows.cells):
        raise UserError(f"{path}: has no rows under its three lines: give some")
    check_header(path, names, line)
    label = _label(path, names, roles, target)
    features = [
        j for j in range(len(names))
        if j != label and _is_feature(types[j].lower(), roles[j].lower())
    ]  # fmt: skip
    if not features:
        raise UserError(f"{path}: has no column of numbers besides the class")
    X = np.empty((len(rows.cells), len(features)))
    for i, j in enumerate(features):
        if not progress((i + 1) / (len(features) + 1)):
            raise Cancelled
        X[:, i] = numbers_of(path, rows, j, names[j])
    labels, codes = _once(labels_of(path, rows, label, names[label]))
    once = Dataset(np.zeros((len(labels), 1)), comparable(labels))
    used = [names[j] for j in features]
    return Dataset(X, once.y[codes], used, once.class_names)


def _once(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Give each label once, and for each row which it has."""
    import pandas

    codes, met = pandas.factorize(labels)
    return met, codes.astype(np.int64)


def _is_type(cell: str) -> bool:
    """Tell whether a cell of the second line is a type, or lists values."""
    word = cell.strip().lower()
    known = word in (*CONTINUOUS, *SKIPPED_TYPES, "discrete", "d", "nominal")
    return known or len(word.split()) > 1


def _is_feature(kind: str, role: str) -> bool:
    words = role.split()
    return kind not in SKIPPED_TYPES and not any(w in SKIPPED_ROLES for w in words)


def _label(
    path: str | os.PathLike[str], names: list[str], roles: list[str], target: str | None
) -> int:
    if target is not None:
        return names.index(target_column(path, names, target))
    marked = [j for j, role in enumerate(roles) if {"class", "c"} & {*role.split()}]
    if len(marked) == 1:
        return marked[0]
    said = "no column" if not marked else f"{len(marked)} columns"
    raise UserError(
        f"{path}: its third line marks {said} as “class”: mark one, or choose the "
        f"target among {', '.join(map(shown, names))}"
    )


def write_orange(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Write a data set as Orange's .tab.

    Raises
    ------
    UserError
        If a name has a tab or a line end, or the file cannot be written.
    """
    for name in (*data.feature_names, *data.class_names):
        if name != " ".join(name.split()) or not name or '"' in name:
            raise UserError(
                f"{path}: the name “{shown(name)}” cannot stand in a .tab: rename it"
            )
    target = "class"
    while target in data.feature_names:
        target += "_"
    n = data.n_features
    lines = [
        "\t".join([*data.feature_names, target]),
        "\t".join(["continuous"] * n + ["discrete"]),
        "\t".join([""] * n + ["class"]),
    ]
    for row, code in zip(data.X.tolist(), data.y.tolist(), strict=True):
        lines.append("\t".join([*map(repr, row), data.class_names[code]]))
    write_whole(path, ("\n".join(lines) + "\n").encode())
