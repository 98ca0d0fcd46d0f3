"""What is done with the selected samples, by key and from the Edit menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from engine.data.edits import Add, Relabel, Remove
from gui.style.text import number_of_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.canvas import Canvas

ASIDE = 14.0
"""Pixels by which copies stand beside what they are copies of."""


class Selecting(QObject):
    """Selects all or none; deletes, duplicates and relabels the selection.

    Attributes
    ----------
    actions : list of QAction
        For a menu.
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._selection = canvas.selection
        self.all = self._action("Select &all", self.select_all, "Ctrl+A")
        self.none = self._action("Select &none", self._selection.clear, "Esc")
        self.delete = self._action("&Delete selected", self.remove, "Del", "Backspace")
        self.double = self._action("D&uplicate selected", self.duplicate, "Ctrl+D")
        self._why_not = ""
        self.actions = [self.all, self.none, self.delete, self.double]
        self._selection.changed.connect(self._follow)
        self._follow()

    def _action(self, text: str, act: Callable[[], None], *keys: str) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda: act())
        return action

    def set_on(self, on: bool, why_not: str) -> None:
        """Let the selected samples be changed, or say why they cannot."""
        self._why_not = "" if on else why_not
        self._follow()

    def _follow(self) -> None:
        some = len(self._selection) > 0
        self.none.setEnabled(some)
        for action in (self.delete, self.double):
            action.setEnabled(some and not self._why_not)
            action.setToolTip(self._why_not)

    def select_all(self) -> None:
        """Select every sample."""
        self._selection.set(np.arange(self._canvas.session.data.n_samples))

    def remove(self) -> None:
        """Remove the selected samples."""
        rows = self._selection.rows
        if len(rows):
            text = f"delete {number_of_points(len(rows))}"
            self._canvas.session.edit(Remove(rows), text)

    def duplicate(self) -> None:
        """Add copies a little aside, and select them instead."""
        rows, canvas = self._selection.rows, self._canvas
        data = canvas.session.data
        if not len(rows):
            return
        aside = np.array([1.0, -1.0]) * ASIDE * canvas.pixel
        X = canvas.plane.moved(data.X[rows], aside)
        text = f"duplicate {number_of_points(len(rows))}"
        canvas.session.edit(Add(X, data.y[rows], parts=data.parts[rows]), text)
        n = data.n_samples
        self._selection.set(np.arange(n, n + len(rows)))

    def relabel(self, code: int) -> None:
        """Give the selected samples another class."""
        rows, session = self._selection.rows, self._canvas.session
        if code < len(session.data.class_names):
            y = np.full(len(rows), code)
            session.edit(Relabel(rows, y), f"relabel {number_of_points(len(rows))}")
