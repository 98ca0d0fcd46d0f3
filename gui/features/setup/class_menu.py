"""What can be done to a class: another name, another colour, joined, removed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QMenu

from engine.data.class_edits import (
    FEWEST,
    join_classes,
    recolour_class,
    remove_class,
    rename_class,
)
from engine.data.edits import Remove
from engine.errors import UserError
from gui.style.icons import symbol_icon
from gui.style.text import number_of_points, one_line, without_mnemonic
from gui.style.theme import COLOUR_NAMES, class_symbol, current_theme

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent
    from PySide6.QtWidgets import QWidget

    from gui.session.session import Session

PRESENT = "✓"
"""Stands beside the colour that the class has: in the place of a mark is its symbol."""


class ClassMenu(QMenu):
    """The menu of one class.

    Parameters
    ----------
    session : Session
    code : int
        The class.
    parent : QWidget

    Signals
    -------
    rename_wanted
        Another name is to be typed.
    """

    rename_wanted = Signal()

    def __init__(self, session: Session, code: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._code = session, code
        self.setToolTipsVisible(True)
        self.addAction("&Rename…", self.rename_wanted.emit)
        self.addMenu(self._colours())
        self.addMenu(self._others())
        self.addSeparator()
        if len(session.data.class_names) > FEWEST:
            self.addAction("Re&move the class", lambda: remove(session, code))
        else:
            action = self.addAction("Re&move its points", lambda: empty(session, code))
            action.setEnabled(bool(session.data.counts[code]))

    def _colours(self) -> QMenu:
        """List the colours; which class has one already is said."""
        menu = QMenu("&Colour", self)
        data, theme = self._session.data, current_theme()
        names, n = data.class_names, len(theme.classes)
        own = [colour % n for colour in data.class_colours or range(len(names))]
        for colour, title in enumerate(COLOUR_NAMES):
            beside = ""
            if colour == own[self._code]:
                beside = PRESENT
            elif colour in own:
                beside = f"swap with {_shown(names[own.index(colour)])}"
            symbol = symbol_icon(class_symbol(self._code), theme.class_colour(colour))
            act = partial(self._recolour, colour)
            menu.addAction(symbol, f"{title}\t{beside}", act)
        return menu

    def _others(self) -> QMenu:
        menu, names = QMenu("&Join with", self), self._session.data.class_names
        menu.setEnabled(len(names) > FEWEST)
        for other, name in enumerate(names):
            if other != self._code:
                menu.addAction(_shown(name), partial(self._join, other))
        return menu

    def _recolour(self, colour: int) -> None:
        session, code = self._session, self._code
        name = session.data.class_names[code]
        edit = recolour_class(session.data, code, colour)
        session.edit(edit, f"colour class {name}")

    def _join(self, other: int) -> None:
        session, code = self._session, self._code
        own, name = (session.data.class_names[each] for each in (code, other))
        session.edit(join_classes(session.data, code, other), f"join {own} with {name}")


def remove(session: Session, code: int) -> None:
    """Take a class out with its points, undoably; say how many are gone."""
    name, n = session.data.class_names[code], int(session.data.counts[code])
    try:
        edit = remove_class(session.data, code)
    except UserError as error:
        session.message.emit(str(error))
        return
    session.edit(edit, f"remove class {name}")
    _say_removed(session, n, name)


def empty(session: Session, code: int) -> None:
    """Take the points of a class out, undoably; say how many are gone."""
    rows = (session.data.y == code).nonzero()[0]
    name = session.data.class_names[code]
    session.edit(Remove(rows), f"remove the points of {name}")
    _say_removed(session, len(rows), name)


def _say_removed(session: Session, n: int, name: str) -> None:
    gone = f"{number_of_points(n)} of {one_line(name)}"
    session.message.emit(f"{gone} removed · Ctrl+Z brings them back")


def _shown(name: str) -> str:
    return without_mnemonic(one_line(name))


class ClassNameEditor(QLineEdit):
    """Lies over the button of a class while another name is typed.

    Enter takes it, Esc does not; what is typed is taken, too, where one goes on to
    something else.
    """

    def __init__(
        self, session: Session, code: int, button: QWidget, section: QWidget
    ) -> None:
        super().__init__(session.data.class_names[code], section)
        self._session, self._code = session, code
        self._names = session.data.class_names
        self._over = False
        self.setAccessibleName("Name of the class")
        place = QRect(button.mapTo(section, QPoint()), button.size())
        self.resize(place.width(), max(place.height(), self.sizeHint().height()))
        self.move(place.center() - self.rect().center())
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.returnPressed.connect(self._take_name)
        session.data_changed.connect(self._leave_others)

    def _take_name(self) -> bool:
        """Call the class so; say why it cannot be called so."""
        session, former = self._session, self._names[self._code]
        try:
            edit = rename_class(session.data, self._code, self.text().strip())
        except UserError as error:
            session.message.emit(str(error))
            self.selectAll()
            return False
        self._end_editing()
        if self.text().strip() != former:
            session.edit(edit, f"rename class {former}")
        return True

    def _end_editing(self) -> None:
        self._over = True
        self._session.data_changed.disconnect(self._leave_others)
        if self.hasFocus():
            self.window().setFocus()  # else the next control has it, whatever that is
        self.hide()
        self.deleteLater()

    def _leave_others(self) -> None:
        """Be gone where the classes have become others meanwhile."""
        if self._session.data.class_names != self._names:
            self._end_editing()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._end_editing()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        popup = event.reason() == Qt.FocusReason.PopupFocusReason
        if not (self._over or popup or self._take_name()):
            self._end_editing()
