"""Data sets as tables: CSV and its relatives, read from anybody, written plainly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.grid import Grid, read_grid
from engine.errors import UserError
from engine.export.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from numpy.typing import NDArray

TARGET_NAMES = ("class", "label", "target", "species", "y")
"""Names by which the column of the classes is found, the first that occurs."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_PLAIN = re.compile(r"[\w.+-]+( [\w.+-]+)*")


def read_table(path: str | os.PathLike[str], target: str | None = None) -> Dataset:
    """Read a data set from a text table.

    Commas, semicolons, tabs, bars or spaces between the cells and a header are
    recognised. A first row without a number in any feature column is a header.

    Parameters
    ----------
    path : path-like
    target : str, optional
        The column of the classes: its name, or its number from 1. Default a column
        called class, label, target, species or y, or else the last.

    Returns
    -------
    Dataset
        Classes in sorted order. Labels that are all numbers are compared as numbers,
        so that ``1``, ``1.0`` and ``+1`` are one class; other labels as text. There
        may be one class only: see `require_two_classes`.

    Raises
    ------
    UserError
        If the file or a cell cannot be used; the message names the file, the line
        and the column.
    """
    grid = read_grid(path)
    column, names, rows = _layout(path, grid, target)
    if not len(rows.cells):
        raise UserError(f"{path}: has a header but no rows: give a row per sample")
    features = [j for j in range(len(names)) if j != column]
    X = np.column_stack([_numbers(path, rows, j, names[j]) for j in features])
    y = _labels(path, rows, column, names[column])
    if (found := len(np.unique(y))) > MOST_CLASSES:
        raise UserError(
            f"{path}, column {_shown(names[column])}: has {found} "
            f"different labels, at most {MOST_CLASSES} are possible: choose another "
            "target column"
        )
    return Dataset(X, y, feature_names=[names[j] for j in features])


def require_two_classes(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Make sure that there is something to tell apart.

    Raises
    ------
    UserError
        If all samples have the same class.
    """
    if np.count_nonzero(data.counts) < 2:
        only = data.class_names[int(data.counts.argmax())]
        raise UserError(
            f"{path}: all {data.n_samples} samples are of class “{_shown(only)}”: "
            "give samples of at least two classes"
        )


def write_table(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Write a data set as CSV: the features, then the class's name.

    Reading it back gives the same numbers to the last bit and the same names. Classes
    without a sample are not in a table; classes come back in sorted order, and names
    that are all numbers in their shortest form.

    Raises
    ------
    UserError
        If the file cannot be written, or a name would not survive it.
    """
    _check_names(data, path)
    target = "class"
    while target in data.feature_names:
        target += "_"
    classes = [_quoted(name) for name in data.class_names]
    lines = [",".join(_quoted(name) for name in (*data.feature_names, target))]
    for row, code in zip(data.X.tolist(), data.y.tolist(), strict=True):
        lines.append(",".join([*map(repr, row), classes[code]]))
    write_whole(path, ("\n".join(lines) + "\n").encode())


def _layout(
    path: str | os.PathLike[str], grid: Grid, target: str | None
) -> tuple[int, list[str], Grid]:
    """Find the target column, all names, and the rows without a header."""
    first: list[str] = grid.cells[0].tolist()
    for column in (_named(first, target), _numbered(first, target)):
        if column is not None and _is_header(first, column):
            _check_header(path, first, int(grid.lines[0]))
            return column, first, Grid(grid.cells[1:], grid.lines[1:])
    if column is None:
        numbers = [str(j + 1) for j in range(len(first))]
        known = first if _is_header(first, len(first) - 1) else numbers
        raise UserError(
            f"{path}: has no column “{target}”: choose one of "
            f"{', '.join(map(_shown, known))}"
        )
    names = [f"x{j + 1}" for j in range(len(first) - 1)]
    names.insert(column, "class")
    return column, names, grid


def _named(first: Sequence[str], target: str | None) -> int | None:
    """Find the target column by the names in the first row."""
    names = [name.strip() for name in first]
    if target is not None:
        return names.index(target.strip()) if target.strip() in names else None
    lowered = [name.lower() for name in names]
    if lowered[-1].rstrip("_") == "class":  # as `write_table` calls it
        return len(names) - 1
    return next((lowered.index(name) for name in TARGET_NAMES if name in lowered), None)


def _numbered(first: Sequence[str], target: str | None) -> int | None:
    """Read the target as a column number, by default the last."""
    if target is None:
        return len(first) - 1
    number = int(target) if re.fullmatch(r"\s*[0-9]{1,9}\s*", target) else 0
    return number - 1 if 1 <= number <= len(first) else None


def _is_header(first: Sequence[str], column: int) -> bool:
    return not any(_is_number(cell) for j, cell in enumerate(first) if j != column)


def _check_header(path: str | os.PathLike[str], names: list[str], line: int) -> None:
    for j, name in enumerate(names):
        if not name:
            raise UserError(
                f"{path}, line {line}: column {j + 1} has no name: "
                "name it or delete the column"
            )
        if name in names[:j]:
            raise UserError(
                f"{path}, line {line}: two columns are called “{_shown(name)}”: "
                "rename one"
            )


def _numbers(
    path: str | os.PathLike[str], rows: Grid, column: int, name: str
) -> NDArray[np.float64]:
    cells = rows.cells[:, column]
    try:
        numbers: NDArray[np.float64] = cells.astype(np.float64)
        # float() takes 1_000 for a number; a table does not.
        if np.isfinite(numbers).all() and not any("_" in cell for cell in cells):
            return numbers
    except ValueError:
        pass
    bad = next(i for i, cell in enumerate(cells) if not _is_finite(cell))
    raise UserError(
        f"{path}, line {rows.lines[bad]}, column {_shown(name)}: {_fault(cells[bad])}"
    )


def _fault(cell: str) -> str:
    if not cell.strip():
        return "the cell is empty or missing: give a number or delete the row"
    if _is_number(cell):
        return f"“{_shown(cell)}” is not a finite number: correct it or delete the row"
    return (
        f"“{_shown(cell)}” is not a number: correct it, or choose this column as the "
        "target if it holds the classes"
    )


def _labels(
    path: str | os.PathLike[str], rows: Grid, column: int, name: str
) -> NDArray[Any]:
    cells = rows.cells[:, column]
    if not all(cells):
        line = rows.lines[next(i for i, cell in enumerate(cells) if not cell)]
        raise UserError(
            f"{path}, line {line}, column {_shown(name)}: the cell is empty or "
            "missing: give a class or delete the row"
        )
    numeric = all(_NUMBER.fullmatch(label) for label in set(cells))
    return cells.astype(np.float64) if numeric else cells


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell


def _is_finite(cell: str) -> bool:
    return _is_number(cell) and bool(np.isfinite(float(cell)))


def _shown(text: str) -> str:
    """Bring any text into a line, and into a moderate one."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:40]}…"


def _quoted(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    return '"' + name.replace('"', '""') + '"'


def _check_names(data: Dataset, path: str | os.PathLike[str]) -> None:
    used = [data.class_names[code] for code in np.unique(data.y)]
    for name in data.feature_names:
        if _is_number(name):
            raise UserError(
                f"{path}: a feature called “{_shown(name)}” would be taken for a "
                "number: rename it"
            )
    for name in (*data.feature_names, *used):
        if not name or re.search("[\0\ud800-\udfff]", name):
            raise UserError(
                f"{path}: the name “{_shown(name)}” cannot be written: rename it"
            )
