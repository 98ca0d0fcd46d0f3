"""Pieces of formulas and words set in lines that are broken where they must be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QColor, QFont, QPainter

    from gui.style.formulas import FormulaPicture

INDENT = 12
"""Pixels by which a line that goes on is set in; all lengths are in pixels."""
LEADING = 4


class Piece(NamedTuple):
    """What is never broken: a text in a font, or a picture; and its size."""

    text: str
    font: QFont
    colour: QColor
    width: float
    ascent: float
    descent: float
    gap: float
    picture: FormulaPicture | None = None


class Placed(NamedTuple):
    """A piece, where its baseline starts, and by how much it is made smaller."""

    piece: Piece
    x: float
    y: float
    scale: float

    def draw(self, painter: QPainter) -> None:
        """Draw it at its place."""
        if self.scale < 1.0:
            painter.save()
            painter.translate(self.x, self.y)
            painter.scale(self.scale, self.scale)
            self._draw(painter, 0.0, 0.0)
            painter.restore()
        else:
            self._draw(painter, self.x, self.y)

    def _draw(self, painter: QPainter, x: float, y: float) -> None:
        piece = self.piece
        if piece.picture is not None:
            painter.drawPixmap(QPointF(x, y - piece.ascent), piece.picture.pixmap)
            return
        painter.setFont(piece.font)
        painter.setPen(piece.colour)
        painter.drawText(QPointF(x, y), piece.text)


def flow(
    pieces: Iterable[Piece], left: float, top: float, width: float
) -> tuple[list[Placed], float]:
    """Set pieces side by side, and below each other where there is no room.

    Returns
    -------
    list of Placed, float
        The pieces at their places, and where the next line begins.
    """
    lines: list[list[tuple[Piece, float, float]]] = [[]]
    x = left
    for piece in pieces:
        if lines[-1] and x + piece.width > left + width:
            lines.append([])
            x = left + INDENT
        room = left + width - x
        scale = 1.0 if piece.width <= room else room / piece.width
        lines[-1].append((piece, x, scale))
        x += piece.width * scale + piece.gap
    placed = []
    for line in lines:
        ascent = max((piece.ascent for piece, _, _ in line), default=0.0)
        descent = max((piece.descent for piece, _, _ in line), default=0.0)
        y = float(round(top + ascent))
        placed += [Placed(piece, x, y, scale) for piece, x, scale in line]
        top += ascent + descent + LEADING
    return placed, top
