"""What is drawn over the whole of a plot's view, in the view's pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGraphicsObject

if TYPE_CHECKING:
    import numpy as np
    import pyqtgraph as pg
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF


class ViewItem(QGraphicsObject):
    """Covers the view, and is drawn anew when that has another size or range.

    pyqtgraph's own items take ten times as long to follow other values.
    Some values follow every sample that a person draws.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._view = plot.getViewBox()
        super().__init__(self._view)
        self._view.sigResized.connect(self._follow_view)
        self._view.sigRangeChanged.connect(self._follow_view)

    def _follow_view(self, *_: object) -> None:
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self) -> QRectF:
        whole: QRectF = self._view.rect()
        return whole

    def in_pixels(
        self, x: NDArray[np.float64], y: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give the pixels, from the left and from above, of places of the axes."""
        (left, right), (low, high) = self._view.viewRange()
        return (
            (x - left) * (self._view.width() / (right - left)),
            (high - y) * (self._view.height() / (high - low)),
        )
