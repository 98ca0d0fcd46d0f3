"""Where the boundary can be taken hold of, and what a place of the plane holds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from gui.canvas.arrow import drawn_scale, foot_on
from gui.canvas.contours import clip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.boundary_handle import BoundaryHandle
    from gui.canvas.contours import Rect
    from gui.canvas.line import Place

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
    hand: BoundaryHandle, rect: Rect, pixel: float, flat: bool
) -> Grips | None:
    """Find the grips of a boundary; None where none of it is in view.

    Parameters
    ----------
    hand : BoundaryHandle
    rect : tuple of float
        The view: left, bottom, right, top.
    pixel : float
        Length of a screen pixel.
    flat : bool
        The data have one feature, drawn on a line: no arrow is shown.
    """
    segment = clip(*hand.line, rect)
    if segment is None:
        return None
    length = math.dist(*segment)
    ends = np.empty((0, 2))
    if hand.turns and length >= SHORTEST * pixel:
        inward = (segment[1] - segment[0]) * (INSET * pixel / length)
        ends = segment + np.array([inward, -inward])
    if flat:
        return Grips(segment, ends, None, None)
    left, bottom, right, top = rect
    foot = foot_on(*hand.line, rect)
    normal = np.array([hand.line.a, hand.line.b])
    scale = drawn_scale(hand.line.length, min(right - left, top - bottom))
    beyond = scale + BEYOND * pixel / hand.line.length
    return Grips(segment, ends, foot, foot + beyond * normal)
