"""The mouse's shape while a class is drawn: a cross, and beside it the symbol."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QSize
from PySide6.QtGui import QColor, QCursor, QPainter

from gui.canvas.layers.layer import pen
from gui.canvas.layers.symbols import symbol_path
from gui.style.icons import clear_pixmap

if TYPE_CHECKING:
    from gui.style.theme import Theme

SIDE = 32
MIDDLE = QPointF(11, 11)
"""Where it points, in pixels from its upper left."""
ARM, GAP = 7.0, 2.0
BESIDE = QPointF(23, 23)
"""The middle of the symbol."""
EDGE = 2.0


@lru_cache(maxsize=32)
def class_cursor(code: int, theme: Theme, ratio: float) -> QCursor:
    """Give the shape with the symbol of a class, for a screen of so many pixels."""
    pixmap = clear_pixmap(QSize(round(SIDE * ratio), round(SIDE * ratio)), ratio)
    ways = (QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1))
    arms = [QLineF(MIDDLE + way * GAP, MIDDLE + way * ARM) for way in ways]
    symbol = symbol_path(code).translated(BESIDE)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((theme.field, 3.5), (theme.ink, 1.5)):
            painter.setPen(pen(colour, width))
            painter.drawLines(arms)
        painter.strokePath(symbol, pen(theme.field, 2 * EDGE))
        painter.fillPath(symbol, QColor(theme.class_colour(code)))
    return QCursor(pixmap, round(MIDDLE.x()), round(MIDDLE.y()))
