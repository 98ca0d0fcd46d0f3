"""The cells of a table's columns, as numbers and as labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import LARGEST, TOO_LARGE, is_computable
from engine.data.formats.layout import is_number, pointed
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from engine.data.formats.grid import CellGrid


def numbers_of(
    path: str | os.PathLike[str],
    rows: CellGrid,
    column: int,
    name: str,
    decimal: str = ".",
) -> NDArray[np.float64]:
    """Read a column of numbers; refuse with the line of the first fault."""
    cells = rows.cells[:, column]
    try:
        numbers: NDArray[np.float64] = _pointed(cells, decimal).astype(np.float64)
        # float() takes 1_000 for a number; a table does not.
        if is_computable(numbers) and not any("_" in cell for cell in cells):
            return numbers
    except ValueError:
        pass
    bad = next(i for i, cell in enumerate(cells) if not is_value(cell, decimal))
    raise UserError(
        f"{path}, line {rows.lines[bad]}, column {excerpt(name)}: "
        f"{_fault(cells[bad], decimal)}"
    )


def _pointed(cells: NDArray[Any], decimal: str) -> NDArray[Any]:
    if decimal == ".":
        return cells
    return np.array([pointed(cell, decimal) for cell in cells], dtype=object)


def _fault(cell: str, decimal: str) -> str:
    if not cell.strip():
        return "the cell is empty or missing: give a number or delete the row"
    if is_number(cell, decimal):
        if np.isfinite(float(pointed(cell, decimal))):
            return f"“{excerpt(cell)}” {TOO_LARGE}"
        return f"“{excerpt(cell)}” is not a finite number: correct it or delete the row"
    if decimal == "," and is_number(cell):
        return (
            f"“{excerpt(cell)}” has a point where the others have a comma: correct it"
        )
    return (
        f"“{excerpt(cell)}” is not a number: correct it, or choose this column as the "
        "target if it holds the classes"
    )


def is_value(cell: str, decimal: str) -> bool:
    """Tell whether a cell is a number that can be computed with."""
    number = is_number(cell, decimal)
    return number and abs(float(pointed(cell, decimal))) <= LARGEST


def labels_of(
    path: str | os.PathLike[str], rows: CellGrid, column: int, name: str
) -> NDArray[Any]:
    """Read a column of labels as text; refuse with the line of the first fault."""
    cells = rows.cells[:, column]
    if not all(cells):
        line = rows.lines[next(i for i, cell in enumerate(cells) if not cell)]
        raise UserError(
            f"{path}, line {line}, column {excerpt(name)}: the cell is empty or "
            "missing: give a class or delete the row"
        )
    return cells
