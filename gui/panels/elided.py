"""A label that gives way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

LEAST = 24
"""Pixels to which the text may shrink."""


class ElidedLabel(QLabel):
    """A text that ends in … where there is no room for it, or has it elsewhere."""

    elide = Qt.TextElideMode.ElideRight

    def minimumSizeHint(self) -> QSize:
        """Shrink."""
        size = super().minimumSizeHint()
        return QSize(min(LEAST, size.width()), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much of the text as there is room for."""
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), self.elide, self.width())
        painter.drawText(self.rect(), self.alignment(), text)
        painter.end()
