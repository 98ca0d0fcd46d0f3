"""A line in which a term is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

EXAMPLES = "x1^2*x2, sin(x2), sin(x1)^2"


class TermLine(QWidget):
    """Where a term is typed, and under it what is wrong with it.

    Signals
    -------
    entered(str)
        A person typed a term and pressed Enter.
    """

    entered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.edit = _Edit()
        self.edit.setPlaceholderText("Add a term…")
        self.edit.setToolTip(f"Any term, such as {EXAMPLES}; Enter adds it")
        self.edit.setAccessibleName("Add a term")
        self.word = QLabel(wordWrap=True)
        self.word.setProperty("role", "error")
        self.word.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.edit)
        layout.addWidget(self.word)
        self.edit.returnPressed.connect(self._enter)
        self.edit.textEdited.connect(lambda: self.say(""))

    def say(self, problem: str) -> None:
        """Say what is wrong, or nothing."""
        self.word.setText(problem)
        self.word.setVisible(bool(problem))
        if bool(self.edit.property("invalid")) != bool(problem):
            self.edit.setProperty("invalid", bool(problem))
            self.edit.style().unpolish(self.edit)
            self.edit.style().polish(self.edit)

    def accept(self) -> None:
        """Take the typed text away: it has become a term."""
        self.edit.clear()
        self.edit.clearFocus()
        self.say("")

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
