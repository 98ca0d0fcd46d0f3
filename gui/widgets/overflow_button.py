"""The button of a bar whose menu has what is used less, or has no room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QMenu, QToolButton

SIGN = "⋯"
AROUND = 12
"""Pixels beside the sign."""


class OverflowButton(QToolButton):
    """Shows ⋯, and hides while its bar has room for all."""

    def __init__(self) -> None:
        super().__init__()
        self.setMenu(QMenu(self))
        self.setText(SIGN)
        self.setProperty("overflow", True)
        self.setAccessibleName("More")
        self.setToolTip("More")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFixedWidth(self.sizeHint().width())
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Be as wide as the sign is in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.setFixedWidth(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        """Ask for no more than the sign needs: its menu has no arrow."""
        width = self.fontMetrics().horizontalAdvance(SIGN) + AROUND
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
