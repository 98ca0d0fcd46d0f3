"""The view of the weights' table: numbers in columns whose room only grows."""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from gui.features.weights.weight_cells import (
    ACROSS,
    Cell,
    Cells,
    ValueCell,
    count_rows,
)
from gui.style.text import plain
from gui.widgets.tables import LEFT, RIGHT, make_plain

if TYPE_CHECKING:
    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent

    from gui.style.theme import Theme

GAP, LINE_GAP = 7, 4
"""Pixels between two columns, and between two lines."""
LEAST_NAME = 24
"""Pixels to which the names of rows may shrink."""
NARROW_HEAD = 40
"""Most pixels that a column's head asks for where there is little room: the names of
the rows have what is left."""
ROLE = Qt.ItemDataRole
CHOSEN = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
COPY = QKeySequence.StandardKey.Copy


class CellsModel(QStandardItemModel):
    """The cells of the table; Qt has their number, and asks for what one points at.

    Attributes
    ----------
    cells : dict
    """

    def __init__(self) -> None:
        super().__init__()
        self.cells: Cells = {}

    def show_cells(self, cells: Cells) -> bool:
        """Show other cells; tell whether they are laid out otherwise."""
        alike = self.cells.keys() == cells.keys() and not any(
            cell.span != self.cells[place].span for place, cell in cells.items()
        )
        self.cells = cells
        if alike:
            if cells:
                last = self.index(self.rowCount() - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return False
        self.setRowCount(count_rows(cells))
        # One more has the room that is left.
        self.setColumnCount(max((column for _, column in cells), default=-1) + 2)
        return True

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = ROLE.DisplayRole,
    ) -> Any:
        cell = self.cells.get((index.row(), index.column()))
        if cell is None:
            return None
        if role == ROLE.DisplayRole:
            return cell.text
        if role == ROLE.ToolTipRole:
            return plain(cell.more)
        if role == ROLE.AccessibleTextRole:
            return self._spoken(index.row(), index.column(), cell)
        return None

    def _spoken(self, row: int, column: int, cell: Cell | ValueCell) -> str:
        """Say a number with the names of its row and, if it has one, its column."""
        if not column or not isinstance(cell, ValueCell):
            return cell.text
        rows = range(row - 1, -1, -1)
        above = (self.cells.get((i, column)) for i in rows)
        head = next((c.text for c in above if c and c.role == "muted"), "")
        name = self.cells.get((row, 0))
        named = [part for part in (name.text if name else "", head) if part]
        return f"{', '.join(named)}: {cell.text}"


