"""The boundary of the run that was left at a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row

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
        self.told = picture.other_model is not None
        if picture.other_model is not None:
            self._lines = boundaries(picture.other_model, picture.plane, self.view())

    def is_empty(self) -> bool:
        return self.picture is None or not self._lines

    def draw(self, painter: QPainter) -> None:
        painter.setPen(_pen(self.theme, 1))
        self.draw_lines(painter, self._lines)

    def legend(self) -> list[LegendRow]:
        if self.picture is None or not self.told:
            return []
        named = (
            (f"run 2, {self.picture.branch}", "The boundary of the present run"),
            ("run 1, without it", "The boundary of the run that it left, at this step"),
        )
        return [
            line_row(_pen(self.theme, run), text, tip, always=True)
            for run, (text, tip) in enumerate(named)
        ]


def _pen(theme: Theme, run: int) -> QPen:
    return pen(theme.runs[run], WIDTHS[run])
