"""Toggle buttons for the terms of the feature map."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from engine.data.feature_map import Factor, pretty, term_name
from engine.data.polynomial_terms import written
from gui.recipe.term_map import EMPTY, term_map
from gui.style.icons import icon
from gui.style.text import plain, without_mnemonic
from gui.style.theme import mark_invalid
from gui.widgets.buttons import tool_button
from gui.widgets.labels import ElidedLabel, show_words, with_role
from gui.widgets.layouts import in_column, in_grid, in_row, row_of
from gui.widgets.number_boxes import is_space, taken

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QPixmap, QResizeEvent

    from engine.data.feature_map import Term
    from gui.recipe.term_map import Range
    from gui.style.theme import Theme

COLUMNS, FURTHER_COLUMNS = 3, 2
"""Of the terms offered, which have as few as the others in a large font."""
AROUND, GAP, LEAST_MAP = 5, 4, 10
"""Pixels at a button's ends, between what is on it, and of the least map of a term."""
CLOSE, EDGE, PADDING = 12, 3, 10
"""Pixels of the sign that removes a term, of a button's edge, and of the style's room
beside a text."""
LONGEST = 3
"""Letters up to which features go by their names on buttons, else by x₁, x₂."""
MOST_ROWS = 6
LEAST_LIST = 120
"""Pixels to which the list may shrink."""
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
EXAMPLES = "x1^2*x2, sin(x2), sin(x1)^2"


def term_label(term: Term, names: Sequence[str]) -> str:
    """Write a term for a button: ``x₁²·x₂``, ``sin x₁``."""
    return re.sub(r"^sin\(([^()·]*)\)$", r"sin \1", pretty(term_name(term, names)))


def term_tooltip(term: Term, names: Sequence[str]) -> str:
    """Say what a term is and what it does to the boundary."""
    formula = f"φ = {term_label(term, names)}"
    first = pretty(names[term[0].feature])
    if len(term) > 1:
        plain = all(factor == Factor(factor.feature) for factor in term)
        return f"{formula}: a product{', as XOR needs it' if plain else ''}"
    if term[0].sine:
        return f"{formula}: the sine of {first} in radians, for waves"
    kinds = {
        1: f"{first} as it is",
        2: f"the square of {first}, for parabolas and ellipses",
        3: f"the cube of {first}, for boundaries that turn twice",
    }
    return f"{formula}: {kinds.get(term[0].power, f'a power of {first}')}"


def is_usual(term: Term) -> bool:
    """Tell whether a term is of the second degree at most: no cube, no sine."""
    return not term[0].sine and sum(factor.power for factor in term) <= 2


def _rest(offered: Sequence[Term]) -> list[Term]:
    """Give those that are not usual, sines last."""
    return sorted((t for t in offered if not is_usual(t)), key=lambda t: t[0].sine)


def short_names(names: Sequence[str]) -> list[str]:
    """Give names that fit on a button: the features' own, or else x1, x2."""
    if max(map(len, names)) <= LONGEST:
        return list(names)
    return [f"x{j + 1}" for j in range(len(names))]


class TermButton(QToolButton):
    """A toggle with a map of its term; a text that is too long gives way in its middle.

    The map has the room that the text leaves.

    Attributes
    ----------
    map_of : callable
        ``map_of(side, ratio)`` draws the map.
    """

    def __init__(self, map_of: Callable[[int, float], QPixmap]) -> None:
        super().__init__()
        self.map_of = map_of
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(CLOSE, CLOSE))

    def event(self, event: QEvent) -> bool:
        """Take Space before the shortcut does; asked only with the focus."""
        return taken(event, wanted=is_space(event)) or super().event(event)

    @property
    def map_side(self) -> int:
        """Pixels of the map: as high as the text, or what there is room for; or 0."""
        metrics = self.fontMetrics()
        left = self._room - metrics.horizontalAdvance(self.text()) - GAP
        side = min(metrics.height(), left)
        return side if side >= LEAST_MAP else 0

    @property
    def _room(self) -> int:
        return self.width() - 2 * AROUND - self._close

    @property
    def _close(self) -> int:
        return 0 if self.icon().isNull() else CLOSE + GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the map, and as much of the text as there is room for."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.icon, option.text = QIcon(), ""
        side, ratio = self.map_side, self.devicePixelRatioF()
        before, after = side + GAP if side else 0, self._close
        button = QStyle.ComplexControl.CC_ToolButton
        painter = QStylePainter(self)
        painter.drawComplexControl(button, option)
        if side:
            top = (self.height() - side) // 2
            painter.drawPixmap(AROUND, top, self.map_of(side, ratio))
        right, top = self.width() - AROUND - CLOSE, (self.height() - CLOSE) // 2
        self.icon().paint(painter, right, top, CLOSE, CLOSE)
        # The text alone of another button: its colour is the style sheet's.
        middle, room = Qt.TextElideMode.ElideMiddle, self._room - before
        option.text = self.fontMetrics().elidedText(self.text(), middle, room)
        place = self.rect().adjusted(before, 0, -after, 0)
        painter.setClipRect(place.adjusted(EDGE, EDGE, -EDGE, -EDGE))
        option.rect = place.adjusted(-PADDING, 0, PADDING, 0)
        painter.drawComplexControl(button, option)
        painter.end()


