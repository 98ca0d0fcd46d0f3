"""A boundary set by hand, and the handles by which it is dragged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPen

from gui.canvas.boundary_lines import clip
from gui.canvas.layers.hidden_units import unit_colour
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.weight_arrows import place_arrows

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.hidden_units import HiddenUnitsLayer
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place, Rect
    from gui.features.by_hand.boundary_handle import BoundaryHandle

Grip = Literal["", "line", "end", "tip"]

REACH = 11.0
"""Pixels within which a grip is taken hold of."""
INSET = 30.0
"""Pixels from the edge of the view to the grips at the line's ends."""
SHORTEST = 4 * INSET
"""Pixels below which a piece of line has no grips at its ends."""
BEYOND = 13.0
"""Pixels from the arrow's tip to its grip."""


@dataclass(frozen=True, eq=False)
class Grips:
    """The visible piece of the boundary and the places that turn it.

    Attributes
    ----------
    line : ndarray, shape (2, 2)
    ends : ndarray, shape (2, 2) or (0, 2)
        Grips near the two ends.
    foot, tip : ndarray, shape (2,), or None
        Where the arrow of the weights stands, and the grip beyond its head.
    """

    line: NDArray[np.float64]
    ends: NDArray[np.float64]
    foot: NDArray[np.float64] | None
    tip: NDArray[np.float64] | None

    @property
    def middle(self) -> Place:
        """The middle of the visible piece."""
        x, y = self.line.mean(axis=0)
        return float(x), float(y)

    def at(self, place: Place, pixel: float) -> Grip:
        """Tell what is within reach of a place."""
        here, reach = np.array(place), REACH * pixel
        if self.tip is not None and math.dist(self.tip, here) <= reach:
            return "tip"
        if any(math.dist(end, here) <= reach for end in self.ends):
            return "end"
        start, along = self.line[0], self.line[1] - self.line[0]
        share = np.clip((here - start) @ along / (along @ along), 0.0, 1.0)
        return "line" if math.dist(start + share * along, here) <= reach else ""


def grips_on(
    handle: BoundaryHandle, rect: Rect, pixel: float, *, flat: bool
) -> Grips | None:
    """Find the grips of a boundary; None where none of it is in view.

    Parameters
    ----------
    handle : BoundaryHandle
    rect : tuple of float
        The view: left, bottom, right, top.
    pixel : float
        Length of a screen pixel.
    flat : bool
        The data have one feature, drawn on a line: no arrow is shown.
    """
    segment = clip(*handle.line, rect)
    if segment is None:
        return None
    length = math.dist(*segment)
    ends = np.empty((0, 2))
    if handle.turns and length >= SHORTEST * pixel:
        inward = (segment[1] - segment[0]) * (INSET * pixel / length)
        ends = segment + np.array([inward, -inward])
    left, bottom, right, top = rect
    normal = np.array([handle.line.a, handle.line.b])
    size = (right - left) / pixel, (top - bottom) / pixel
    placed = None if flat else place_arrows(handle.line, (0.0, 0.0), rect, size)
    if placed is None:
        return Grips(segment, ends, None, None)
    foot, scale = np.array(placed[0]), placed[1]
    beyond = scale + BEYOND * pixel / handle.line.length
    return Grips(segment, ends, foot, foot + beyond * normal)


RADIUS = 6.0


class BoundaryHandlesLayer(Layer):
    """Draws what the boundary tool can take hold of.

    Attributes
    ----------
    grips : Grips or None
        What is drawn, if there is a boundary set by hand and some of it in view.
    """

    grips: Grips | None = None
    _handle: BoundaryHandle | None = None

    def __init__(self, item: LayerItem, units: HiddenUnitsLayer) -> None:
        super().__init__(item)
        self._units = units

    def show_handle(self, handle: BoundaryHandle | None) -> None:
        """Draw the grips of another boundary, or none."""
        if handle is not self._handle:
            self._handle = handle
            self._units.choose(handle.row if handle and handle.name else -1)
            self.prepare_again()

    def prepare(self, picture: Picture) -> None:
        self.grips = None
        if self._handle is not None:
            rect = self.view()
            pixel = (rect[2] - rect[0]) / max(self._view.rect().width(), 1.0)
            flat = picture.plane.up < 0
            self.grips = grips_on(self._handle, rect, pixel, flat=flat)

    def is_empty(self) -> bool:
        return self.picture is None or self.grips is None

    def draw(self, painter: QPainter) -> None:
        grips, handle, picture = self.grips, self._handle, self.picture
        if grips is None or handle is None or picture is None:
            return
        accent, is_unit = QColor(self.theme.accent_text), bool(handle.name)
        if is_unit:
            n_classes = len(picture.data.class_names)
            accent = QColor(unit_colour(self.theme, handle.row, n_classes))
        if not (is_unit and self._units.isVisible()):  # which draws it itself
            painter.setPen(QPen(accent, 2.5))
            painter.drawLine(*(QPointF(*end) for end in self.pixels(grips.line)))
        dots = [QPointF(*end) for end in self.pixels(grips.ends)]
        if grips.tip is not None and grips.foot is not None:
            foot, tip = (
                QPointF(*end) for end in self.pixels(np.array([grips.foot, grips.tip]))
            )
            if is_unit or picture.model is None:  # nor its arrow
                painter.setPen(QPen(accent, 1.25))
                painter.drawLine(foot, tip)
            dots.append(tip)
        painter.setPen(QPen(accent, 2.0))
        painter.setBrush(QColor(self.theme.field))
        for dot in dots:
            painter.drawEllipse(dot, RADIUS, RADIUS)
