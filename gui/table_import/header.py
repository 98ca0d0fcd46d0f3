"""Column headers that say, and change, what becomes of each column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem

from engine.data.features import pretty

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPainter

    from gui.style.theme import Theme
    from gui.table_import.model import PreviewModel

BOX = 16
PAD = 8
HEIGHT = 46


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
        self._preview, self._theme = model, theme
        self.setSectionsClickable(True)
        self.setMinimumSectionSize(84)
        self.setToolTip(
            "Click on a name to take the labels from this column; "
            "check the boxes of the features"
        )

    def sizeHint(self) -> QSize:
        """Ask for two lines."""
        return QSize(super().sizeHint().width(), HEIGHT)

    def role(self, column: int) -> str:
        """Say what becomes of a column."""
        sheet = self._preview.sheet
        if sheet.place == "delimiter":
            return "as it stands in the file"
        if column == sheet.form.label:
            return "label"
        return "feature" if column in sheet.form.features else "left out"

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
        }.get(role, (theme.hover, theme.disabled))
        painter.save()
        painter.fillRect(rect, QColor(ground))
        painter.setPen(QColor(theme.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(QColor(theme.grid))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        left = PAD
        if role in ("feature", "left out"):
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
        return pretty(" ".join(str(self._preview.sheet.names[column]).split()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Toggle a box, or take the labels from where the name is."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        column = self.logicalIndexAt(place)
        on_edge = self.cursor().shape() == Qt.CursorShape.SplitHCursor
        if column < 0 or on_edge or event.button() != Qt.MouseButton.LeftButton:
            return
        is_box = self.box(column).adjusted(-6, -8, 4, 8).contains(place)
        if is_box and self.role(column) in ("feature", "left out"):
            self.feature_toggled.emit(column)
        else:
            self.label_chosen.emit(column)
