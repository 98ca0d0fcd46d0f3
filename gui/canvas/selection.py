"""Which samples are selected; it follows the data as far as the rows still fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from gui.session.session import Session


class Selection(QObject):
    """Rows of the session's data, ascending.

    Signals
    -------
    changed
        Other rows: `rows`.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.rows: NDArray[np.int64] = np.empty(0, np.int64)
        self._session = session
        self._data = session.data
        session.data_changed.connect(self._follow)

    def __len__(self) -> int:
        """Count the samples selected."""
        return len(self.rows)

    def __contains__(self, row: int) -> bool:
        """Tell whether a sample is selected."""
        at = int(np.searchsorted(self.rows, row))
        return at < len(self.rows) and bool(self.rows[at] == row)

    def set(self, rows: NDArray[np.int64], adding: bool = False) -> None:
        """Select these rows, or these too."""
        rows = np.union1d(self.rows, rows) if adding else np.unique(rows)
        if not np.array_equal(rows, self.rows):
            self.rows = rows.astype(np.int64)
            self.changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.set(np.empty(0, np.int64))

    def toggle(self, row: int) -> None:
        """Take a sample in, or out again."""
        self.set(np.setxor1d(self.rows, [row]))

    def with_row(self, row: int) -> NDArray[np.int64]:
        """Give the rows selected if this is one of them, else this alone."""
        return self.rows if row in self else np.array([row])

    def _follow(self) -> None:
        """Keep the rows where the same samples stand in them, else drop them."""
        before, self._data = self._data, self._session.data
        if len(self.rows) and not _fit(before, self._data):
            self.clear()


def _fit(before: Dataset, now: Dataset) -> bool:
    """Tell whether every row means the sample that it meant.

    Samples were moved, or labelled anew, or some came at the end.
    """
    n = before.n_samples
    if now.n_samples < n or now.feature_names != before.feature_names:
        return False
    if now.n_samples > n:
        return np.array_equal(now.X[:n], before.X)
    return np.array_equal(now.y, before.y) or np.array_equal(now.X, before.X)
