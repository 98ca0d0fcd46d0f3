"""Where one more point would change the result most, as a ground over the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from gui.canvas.layers.layer import Layer, draw_smooth
from gui.style.theme import rgb

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.features.what_if.added_point_map import AddedPointMapper
    from gui.style.theme import Theme

STRONGEST = 0.8
"""Opacity where most changes."""


class AddedPointMapLayer(Layer):
    """Draws the map in one colour where it is worse, in another where it is better.

    Attributes
    ----------
    turns : bool
        Whether it shows by how much the boundary turns, or how many more are wrong.
    """

    def __init__(self, item: LayerItem, mapper: AddedPointMapper) -> None:
        super().__init__(item)
        self._mapper = mapper
        self.turns = False

    def is_empty(self) -> bool:
        return self.picture is None or self._mapper.map is None

    def draw(self, painter: QPainter) -> None:
        shown = self._mapper.map
        if shown is None:
            return
        values = shown.values(turns=self.turns)
        image = map_image(values, self.theme)
        left, bottom, right, top = shown.rect
        corners = self.pixels(np.array([[left, top], [right, bottom]])).tolist()
        rect = QRectF(QPointF(*corners[0]), QPointF(*corners[1]))
        draw_smooth(painter, rect, image)


def map_image(values: NDArray[np.float64], theme: Theme) -> QImage:
    """Paint values (up, across), a pixel each, the lowest row at the bottom.

    What is 0, or not known, is clear: what lies under it is seen.
    """
    known = np.nan_to_num(values[::-1])
    strength = np.abs(known) / (np.abs(known).max(initial=0.0) or 1.0)
    tones = np.array([rgb(tone) for tone in colours(theme)])
    opaque = tones[(known < 0).astype(int)]
    alpha = np.round(255 * STRONGEST * strength)[..., None]
    rgba = np.concatenate([opaque, alpha], axis=2).astype(np.uint8)
    height, width = known.shape
    image = QImage(
        rgba.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888
    )
    return image.copy()  # of its own: the bytes are gone with this call


def colours(theme: Theme) -> tuple[str, str]:
    """Give those of what is worse, or more, and of what is better."""
    return theme.mistake, theme.good
