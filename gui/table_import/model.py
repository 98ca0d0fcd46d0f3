"""The first rows of a table, coloured by what becomes of each column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QColor

from gui.style.icons import symbol_icon
from gui.style.theme import CLASS_SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QIcon

    from engine.data.formats.csv_preview import TablePreview
    from gui.style.theme import Theme

    Index = QModelIndex | QPersistentModelIndex

Role = Qt.ItemDataRole
ROOT = QModelIndex()
LONGEST = 200
"""Characters of a cell that are shown."""


class PreviewModel(QAbstractTableModel):
    """Cells as they stand in the file.

    Attributes
    ----------
    sheet : TablePreview
    """

    def __init__(self, sheet: TablePreview, theme: Theme) -> None:
        super().__init__()
        self.sheet = sheet
        self._theme = theme
        self._icons: dict[str, QIcon] = {}

    def show(self, sheet: TablePreview) -> None:
        """Show a table in another form."""
        if (sheet.rows, sheet.names) == (self.sheet.rows, self.sheet.names):
            self.sheet = sheet
            self._repaint()
            return
        self.beginResetModel()
        self.sheet = sheet
        self.endResetModel()

    def show_classes(self, names: Sequence[str]) -> None:
        """Put each class's symbol beside its labels."""
        self._icons = {
            name: symbol_icon(
                CLASS_SYMBOLS[code % len(CLASS_SYMBOLS)],
                self._theme.class_colour(code),
                14,
            )
            for code, name in enumerate(names)
        }
        self._repaint()

    def first_unusable(self) -> QModelIndex | None:
        """Find the first cell, of those shown, that cannot be what its column is."""
        form = self.sheet.form
        if self.sheet.place == "delimiter":
            return None
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                if not self.sheet.is_usable(row, column) and not form.lenient:
                    return self.index(row, column)
        return None

    def _repaint(self) -> None:
        corner = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), corner)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows shown."""
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count all columns, used or not."""
        return 0 if parent.isValid() else len(self.sheet.names)

    def headerData(
        self, section: int, across: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Name the columns; number the rows by their lines in the file."""
        if across == Qt.Orientation.Vertical:
            line = self.sheet.lines[section]
            return {Role.DisplayRole: str(line), Role.ToolTipRole: f"line {line}"}.get(
                Role(role)
            )
        if role in (Role.DisplayRole, Role.ToolTipRole):
            return self.sheet.names[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Give a cell, or how it looks."""
        row, column = index.row(), index.column()
        cell = self.sheet.rows[row][column]
        if role == Role.DisplayRole:
            return " ".join(cell[:LONGEST].split())
        if role == Role.TextAlignmentRole and column in self.sheet.form.features:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Role.DecorationRole and column == self.sheet.form.label:
            return None if self.sheet.is_left_out(row) else self._icons.get(cell)
        if role in (Role.ForegroundRole, Role.BackgroundRole, Role.ToolTipRole):
            return self._look(row, column, role)
        return None

    def _look(self, row: int, column: int, role: int) -> Any:
        theme, form = self._theme, self.sheet.form
        if self.sheet.place == "delimiter":
            return None
        if self.sheet.is_left_out(row):
            return {
                Role.ForegroundRole: QColor(theme.disabled),
                Role.ToolTipRole: "this row is left out",
            }.get(Role(role))
        if not self.sheet.is_usable(row, column):
            what = "a label" if column == form.label else "a number to compute with"
            return {
                Role.ForegroundRole: QColor(theme.mistake_text),
                Role.BackgroundRole: QColor(theme.mistake_soft),
            }.get(Role(role), f"this is not {what}")
        if role == Role.BackgroundRole and column == form.label:
            return QColor(theme.accent_soft)
        if role == Role.ForegroundRole and column not in (*form.features, form.label):
            return QColor(theme.disabled)
        return None
