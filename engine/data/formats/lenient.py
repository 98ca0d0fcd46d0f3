"""Rows that cannot be read are left out, if a person wants that."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from engine.data.formats.cells import is_value
from engine.data.formats.grid import UNCLOSED, WHITESPACE
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.data.formats.table_form import Form

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def blanked(text: str, form: Form, width: int) -> tuple[str, int]:
    """Put blank lines in the place of rows that are no samples; count those.

    What follows keeps its line, and what is blank is no row.

    Parameters
    ----------
    text : str
        Whole rows under the header.
    form : Form
    width : int
        The number of columns.
    """
    return _blanked(text, form.delimiter, lambda row: _is_sample(row, form, width))


def cut_to_width(text: str, delimiter: str) -> str:
    """Put blank lines in the place of rows with more cells than the first has."""
    width = next((len(cells) for cells, _ in _rows(text, delimiter)), 0)
    return _blanked(text, delimiter, lambda row: len(row) <= width)[0]


def _blanked(
    text: str, delimiter: str, is_good: Callable[[Sequence[str]], bool]
) -> tuple[str, int]:
    kept, left_out = [], 0
    for cells, lines in _rows(text, delimiter):
        if not any(cells) or is_good(cells):
            kept += lines
        else:
            left_out += 1
            kept += ["\n"] * len(lines)
    return "".join(kept), left_out


def _rows(text: str, delimiter: str) -> Iterator[tuple[list[str], list[str]]]:
    """Give the cells of each row, and its lines: a quoted cell can hold several."""
    lines = _LINE.findall(text)
    if delimiter == WHITESPACE:
        for line in lines:
            yield line.split(), [line]
        return
    done = 0
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        for cells in reader:
            yield [cell.strip() for cell in cells], lines[done : reader.line_num]
            done = reader.line_num
    except csv.Error:  # a cell is as long as no cell is
        raise UserError(UNCLOSED) from None


def _is_sample(cells: Sequence[str], form: Form, width: int) -> bool:
    if not max((*form.features, form.label)) < len(cells) <= width:
        return False
    numbers = (cells[j] for j in form.features)
    return bool(cells[form.label]) and all(is_value(c, form.decimal) for c in numbers)
