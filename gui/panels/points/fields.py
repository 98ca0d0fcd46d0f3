"""Fields in which the features of a further sample are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QScrollArea, QSizePolicy, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

GAP = 4
LEAST = 47
"""Pixels: between the fields, and what one of them needs."""
ROWS = 3
"""Rows that are in sight at once."""


class Fields(QScrollArea):
    """Two fields in a row, and a few rows in sight; more are scrolled to.

    Attributes
    ----------
    edits : list of QLineEdit
    """

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self.setWidget(inside)
        self._tight = False
        self.edits: list[QLineEdit] = []
        self._grow()

    def sizeHint(self) -> QSize:
        """Ask for the rows in sight."""
        return self._size(min(ROWS, (len(self.edits) + 1) // 2))

    def minimumSizeHint(self) -> QSize:
        """Shrink to two rows, or to one where a fault needs the room."""
        return self._size(1 if self._tight else min(2, (len(self.edits) + 1) // 2))

    def make_tight(self, tight: bool) -> None:
        """Leave room to something else."""
        self._tight = tight
        self.updateGeometry()

    def _size(self, rows: int) -> QSize:
        self.edits[0].ensurePolished()
        high = self.edits[0].sizeHint().height()
        columns = min(2, len(self.edits))
        return QSize(columns * (LEAST + GAP), rows * (high + GAP) - GAP)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for room anew, now that the style sheet has given the fields theirs."""
        super().showEvent(event)
        self.updateGeometry()

    def bring_into_sight(self, edit: QLineEdit) -> None:
        """Scroll to a field and go there."""
        self.ensureWidgetVisible(edit, 0, 0)
        edit.setFocus()
        edit.selectAll()

    def show_names(self, names: Sequence[str], tips: Sequence[str]) -> None:
        """Have a field for each of some features."""
        while len(self.edits) < len(names):
            self._grow()
        for edit in self.edits[len(names) :]:
            self._grid.removeWidget(edit)
            edit.deleteLater()
        del self.edits[len(names) :]
        for edit, name, tip in zip(self.edits, names, tips, strict=True):
            edit.setPlaceholderText(name)
            edit.setAccessibleName(name)
            edit.setToolTip(tip)
        self.updateGeometry()

    def _grow(self) -> None:
        edit, n = QLineEdit(), len(self.edits)
        edit.setProperty("compact", True)
        edit.setMinimumWidth(LEAST)
        self._grid.addWidget(edit, n // 2, n % 2)
        self.edits.append(edit)

    def clear(self) -> None:
        """Forget what was typed."""
        for edit in self.edits:
            edit.clear()
