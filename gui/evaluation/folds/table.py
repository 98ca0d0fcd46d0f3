"""The folds in a table: the row that is chosen is seen on the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
)

from engine.evaluation.cross_validation import standard_error
from gui.widgets.cards import plus_minus

if TYPE_CHECKING:
    from engine.evaluation.cross_validation import CrossValidation

HEADS = ("", "training", "validation", "wrong")
TIPS = (
    "", "Error on the samples learned from", "Error on the samples held out",
    "Samples held out that were wrong",
)  # fmt: skip
ROW = 26
FIRST = 40
"""Pixels of the first column."""


class FoldTable(QTableWidget):
    """A row for all folds, then one for each.

    Signals
    -------
    chosen(int or None)
        Another fold, or all of them.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(0, len(HEADS))
        self.setHorizontalHeaderLabels(HEADS)
        for column, tip in enumerate(TIPS):
            self.horizontalHeaderItem(column).setToolTip(tip)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, FIRST)
        last = len(HEADS) - 1
        header.setSectionResizeMode(last, QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Folds")
        self.currentCellChanged.connect(self._choose)

    def minimumSizeHint(self) -> QSize:
        """Leave room for the chart."""
        return QSize(240, 4 * ROW)

    @property
    def fold(self) -> int | None:
        """The fold that is chosen; None: all."""
        row = self.currentRow()
        return row - 1 if row > 0 else None

    def choose(self, fold: int) -> None:
        """Choose a fold."""
        self.setCurrentCell(fold + 1, 0)

    def show_folds(self, found: CrossValidation | None) -> None:
        """Write the errors; the same row stays chosen."""
        chosen = max(0, self.currentRow())
        self.blockSignals(True)
        rows = [] if found is None else _rows(found)
        self.setRowCount(len(rows))
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                self.setItem(i, j, _item(text, bold=i == 0, right=j > 0))
        if rows:
            self.setCurrentCell(min(chosen, len(rows) - 1), 0)
        self.blockSignals(False)

    def _choose(self, row: int, _: int, before: int, __: int) -> None:
        if row >= 0 and row != before:
            self.chosen.emit(self.fold)


def _rows(found: CrossValidation) -> list[tuple[str, ...]]:
    n = sum(map(len, found.held_out))
    means = (
        plus_minus(
            errors.mean() if len(errors) else float("nan"), standard_error(errors)
        )
        for errors in (found.training, found.validation)
    )
    rows = [("all", *means, f"{int(found.wrong.sum()):,} of {n:,}")]
    for i, held_out in enumerate(found.held_out):
        if i >= len(found.models):
            rows.append((f"{i + 1}", "…", "…", f"of {len(held_out):,}"))
            continue
        errors = (f"{100 * e:.1f} %" for e in (found.training[i], found.validation[i]))
        wrong = int(found.wrong[held_out].sum())
        rows.append((f"{i + 1}", *errors, f"{wrong:,} of {len(held_out):,}"))
    return rows


def _item(text: str, bold: bool, right: bool) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    if bold:
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item
