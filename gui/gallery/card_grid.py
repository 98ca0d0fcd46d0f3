"""The cards of the gallery, in groups, one of them chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.data.gallery import EXAMPLES, GROUPS
from gui.gallery.example_card import ExampleCard

if TYPE_CHECKING:
    from engine.data.gallery import Example
    from gui.style.theme import Theme

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
        The chosen one is wanted.
    """

    chosen = Signal(object)
    opened = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._group = QButtonGroup(self)
        self.cards: dict[str, ExampleCard] = {}
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(2, 0, 8, 2)
        column.setSpacing(8)
        for name in GROUPS:
            heading = QLabel(name)
            heading.setProperty("role", "title")
            column.addWidget(heading)
            column.addLayout(self._cards_of(name, theme))
            column.addSpacing(8)
        column.addStretch(1)
        self.setWidget(inside)
        width = self.verticalScrollBar().sizeHint().width()
        self.setFixedWidth(inside.sizeHint().width() + width)

    def _cards_of(self, group: str, theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(GAP)
        found = [example for example in EXAMPLES if example.group == group]
        for i, example in enumerate(found):
            card = ExampleCard(example, theme)
            card.toggled.connect(self._toggled)
            card.opened.connect(self.opened)
            card.arrow.connect(self._go)
            self._group.addButton(card)
            self.cards[example.name] = card
            grid.addWidget(card, i // COLUMNS, i % COLUMNS)
        grid.setColumnStretch(COLUMNS, 1)
        return grid

    def choose(self, example: Example) -> None:
        """Choose an example and bring its card into view."""
        card = self.cards[example.name]
        card.setChecked(True)
        card.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(card, 0, 40)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        for card in self.cards.values():
            card.set_theme(theme)

    def _toggled(self, on: bool) -> None:
        card = self._group.checkedButton()
        if on and isinstance(card, ExampleCard):
            self.chosen.emit(card.example)

    def _go(self, key: int) -> None:
        """Choose the nearest card on one side of the one with the focus."""
        here, side = self._group.checkedButton(), SIDES[Qt.Key(key)]
        start = here.mapTo(self.widget(), here.rect().center())

        def distance(card: ExampleCard) -> float:
            way = card.mapTo(self.widget(), card.rect().center()) - start
            ahead = QPoint.dotProduct(way, side)
            aside = abs(way.x() * side.y()) + abs(way.y() * side.x())
            return ahead + 4 * aside if ahead > 0 else float("inf")

        nearest = min(self.cards.values(), key=distance)
        if distance(nearest) < float("inf"):
            self.choose(nearest.example)
