"""Which samples are selected, and what is done with them by key and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from engine.data.edits import Add, Relabel, Remove
from gui.style.text import number_of_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine import Dataset
    from gui.session.session import Session

    Move = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Selection(QObject):
    """Rows of the session's data, ascending; kept while they mean the same samples.

    Signals
    -------
    changed
        Other rows: `rows`.
    clicked(row)
        A sample was clicked, and not dragged.
    """

    changed = Signal()
    clicked = Signal(int)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.rows: NDArray[np.int64] = np.empty(0, np.int64)
        self._session = session
        self._data = session.data
        # Told first of the recipe, the canvas looks at the new data already.
        for changed in (session.recipe_changed, session.data_changed):
            changed.connect(self._follow_data)

    def __len__(self) -> int:
        """Count the samples selected."""
        return len(self.rows)

    def __contains__(self, row: int) -> bool:
        """Tell whether a sample is selected."""
        at = int(np.searchsorted(self.rows, row))
        return at < len(self.rows) and bool(self.rows[at] == row)

    def set(self, rows: NDArray[np.int64], *, adding: bool = False) -> None:
        """Select these rows, or these too."""
        rows = np.union1d(self.rows, rows) if adding else np.unique(rows)
        if not np.array_equal(rows, self.rows):
            self.rows = rows.astype(np.int64)
            self.changed.emit()

    def clear(self) -> None:
        self.set(np.empty(0, np.int64))

    def toggle(self, row: int) -> None:
        """Take a sample in, or out again."""
        self.set(np.setxor1d(self.rows, [row]))

    def with_row(self, row: int) -> NDArray[np.int64]:
        """Give the rows selected if this is one of them, else this alone."""
        return self.rows if row in self else np.array([row])

    def _follow_data(self) -> None:
        """Keep the rows where the same samples stand in them, else drop them."""
        before, self._data = self._data, self._session.data
        if len(self.rows) and not same_samples(before, self._data):
            self.clear()


def same_samples(before: Dataset, now: Dataset) -> bool:
    """Tell whether every row means the sample that it meant.

    Samples were moved, or labelled anew, or some came at the end.

    Parameters
    ----------
    before, now : Dataset
    """
    n = before.n_samples
    if now.n_samples < n or now.feature_names != before.feature_names:
        return False
    if now.n_samples > n:
        return np.array_equal(now.X[:n], before.X)
    return np.array_equal(now.y, before.y) or np.array_equal(now.X, before.X)


class SelectionActions(QObject):
    """Selects all or none; deletes, duplicates and relabels the selection.

    Parameters
    ----------
    session : Session
    selection : Selection
    moved_aside : callable
        Gives samples (n, n_features) a little aside of where they are on screen.

    Attributes
    ----------
    actions : list of QAction
        For a menu.
    """

    def __init__(
        self, session: Session, selection: Selection, moved_aside: Move
    ) -> None:
        super().__init__(session)
        self._session, self._selection = session, selection
        self._moved_aside = moved_aside
        self.all = self._action("Select &all", self.select_all, "Ctrl+A")
        self.none = self._action("Select &none", self._selection.clear, "Esc")
        self.delete = self._action("&Delete selected", self.remove, "Del", "Backspace")
        self.double = self._action("D&uplicate selected", self.duplicate, "Ctrl+D")
        self._why_not = ""
        self.actions = [self.all, self.none, self.delete, self.double]
        self._selection.changed.connect(self._enable_actions)
        self._enable_actions()

    def _action(self, text: str, act: Callable[[], None], *keys: str) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda: act())
        return action

    def set_enabled(self, enabled: bool, why_not: str) -> None:
        """Let the selected samples be changed, or say why they cannot."""
        self._why_not = "" if enabled else why_not
        self._enable_actions()

    def _enable_actions(self) -> None:
        any_selected = len(self._selection) > 0
        self.none.setEnabled(any_selected)
        for action in (self.delete, self.double):
            action.setEnabled(any_selected and not self._why_not)
            action.setToolTip(self._why_not)

    def select_all(self) -> None:
        self._selection.set(np.arange(self._session.data.n_samples))

    def remove(self) -> None:
        rows = self._selection.rows
        if len(rows):
            text = f"delete {number_of_points(len(rows))}"
            self._session.edit(Remove(rows), text)

    def duplicate(self) -> None:
        """Add copies a little aside, and select them instead."""
        rows, data = self._selection.rows, self._session.data
        if not len(rows):
            return
        X = self._moved_aside(data.X[rows])
        text = f"duplicate {number_of_points(len(rows))}"
        parts, weights = data.parts[rows], data.weights_of(rows)
        added = Add(
            X, data.y[rows], parts=parts, sample_weights=weights,
            sample_names=data.names_of(rows),
        )  # fmt: skip
        self._session.edit(added, text)
        n = data.n_samples
        self._selection.set(np.arange(n, n + len(rows)))

    def relabel(self, code: int) -> None:
        """Give the selected samples another class."""
        rows, session = self._selection.rows, self._session
        if code < len(session.data.class_names):
            y = np.full(len(rows), code)
            session.edit(Relabel(rows, y), f"relabel {number_of_points(len(rows))}")