class _CellDelegate(QStyledItemDelegate):
    """Draws a text, a number in bold; in half of the time that Qt's own takes."""

    def __init__(self, model: CellsModel, theme: Theme) -> None:
        super().__init__(model)
        self._model, self.theme = model, theme
        self.fonts = QFont(), QFont()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a cell; a name that has no room is cut, and ends in …."""
        column = index.column()
        cell = self._model.cells.get((index.row(), column))
        if cell is None:
            return
        rect: QRect = option.rect
        if option.state & CHOSEN:
            painter.fillRect(rect, option.palette.highlight())
        text = cell.text
        if cell.role == "value":
            painter.setFont(self.fonts[1])
            painter.setPen(self.theme.ink)
        else:
            painter.setFont(self.fonts[0])
            painter.setPen(self.theme.muted)
            room = rect.width() - (GAP if column else 0)
            text = painter.fontMetrics().elidedText(text, _elide(text), room)
        painter.drawText(rect, RIGHT if column else LEFT, text)


def _elide(text: str) -> Qt.TextElideMode:
    """Leave the end of a term, which tells it from its neighbours."""
    middle = re.search("[·²³⁴-⁹]", text)
    return Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight


class WeightsView(QTableView):
    """A table without heads of its own, as high as its rows.

    Numbers keep the room that they had: no edge moves from step to step. Numbers that
    are selected are copied with all their digits.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = CellsModel()
        self._delegate = _CellDelegate(self._model, theme)
        self._widths: list[int] = []
        self._measured = 0, -1
        self._wide = True
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Weights")
        self.setAccessibleDescription("A row for each term; Ctrl+C copies cells")
        self.setProperty("look", "text")
        self.viewport().setAutoFillBackground(False)
        for set_policy in (
            self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy
        ):  # fmt: skip
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        make_plain(self, self.line)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setMinimumSectionSize(0)
        self.verticalHeader().setMinimumSectionSize(0)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._measure_fonts()

    @property
    def line(self) -> int:
        """The height of a row, in pixels."""
        return int(self.fontMetrics().height()) + LINE_GAP

    def set_theme(self, theme: Theme) -> None:
        self._delegate.theme = theme
        self.viewport().update()

    def show_cells(self, cells: Cells, *, wide: bool, anew: bool) -> None:
        """Show other cells.

        Parameters
        ----------
        cells : dict
        wide : bool
            There is room for heads that are longer than their numbers.
        anew : bool
            Columns may be narrower than before: these are other data.
        """
        anew = anew or wide != self._wide
        if anew:
            self._widths = []
        self._wide = wide
        if self._model.show_cells(cells) or anew:
            self._lay_out()
        elif self._grown():
            self._give_widths()

    def _lay_out(self) -> None:
        self.clearSpans()
        columns = self._model.columnCount()
        for (row, column), cell in self._model.cells.items():
            if cell.span == ACROSS:
                self.setSpan(row, column, 1, columns)
        self._widths = (self._widths + [0] * columns)[: max(0, columns - 1)]
        for (_, column), cell in self._model.cells.items():
            if column and not isinstance(cell, ValueCell) and cell.span != ACROSS:
                width = self._plain.horizontalAdvance(cell.text)
                most = width if self._wide else NARROW_HEAD
                self._widths[column] = max(self._widths[column], ceil(min(width, most)))
        self._grown()
        self._give_widths()
        self.viewport().update()
        self.setFixedHeight(self._model.rowCount() * self.line)

    @property
    def _rows_in_sight(self) -> tuple[int, int]:
        """The first and the last row that is seen; all while it is not shown."""
        seen = self.visibleRegion().boundingRect() if self.isVisible() else self.rect()
        return seen.top() // self.line, seen.bottom() // self.line

    def paintEvent(self, event: QPaintEvent) -> None:
        """Give room to the numbers of rows that have come into sight."""
        if self._rows_in_sight != self._measured and self._grown():
            self._give_widths()
        super().paintEvent(event)

    def _grown(self) -> bool:
        """Let columns grow with the numbers in sight; tell whether one did."""
        first, last = self._measured = self._rows_in_sight
        former = [*self._widths]
        for (row, column), cell in self._model.cells.items():
            if cell.role == "value" and first <= row <= last:
                width = ceil(self._bold.horizontalAdvance(cell.text))
                self._widths[column] = max(self._widths[column], width)
        return former != self._widths

    def _give_widths(self) -> None:
        """Give the names of rows what the numbers leave, if they need as much."""
        header = self.horizontalHeader()
        numbers = sum(width + GAP for width in self._widths[1:])
        named = (
            self._plain.horizontalAdvance(cell.text)
            for (_, column), cell in self._model.cells.items()
            if not column and cell.span != ACROSS
        )
        name = min(ceil(max(named, default=0)), self.width() - numbers)
        for column, width in enumerate([max(LEAST_NAME, name), *self._widths[1:]]):
            header.resizeSection(column, width + (GAP if column else 0))
        self.setMinimumWidth(numbers + LEAST_NAME)

    def _measure_fonts(self) -> None:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self._delegate.fonts = QFont(self.font()), bold
        self._plain, self._bold = map(QFontMetricsF, self._delegate.fonts)

    def changeEvent(self, event: QEvent) -> None:
        """Have the room that another font needs."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure_fonts()
            self.verticalHeader().setDefaultSectionSize(self.line)
            self._widths = []
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_widths()

    def event(self, event: QEvent) -> bool:
        """Copy what is selected here, rather than what the window would."""
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.matches(COPY):
            event.setAccepted(self.selectionModel().hasSelection())
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(COPY):
            QApplication.clipboard().setText(self._selected())
        else:
            super().keyPressEvent(event)

    def _selected(self) -> str:
        """Give what is selected as a table, numbers with all their digits."""
        rows: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes()):
            if cell := self._model.cells.get((index.row(), index.column())):
                text = cell.more if isinstance(cell, ValueCell) else cell.text
                rows.setdefault(index.row(), []).append(text)
        return "\n".join("\t".join(row) for row in rows.values())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Select nothing any more: what is selected is copied only from here."""
        super().focusOutEvent(event)
        self.clearSelection()
