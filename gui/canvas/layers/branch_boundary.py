"""The boundary of the run that was left at a branch, and what the two lines are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend import draw_legend

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter, QPen

    from gui.canvas.picture import Picture
    from gui.style.theme import Theme

WIDTHS = (2.25, 1.75)


class BranchBoundaryLayer(Layer):
    """Draws where run 1 decides, under the boundary of run 2."""

    def prepare(self, picture: Picture) -> None:
        self._lines: list[NDArray[np.float64]] = []
        if picture.other_model is not None:
            self._lines = boundaries(picture.other_model, picture.plane, self.view())

    def is_empty(self) -> bool:
        return self.picture is None or not self._lines

    def draw(self, painter: QPainter) -> None:
        painter.setPen(_pen(self.theme, 1))
        self.draw_lines(painter, self._lines)


class BranchLegendLayer(Layer):
    """Says which of the two boundaries is which."""

    def is_empty(self) -> bool:
        return self.picture is None or self.picture.other_model is None

    def draw(self, painter: QPainter) -> None:
        if self.picture is None:
            return
        names = (f"run 2, {self.picture.branch}", "run 1, without it")
        rows = [(_pen(self.theme, run), name) for run, name in enumerate(names)]
        draw_legend(painter, rows, self.theme)


def _pen(theme: Theme, run: int) -> QPen:
    return pen(theme.runs[run], WIDTHS[run])
