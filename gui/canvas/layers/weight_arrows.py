"""The weight vector as arrows: before, what the step adds, after."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor

from gui.canvas.boundary_lines import clip, implicit_lines
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow
from gui.style.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture
    from gui.canvas.plane import Rect

HEAD = 9.0
LEGEND_ARROW = 11.0
AFTER = "At right angles to the boundary, towards the side where the score is positive"
STRETCHED = ", as drawn: in the data’s own units it has another direction"
BEFORE = "The weights that the rule came with to this step"
ADDED = "The update: the weights before and this arrow make the weights after"
NOTHING = np.empty((0, 2))


class WeightArrowsLayer(Layer):
    """Draws w at right angles to the boundary, from a point on it.

    Attributes
    ----------
    magnification : float
        How many times their length the arrows are drawn.
    ends : ndarray, shape (3, 2)
        In pixels their foot, and the tips before the step and after it.
    """

    of_one_run = True
    magnification = 1.0

    def prepare(self, picture: Picture) -> None:
        self.ends, self.magnification = NOTHING, 1.0
        model, before, frame = picture.model, picture.before, picture.frame
        if model is None or before is None or frame is None:
            return
        if not model.is_flat:
            return
        a, b, c = implicit_lines(model, picture.plane)[0].tolist()
        self._after = (a, b)
        self._before = tuple(implicit_lines(before, picture.plane)[0, :2].tolist())
        self._changed = frame.update and any(self._before)
        if picture.plane.up >= 0 and any((*self._after, *self._before)):
            placed = place_arrows(
                (a, b, c), self._before, self.view(), self.rect().size().toTuple()
            )
            if placed is not None:
                (x, y), scale = placed
                arrows = ((0.0, 0.0), self._before, self._after)
                ends = [(x + scale * u, y + scale * v) for u, v in arrows]
                self.ends, self.magnification = self.pixels(np.array(ends)), scale

    def is_empty(self) -> bool:
        return self.picture is None or not len(self.ends)

    def draw(self, painter: QPainter) -> None:
        start, before, after = self.ends.tolist()
        thick = self.theme.scale
        if self._changed:
            draw_arrow(painter, start, before, self.theme.faint, 2.0 * thick)
        draw_arrow(painter, start, after, self.theme.ink, 2.25 * thick)
        if self._changed:
            draw_arrow(painter, before, after, self.theme.mistake, 2.0 * thick)

    def legend(self) -> list[LegendRow]:
        if not len(self.ends):
            return []
        larger, drawn = self.magnification, ""
        if self.picture is not None and self.picture.plane.stretch != 1:
            drawn = STRETCHED
        elif larger != 1:
            drawn = f"; drawn {number(larger)} times as long as it is"
        after = self.theme.ink, 2.25, "weights w", AFTER + drawn
        if not self._changed:
            return [self._arrow_row(*after)]
        return [
            self._arrow_row(self.theme.faint, 2.0, "w before this step", BEFORE),
            self._arrow_row(self.theme.mistake, 2.0, "what the step added", ADDED),
            self._arrow_row(*after),
        ]

    def _arrow_row(self, tone: str, width: float, text: str, tip: str) -> LegendRow:
        def draw(painter: QPainter, centre: QPointF) -> None:
            x, y = centre.toTuple()
            ends = (x - LEGEND_ARROW, y), (x + LEGEND_ARROW, y)
            draw_arrow(painter, *ends, tone, width * self.theme.scale)

        return LegendRow(draw, text, tip)


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
SHARES = (LONGEST, LONGEST / 2, LONGEST / 4, LONGEST / 8)
"""The same, the first of them for which there is room near an edge."""
CLEAR = 20.0
"""Pixels from the edge of the view that arrows keep clear of."""
ROUND_NUMBERS = np.array([1.0, 2.0, 5.0])


def place_arrows(
    line: tuple[float, float, float],
    before: tuple[float, float],
    rect: Rect,
    size: tuple[float, float],
) -> tuple[tuple[float, float], float] | None:
    """Choose where on the boundary arrows stand, and how large, so that none is cut.

    They stand at the boundary's point nearest to the origin, or to the view's middle;
    where that is too near to an edge, further along; else they are shorter.

    Parameters
    ----------
    line : tuple of float
        a, b, c of the boundary a·x + b·y + c = 0; a and b are the arrow of the weights.
    before : tuple of float
        The arrow before the step.
    rect, size : tuple of float
        The view, in the plane and in pixels.

    Returns
    -------
    tuple
        The foot of the arrows and their magnification; None where no boundary is in
        view, or it is so near to an edge that there is no room for any.
    """
    a, b, c = line
    left, bottom, right, top = rect
    side = min(right - left, top - bottom)
    wide = CLEAR * (right - left) / max(size[0], 1.0)
    high = CLEAR * (top - bottom) / max(size[1], 1.0)
    longest = max(math.hypot(a, b), math.hypot(*before))
    foot = _foot_near_origin(line, rect)
    for most in SHARES:
        scale = arrow_magnification(longest, side, most)
        inner = (
            left + _room(-scale * min(a, before[0]), wide),
            bottom + _room(-scale * min(b, before[1]), high),
            right - _room(scale * max(a, before[0]), wide),
            top - _room(scale * max(b, before[1]), high),
        )
        if inner[0] <= foot[0] <= inner[2] and inner[1] <= foot[1] <= inner[3]:
            return foot, scale
        if inner[0] < inner[2] and inner[1] < inner[3]:
            piece = clip(a, b, c, inner)
            if piece is not None:
                start, along = piece[0], piece[1] - piece[0]
                share = (np.array(foot) - start) @ along / (along @ along)
                x, y = (start + min(max(float(share), 0.0), 1.0) * along).tolist()
                return (x, y), scale
    return None


def _room(reach: float, clear: float) -> float:
    """Give how far from an edge arrows stand that reach so far towards it."""
    return reach + clear if reach > 0 else 0.0


def _foot_near_origin(
    line: tuple[float, float, float], rect: Rect
) -> tuple[float, float]:
    """Give the boundary's point nearest to the origin, or to the view's middle."""
    a, b, c = line
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


def arrow_magnification(longest: float, side: float, most: float = LONGEST) -> float:
    """Choose how much larger than it is an arrow is drawn: 1, or a round number.

    Parameters
    ----------
    longest : float
        Length of the longest arrow, in units of the plane.
    side : float
        Smaller side of the view, in the same units.
    most : float
        Share of the side up to which it is drawn.
    """
    if SHORTEST * side <= longest <= most * side:
        return 1.0
    largest = most * side / longest
    power = 10.0 ** math.floor(math.log10(largest))
    rounded = ROUND_NUMBERS[ROUND_NUMBERS * power <= largest * (1 + 1e-9)][-1]
    return float(power * rounded)
