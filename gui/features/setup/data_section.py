"""The data in the set-up panel: examples, classes, which one is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from engine.data.lecture_examples import DRAWN_CLASSES
from engine.data.split import USUAL_SHARE
from engine.numbers import counted
from gui.part import GALLERY_KEY
from gui.style.icons import icon, icon_size, symbol_icon
from gui.style.text import number_of_points, one_line, plain, without_mnemonic
from gui.style.theme import class_symbol
from gui.tasks.throttle import Throttle
from gui.widgets.buttons import push_button, tool_button
from gui.widgets.cards import Section
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.layouts import in_grid, row_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import (
        QContextMenuEvent,
        QEnterEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
    )

    from gui.features.setup.rule_field import RuleField
    from gui.session.session import Session
    from gui.style.theme import Theme

GAP = "   "
SHORT_GAP = "  "
GAP_BETWEEN = 6
"""Pixels between two buttons."""
ANY = "0"
"""A text that gives the button its size."""
DRAW = "Draw this class (key {}); double click renames it, right click does more"
BY_RULE = "Points by a rule: what you draw has its class by a condition"
HOLD_OUT = "For validation, drawn at random; how is set in More ▸ Split"
MANY = 10_000
"""From here on a number may be written in thousands."""
MOST_DRAWN = len(DRAWN_CLASSES)
LONGEST_IN_TWO_COLUMNS = 5


SYMBOL = 16
"""Pixels of a class's symbol; beside larger text it is larger."""


class ClassButton(QToolButton):
    """Shows a class; where there is little room, the number in short.

    The text is drawn in a room that does not depend on it: as in `SteadyLabel`.

    Parameters
    ----------
    hint : str
        What the button does; the tooltip adds the exact number.

    Signals
    -------
    pointed(bool)
        The mouse has come over it, or left it.
    pressed_twice
    menu_wanted(QPoint)
        At this place of the screen.
    """

    pointed = Signal(bool)
    pressed_twice = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, hint: str) -> None:
        super().__init__()
        self._hint, self._name, self._count, self._words = hint, "", 0, ""
        self.setToolTip(hint)
        self.setText(ANY)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(
            self.sizePolicy().Policy.Ignored, self.sizePolicy().Policy.Fixed
        )
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_class(self, name: str, count: int) -> None:
        """Show a name and a number of samples."""
        name = one_line(name)
        if (name, count) != (self._name, self._count):
            self._name, self._count = name, count
            said = f"{name}: {number_of_points(count)}"
            self.setToolTip(plain(f"{self._hint}\n{said}" if self._hint else said))
            self._fit_text()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        """Write the number in full, else in short; then the name gives way."""
        metrics = self.fontMetrics()
        # Qt asks for two blanks beside any text: they may be written on.
        around = self.sizeHint().width() - metrics.horizontalAdvance(f"{ANY}  ")
        room = self.width() - around
        text = f"{self._name}{GAP}{self._count:,}"
        if metrics.horizontalAdvance(text) > room:
            number = SHORT_GAP + in_short(self._count)
            left = room - metrics.horizontalAdvance(number)
            elide = Qt.TextElideMode.ElideRight
            text = metrics.elidedText(self._name, elide, left) + number
        if text != self._words:
            self._words = text
            self.setAccessibleName(text)
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.setDown(False)
            self.pressed_twice.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def text(self) -> str:
        return without_mnemonic(self._words)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self.text()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()


def in_short(count: int) -> str:
    """Write a number of samples in few signs: 501 k, 1.2 M."""
    if count < MANY:
        return f"{count:,}"
    return f"{count / 1e3:.0f} k" if count < 999_500 else f"{count / 1e6:.1f} M"


