"""The place that the model predicts for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPen

from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend_rows import LegendRow

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.features.predict.predicted_point import PredictedPoint

RADIUS = 6.0
PREDICTED = "Predict says what the model gives for these features: it is no sample"
CROSS = 11.0
"""Pixels from the middle to the ends of the cross."""


class PredictedPointLayer(Layer):
    """Marks the point predicted with a ring and a cross, unlike any sample."""

    def __init__(self, item: LayerItem, point: PredictedPoint) -> None:
        super().__init__(item)
        self._point = point

    @property
    def place(self) -> QPointF | None:
        """Where it is drawn, in pixels; None where it is a sample or is not seen."""
        point, picture = self._point, self.picture
        if point.x is None or point.row is not None or picture is None:
            return None
        if picture.data.feature_names != point.names:  # the margin view has others
            return None
        place = picture.plane.project(point.x[None])
        return QPointF(*self.pixels(place)[0].tolist())

    def is_empty(self) -> bool:
        return self._point.x is None or self.place is None

    def draw(self, painter: QPainter) -> None:
        place = self.place
        if place is not None:
            self._draw_mark(painter, place)

    def legend(self) -> list[LegendRow]:
        if self.place is None:
            return []
        return [LegendRow(self._draw_mark, "predicted point", PREDICTED)]

    def _draw_mark(self, painter: QPainter, place: QPointF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self.theme.field, 4.0), (self.theme.accent_text, 2.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(place, RADIUS, RADIUS)
            for way in (QPointF(1, 0), QPointF(0, 1)):
                for end in (-1, 1):
                    start = place + way * (end * RADIUS)
                    painter.drawLine(QLineF(start, place + way * (end * CROSS)))
