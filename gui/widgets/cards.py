"""A titled card on a page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from gui.widgets.section import Section

HEAD = 28
"""Pixels of the head, with or without a button: titles are on one line."""


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
        self.words = note()
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.rows.addStretch()
        self.rows.addWidget(self.words)
        self.rows.addStretch()


def note(role: str = "muted") -> QLabel:
    """Make a text that is broken into lines and asks for no width."""
    label = QLabel(wordWrap=True)
    label.setProperty("role", role)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def plus_minus(mean: float, error: float) -> str:
    """Write a mean share with its standard error as a percentage."""
    if mean != mean:
        return "–"
    more = "" if error != error else f" ± {100 * error:.1f}"
    return f"{100 * mean:.1f}{more} %"
