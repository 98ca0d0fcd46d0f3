"""The gallery's dialog: cards at the left, the chosen example at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.data.gallery import EXAMPLES
from engine.errors import UserError
from gui.gallery.card_grid import CardGrid
from gui.gallery.details import Details
from gui.gallery.example_maker import Maker, Wish

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from engine import Dataset
    from gui.style.theme import Theme

MARGINS = 40
"""Pixels by which it is at least smaller than the window."""


class GalleryDialog(QDialog):
    """Lets a person choose a data set; hidden and shown again, it is the same.

    Signals
    -------
    wanted(Dataset, Recipe or None)
        To be opened, with a set-up or with the present one.
    """

    wanted = Signal(object, object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Gallery")
        self.setModal(True)
        self._theme = theme
        self._made: dict[str, Dataset] = {}
        self._current: tuple[Wish, Dataset] | None = None
        self.grid, self.details = CardGrid(theme), Details(theme)
        self.open_button = QPushButton("Open")
        self.open_button.setProperty("primary", True)
        self.cancel_button = QPushButton("Cancel")
        self.maker = Maker(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.open_button):
            button.setAutoDefault(False)  # Enter in a number box is the box's
            buttons.addWidget(button)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self.details, 1)
        right.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 14, 14, 14)
        row.setSpacing(10)
        row.addWidget(self.grid)
        row.addLayout(right)

    def _connect(self) -> None:
        self.grid.chosen.connect(self.details.show_example)
        self.grid.opened.connect(self.open_chosen)
        self.details.wished.connect(self._make)
        self.maker.made.connect(self._take)
        self.maker.failed.connect(self._explain)
        self.open_button.clicked.connect(self.open_chosen)
        self.cancel_button.clicked.connect(self.reject)

    def sizeHint(self) -> QSize:
        """Ask for three rows of cards, or what the window leaves."""
        room = self.parentWidget().size() - QSize(MARGINS, MARGINS)
        return QSize(super().sizeHint().width(), min(700, room.height()))

    def come(self, theme: Theme) -> None:
        """Show it, in the colours of the window."""
        if theme != self._theme:
            self._theme = theme
            self.grid.set_theme(theme)
            self.details.set_theme(theme)
        if self.details.wish is None:
            for example in EXAMPLES:
                self.maker.wish(Wish(example))
            self.grid.choose(EXAMPLES[0])
        self.resize(self.sizeHint())
        self.open()
        self.grid.choose(self.details.wish.example)

    def _make(self, wish: Wish) -> None:
        self._current = None
        made = self._made.get(wish.example.name) if _as_declared(wish) else None
        if made is not None:
            self._show(wish, made)
        else:
            self.maker.hurry(wish)

    def _take(self, wish: Wish, data: Dataset) -> None:
        if _as_declared(wish):
            self._made[wish.example.name] = data
            self.grid.cards[wish.example.name].show_data(data)
        if self.details.wish is not None and _same(wish, self.details.wish):
            self._show(self.details.wish, data)

    def _show(self, wish: Wish, data: Dataset) -> None:
        self._current = (wish, data)
        self.details.show_data(data)

    def _explain(self, wish: Wish, why: str) -> None:
        if self.details.wish is not None and _same(wish, self.details.wish):
            self.details.show_failure(why)

    def open_chosen(self) -> None:
        """Open what is chosen; make it first if that has not been done."""
        wish = self.details.wish
        if wish is None:
            return
        if self._current is None:
            try:
                self._show(wish, wish.make())
            except (UserError, ValueError, MemoryError) as error:
                self.details.show_failure(str(error))
                return
        assert self._current is not None
        self.wanted.emit(self._current[1], self.details.recipe)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus, and no other."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = self.focusWidget()
        if isinstance(focused, QPushButton):
            focused.click()

    def finish(self) -> None:
        """Join the thread."""
        self.maker.close()


def _declared(wish: Wish) -> dict[str, object]:
    """Give all settings of a wish, also those left as declared."""
    return {k.name: k.default for k in wish.example.parameters} | wish.settings


def _as_declared(wish: Wish) -> bool:
    return _same(wish, Wish(wish.example))


def _same(one: Wish, other: Wish) -> bool:
    return (one.example, one.seed, _declared(one)) == (
        other.example, other.seed, _declared(other),
    )  # fmt: skip
