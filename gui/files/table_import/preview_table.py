"""The first rows of a table, coloured by what becomes of each column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QTableView

from engine.data.feature_map import pretty
from gui.style.icons import symbol_icon
from gui.style.text import plain
from gui.style.theme import class_symbol
from gui.widgets.tables import LEFT, RIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QIcon, QKeyEvent, QMouseEvent, QPainter

    from engine.data.table_preview import TablePreview
    from gui.style.theme import Theme

    Index = QModelIndex | QPersistentModelIndex

Role = Qt.ItemDataRole
ROOT = QModelIndex()
BOX, PAD, HEIGHT = 16, 8, 46
"""Pixels of a header: of its box, around that, and its height."""
WITH_BOX = ("feature", "names", "left out")
"""Roles of columns that can be features."""
LONGEST = 200
"""Characters of a cell that are shown."""


class PreviewModel(QAbstractTableModel):
    """Cells as they stand in the file.

    Attributes
    ----------
    preview : TablePreview
    """

    def __init__(self, preview: TablePreview, theme: Theme) -> None:
        super().__init__()
        self.preview = preview
        self._theme = theme
        self._icons: dict[str, QIcon] = {}

    def show(self, preview: TablePreview) -> None:
        """Show a table in another form."""
        if (preview.rows, preview.names) == (self.preview.rows, self.preview.names):
            self.preview = preview
            self._repaint()
            return
        self.beginResetModel()
        self.preview = preview
        self.endResetModel()

    def show_classes(self, names: Sequence[str]) -> None:
        """Put each class's symbol beside its labels."""
        self._icons = {
            name: symbol_icon(
                class_symbol(code),
                self._theme.class_colour(code),
                14,
            )
            for code, name in enumerate(names)
        }
        self._repaint()

    def first_unusable(self) -> QModelIndex | None:
        """Find the first cell, of those shown, that cannot be what its column is."""
        form = self.preview.form
        if self.preview.place == "delimiter":
            return None
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                if not self.preview.is_usable(row, column) and not form.lenient:
                    return self.index(row, column)
        return None

    def _repaint(self) -> None:
        corner = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), corner)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.preview.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.preview.names)

    def headerData(
        self, section: int, across: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Name the columns; number the rows by their lines in the file."""
        if across == Qt.Orientation.Vertical:
            line = self.preview.lines[section]
            unit = self.preview.table.unit
            return {
                Role.DisplayRole: str(line),
                Role.ToolTipRole: f"{unit} {line}",
            }.get(Role(role))
        if role == Role.TextAlignmentRole:
            return int(RIGHT if section in self.preview.form.features else LEFT)
        if role in (Role.DisplayRole, Role.ToolTipRole):
            name = self.preview.names[section]
            return plain(name) if role == Role.ToolTipRole else name
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        cell = self.preview.rows[row][column]
        if role == Role.DisplayRole:
            return " ".join(cell[:LONGEST].split())
        if role == Role.TextAlignmentRole and column in self.preview.form.features:
            return int(RIGHT)
        if role == Role.DecorationRole and column == self.preview.form.label:
            return None if self.preview.is_left_out(row) else self._icons.get(cell)
        if role in (Role.ForegroundRole, Role.BackgroundRole, Role.ToolTipRole):
            return self._look_at_cell(row, column, role)
        return None

    def _look_at_cell(self, row: int, column: int, role: int) -> Any:
        theme, form = self._theme, self.preview.form
        if self.preview.place == "delimiter":
            return None
        if self.preview.is_left_out(row):
            return {
                Role.ForegroundRole: QColor(theme.disabled),
                Role.ToolTipRole: "this row is left out",
            }.get(Role(role))
        if not self.preview.is_usable(row, column):
            what = "a label" if column == form.label else "a number to compute with"
            return {
                Role.ForegroundRole: QColor(theme.mistake_text),
                Role.BackgroundRole: QColor(theme.mistake_soft),
            }.get(Role(role), f"this is not {what}")
        if role == Role.BackgroundRole and column == form.label:
            return QColor(theme.accent_soft)
        used = (*form.features, form.label, form.names)
        if role == Role.ForegroundRole and column not in used:
            return QColor(theme.disabled)
        return None


class RoleHeader(QHeaderView):
    """A name, a box that is checked for a feature, and the role in a word.

    Signals
    -------
    feature_toggled(int)
        The box of a column was clicked.
    label_chosen(int)
        The name of a column was clicked.
    """

    feature_toggled = Signal(int)
    label_chosen = Signal(int)

    def __init__(self, model: PreviewModel, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._model, self._theme = model, theme
        self.setSectionsClickable(True)
        self.setMinimumSectionSize(84)
        self.setToolTip(
            "Click on a name to take the labels from this column; "
            "check the boxes of the features"
        )

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), HEIGHT)

    def role(self, column: int) -> str:
        """Say what becomes of a column."""
        preview = self._model.preview
        if preview.place == "delimiter":
            return "as it stands in the file"
        if column == preview.form.label:
            return "label"
        if column == preview.form.names:
            return "names"
        return "feature" if column in preview.form.features else "left out"

    def box(self, column: int) -> QRect:
        """Give the place of a column's box."""
        x = self.sectionViewportPosition(column) + PAD
        return QRect(x, (self.height() - BOX) // 2, BOX, BOX)

    def sectionSizeFromContents(self, column: int) -> QSize:
        """Ask for room for the name and the box."""
        name = self._name(column)
        metrics = self.fontMetrics()
        wide = max(map(metrics.horizontalAdvance, (name, self.role(column))))
        return QSize(min(220, wide + BOX + 4 * PAD), HEIGHT)

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        """Draw ground, box, name and role."""
        theme, role = self._theme, self.role(column)
        ground, ink = {
            "label": (theme.accent_soft, theme.accent_text),
            "feature": (theme.hover, theme.ink),
            "names": (theme.hover, theme.ink),
        }.get(role, (theme.hover, theme.disabled))
        painter.save()
        painter.fillRect(rect, QColor(ground))
        painter.setPen(QColor(theme.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(QColor(theme.grid))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        left = PAD
        if role in WITH_BOX:
            self._draw_box(painter, column, role == "feature")
            left += BOX + PAD
        self._draw_words(painter, rect.adjusted(left, 6, -4, -6), column, ink)
        painter.restore()

    def _draw_box(self, painter: QPainter, column: int, checked: bool) -> None:
        option = QStyleOptionViewItem()
        option.initFrom(self)
        option.rect = self.box(column)
        state, states = QStyle.StateFlag, Qt.CheckState
        option.checkState = states.Checked if checked else states.Unchecked
        option.state |= state.State_On if checked else state.State_Off
        indicator = QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck
        self.style().drawPrimitive(indicator, option, painter, self)

    def _draw_words(
        self, painter: QPainter, rect: QRect, column: int, ink: str
    ) -> None:
        name = self._name(column)
        font, metrics = painter.font(), self.fontMetrics()
        elided = metrics.elidedText(name, Qt.TextElideMode.ElideRight, rect.width())
        top, left = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
        painter.setPen(QColor(ink))
        painter.drawText(rect, top | left, elided)
        font.setBold(False)
        font.setPixelSize(font.pixelSize() - 1)
        painter.setFont(font)
        muted = self._theme.muted
        painter.setPen(QColor(ink if self.role(column) == "label" else muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignBottom | left, self.role(column))

    def _name(self, column: int) -> str:
        """Write a column's name in a line, as the canvas does."""
        return pretty(" ".join(str(self._model.preview.names[column]).split()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Toggle a box, or take the labels from where the name is."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        column = self.logicalIndexAt(place)
        on_edge = self.cursor().shape() == Qt.CursorShape.SplitHCursor
        if column < 0 or on_edge or event.button() != Qt.MouseButton.LeftButton:
            return
        is_box = self.box(column).adjusted(-6, -8, 4, 8).contains(place)
        if is_box and self.role(column) in WITH_BOX:
            self.feature_toggled.emit(column)
        else:
            self.label_chosen.emit(column)


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
        self.setAccessibleName("First rows of the table")
        self.setAccessibleDescription(
            "Arrows go through the columns; Space takes one as a feature, or leaves it"
        )
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(26)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumHeight(140)

    def show_cell(self, cell: QModelIndex) -> None:
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
