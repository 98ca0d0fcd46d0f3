"""The best recipes of a search, ranked: a click loads one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
)

from engine.evaluation.report import ERRORS
from engine.numbers import percent
from gui.features.evaluation.search.setting_text import name_of, setting_words
from gui.widgets.tables import choose_by_row, make_plain, text_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from engine.evaluation.search import SearchOutcome

MOST = 10
ROW = 26
RANK = 30
LOADS = "Click, or Enter, loads this recipe"
LONGEST = 150
"""Pixels that a cell has at least if it asks for them; longer texts end in …"""


class BestRecipes(QTableWidget):
    """A row for each of the ten best.

    Signals
    -------
    chosen(int)
        A recipe is wanted, by its place in the results.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        make_plain(self, ROW)
        choose_by_row(self)
        self.setWordWrap(False)
        self.setAccessibleName("Best recipes")
        self.setAccessibleDescription("Enter takes the recipe of a row")
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(RANK)
        self._places: list[int] = []
        self._names: tuple[str, ...] = ()
        self.cellClicked.connect(lambda row, _: self._choose_row(row))
        self.cellActivated.connect(lambda row, _: self._choose_row(row))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 3 * ROW)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def show_results(self, results: SearchOutcome, names: Sequence[str]) -> None:
        """Write the best of what is known."""
        self._places = results.ranking[:MOST].tolist()
        self.setColumnCount(len(names) + 2)
        heads = [name_of(name) for name in names]
        for column, head in enumerate(["", ERRORS[results.score], *heads]):
            self.setHorizontalHeaderItem(column, text_item(head, right=True))
        self.setRowCount(len(self._places))
        for row, place in enumerate(self._places):
            recipe = results.recipes[place]
            settings = [setting_words(recipe, name) for name in names]
            error = percent(results.mean[place])
            for column, text in enumerate([str(row + 1), error, *settings]):
                self._write_cell(row, column, text, bold=row == 0)
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give each column what it needs, and its share of what is left."""
        header, columns = self.horizontalHeader(), range(1, self.columnCount())
        if not columns:
            return
        header.resizeSection(0, RANK)
        needs = [self._need(column) for column in columns]
        spare = max(0, self.viewport().width() - RANK - sum(needs))
        for column, need in zip(columns, needs, strict=True):
            before, after = (spare * k // len(needs) for k in (column - 1, column))
            header.resizeSection(column, need + after - before)

    def _need(self, column: int) -> int:
        """Give the width of the head and of the cells, unless these are very long."""
        cells = min(self.sizeHintForColumn(column), LONGEST)
        return max(self.horizontalHeader().sectionSizeHint(column), cells)

    def _write_cell(self, row: int, column: int, text: str, *, bold: bool) -> None:
        item = text_item(text, bold=bold, right=True)
        item.setToolTip(f"{text}\n{LOADS}")
        self.setItem(row, column, item)

    def _choose_row(self, row: int) -> None:
        if row < len(self._places):
            self.chosen.emit(self._places[row])
