"""A line for each sample: the weights that have it exactly on the boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPen

from gui.canvas.layers.layer import Layer

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from engine.evaluation.weight_space import WeightPlane
    from gui.views.weight_space.weight_picture import Rect, WeightPicture

MOST_LINES = 300
"""Of more samples a fair choice has its lines drawn."""
FEW = 40
"""Lines up to which they are drawn strongest."""


class LinesLayer(Layer):
    """Draws y·z = 0 of every sample in its class's colour, the step's sample strong."""

    def look(self, picture: WeightPicture) -> None:
        """Find the lines in the view."""
        drawn = picture.plane.first(MOST_LINES)
        self._codes = drawn.codes
        self._ends = self._in_pixels(drawn)
        self._strong = self._in_pixels(picture.looked_at)

    def _in_pixels(self, samples: WeightPlane) -> NDArray[np.float64]:
        ends = across(samples, self.view()).reshape(-1, 2)
        return self.pixels(ends).reshape(-1, 4)

    def draw(self, painter: QPainter) -> None:
        """Draw all lines faintly, then those of the step."""
        if self.picture is None:
            return
        colours = self.theme.classes
        strength = 0.75 if len(self._codes) <= FEW else 0.4
        if self.picture.by_loss:
            strength *= 0.5
        for code in np.unique(self._codes).tolist():
            tone = QColor(colours[code % len(colours)])
            tone.setAlphaF(strength)
            painter.setPen(QPen(tone, 1))
            _draw(painter, self._ends[self._codes == code])
        for line, code, mistaken in zip(
            self._strong, self.picture.looked_at.codes, self.picture.mistaken,
            strict=True,
        ):  # fmt: skip
            own = colours[code % len(colours)]
            tone = QColor(self.theme.mistake if mistaken else own)
            painter.setPen(QPen(tone, 2.25))
            _draw(painter, line[None])


def _draw(painter: QPainter, ends: NDArray[np.float64]) -> None:
    seen = ends[np.isfinite(ends).all(axis=1)]
    lines = [QLineF(*four) for four in seen.tolist()]
    if lines:
        painter.drawLines(lines)


def across(samples: WeightPlane, rect: Rect) -> NDArray[np.float64]:
    """Give two points of each sample's line, on either side of a rectangle.

    Parameters
    ----------
    samples : WeightPlane
    rect : tuple of float
        left, bottom, right, top

    Returns
    -------
    ndarray, shape (m, 2, 2)
        Only of the lines that come near the rectangle, in their order; a line that
        does not, or that is no line, is NaN.
    """
    low, high = np.array(rect[:2]), np.array(rect[2:])
    middle, reach = (low + high) / 2, float(np.hypot(*(high - low)))
    normals = np.column_stack([samples.a, samples.b])
    lengths = np.hypot(samples.a, samples.b)
    with np.errstate(all="ignore"):
        units = normals / lengths[:, None]
        away = -(normals @ middle + samples.c) / lengths
    far = ~(np.abs(away) <= reach)
    feet = middle + away[:, None] * units
    along = reach * np.column_stack([-units[:, 1], units[:, 0]])
    ends = np.stack([feet - along, feet + along], axis=1)
    ends[far] = np.nan
    return ends
