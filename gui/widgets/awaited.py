"""A plot, or a line of words in its place as long as there is nothing to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget

from gui.widgets.cards import note

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class Awaited(QStackedWidget):
    """Shows the words first: empty axes would have numbers that mean nothing."""

    def __init__(self, plot: QWidget, text: str) -> None:
        super().__init__()
        self._plot = plot
        self.words = note()
        self.words.setText(text)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.addWidget(self.words)
        self.addWidget(plot)

    def show_plot(self, there: bool, why_not: str = "") -> None:
        """Show the plot, or why there is none; the words stay if none are given."""
        self.words.setText(why_not or self.words.text())
        self.setCurrentWidget(self._plot if there else self.words)
