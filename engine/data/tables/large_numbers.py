"""Whole numbers as features that a float does not hold to the last digit: said."""

from __future__ import annotations

import re
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from engine.data.classes import EXACT
from engine.data.tables.missing_values import is_missing
from engine.data.tables.typed_columns import Words
from engine.errors import excerpt
from engine.numbers import with_hyphen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.data.tables.table_form import TableForm
    from engine.data.tables.typed_columns import Batch, Column, Cut

_WHOLE = re.compile(r"[+\-−]?\d+(?:\.0)?")


class LargeNumbers:
    """Keeps the columns of features in which there are such numbers."""

    def __init__(self) -> None:
        self._columns: dict[int, bool] = {}
        self._lock = Lock()

    def look(self, form: TableForm, cut: Cut, as_text: Callable[[], Batch]) -> None:
        """Look at the features of some rows, at each column once.

        Parameters
        ----------
        form : TableForm
        cut : Cut
        as_text : callable
            Gives the same rows cell by cell, as they are written.
        """
        X = cut.rows.X
        if max(X.max(initial=0.0), -X.min(initial=0.0)) < EXACT:  # the usual, soon told
            return
        large = (np.abs(X) >= EXACT).any(axis=0)
        for place in np.flatnonzero(large).tolist():
            j = form.features[place]
            if place in cut.words or j in self._columns:
                continue
            column = cut.batch.columns[j]
            if not isinstance(column, Words) and column.dtype.kind == "f":
                column = as_text().columns[j]  # they may have been read fast
            with self._lock:
                self._columns[j] = _is_whole(column)

    def notes(
        self, names: Sequence[str], option: Callable[[int], str]
    ) -> tuple[str, ...]:
        """Say what becomes of them, a sentence for each column."""
        return tuple(
            f"“{excerpt(names[j])}” has whole numbers of more than 15 digits, which "
            "are rounded, so that two of them can be one: if they are codes, leave "
            f"the column out{f' (--drop {option(j)})' if option(j) else ''}."
            for j, is_whole in sorted(self._columns.items())
            if is_whole
        )


def _is_whole(column: Column) -> bool:
    """Tell whether cells are written as whole numbers, some too large for a float."""
    if not isinstance(column, Words):
        return column.dtype.kind in "iu"
    words = [with_hyphen(word) for word in column.levels if not is_missing(word)]
    return all(map(_WHOLE.fullmatch, words))