class TermGrid(QWidget):
    """The offered terms as toggles, and further chosen ones that a click removes.

    Parameters
    ----------
    theme : Theme
    more : QWidget
        What unfolds the rest of those offered: it stands in the place of the next one.

    Signals
    -------
    toggled : (term, on)
        A person pressed a button.
    """

    toggled = Signal(tuple, bool)

    def __init__(self, theme: Theme, more: QWidget) -> None:
        super().__init__()
        self._theme, self._more = theme, more
        self._unfolded = False
        self.buttons: dict[Term, TermButton] = {}
        self._terms: tuple[tuple[str, ...], list[Term], list[Term]] = ((), [], [])
        self._columns = COLUMNS
        self._ranges: tuple[Range, ...] = (EMPTY, EMPTY)
        self._grid = in_grid(self, 6, 6)
        self._legend = [ElidedLabel(), ElidedLabel()]
        for row, line in enumerate(self._legend):
            line.setProperty("role", "muted")
            self._grid.addWidget(line, row, 0, 1, COLUMNS * FURTHER_COLUMNS)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for button in self.buttons.values():
            button.update()
            if not button.icon().isNull():
                button.setIcon(icon("close", theme, theme.accent_text))

    def show_ranges(self, ranges: tuple[Range, ...]) -> None:
        """Have the maps drawn over these ranges of the features."""
        if ranges != self._ranges:
            self._ranges = ranges
            for button in self.buttons.values():
                button.update()

    def show_terms(
        self,
        names: tuple[str, ...],
        fixed: list[Term],
        further: list[Term],
        chosen: Collection[Term],
    ) -> None:
        """Show the terms that are offered and further ones that are chosen."""
        if (names, fixed, further) != self._terms:
            self._terms = (names, fixed, further)
            self._rebuild(names, fixed, further)
        for term, button in self.buttons.items():
            button.setChecked(term in chosen)

    def _rebuild(
        self, names: tuple[str, ...], fixed: list[Term], further: list[Term]
    ) -> None:
        for button in self.buttons.values():
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {}
        short = short_names(names)
        for line, symbol, name in zip(self._legend, short, names, strict=False):
            line.setText(f"{pretty(symbol)} {name}")
        for j, line in enumerate(self._legend):
            line.setVisible(short != list(names) and j < len(names))
        usual, rest = [t for t in fixed if is_usual(t)], _rest(fixed)
        self._place_terms(names, usual, self._columns, 2)
        self._put(self._more, len(usual), self._columns, 2)
        self._place_terms(names, rest, FURTHER_COLUMNS, 3 + len(usual))
        self._place_terms(names, further, FURTHER_COLUMNS, 3 + len(fixed))
        self.unfold(self._unfolded)
        for term in further:
            button = self.buttons[term]
            button.setToolTip(plain(f"{term_tooltip(term, names)}\nClick to remove it"))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            button.setIcon(icon("close", self._theme, self._theme.accent_text))

    def _place_terms(
        self, names: tuple[str, ...], terms: list[Term], columns: int, first: int
    ) -> None:
        for i, term in enumerate(terms):
            button = self.buttons[term] = TermButton(partial(self._map_of, term))
            button.setText(without_mnemonic(term_label(term, short_names(names))))
            button.setObjectName(written(term, names))
            button.setAccessibleName(term_label(term, names))
            button.setToolTip(plain(term_tooltip(term, names)))
            button.clicked.connect(self._toggle_handler(term))
            self._put(button, i, columns, first)
        for column in range(COLUMNS * FURTHER_COLUMNS):
            self._grid.setColumnStretch(column, 1)

    def unfold(self, on: bool) -> None:
        """Show all terms that are offered, or the usual ones alone."""
        self._unfolded = on
        for term in _rest(self._terms[1]):
            self.buttons[term].setVisible(on)

    def _put(self, button: QWidget, i: int, columns: int, first: int) -> None:
        """Put the i-th of some buttons into its cell, in rows from the first on."""
        span = COLUMNS * FURTHER_COLUMNS // columns
        row, column = first + i // columns, i % columns * span
        self._grid.addWidget(button, row, column, 1, span)

    def _map_of(self, term: Term, side: int, ratio: float) -> QPixmap:
        return term_map(term, self._ranges, self._theme, side, ratio)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._make_room()

    def _make_room(self) -> None:
        """Have fewer columns where texts and maps need them."""
        names, fixed, _ = self._terms
        advance = self.fontMetrics().horizontalAdvance
        texts = (advance(term_label(t, short_names(names))) for t in fixed)
        needed = max(texts, default=0) + 2 * AROUND + GAP + LEAST_MAP
        gaps = (COLUMNS - 1) * self._grid.horizontalSpacing()
        fits = COLUMNS * needed + gaps <= self.width()
        columns = COLUMNS if fits else FURTHER_COLUMNS
        if columns != self._columns:
            self._columns = columns
            usual = [self.buttons[term] for term in fixed if is_usual(term)]
            for i, button in enumerate([*usual, self._more]):
                self._put(button, i, columns, 2)

    def _toggle_handler(self, term: Term) -> object:
        return lambda on: self.toggled.emit(term, on)


