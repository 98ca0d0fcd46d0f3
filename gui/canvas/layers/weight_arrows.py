"""The weight vector as arrows: before, what the step adds, after."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor

from gui.canvas.boundary_lines import implicit_lines
from gui.canvas.layers.layer import Layer, pen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture
    from gui.canvas.plane import Rect

HEAD = 9.0


class WeightArrowsLayer(Layer):
    """Draws w at right angles to the boundary, from a point on it.

    Attributes
    ----------
    magnification : float
        How many times their length the arrows are drawn.
    """

    magnification = 1.0

    def prepare(self, picture: Picture) -> None:
        self._foot: tuple[float, float] | None = None
        self.magnification = 1.0
        model, before, frame = picture.model, picture.before, picture.frame
        if model is None or before is None or frame is None:
            return
        if not model.is_flat:
            return
        a, b, c = implicit_lines(model, picture.plane)[0].tolist()
        self._after = (a, b)
        self._before = tuple(implicit_lines(before, picture.plane)[0, :2].tolist())
        self._changed = frame.update and any(self._before)
        left, bottom, right, top = self.view()
        longest = max(math.hypot(*self._after), math.hypot(*self._before))
        if longest == 0 or (picture.plane.up < 0):
            return
        self.magnification = arrow_magnification(
            longest, min(right - left, top - bottom)
        )
        self._foot = arrow_foot(a, b, c, self.view())

    def is_empty(self) -> bool:
        return self.picture is None or self._foot is None

    def draw(self, painter: QPainter) -> None:
        if self._foot is None:
            return
        (x, y), scale, thick = self._foot, self.magnification, self.theme.scale
        arrows = ((0.0, 0.0), self._before, self._after)
        ends = np.array([(x + scale * a, y + scale * b) for a, b in arrows])
        start, before, after = self.pixels(ends).tolist()
        if self._changed:
            draw_arrow(painter, start, before, self.theme.faint, 2.0 * thick)
        draw_arrow(painter, start, after, self.theme.ink, 2.25 * thick)
        if self._changed:
            draw_arrow(painter, before, after, self.theme.mistake, 2.0 * thick)


def draw_arrow(
    painter: QPainter,
    tail: Sequence[float],
    tip: Sequence[float],
    tone: str,
    width: float,
) -> None:
    """Draw an arrow between two pixels; one too short to see is left out."""
    (x, y), (to_x, to_y) = tail, tip
    length = math.hypot(to_x - x, to_y - y)
    if length < 1.0:
        return
    head = min(HEAD * max(1.0, width / 2.25), length)
    ux, uy = (to_x - x) / length * head, (to_y - y) / length * head
    neck_x, neck_y, aside = to_x - ux, to_y - uy, 0.42
    painter.setPen(pen(tone, width, cap=Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(x, y, neck_x, neck_y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tone))
    painter.drawPolygon(
        [
            QPointF(to_x, to_y),
            QPointF(neck_x - uy * aside, neck_y + ux * aside),
            QPointF(neck_x + uy * aside, neck_y - ux * aside),
        ]
    )


LONGEST, SHORTEST = 0.30, 0.06
"""Shares of the view's smaller side between which the longest arrow is drawn."""
ROUND_NUMBERS = np.array([1.0, 2.0, 5.0])


def arrow_foot(a: float, b: float, c: float, rect: Rect) -> tuple[float, float]:
    """Choose the boundary's point nearest to the origin, or to the view's middle."""
    left, bottom, right, top = rect
    x, y = (left + right) / 2, (bottom + top) / 2
    squared = a * a + b * b
    if squared == 0:
        return x, y
    at_x, at_y = -c / squared * a, -c / squared * b
    if left <= at_x <= right and bottom <= at_y <= top:
        return at_x, at_y
    away = (x * a + y * b + c) / squared
    return x - away * a, y - away * b


def arrow_magnification(longest: float, side: float) -> float:
    """Choose how much larger than it is an arrow is drawn: 1, or a round number.

    Parameters
    ----------
    longest : float
        Length of the longest arrow, in units of the plane.
    side : float
        Smaller side of the view, in the same units.
    """
    if SHORTEST * side <= longest <= LONGEST * side:
        return 1.0
    most = LONGEST * side / longest
    power = 10.0 ** math.floor(math.log10(most))
    return float(power * ROUND_NUMBERS[ROUND_NUMBERS * power <= most * (1 + 1e-9)][-1])
