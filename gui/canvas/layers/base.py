"""A layer: an item over the whole view that draws a part of the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QPaintEngine

from gui.theme import LIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

    from gui.canvas.levels import Rect
    from gui.canvas.picture import Picture
    from gui.theme import Theme

VECTORS = (
    QPaintEngine.Type.SVG,
    QPaintEngine.Type.Pdf,
    QPaintEngine.Type.Picture,
    QPaintEngine.Type.MacPrinter,
)


class Layer(pg.GraphicsObject):
    """Draws in device pixels over the whole view.

    A subclass prepares in `look` what depends on the picture or the view, and draws
    it in `draw`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.picture: Picture | None = None

    def show_picture(self, picture: Picture, theme: Theme) -> None:
        """Draw another picture."""
        self.picture, self.theme = picture, theme
        self.look(picture)
        self.update()

    def look(self, picture: Picture) -> None:
        """Prepare for a picture or for another view of it."""

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared; coordinates are those of `device`."""
        raise NotImplementedError

    def boundingRect(self) -> QRectF:
        """Cover the view."""
        return self.viewRect()

    def viewTransformChanged(self) -> None:
        """Prepare anew when the view has moved."""
        super().viewTransformChanged()
        self.prepareGeometryChange()
        if self.picture is not None:
            self.look(self.picture)

    def paint(self, painter: QPainter, *_: object) -> None:
        """Leave the data's coordinates for the device's and draw."""
        if self.picture is None:
            return
        painter.save()
        self._transform = painter.transform()
        painter.resetTransform()
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        self.draw(painter)
        painter.restore()

    def device(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map points (n, 2) of the plane to device pixels while drawing."""
        t = self._transform
        x, y = points[:, 0], points[:, 1]
        mapped = np.column_stack(
            [t.m11() * x + t.m21() * y + t.dx(), t.m12() * x + t.m22() * y + t.dy()]
        )
        # Far outside the view Qt's rasteriser overflows.
        return np.clip(mapped, -1e6, 1e6)

    def view(self) -> Rect:
        """Give the view's rectangle: left, bottom, right, top."""
        rect = self.viewRect()
        return rect.left(), rect.top(), rect.right(), rect.bottom()


def is_vector(painter: QPainter) -> bool:
    """Tell whether what is painted stays lines and curves."""
    return painter.paintEngine().type() in VECTORS
