"""A titled group in a panel."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout


class Section(QFrame):
    """A titled group in the panel, with room for a word at the right."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(8)
        head = QHBoxLayout()
        name = QLabel(title)
        name.setProperty("role", "title")
        self.caption = QLabel()
        self.caption.setProperty("role", "muted")
        head.addWidget(name)
        head.addStretch()
        head.addWidget(self.caption)
        self.rows.addLayout(head)


def dress(label: QLabel, text: str, role: str) -> None:
    """Give a label a text, and the role by which the style sheet knows it."""
    label.setText(text)
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)
        label.updateGeometry()
