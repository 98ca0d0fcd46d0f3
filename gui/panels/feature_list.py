"""A list of many features, each with a check box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.data.features import pretty, term_name
from gui.widgets.number_boxes import is_space

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QKeyEvent

    from engine.data.features import Term

MOST_ROWS = 6
LEAST = 120
"""Pixels to which the list may shrink."""
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class _List(QListWidget):
    def event(self, event: QEvent) -> bool:
        """Take Space before the shortcut does; asked only with the focus."""
        if is_space(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Space do what a click does."""
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Space and item is not None:
            self.itemClicked.emit(item)
        else:
            super().keyPressEvent(event)


class FeatureList(QWidget):
    """Rows with a check box: features, and further terms that go when unchecked.

    Signals
    -------
    toggled : (term, on)
        A person clicked a row.
    all_wanted, none_wanted
    """

    toggled = Signal(tuple, bool)
    all_wanted = Signal()
    none_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._terms: list[Term] = []
        self._shown: tuple[object, ...] = ()
        self.list = _List()
        self.list.setAccessibleName("Features")
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumWidth(LEAST)
        self.list.itemClicked.connect(self._clicked)
        self.all_button = _quiet("All", "Take every feature")
        self.none_button = _quiet("None", "Leave all but the first out")
        self.all_button.clicked.connect(self.all_wanted)
        self.none_button.clicked.connect(self.none_wanted)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.all_button)
        buttons.addWidget(self.none_button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.list)
        layout.addLayout(buttons)

    def show_terms(
        self, names: tuple[str, ...], terms: list[Term], chosen: Collection[Term]
    ) -> None:
        """Show terms, the chosen ones checked."""
        if (names, terms) != self._shown:
            self._shown, self._terms = (names, terms), terms
            self._rebuild(names)
        for row, term in enumerate(terms):
            state = CHECKED if term in chosen else UNCHECKED
            self.list.item(row).setCheckState(state)

    def _rebuild(self, names: tuple[str, ...]) -> None:
        place = self.list.verticalScrollBar().value()
        self.list.clear()
        for term in self._terms:
            text = pretty(term_name(term, names))
            item = QListWidgetItem(text, self.list)
            item.setToolTip(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        rows = min(MOST_ROWS, len(self._terms))
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2)
        self.list.verticalScrollBar().setValue(place)

    def _clicked(self, item: QListWidgetItem) -> None:
        term = self._terms[self.list.row(item)]
        self.toggled.emit(term, item.checkState() != CHECKED)


def _quiet(text: str, tip: str) -> QToolButton:
    button = QToolButton(text=text, toolTip=tip)
    button.setProperty("quiet", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
