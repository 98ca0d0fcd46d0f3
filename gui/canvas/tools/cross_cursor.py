"""The mouse's shape for a tool: a cross where it works, and beside it what it does."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPixmap

from gui.canvas.layers.layer import pen
from gui.canvas.layers.symbols import symbol_path
from gui.style.icons import clear_pixmap, icon

if TYPE_CHECKING:
    from gui.style.theme import Theme

SIDE = 32
MIDDLE = QPointF(11, 11)
"""Where it points, in pixels from its upper left."""
ARM, GAP = 7.0, 2.0
BESIDE = QPointF(23, 23)
"""The middle of what stands beside it."""
EDGE = 2.0
ICON, AROUND = QSizeF(18, 18), QMarginsF(1.5, 1.5, 1.5, 1.5)


@lru_cache(maxsize=32)
def class_cursor(code: int, theme: Theme, ratio: float) -> QCursor:
    """Give the shape with the symbol of a class, for a screen of so many pixels."""
    pixmap = _cross(theme, ratio)
    symbol = symbol_path(code).translated(BESIDE)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.strokePath(symbol, pen(theme.field, 2 * EDGE))
        painter.fillPath(symbol, QColor(theme.class_colour(code)))
    return _pointing(pixmap)


@lru_cache(maxsize=32)
def icon_cursor(name: str, theme: Theme, ratio: float) -> QCursor:
    """Give the shape with an icon, on a ground on which it is seen everywhere."""
    pixmap = _cross(theme, ratio)
    ground = QRectF(QPointF(), ICON)
    ground.moveCenter(BESIDE)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.field))
        painter.drawEllipse(ground)
        icon(name, theme).paint(painter, ground.marginsRemoved(AROUND).toRect())
    return _pointing(pixmap)


def _cross(theme: Theme, ratio: float) -> QPixmap:
    pixmap = clear_pixmap(QSize(round(SIDE * ratio), round(SIDE * ratio)), ratio)
    ways = (QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1))
    arms = [QLineF(MIDDLE + way * GAP, MIDDLE + way * ARM) for way in ways]
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((theme.field, 3.5), (theme.ink, 1.5)):
            painter.setPen(pen(colour, width))
            painter.drawLines(arms)
    return pixmap


def _pointing(pixmap: QPixmap) -> QCursor:
    return QCursor(pixmap, round(MIDDLE.x()), round(MIDDLE.y()))
