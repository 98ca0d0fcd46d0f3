"""The point that might be added, before it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.layers.layer import Layer
from gui.canvas.layers.symbols import draw_symbols

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.features.what_if.added_point import AddedPoint

OPACITY = 0.6
EDGE = 1.5


class AddedPointLayer(Layer):
    """Draws its symbol, paler than that of a sample."""

    def __init__(self, item: LayerItem, point: AddedPoint) -> None:
        super().__init__(item)
        self._point = point

    def is_empty(self) -> bool:
        return self.picture is None or self._point.x is None

    def draw(self, painter: QPainter) -> None:
        picture, point = self.picture, self._point
        if picture is None or point.x is None:
            return
        if len(point.x) != picture.data.n_features:
            return
        place = self.pixels(picture.plane.project(point.x[None]))
        fill = self.theme.class_colour(point.code)
        painter.setOpacity(OPACITY)
        draw_symbols(painter, place, point.code, fill, self.theme.ink, EDGE)
        painter.setOpacity(1.0)
