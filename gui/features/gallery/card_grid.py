"""The cards of the gallery, in groups, one of them chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QGridLayout,
    QLabel,
    QScrollArea,
    QWidget,
)

from engine.data.gallery import EXAMPLES, GROUPS
from gui.canvas.thumbnail import thumbnail
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPixmap

    from engine import Dataset
    from engine.data.gallery import Example
    from gui.style.theme import Theme

SIZE = QSize(182, 187)
PICTURE = QSize(162, 101)
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
        self._theme, self._picture = theme, None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            self.arrow.emit(event.key())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.setChecked(True)
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            self._paint_ground(painter)
            self._paint_picture(painter)
            self._paint_words(painter)

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
        else:
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "Drawing…")

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


COLUMNS = 3
GAP = 10
SIDES = {
    Qt.Key.Key_Left: QPoint(-1, 0),
    Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1),
    Qt.Key.Key_Down: QPoint(0, 1),
}


class CardGrid(QScrollArea):
    """Groups of cards under their headings; arrow keys go from card to card.

    Signals
    -------
    chosen(Example)
    opened
        The chosen one is to be opened.
    """

    chosen = Signal(object)
    opened = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._group = QButtonGroup(self)
        self.cards: dict[str, ExampleCard] = {}
        self._grids: list[tuple[QLabel, QGridLayout, list[ExampleCard]]] = []
        self._content = QWidget()
        column = in_column(self._content, margins=(2, 0, 8, 2), spacing=8)
        for name in GROUPS:
            heading = with_role(QLabel(name), "title")
            column.addWidget(heading)
            column.addLayout(self._cards_of(name, heading, theme))
            column.addSpacing(8)
        column.addStretch(1)
        self.setWidget(self._content)
        width = self.verticalScrollBar().sizeHint().width()
        self.setFixedWidth(self._content.sizeHint().width() + width)

    def _cards_of(self, group: str, heading: QLabel, theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(GAP)
        examples = [example for example in EXAMPLES if example.group == group]
        cards = []
        for example in examples:
            card = ExampleCard(example, theme)
            card.toggled.connect(self._toggled)
            card.opened.connect(self.opened)
            card.arrow.connect(self._choose_neighbour)
            self._group.addButton(card)
            self.cards[example.name] = card
            cards.append(card)
        self._grids.append((heading, grid, cards))
        _arrange(grid, cards)
        grid.setColumnStretch(COLUMNS, 1)
        return grid

    def show_found(self, text: str) -> int:
        """Show the examples that have all words of a text; tell how many they are.

        The first that has the words in its title is chosen; if none has, the first,
        unless the chosen one is among them.
        """
        words, fitting = text.lower().split(), []
        for heading, grid, cards in self._grids:
            here = [card for card in cards if _has(card.example, words)]
            _arrange(grid, here)
            for card in cards:
                card.setVisible(card in here)
            heading.setVisible(bool(here))
            fitting += here
        titled = [card for card in fitting if _titled(card.example, words)]
        offered = titled if words and titled else fitting
        if offered and self._group.checkedButton() not in offered:
            offered[0].setChecked(True)
        return len(fitting)

    def take_keyboard(self) -> None:
        """Give the keyboard to the chosen card, if it is to be seen."""
        card = self._group.checkedButton()
        if isinstance(card, ExampleCard) and not card.isHidden():
            card.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose(self, example: Example) -> None:
        """Choose an example and bring its card into view."""
        card = self.cards[example.name]
        card.setChecked(True)
        self.ensureWidgetVisible(card, 0, 40)

    def set_theme(self, theme: Theme) -> None:
        for card in self.cards.values():
            card.set_theme(theme)

    def _toggled(self, on: bool) -> None:
        card = self._group.checkedButton()
        if on and isinstance(card, ExampleCard):
            self.chosen.emit(card.example)

    def _choose_neighbour(self, key: int) -> None:
        """Choose the nearest card on one side of the chosen one."""
        chosen, side = self._group.checkedButton(), SIDES[Qt.Key(key)]
        if chosen is None:
            return
        start = self._centre(chosen)

        def distance(card: ExampleCard) -> float:
            way = self._centre(card) - start
            ahead = QPoint.dotProduct(way, side)
            aside = abs(way.x() * side.y()) + abs(way.y() * side.x())
            return ahead + 4 * aside if ahead > 0 else float("inf")

        seen = (card for card in self.cards.values() if not card.isHidden())
        nearest = min(seen, key=distance)
        if distance(nearest) < float("inf"):
            self.choose(nearest.example)
            self.take_keyboard()

    def _centre(self, card: QWidget) -> QPoint:
        return card.mapTo(self._content, card.rect().center())


def _arrange(grid: QGridLayout, cards: Sequence[ExampleCard]) -> None:
    """Let a grid have these cards, row by row, and no others."""
    while grid.takeAt(0):
        pass
    for i, card in enumerate(cards):
        grid.addWidget(card, i // COLUMNS, i % COLUMNS)


def _titled(example: Example, words: list[str]) -> bool:
    title = example.title.lower()
    return all(word in title for word in words)


def _has(example: Example, words: Sequence[str]) -> bool:
    said = f"{example.title} {example.about} {example.group} {example.outcome}".lower()
    return all(word in said for word in words)
