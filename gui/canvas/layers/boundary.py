"""The boundary after the step, and dashed the one before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture


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
        if picture.model is not None and not (picture.folds and picture.model.votes):
            self.now = boundaries(picture.model, picture.plane, view)
        if picture.before is not None and picture.frame and picture.frame.update:
            self.before = boundaries(
                picture.before, picture.plane, view, each_once=True
            )

    def draw(self, painter: QPainter) -> None:
        scale = self.theme.scale
        if self.before:
            painter.setPen(pen(self.theme.muted, 1.25 * scale, (4, 4)))
            self.draw_lines(painter, self.before)
        if self.now:
            painter.setPen(pen(self.theme.ink, 2.25 * scale))
            self.draw_lines(painter, self.now)