class _List(QListWidget):
    def event(self, event: QEvent) -> bool:
        """Take Space before the shortcut does; asked only with the focus."""
        return taken(event, wanted=is_space(event)) or super().event(event)

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
        self.list.setAccessibleDescription("Space takes a feature, or leaves it out")
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumWidth(LEAST_LIST)
        self.list.itemClicked.connect(self._clicked)
        self.all_button = _quiet("All", "Take every feature")
        self.none_button = _quiet("None", "Leave all but the first out")
        self.all_button.clicked.connect(self.all_wanted)
        self.none_button.clicked.connect(self.none_wanted)
        buttons = row_of(self.all_button, self.none_button, spacing=4)
        buttons.addStretch()
        in_column(self, self.list, buttons, spacing=4)

    def show_terms(
        self, names: tuple[str, ...], terms: list[Term], chosen: Collection[Term]
    ) -> None:
        """Show terms, the chosen ones checked."""
        if (names, terms) != self._shown:
            self._shown, self._terms = (names, terms), terms
            self._rebuild(names)
        checked = {*chosen}
        for row, term in enumerate(terms):
            state = CHECKED if term in checked else UNCHECKED
            self.list.item(row).setCheckState(state)

    def _rebuild(self, names: tuple[str, ...]) -> None:
        place = self.list.verticalScrollBar().value()
        self.list.clear()
        for term in self._terms:
            text = pretty(term_name(term, names))
            item = QListWidgetItem(text, self.list)
            item.setToolTip(plain(text))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        rows = min(MOST_ROWS, len(self._terms))
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2)
        self.list.verticalScrollBar().setValue(place)

    def _clicked(self, item: QListWidgetItem) -> None:
        term = self._terms[self.list.row(item)]
        self.toggled.emit(term, item.checkState() != CHECKED)


def _quiet(text: str, tip: str) -> QToolButton:
    return tool_button(text, tip, look="quiet")


class TermField(QWidget):
    """Where a term is typed, and under it what is wrong with it.

    Parameters
    ----------
    beside : QWidget
        What stands before it, in its line.

    Signals
    -------
    entered(str)
        A person typed a term and pressed Enter.
    """

    entered = Signal(str)

    def __init__(self, *beside: QWidget) -> None:
        super().__init__()
        self.edit = _Edit()
        self.edit.setPlaceholderText("Term…")
        self.edit.setToolTip(f"Any term, such as {EXAMPLES}; Enter adds it")
        self.edit.setAccessibleName("Add a term")
        self.error = with_role(QLabel(wordWrap=True), "error")
        self.error.hide()
        line = QWidget()
        in_row(line, *beside, (self.edit, 1), spacing=6)
        in_column(self, line, self.error, spacing=6)
        self.edit.returnPressed.connect(self._enter)
        self.edit.textEdited.connect(lambda: self.show_error(""))

    def show_error(self, problem: str) -> None:
        """Say what is wrong, or nothing."""
        show_words(self.error, problem)
        mark_invalid(self.edit, bool(problem))

    def accept(self) -> None:
        """Take the typed text away: it has become a term."""
        self.edit.clear()
        self.edit.clearFocus()
        self.show_error("")

    def _enter(self) -> None:
        if self.edit.text().strip():
            self.entered.emit(self.edit.text().strip())
        else:
            self.accept()


class _Edit(QLineEdit):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear and leave the line at Escape, so that the keys play again."""
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.textEdited.emit("")
            self.clearFocus()
