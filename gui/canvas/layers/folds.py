"""The boundaries of the folds of a cross-validation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

WIDTH = 1.25
TIP = "Each model is seen with the samples that it has not learned from"


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
        self.told = bool(picture.legend)
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

    def legend(self) -> list[LegendRow]:
        if self.picture is None or not self.told:
            return []
        drawn = pen(self.theme.ink, WIDTH)
        return [line_row(drawn, self.picture.legend, TIP, always=True)]
