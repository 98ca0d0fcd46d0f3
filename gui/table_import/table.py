"""The table of the preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTableView

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QKeyEvent

    from gui.table_import.header import RoleHeader
    from gui.table_import.model import PreviewModel


class PreviewTable(QTableView):
    """Cells under the headers that change the columns' roles.

    Signals
    -------
    space_pressed(int)
        Space was pressed in a column.
    """

    space_pressed = Signal(int)

    def __init__(self, model: PreviewModel, header: RoleHeader) -> None:
        super().__init__()
        self.setModel(model)
        self.setHorizontalHeader(header)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(26)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumHeight(140)

    def bring_into_sight(self, cell: QModelIndex) -> None:
        """Scroll to a cell; sideways only if its column cannot be seen."""
        across = self.horizontalScrollBar()
        before, left = across.value(), self.columnViewportPosition(cell.column())
        right = left + self.columnWidth(cell.column())
        self.scrollTo(cell, self.ScrollHint.PositionAtCenter)
        if left >= 0 and right <= self.viewport().width():
            across.setValue(before)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of Space; all other keys are the table's."""
        if event.key() == Qt.Key.Key_Space:
            self.space_pressed.emit(self.currentIndex().column())
        else:
            super().keyPressEvent(event)
