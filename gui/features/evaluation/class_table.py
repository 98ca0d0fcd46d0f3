"""Precision, recall, F1 and number or weight of samples of each class, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QTableView

from engine.numbers import percent
from gui.style.icons import symbol_icon
from gui.style.text import amount
from gui.style.theme import class_symbol
from gui.widgets.tables import make_plain

if TYPE_CHECKING:
    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

    from engine.evaluation.report import Report
    from gui.style.theme import Theme

    Index = QModelIndex | QPersistentModelIndex

COLUMNS = ("class", "precision", "recall", "F1")
TOLD = (
    "",
    "Share of those called this class that are of it",
    "Share of this class that was called so",
    "Harmonic mean of precision and recall",
)
COUNT = ("samples", "Samples of this class in this part")
WEIGHT = ("weight", "Sum of the weights of the samples of this class in this part")
"""The last column: its name, and what it tells."""
MEAN = "mean"
ROLE = Qt.ItemDataRole
BAR = 3.0
WIDTHS = (88, 78, 78, 84)
LEAST_NAME, MOST_NAME = 100, 220
"""Widths of the columns, in pixels."""


class ClassModel(QAbstractTableModel):
    """The rows are the classes, in any order, and last their unweighted mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._report: Report | None = None
        self._order: list[int] = []
        self._by = (-1, Qt.SortOrder.AscendingOrder)

    def show_report(self, report: Report | None) -> None:
        before = () if self._report is None else self._report.class_names
        last = last_column(self._report)
        now = () if report is None else report.class_names
        if before != now:
            self.beginResetModel()
        self._report = report
        self._sort()
        if before != now:
            self.endResetModel()
        elif self._order:
            end = self.index(len(self._order), len(COLUMNS))
            self.dataChanged.emit(self.index(0, 0), end)
        if last != last_column(report):
            n = len(COLUMNS)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, n, n)

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the classes and the line of means."""
        return len(self._order) + 1 if self._order else 0

    def columnCount(self, parent: Index | None = None) -> int:
        """Count what is told of each."""
        return len(COLUMNS) + 1

    def share(self, index: Index) -> float | None:
        """Give the number in a cell if it is a share, 0 … 1."""
        values = self._values(index.column())
        if values is None or not 1 <= index.column() <= 3:
            return None
        if index.row() == len(self._order):
            return float(np.mean(values))
        return float(values[self._order[index.row()]])

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> Any:
        """Give a cell's text, symbol or font."""
        last = index.row() == len(self._order)
        if role == ROLE.DisplayRole:
            return self._text(index, last=last)
        if role == ROLE.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() else 0
            return int(Qt.AlignmentFlag.AlignVCenter | side)
        if role == ROLE.ToolTipRole and last:
            return "Of the classes, each counting as much as another (macro average)"
        if role == ROLE.FontRole and last:
            font = QFont()
            font.setBold(True)
            return font
        if role == ROLE.DecorationRole and not index.column() and not last:
            code = self._order[index.row()]
            symbol = class_symbol(code)
            return symbol_icon(symbol, self.theme.class_colour(code))
        return None

    def headerData(
        self, section: int, side: Qt.Orientation, role: int = ROLE.DisplayRole
    ) -> Any:
        """Name the columns."""
        if side != Qt.Orientation.Horizontal:
            return None
        if role == ROLE.TextAlignmentRole:
            flag = Qt.AlignmentFlag
            across = flag.AlignRight if section else flag.AlignLeft
            return int(across | flag.AlignVCenter)
        if role not in (ROLE.DisplayRole, ROLE.ToolTipRole):
            return None
        names = (*zip(COLUMNS, TOLD, strict=True), last_column(self._report))
        return names[section][role == ROLE.ToolTipRole]

    def sort(
        self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder
    ) -> None:
        """Put the classes in the order of a column; the means stay below."""
        self.layoutAboutToBeChanged.emit()
        self._by = (column, order)
        self._sort()
        self.layoutChanged.emit()

    def _sort(self) -> None:
        n = 0 if self._report is None else len(self._report.class_names)
        values = self._values(self._by[0])  # none is the order of the classes
        ranks = np.arange(n) if values is None else np.argsort(values, kind="stable")
        down = self._by[1] == Qt.SortOrder.DescendingOrder
        self._order = ranks[::-1].tolist() if down else ranks.tolist()

    def _values(self, column: int) -> Any:
        r = self._report
        if r is None or column < 1:
            return None
        return (r.precision, r.recall, r.f1, r.support)[column - 1]

    def _text(self, index: Index, *, last: bool) -> str:
        if self._report is None:
            return ""
        if not index.column():
            return MEAN if last else self._report.class_names[self._order[index.row()]]
        share = self.share(index)
        if share is not None:
            return percent(share)
        support = self._report.support
        row = self._order[index.row()] if not last else 0
        return amount((support.sum() if last else support[row]).item())


def last_column(report: Report | None) -> tuple[str, str]:
    """Give the name of what is summed for each class, and what it tells."""
    return WEIGHT if report is not None and report.is_weighted else COUNT


class _Bars(QStyledItemDelegate):
    """Draws a share as a bar under its number."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Draw the cell, then the bar."""
        super().paint(painter, option, index)
        model = index.model()
        share = model.share(index) if isinstance(model, ClassModel) else None
        if share is None or not isinstance(model, ClassModel):
            return
        rect = QRectF(option.rect).adjusted(8, 0, -6, 0)
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - BAR, rect.width(), 2),
            QColor(model.theme.pressed),
        )
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - BAR, share * rect.width(), 2),
            QColor(model.theme.accent),
        )


class ClassTable(QTableView):
    """Shows a report class by class; a click on a heading sorts."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = ClassModel(theme)
        self.setModel(self._model)
        self.setItemDelegate(_Bars(self))
        self.setSelectionMode(QTableView.SelectionMode.NoSelection)
        self.setAccessibleName("Class by class")
        self.setAccessibleDescription("Precision, recall and F1 of each class")
        make_plain(self, 30)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, wide in enumerate(WIDTHS, start=1):
            header.resizeSection(column, wide)
        self._leave_room()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_theme(self, theme: Theme) -> None:
        self._model.theme = theme
        self.viewport().update()

    def show_report(self, report: Report | None) -> None:
        self._model.show_report(report)
        self._leave_room()

    def _leave_room(self) -> None:
        """Ask for as much as the names need, up to a bound."""
        name = min(max(self.sizeHintForColumn(0), LEAST_NAME), MOST_NAME)
        self.setMinimumWidth(sum(WIDTHS) + name + 2 * self.frameWidth())
