"""Parts beside each other; where that is too narrow, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

DOWN, ACROSS = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight


class AdaptiveRow(QWidget):
    """A row that becomes a column where it is too narrow.

    Parameters
    ----------
    *parts : (QWidget, int)
        Each with its stretch.
    least : int
        Pixels of width from which on they stand beside each other; 0: from those on
        that they ask for.
    spacing : int
        Pixels between two of them.
    """

    def __init__(self, *parts: tuple[QWidget, int], least: int, spacing: int) -> None:
        super().__init__()
        self._least = least
        self._box = QBoxLayout(DOWN, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(spacing)
        for part, stretch in parts:
            self._box.addWidget(part, stretch)

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as the widest part asks for: then they are a column."""
        least = self._box.minimumSize()
        items = [self._box.itemAt(i) for i in range(self._box.count())]
        widest = max((item.minimumSize().width() for item in items if item), default=0)
        return QSize(widest, least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn_direction()

    def event(self, event: QEvent) -> bool:
        """Follow a part that asks for another width, or is hidden."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._turn_direction()
        return super().event(event)

    def _turn_direction(self) -> None:
        least = self._least or self._asked
        self._box.setDirection(ACROSS if self.width() >= least else DOWN)

    @property
    def _asked(self) -> int:
        items = [self._box.itemAt(i) for i in range(self._box.count())]
        widths = [
            item.sizeHint().width() for item in items if item and not item.isEmpty()
        ]
        return sum(widths) + self._box.spacing() * (len(widths) - 1)
