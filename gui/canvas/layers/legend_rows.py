"""The rows of a legend: a mark of the canvas, and what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, Qt

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPainter, QPen

LINE_LENGTH = 20.0
"""Length of a line beside its name, in pixels."""


class LegendRow(NamedTuple):
    """A mark of the canvas and what it is.

    Attributes
    ----------
    draw : callable
        ``draw(painter, centre)`` draws it as on the canvas, in 28 × 18 pixels.
    text, tip : str
        A few words; a sentence, under the mouse.
    always : bool
        Whether it is said also where nobody has asked for a legend.
    """

    draw: Callable[[QPainter, QPointF], None]
    text: str
    tip: str
    always: bool = False


def line_row(pen: QPen, text: str, tip: str, *, always: bool = False) -> LegendRow:
    """Give the row of a legend for a line of the plot."""

    def draw(painter: QPainter, centre: QPointF) -> None:
        half = QPointF(LINE_LENGTH / 2, 0)
        painter.setPen(pen)
        painter.drawLine(centre - half, centre + half)

    return LegendRow(draw, text, tip, always)


def ring_row(pen: QPen, radius: float, text: str, tip: str) -> LegendRow:
    """Tell of a ring around samples."""

    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)

    return LegendRow(draw, text, tip)
