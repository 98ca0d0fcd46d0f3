"""A line of the plane that has a firing side: what turning and shifting do to it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gui.canvas.plane import Place

DIGITS = 4
"""Leading digits to which a direction set with the mouse is rounded."""


class OrientedLine(NamedTuple):
    """The line a·x + b·y + c = 0; the neuron fires where it is above 0.

    Attributes
    ----------
    a, b : float
        The normal, which points to the side that fires.
    c : float
    """

    a: float
    b: float
    c: float

    @classmethod
    def through(cls, start: Place, end: Place) -> OrientedLine:
        """Draw from a place to another; it fires at the left, its normal has length 1.

        Of one and the same place it makes no line: all is 0.
        """
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy) or 1.0
        return cls(-dy / length, dx / length, 0.0).passing(start)

    @property
    def length(self) -> float:
        """Length of the normal, ‖w‖; 0 where there is no line."""
        return math.hypot(self.a, self.b)

    def at(self, place: Place) -> float:
        """Score a place: above 0 on the side that fires."""
        return self.a * place[0] + self.b * place[1] + self.c

    def distance(self, place: Place) -> float:
        """Give how far a place is; infinite where there is no line."""
        return abs(self.at(place)) / self.length if self.length else math.inf

    def passing(self, place: Place, score: float = 0.0) -> OrientedLine:
        """Shift it so that a place has this score: with 0 it passes through."""
        return self._replace(c=score - self.a * place[0] - self.b * place[1])

    def moved(self, by: Place) -> OrientedLine:
        """Shift every point of it by a vector; the normal stays."""
        return self.passing(by, self.c)

    def turned(self, angle: float, about: Place) -> OrientedLine:
        """Turn it by an angle, in radians counter-clockwise, about a place."""
        cos, sin = math.cos(angle), math.sin(angle)
        normal = (cos * self.a - sin * self.b, sin * self.a + cos * self.b)
        return OrientedLine(*normal, 0.0).passing(about, self.at(about))

    def flipped(self) -> OrientedLine:
        """Let the other side fire."""
        return OrientedLine(0.0 - self.a, 0.0 - self.b, 0.0 - self.c)

    def rounded(self, about: Place) -> OrientedLine:
        """Round the normal, less than an eye sees; the score of a place stays."""
        if not self.length:
            return self
        digits = DIGITS - 1 - math.floor(math.log10(self.length))
        normal = (round(self.a, digits), round(self.b, digits))
        return OrientedLine(*normal, 0.0).passing(about, self.at(about))
