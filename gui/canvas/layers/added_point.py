"""The point that might be added, before it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.layers.layer import Layer
from gui.canvas.layers.symbols import draw_symbols

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.session.added_point import AddedPoint

OPACITY = 0.6
EDGE = 1.5


class AddedPointLayer(Layer):
    """Draws its symbol, paler than that of a sample."""

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.point: AddedPoint | None = None

    def is_empty(self) -> bool:
        return self.picture is None or self.point is None or self.point.x is None

    def draw(self, painter: QPainter) -> None:
        picture, point = self.picture, self.point
        if picture is None or point is None or point.x is None:
            return
        if len(point.x) != picture.data.n_features:
            return
        place = self.pixels(picture.plane.project(point.x[None]))
        fill = self.theme.class_colour(point.code)
        painter.setOpacity(OPACITY)
        draw_symbols(painter, place, point.code, fill, self.theme.ink, EDGE)
        painter.setOpacity(1.0)
