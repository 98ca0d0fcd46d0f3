"""The boundary after the step, and dashed the one before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.capabilities import can
from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import line_row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter, QPen

    from gui.canvas.layers.legend_rows import LegendRow
    from gui.canvas.picture import Picture


NOW = "Where the decision changes from one class to another"
BEFORE = "The step changed the weights: before it the boundary was here"


class BoundaryLayer(Layer):
    """Draws where the decision changes.

    Attributes
    ----------
    now, before : list of ndarray, shape (m, 2)
        Polylines after the step, and before it if it changed them.
    """

    def prepare(self, picture: Picture) -> None:
        self.now: list[NDArray[np.float64]] = []
        self.before: list[NDArray[np.float64]] = []
        view = self.view()
        # Where folds vote there is no boundary but theirs.
        model = picture.model
        if model is not None and not (picture.folds and can(model, "votes")):
            side = self.side(model)
            self.now = boundaries(model, picture.plane, view, side=side)
        if picture.before is not None and picture.frame and picture.frame.update:
            side = self.side(picture.before)
            self.before = boundaries(
                picture.before, picture.plane, view, each_once=True, side=side
            )

    def draw(self, painter: QPainter) -> None:
        before, now = self._pens
        if self.before:
            painter.setPen(before)
            self.draw_lines(painter, self.before)
        if self.now:
            painter.setPen(now)
            self.draw_lines(painter, self.now)

    @property
    def _pens(self) -> tuple[QPen, QPen]:
        """Before the step, and after it."""
        scale = self.theme.scale
        before = pen(self.theme.muted, 1.25 * scale, (4, 4))
        return before, pen(self.theme.ink, 2.25 * scale)

    def legend(self) -> list[LegendRow]:
        before, now = self._pens
        rows = []
        if self.now:
            rows.append(line_row(now, "boundary", NOW))
        if self.before:
            rows.append(line_row(before, "boundary before this step", BEFORE))
        return rows