class DataSection(Section):
    """Which data, how many of each class, and which class is drawn.

    Signals
    -------
    gallery_wanted, file_wanted
    hold_out_wanted(int)
        So many percent of the samples are to be for validation; 0: train on all.
    class_added
    class_chosen(int)
        A class is to be drawn from now on.
    class_pointed(int)
        The mouse is on this class; on none: −1.
    rule_changed(FeatureCondition or None)
        What is drawn has its class by another rule, or by none.

    Parameters
    ----------
    session : Session
    theme : Theme
    current_class : callable
        Gives the class that is drawn.
    """

    gallery_wanted = Signal()
    file_wanted = Signal()
    hold_out_wanted = Signal(int)
    class_added = Signal()
    class_chosen = Signal(int)
    class_pointed = Signal(int)
    rule_changed = Signal(object)

    def __init__(
        self, session: Session, theme: Theme, current_class: Callable[[], int]
    ) -> None:
        super().__init__("Data")
        self._session, self._theme = session, theme
        self._current_class = current_class
        self.examples = push_button(
            "Examples…", f"Open an example of the gallery ({GALLERY_KEY})"
        )
        gives_way, fixed = QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed
        self.examples.setSizePolicy(gives_way, fixed)
        self.examples.clicked.connect(self.gallery_wanted)
        self._classes = QWidget()
        self._buttons = in_grid(self._classes, 6, 6)
        self.class_buttons: list[ClassButton] = []
        self._arranged: tuple[object, ...] = ()
        self.open_button = tool_button(
            tip="Open a table or a session (Ctrl+O)", name="Open a file", look="quiet"
        )
        self.open_button.clicked.connect(self.file_wanted)
        self.rule_button = tool_button(
            tip=BY_RULE, name="Points by a rule", look="quiet", side=16
        )
        self.rule_button.setCheckable(True)
        self.rule: RuleField | None = None
        self.rule_button.toggled.connect(self._draw_by_rule)
        self.rule_button.toggled.connect(self.rule_button.setVisible)
        self.add_button = tool_button(
            tip="Add a further class to draw", name="Add a class", look="quiet"
        )
        self.add_button.clicked.connect(self.class_added)
        classes = row_of((self._classes, 1), spacing=GAP_BETWEEN)
        classes.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignBottom)
        self.rows.addLayout(classes)
        row = row_of((self.examples, 1), self.open_button, spacing=GAP_BETWEEN)
        self.rows.addLayout(row)
        self.hold_out = CheckBox("", HOLD_OUT)
        self.hold_out.clicked.connect(self._hold_out)
        self.rows.addLayout(row_of((self.hold_out, 1), self.rule_button))
        self.rule_button.hide()
        Throttle(session, self.refresh, session.data_changed)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh()

    def _draw_by_rule(self, on: bool) -> None:
        if self.rule is None:
            from gui.features.setup.rule_field import RuleField

            self.rule = RuleField(self._session)
            self.rule.rule_changed.connect(self.rule_changed)
            self.rows.addWidget(self.rule)
            self.show_current_class()
        self.rule.set_on(on)

    def _hold_out(self, on: bool) -> None:
        self.hold_out_wanted.emit(USUAL_SHARE if on else 0)
        self.refresh()  # where it cannot be, nothing has changed

    def refresh(self) -> None:
        """Show the classes with their numbers of samples."""
        data = self._session.data
        n = data.n_samples
        self.caption.setText(counted(n, "point"))
        held_out = f"{data.n_held_out:,} held out"
        self.hold_out.setText(
            held_out if data.is_split else f"Hold out {USUAL_SHARE} %"
        )
        self.hold_out.setChecked(data.is_split)
        self.hold_out.setEnabled(n > 0)
        names = data.class_names
        if (names, self._theme) != self._arranged:
            self._arrange(names)
        for i, count in enumerate(data.counts.tolist()):
            self.class_buttons[i].show_class(names[i], count)
        self.show_current_class()

    def show_current_class(self) -> None:
        """Show which class is drawn."""
        current = self._current_class()
        for code, button in enumerate(self.class_buttons):
            button.setChecked(code == current)
        names = self._session.data.class_names
        if self.rule is not None and current < len(names):
            symbol = self.class_buttons[current].icon()
            self.rule.show_class(symbol, plain(names[current]))

    def _arrange(self, names: tuple[str, ...]) -> None:
        """Lay out a button for each class: slow, so only when the classes change."""
        self._arranged = (names, self._theme)
        columns = 1 if max(map(len, names)) > LONGEST_IN_TWO_COLUMNS else 2
        while len(self.class_buttons) < len(names):
            self.class_buttons.append(self._class_button())
        for i, button in enumerate(self.class_buttons):
            self._buttons.addWidget(button, i // columns, i % columns)
            button.setVisible(i < len(names))
            symbol = class_symbol(i)
            side = icon_size(self._theme).width()
            colour = self._theme.class_colour(i)
            button.setIcon(symbol_icon(symbol, colour, side))
            button.setIconSize(QSize(SYMBOL, SYMBOL) * self._theme.scale)
        self.add_button.setVisible(len(names) < MOST_DRAWN)
        self.open_button.setIcon(icon("open", self._theme, self._theme.muted))
        self.rule_button.setIcon(icon("rule", self._theme, self._theme.muted))
        self.add_button.setIcon(icon("add", self._theme, self._theme.muted))

    def _class_button(self) -> ClassButton:
        code = len(self.class_buttons)
        button = ClassButton(DRAW.format(code + 1) if code < 9 else "")
        button.clicked.connect(lambda: self._clicked(code))
        button.pointed.connect(lambda on: self.class_pointed.emit(code if on else -1))
        button.pressed_twice.connect(lambda: self.rename(code))
        button.menu_wanted.connect(lambda place: self._open_menu(code, place))
        return button

    def rename(self, code: int) -> None:
        """Let another name of a class be typed in the place of its button."""
        from gui.features.setup.class_menu import ClassNameEditor

        ClassNameEditor(self._session, code, self.class_buttons[code], self)

    def _open_menu(self, code: int, place: QPoint) -> None:
        from gui.features.setup.class_menu import ClassMenu

        menu = ClassMenu(self._session, code, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.rename_wanted.connect(lambda: self.rename(code))
        menu.popup(place)

    def _clicked(self, code: int) -> None:
        self.class_chosen.emit(code)
        self.show_current_class()  # the click on a chosen one has unchecked it
