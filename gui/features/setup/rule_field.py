"""Where a rule is typed by which the points that one draws have their class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from engine.data.feature_condition import EXAMPLE, parse_condition
from engine.errors import UserError
from gui.style.theme import mark_invalid
from gui.tasks.throttle import DelayedCall
from gui.widgets.labels import note_label, show_words
from gui.widgets.layouts import in_column, row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon, QKeyEvent

    from engine.data.feature_condition import FeatureCondition
    from gui.session.session import Session

OF_ONE = "x1 > 0"
"""What stands there first, of one feature."""
TIP = (
    "Points that you draw are of this class where the rule holds, else of the other: "
    "x1, x2, + − * / ^, < <= > >= == !=, and, or, not, sin, cos, exp, sqrt, abs, pi"
)
PAUSE_MS = 800
"""Milliseconds without a key after which it is said what is wrong."""
SYMBOL = QSize(16, 16)


class RuleField(QWidget):
    """A class's symbol, and the condition under which points are of that class.

    Attributes
    ----------
    edit : QLineEdit
    error : QLabel

    Signals
    -------
    rule_changed(FeatureCondition or None)
        None while it is hidden, or no condition is typed.
    """

    rule_changed = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._names: tuple[str, ...] = ()
        self._rule: FeatureCondition | None = None
        self._on = False
        self._symbol = QLabel()
        self.edit = _Edit()
        self.edit.setAccessibleName("Rule of the class")
        self.edit.setToolTip(TIP)
        self.error = note_label("error")
        self.error.hide()
        where = QLabel("where")
        in_column(
            self, row_of(self._symbol, where, (self.edit, 1), spacing=6), self.error,
            spacing=6,
        )  # fmt: skip
        self._pause = DelayedCall(self, self._show_error, PAUSE_MS)
        self.edit.textEdited.connect(self._take_rule)
        self.edit.editingFinished.connect(self._show_error)
        session.data_changed.connect(self._follow_names)
        self.hide()

    def set_on(self, on: bool) -> None:
        """Draw by the rule from now on, or by the chosen class alone."""
        self._on = on
        self.setVisible(on)
        if on and not self.edit.text():
            few = self._session.data.n_features < 2
            self.edit.setText(OF_ONE if few else EXAMPLE)
        self._take_rule()

    def show_class(self, symbol: QIcon, name: str) -> None:
        """Show which class it is the rule of."""
        self._symbol.setPixmap(symbol.pixmap(SYMBOL))
        self._symbol.setToolTip(name)

    def _take_rule(self, *_: object) -> None:
        """Draw by what is typed; while that is no condition, by the last one."""
        names = self._session.data.feature_names
        if names != self._names:
            self._names, self._rule = names, None
        show_words(self.error, "")
        mark_invalid(self.edit, False)
        if self._on:
            try:
                self._rule = self._typed()
            except UserError:
                self._pause.start()
        self.rule_changed.emit(self._rule if self._on else None)

    def _typed(self) -> FeatureCondition:
        return parse_condition(self.edit.text(), self._names)

    def _show_error(self) -> None:
        """Say what is wrong with the rule, if something is."""
        self._pause.stop()
        if not self._on:
            return
        try:
            self._typed()
        except UserError as error:
            show_words(self.error, str(error))
            mark_invalid(self.edit, True)

    def _follow_names(self) -> None:
        if self._on and self._session.data.feature_names != self._names:
            self._take_rule()
            self._show_error()


class _Edit(QLineEdit):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the line at Enter and Escape, so that the keys play again."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.clearFocus()
