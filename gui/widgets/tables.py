"""Tables that are read: their common looks, and the items in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableWidgetItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QTableView, QTableWidget

MIDDLE = Qt.AlignmentFlag.AlignVCenter
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft | MIDDLE, Qt.AlignmentFlag.AlignRight | MIDDLE


def make_plain(table: QTableView, row_height: int) -> None:
    """Let a table look like text: no grid, no names of rows; Tab leaves it."""
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(row_height)
    table.horizontalHeader().setHighlightSections(False)


def choose_by_row(table: QTableView) -> None:
    """Let one row be chosen, and nothing be typed or sorted."""
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.horizontalHeader().setSectionsClickable(False)


def text_item(
    text: str, *, bold: bool = False, right: bool = False
) -> QTableWidgetItem:
    """Make an item, at the left or at the right of its cell."""
    item = QTableWidgetItem(text)
    item.setTextAlignment(RIGHT if right else LEFT)
    if bold:
        make_bold(item, bold=True)
    return item


def name_columns(
    table: QTableWidget, names: Sequence[str], tips: Sequence[str] = ()
) -> None:
    """Name the columns, each over the side on which its texts stand."""
    for column, name in enumerate(names):
        head = text_item(name, right=column > 0)
        head.setToolTip(tips[column] if tips else "")
        table.setHorizontalHeaderItem(column, head)


def make_bold(item: QTableWidgetItem, *, bold: bool) -> None:
    """Write an item in bold, or not."""
    font = item.font()
    font.setBold(bold)
    item.setFont(font)
