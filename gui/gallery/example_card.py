"""A card of the gallery: a picture, a name, a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton

from gui.gallery.thumbnail import thumbnail

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPixmap

    from engine import Dataset
    from engine.data.gallery import Example
    from gui.style.theme import Theme

SIZE = QSize(186, 190)
PICTURE = QSize(166, 104)
PAD = 10
RADIUS = 8.0
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class ExampleCard(QAbstractButton):
    """Shows an example; its picture is drawn when it is first painted.

    Signals
    -------
    opened
        Double-clicked, or Enter.
    arrow(int)
        An arrow key: to the neighbour on that side.
    """

    opened = Signal()
    arrow = Signal(int)

    def __init__(self, example: Example, theme: Theme) -> None:
        super().__init__()
        self.example, self._theme = example, theme
        self._data: Dataset | None = None
        self._picture: QPixmap | None = None
        self.setCheckable(True)
        self.setFixedSize(SIZE)
        self.setText(example.title)
        self.setAccessibleName(example.title)
        self.setAccessibleDescription(example.about)
        self.setObjectName(example.name)

    @property
    def drawn(self) -> bool:
        """Whether its picture is there."""
        return self._picture is not None

    def show_data(self, data: Dataset) -> None:
        """Show a picture of the data set."""
        self._data, self._picture = data, None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme, self._picture = theme, None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to a neighbour, or open."""
        if event.key() in ARROWS:
            self.arrow.emit(event.key())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.setChecked(True)
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        painter = QPainter(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        self._paint_picture(painter)
        self._paint_words(painter)
        painter.end()

    def _paint_ground(self, painter: QPainter) -> None:
        theme, chosen = self._theme, self.isChecked()
        hovered = self.underMouse() and not chosen
        painter.setBrush(QColor(theme.hover if hovered else theme.card))
        width = 2.0 if chosen or self.hasFocus() else 1.0
        strong = theme.focus if chosen or self.hasFocus() else theme.border
        painter.setPen(QPen(QColor(strong), width))
        if chosen:
            painter.setBrush(QColor(theme.accent_soft))
        inset = width / 2
        area = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(area, RADIUS, RADIUS)

    def _paint_picture(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self._theme.border), 1))
        painter.setBrush(QColor(self._theme.field))
        area = QRectF(PAD, PAD, PICTURE.width(), PICTURE.height())
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        if self._picture is None and self._data is not None:
            ratio = self.devicePixelRatioF()
            self._picture = thumbnail(self._data, PICTURE, self._theme, ratio)
        if self._picture is not None:
            painter.drawPixmap(PAD, PAD, self._picture)

    def _paint_words(self, painter: QPainter) -> None:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.ink))
        top, width = PAD + PICTURE.height() + 6, self.width() - 2 * PAD
        high = painter.fontMetrics().height()
        painter.drawText(QRectF(PAD, top, width, high), 0, self.example.title)
        font.setWeight(QFont.Weight.Normal)
        font.setPixelSize(font.pixelSize() - 1)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        room = QRectF(PAD, top + high + 2, width, self.height() - top - high - 4)
        painter.drawText(room, WRAPPED, self.example.about)
