"""The button of a bar whose menu has what there is no room for."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

SIGN = "»"
AROUND = 12
"""Pixels beside the sign."""


class OverflowButton(QToolButton):
    """Shows », and hides while there is room for all."""

    def __init__(self) -> None:
        super().__init__()
        self.setMenu(QMenu(self))
        self.setText(SIGN)
        self.setProperty("overflow", True)
        self.setAccessibleName("More")
        self.setToolTip("What there is no room for")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def sizeHint(self) -> QSize:
        """Ask for no more than the sign needs: its menu has no arrow."""
        width = self.fontMetrics().horizontalAdvance(SIGN) + AROUND
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
