"""The samples as rows of a table; what is typed becomes an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from engine.data.edits import Move, Relabel, Reorder
from engine.data.features import pretty
from engine.errors import UserError
from gui.panels.points.number import read_number

if TYPE_CHECKING:
    from PySide6.QtCore import QPersistentModelIndex

    from gui.session.session import Session

    Index = QModelIndex | QPersistentModelIndex

Role = Qt.ItemDataRole
ROOT = QModelIndex()


class PointsModel(QAbstractTableModel):
    """One row a sample, in the order in which they are visited; the class last.

    Signals
    -------
    refused(str)
        What was typed cannot be; why.

    Attributes
    ----------
    shown : Dataset
    """

    refused = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.shown = session.data

    def refresh(self) -> None:
        """Show the present data."""
        before, now = self.shown, self._session.data
        if before is now:
            return
        names = (before.n_samples, before.feature_names, before.class_names)
        if names == (now.n_samples, now.feature_names, now.class_names):
            self.shown = now
            corner = self.index(now.n_samples - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), corner)
        else:
            self.beginResetModel()
            self.shown = now
            self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the samples."""
        return 0 if parent.isValid() else self.shown.n_samples

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the features and the class."""
        return 0 if parent.isValid() else self.shown.n_features + 1

    def headerData(
        self, section: int, across: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Name the features; number the samples from 1."""
        if role == Role.ToolTipRole and across == Qt.Orientation.Vertical:
            return "Drag to another place: the rule visits the points in this order"
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        if across == Qt.Orientation.Vertical:
            return str(section + 1)
        names = self.shown.feature_names
        return pretty(names[section]) if section < len(names) else "class"

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Give a value as text."""
        if role == Role.TextAlignmentRole and index.column() < self.shown.n_features:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role not in (Role.DisplayRole, Role.EditRole):
            return None
        row, column = index.row(), index.column()
        if column == self.shown.n_features:
            return self.shown.class_names[self.shown.y[row]]
        value = float(self.shown.X[row, column])
        return f"{value:.6g}" if role == Role.DisplayRole else repr(value)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let every cell be edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Move or relabel the sample, undoably; or say why not."""
        if role != Role.EditRole or str(value) == self.data(index, role):
            return False
        row, column = index.row(), index.column()
        if column == self.shown.n_features:
            return self._relabel(row, str(value).strip())
        X = self.shown.X[[row]]  # a copy
        try:
            X[0, column] = read_number(str(value))
        except UserError as error:
            self.refused.emit(str(error))
            return False
        self._session.edit(Move(np.array([row]), X), f"move point {row + 1}")
        return True

    def _relabel(self, row: int, name: str) -> bool:
        names = self.shown.class_names
        if name not in names:
            self.refused.emit(f"“{name}” is not a class: {', '.join(names)}")
            return False
        edit = Relabel(np.array([row]), np.array([names.index(name)]))
        self._session.edit(edit, f"relabel point {row + 1}")
        return True

    def bring(self, row: int, to: int) -> None:
        """Put a sample at another place in the order, undoably."""
        order = np.delete(np.arange(self.shown.n_samples), row)
        order = np.insert(order, to, row)
        self._session.edit(Reorder(order), f"move point {row + 1} to place {to + 1}")
