"""The command palette: a line to type in, and below it what may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from gui.widgets.layouts import in_column
from gui.widgets.spoken import say
from gui.window.palette.commands import PaletteCommand, matching

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QKeyEvent

WIDTH, TOP = 620, 56
ROWS = 12
"""The most that are seen at once."""
PADDING = 4
MOVES = {
    Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -ROWS, Qt.Key.Key_PageDown: ROWS,
}  # fmt: skip
HINT = "What do you want to do?  For instance: next mistake · η 0.1 · hold out · dark"


class CommandPalette(QFrame):
    """Stands over the top of the window until something is chosen or it is left.

    Parameters
    ----------
    window : QWidget
    commands : callable
        Gives all that there is now, and, of a text typed, what that alone makes.

    Attributes
    ----------
    line : QLineEdit
    list : QTreeWidget
    """

    def __init__(
        self, window: QWidget, commands: Callable[[], Sequence[PaletteCommand]],
        made_of: Callable[[str], Sequence[PaletteCommand]],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window = window
        self._commands_now, self._made_of = commands, made_of
        self._commands: Sequence[PaletteCommand] = ()
        self._shown: list[PaletteCommand] = []
        self._before: QWidget | None = None
        self.setProperty("card", True)
        self.line = QLineEdit(placeholderText=HINT)
        self.line.setAccessibleName("Find a command")
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._show_matching)
        self.line.installEventFilter(self)
        self.list = QTreeWidget()
        self.list.setAccessibleName("Commands")
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            mode = QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(column, mode)
        self.list.itemClicked.connect(lambda item: self._run_command(item))
        in_column(self, self.line, self.list, margins=(10, 10, 10, 10), spacing=8)
        self.hide()

    def open(self) -> None:
        """Begin anew, with the keyboard; opened already, be closed."""
        if self.isVisible():
            self.leave()
            return
        self._before = self._window.focusWidget()
        self._commands = self._commands_now()
        self.line.clear()
        self.show()
        self._show_matching("")
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Be gone, and give the keyboard back."""
        if not self.isVisible():
            return
        if self.line.hasFocus():  # hidden with it, Qt leads it on as Tab does
            before = self._before or self._window
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lead through the list from the line, and go when the keyboard does."""
        if event.type() == QEvent.Type.FocusOut and not self.underMouse():
            self.hide()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that the line leaves."""
        key = Qt.Key(event.key())
        if key in MOVES:
            self._move_choice(MOVES[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            item = self.list.currentItem()
            if item is not None:
                self._run_command(item)
        elif key == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _show_matching(self, typed: str) -> None:
        self._shown = [*self._made_of(typed), *matching(self._commands, typed)]
        self.list.clear()
        items = []
        for command in self._shown:
            item = QTreeWidgetItem([command.title, command.where, command.key])
            item.setDisabled(not command.enabled)
            item.setForeground(1, self.palette().placeholderText())
            for column in range(3):
                item.setToolTip(column, command.help)
            items.append(item)
        if not items:
            items = [QTreeWidgetItem(["Nothing is called so"])]
            items[0].setDisabled(True)
        self.list.addTopLevelItems(items)
        first = next((i for i, c in enumerate(self._shown) if c.enabled), None)
        if first is not None:
            self.list.setCurrentItem(items[first])
            self._tell_item()
        self._fit_rows(min(len(items), ROWS))

    def _fit_rows(self, rows: int) -> None:
        """Stand at the top, as high as so many rows need."""
        width = min(WIDTH, self._window.width() - 40)
        frame = 2 * self.list.frameWidth()
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + frame + PADDING)
        self.resize(width, self.sizeHint().height())
        self.move((self._window.width() - width) // 2, TOP)

    def _move_choice(self, rows: int) -> None:
        """Go to another that can be done."""
        last, way = len(self._shown) - 1, 1 if rows > 0 else -1
        at = min(max(self.list.currentIndex().row() + rows, 0), last)
        while 0 <= at <= last and not self._shown[at].enabled:
            at += way
        item = self.list.topLevelItem(at)
        if item is not None:
            self.list.setCurrentItem(item)
            self._tell_item()

    def _tell_item(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            say(self.line, ", ".join(item.text(i) for i in range(3) if item.text(i)))

    def _run_command(self, item: QTreeWidgetItem) -> None:
        place = self.list.indexOfTopLevelItem(item)
        if place < len(self._shown) and self._shown[place].enabled:
            self.leave()
            self._shown[place].run()
