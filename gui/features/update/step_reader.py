"""The step as text, which is read line by line by keyboard or by a screen reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent

AT_REST = QRect(0, 0, 1, 1)
"""Its place while nobody reads it, under what is drawn."""
FREE = 1
"""Pixels at the right that tell the panel that it is seen."""


class StepReader(QPlainTextEdit):
    """Lies over the formulas of a panel as long as it has the focus.

    Parameters
    ----------
    panel : QWidget
    words : callable
        Gives the text; asked only while somebody reads or listens.
    """

    own_keys = frozenset(
        {
            Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down,
            Qt.Key.Key_Home, Qt.Key.Key_End,
        }
    )  # fmt: skip
    """Keys that are no shortcuts while one reads."""

    def __init__(self, panel: QWidget, words: Callable[[], str]) -> None:
        super().__init__(panel)
        self._panel, self._words = panel, words
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("This update, as text")
        self.setAccessibleDescription("Up and down read it line by line")
        self._rest()

    def _rest(self) -> None:
        self.setGeometry(AT_REST)
        self.lower()

    def fit(self) -> None:
        """Lie over all of the panel, if one reads it."""
        if self.hasFocus():
            self.setGeometry(self._panel.rect().adjusted(0, 0, -FREE, 0))

    def refresh(self) -> None:
        """Take the present text, if anybody reads it; heard, a formula is one line."""
        heard = QAccessible.isActive()
        if heard or self.hasFocus():
            modes = QPlainTextEdit.LineWrapMode
            self.setLineWrapMode(modes.NoWrap if heard else modes.WidgetWidth)
            text = self._words()
            if text != self.toPlainText():
                self.setPlainText(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Lie above; a panel that is torn off gives it the focus, unasked."""
        super().focusInEvent(event)
        activated = event.reason() == Qt.FocusReason.ActiveWindowFocusReason
        if activated and self.geometry() == AT_REST:
            self.window().setFocus()
            return
        self.refresh()
        self.fit()
        self.raise_()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._rest()
