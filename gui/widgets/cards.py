"""Titled groups of widgets: sections of a panel, cards of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
)

from gui.widgets.labels import SteadyLabel, note_label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


HEAD = 28
"""Pixels of the head, with or without a button: titles are on one line."""


class Section(QFrame):
    """A titled group in the panel, with room for a word at the right.

    Attributes
    ----------
    head : QHBoxLayout
        The title, and the caption at its right.
    caption : SteadyLabel
    rows : QVBoxLayout
        What is below the head.
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(8)
        self.head = QHBoxLayout()
        name = QLabel(title)
        name.setProperty("role", "title")
        self.caption = SteadyLabel()
        self.caption.setProperty("role", "muted")
        self.caption.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self.head.addWidget(name)
        self.head.addWidget(self.caption, 1)
        self.rows.addLayout(self.head)


class Card(Section):
    """A section on a ground of its own: all cards of the pages look like this."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.setProperty("card", True)
        self.rows.setContentsMargins(12, 10, 12, 12)
        self.head.addStrut(HEAD)


class MessageCard(Card):
    """Stands where there is nothing to show, and says why.

    Attributes
    ----------
    words : QLabel
    """

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.words = note_label()
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.rows.addStretch()
        self.rows.addWidget(self.words)
        self.rows.addStretch()


class PlotOrMessage(QStackedWidget):
    """Shows the words first: empty axes would have numbers that mean nothing."""

    def __init__(self, plot: QWidget, text: str) -> None:
        super().__init__()
        self._plot = plot
        self.words = note_label()
        self.words.setText(text)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.addWidget(self.words)
        self.addWidget(plot)

    def show_plot(self, there: bool, why_not: str = "") -> None:
        """Show the plot, or why there is none; the words stay if none are given."""
        self.words.setText(why_not or self.words.text())
        self.setCurrentWidget(self._plot if there else self.words)
