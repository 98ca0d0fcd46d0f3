"""The mouse's shapes over the canvas, by what a drag would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCursor

from gui.style.icons import icon

if TYPE_CHECKING:
    from gui.style.theme import Theme

SHAPES = {
    "": Qt.CursorShape.ArrowCursor,
    "draw": Qt.CursorShape.CrossCursor,
    "shift": Qt.CursorShape.SizeAllCursor,
}


def cursor(name: str, theme: Theme) -> QCursor:
    """Give the shape of a name: one of Qt's, or an icon's."""
    if name in SHAPES:
        return QCursor(SHAPES[name])
    return QCursor(icon(name, theme).pixmap(QSize(18, 18)))
