"""The mistakes that make a kernel model: a ring around each sample that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.families.capabilities import can
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, ring_row

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture

RADIUS, LEGEND_RADIUS = 8.0, 6.0
THINNEST, THICKEST = 1.0, 5.0
"""Of rings, in pixels: of the smallest α and of the largest."""
MOST_RINGS = 500
"""Those of the largest α; more would lie upon each other."""
TIP = (
    "How often the sample was a mistake so far, α: the ring is as thick. The model is "
    "the sum of these samples' kernels, each α times"
)


class KernelCountsLayer(Layer):
    """Rings each sample of a kernel model, as thick as its α."""

    _most = 0.0

    of_one_run = True

    def prepare(self, picture: Picture) -> None:
        model = picture.model
        self._places, self._widths = np.empty((0, 2)), np.empty(0)
        self._most = 0.0
        if not can(model, "kernel") or model.places is None or not len(model.places):
            return
        alpha = np.abs(model.weights).max(axis=0)
        largest = np.argsort(-alpha, kind="stable")[:MOST_RINGS]
        rows = picture.recorded.rows_to_learn[model.places[largest]]
        self._places = picture.plane.project(picture.recorded.X[rows])
        self._most = float(alpha.max())
        share = alpha[largest] / self._most
        self._widths = THINNEST + (THICKEST - THINNEST) * share

    def is_empty(self) -> bool:
        """Tell, fast, whether there is nothing to draw."""
        return self.picture is None or not self._most

    def draw(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = RADIUS * self.theme.scale
        places = self.pixels(self._places).tolist()
        for (x, y), width in zip(places, self._widths.tolist(), strict=True):
            painter.setPen(pen(self.theme.muted, width * self.theme.scale))
            outside = radius + width * self.theme.scale / 2
            painter.drawEllipse(QPointF(x, y), outside, outside)

    def legend(self) -> list[LegendRow]:
        if not self._most:
            return []
        ring = pen(self.theme.muted, THICKEST * self.theme.scale)
        text = f"α, mistakes that count: up to {self._most:,.4g}"
        return [ring_row(ring, LEGEND_RADIUS, text, TIP)]
