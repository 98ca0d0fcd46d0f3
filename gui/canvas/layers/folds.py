"""The boundaries of the folds of a cross-validation, and what is seen of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend import PADDING, PLACE, draw_card, legend_height

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

WIDTH = 1.25


class FoldsLayer(Layer):
    """Draws a thin line where each fold's model decides.

    Attributes
    ----------
    lines : list of ndarray, shape (m, 2)
        What is drawn, in the plane.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.lines: list[NDArray[np.float64]] = []
        self._found: tuple[object, ...] = ()

    def prepare(self, picture: Picture) -> None:
        found = (picture.folds, picture.plane, self.view())
        if not picture.folds:
            self.lines, self._found = [], ()
        elif found != self._found:
            self._found = found
            self.lines = [
                line
                for model in picture.folds
                for line in boundaries(model, picture.plane, self.view())
            ]

    def is_empty(self) -> bool:
        return self.picture is None or not self.lines

    def draw(self, painter: QPainter) -> None:
        painter.setPen(pen(self.theme.ink, WIDTH))
        self.draw_lines(painter, self.lines)


class FoldsLegendLayer(Layer):
    """Says that folds are shown, and which."""

    def is_empty(self) -> bool:
        return self.picture is None or not self.picture.legend

    def draw(self, painter: QPainter) -> None:
        if self.picture is None:
            return
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(self.picture.legend) + 2 * PADDING
        box = QRectF(PLACE.x(), PLACE.y(), width, legend_height(painter, 1))
        draw_card(painter, box, self.theme)
        painter.setPen(QColor(self.theme.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.picture.legend)
