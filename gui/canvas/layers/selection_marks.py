"""What is selected, and what a tool shows while it works: circle and outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend_rows import LegendRow, ring_row

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.plane import Place

RING, LEGEND_RING = 8.5, 7.0
SELECTED = "Can be moved, copied, deleted or given a class by its number"
MOST_RINGS = 5_000
"""Of more samples selected in view so many, evenly, have their ring."""
GROUND = 0.10
"""Opacity inside an outline."""


class SelectionMarksLayer(Layer):
    """Rings the selected samples; draws the tool's circle and outline.

    Attributes
    ----------
    rows : ndarray of int
        What is selected.
    circle : (Place, float) or None
        Its centre in the plane, its radius in pixels.
    outline : ndarray, shape (n, 2), or None
        A closed line of the plane.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.rows: NDArray[np.int64] = np.empty(0, np.int64)
        self.circle: tuple[Place, float] | None = None
        self.outline: NDArray[np.float64] | None = None

    def select(self, rows: NDArray[np.int64]) -> None:
        self.rows = rows
        self.update()

    def show_circle(self, place: Place | None, radius: float) -> None:
        """Show a circle of so many pixels around a place; None: none."""
        circle = None if place is None or not radius else (place, radius)
        if circle != self.circle:
            self.circle = circle
            self.update()

    def show_outline(self, outline: NDArray[np.float64] | None) -> None:
        """Show a closed line (n, 2) of the plane; None: none."""
        if outline is not None or self.outline is not None:
            self.outline = outline
            self.update()

    def is_empty(self) -> bool:
        none = self.outline is None and self.circle is None and not len(self.rows)
        return self.picture is None or none

    def draw(self, painter: QPainter) -> None:
        accent = QColor(self.theme.accent_text)
        ground = QColor(accent)
        ground.setAlphaF(GROUND)
        painter.setPen(QPen(accent, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in self._rings():
            painter.drawEllipse(QPointF(x, y), RING, RING)
        painter.setPen(QPen(accent, 1.0))
        if self.outline is not None:
            painter.setBrush(ground)
            painter.drawPolygon(self.polygon(self.outline))
        if self.circle is not None:
            place, radius = self.circle
            painter.setPen(QPen(QColor(self.theme.muted), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            centre = QPointF(*self.pixels(np.array([place]))[0].tolist())
            painter.drawEllipse(centre, radius, radius)

    def legend(self) -> list[LegendRow]:
        if not len(self.rows):
            return []
        ring = QPen(QColor(self.theme.accent_text), 1.5)
        return [ring_row(ring, LEGEND_RING, "selected", SELECTED)]

    def _rings(self) -> list[list[float]]:
        if self.picture is None or not len(self.rows):
            return []
        data = self.picture.data
        rows = self.rows[self.rows < data.n_samples]
        places = self.near_view(self.picture.plane.project(data.X[rows]), RING)
        every = -(-len(places) // MOST_RINGS) or 1
        rings: list[list[float]] = places[::every].tolist()
        return rings
