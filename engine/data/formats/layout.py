"""The columns of a table: their names, and which of them holds the classes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.data.formats.grid import CellGrid
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

TARGET_NAMES = ("class", "label", "target", "species", "y")
"""Names by which the column of the classes is found, the first that occurs."""
DECIMALS = (".", ",")
"""What may stand before the fraction of a number."""

_LOOKED_AT = 1000
_EXPONENT = r"([eE][+-]?\d+)?"
_WITH_COMMA = re.compile(r"[+-]?\d*,\d+" + _EXPONENT)
_WITH_POINT = re.compile(r"[+-]?\d*\.\d+" + _EXPONENT)
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+")
_SWAPPED = str.maketrans(".,", ",.")


def layout_of(
    path: str | os.PathLike[str],
    grid: CellGrid,
    target: str | None,
    decimal: str = ".",
    check: bool = True,
) -> tuple[int, list[str], CellGrid]:
    """Find the target column, all names (checked or not), the rows without a header."""
    first: list[str] = grid.cells[0].tolist()
    for column in (_named(first, target), _numbered(first, target)):
        if column is not None and _is_header(first, column, decimal):
            if check:
                check_header(path, first, int(grid.lines[0]))
            return column, first, CellGrid(grid.cells[1:], grid.lines[1:])
    if column is None:
        numbers = [str(j + 1) for j in range(len(first))]
        known = first if _is_header(first, len(first) - 1, decimal) else numbers
        raise UserError(
            f"{path}: has no column “{target}”: choose one of "
            f"{', '.join(map(excerpt, known))}"
        )
    names = [f"x{j + 1}" for j in range(len(first) - 1)]
    names.insert(column, "class")
    return column, names, grid


def _named(first: Sequence[str], target: str | None) -> int | None:
    """Find the target column by the names in the first row."""
    names = [name.strip() for name in first]
    if target is not None:
        return names.index(target.strip()) if target.strip() in names else None
    return usual_target(names)


def usual_target(names: Sequence[str]) -> int | None:
    """Find the column that is called as one of classes is, if there is one.

    A column y is none beside a column x: those are coordinates.
    """
    lowered = [name.strip().lower() for name in names]
    if lowered[-1].rstrip("_") == "class":  # as `write_table` calls it
        return len(names) - 1
    usual = (name for name in TARGET_NAMES if name != "y" or "x" not in lowered)
    return next((lowered.index(name) for name in usual if name in lowered), None)


def _numbered(first: Sequence[str], target: str | None) -> int | None:
    """Read the target as a column number, by default the last."""
    if target is None:
        return len(first) - 1
    number = int(target) if re.fullmatch(r"\s*[0-9]{1,9}\s*", target) else 0
    return number - 1 if 1 <= number <= len(first) else None


def _is_header(first: Sequence[str], column: int, decimal: str) -> bool:
    return not any(
        is_number(cell, decimal) for j, cell in enumerate(first) if j != column
    )


def check_header(
    path: str | os.PathLike[str],
    names: Sequence[str],
    line: int,
    used: Sequence[int] | None = None,
) -> None:
    """Refuse names that are missing or twice there, in all columns or those used."""
    seen: set[str] = set()
    for j in range(len(names)) if used is None else sorted(used):
        name = names[j]
        if not name:
            raise UserError(
                f"{path}, line {line}: column {j + 1} has no name: "
                "name it or delete the column"
            )
        if name in seen:
            raise UserError(
                f"{path}, line {line}: two columns are called “{excerpt(name)}”: "
                "rename one"
            )
        seen.add(name)


def decimal_of(cells: NDArray[Any]) -> str:
    """Tell what the numbers of a table have before their fraction.

    A comma, if some have one and none has a point; ``1,234`` alone may be thousands.
    """
    some = [cell for row in cells[:_LOOKED_AT].tolist() for cell in row]
    commas = [cell for cell in some if _WITH_COMMA.fullmatch(cell)]
    if all(map(_THOUSANDS.fullmatch, commas)) or any(map(_WITH_POINT.fullmatch, some)):
        return "."
    return ","


def pointed(cell: str, decimal: str) -> str:
    """Write a number as Python does; one with a point in place of a comma is none."""
    return cell if decimal == "." else cell.translate(_SWAPPED)


def is_number(cell: str, decimal: str = ".") -> bool:
    """Tell whether a cell of a table is a number."""
    try:
        float(pointed(cell, decimal))
    except ValueError:
        return False
    return "_" not in cell
