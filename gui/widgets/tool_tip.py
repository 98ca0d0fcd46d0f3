"""A tool tip above its control: at the pointer it covers what one is about to press."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QToolTip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

LETTERS = 44
"""In a line of a tip, at most."""
GAP = 4
"""Pixels between it and its control."""


def show_above(control: QWidget) -> None:
    """Show the tool tip of a control above it, or below where there is no room."""
    lines = control.toolTip().splitlines()
    text = "\n".join(textwrap.fill(line, LETTERS) for line in lines)
    corner = control.mapToGlobal(QPoint())
    QToolTip.showText(corner, text, control)
    tip = next((w for w in QApplication.topLevelWidgets() if is_shown_tip(w)), None)
    if tip is None:
        return
    screen = control.screen().availableGeometry()
    top = corner.y() - GAP - tip.height()
    if top < screen.top():
        top = corner.y() + control.height() + GAP
    left = min(corner.x(), screen.right() - tip.width())
    tip.move(max(left, screen.left()), top)


def is_shown_tip(widget: QWidget) -> bool:
    """Tell whether it is what Qt shows a tool tip in."""
    return widget.inherits("QTipLabel") and widget.isVisible()
