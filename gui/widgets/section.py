"""A titled group in a panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from gui.widgets.labels import SteadyLabel


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


def dress(label: QLabel, text: str, role: str) -> None:
    """Give a label a text, and the role by which the style sheet knows it."""
    label.setText(text)
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)
        label.updateGeometry()
