"""Where a score is explained, and the samples that pull most at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt

from gui.canvas.layers.layer import DIMMED, Layer, pen

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.features.contributions.explanation import Explanation

RING, POINTED, MARK = 9.0, 11.0, 7.0
MOST_RINGS = 8
THIN, THICK = 1.0, 3.0


class ExplanationLayer(Layer):
    """Draws a cross at the place, and rings, thick where a sample pulls much."""

    def __init__(self, item: LayerItem, explanation: Explanation) -> None:
        super().__init__(item)
        self._explanation = explanation

    def is_empty(self) -> bool:
        return self.picture is None or self._explanation.x is None

    def draw(self, painter: QPainter) -> None:
        picture, explanation = self.picture, self._explanation
        x, explained = explanation.x, explanation.explained
        if picture is None or x is None or len(x) != picture.data.n_features:
            return
        ink, accent = self.theme.ink, self.theme.accent_text
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setOpacity(DIMMED if explanation.late else 1.0)
        if explained is not None and explained.data is picture.data:
            places = explained.order[:MOST_RINGS]
            sizes = np.abs(explained.pulls[places])
            shares = sizes / (sizes.max(initial=0.0) or 1.0)
            rows = [explained.row(place) for place in places.tolist()]
            at = self.pixels(picture.plane.project(picture.data.X[rows])).tolist()
            for (across, up), share in zip(at, shares.tolist(), strict=True):
                painter.setPen(pen(accent, THIN + (THICK - THIN) * share))
                painter.drawEllipse(QPointF(across, up), RING, RING)
        painter.setOpacity(1.0)
        if explanation.pointed is not None:
            row = picture.data.X[[explanation.pointed]]
            across, up = self.pixels(picture.plane.project(row))[0].tolist()
            painter.setPen(pen(ink, 2.0))
            painter.drawEllipse(QPointF(across, up), POINTED, POINTED)
        across, up = self.pixels(picture.plane.project(x[None]))[0].tolist()
        lines = [
            QLineF(across - MARK, up, across + MARK, up),
            QLineF(across, up - MARK, across, up + MARK),
        ]
        for colour, width in ((self.theme.field, 5.0), (ink, 2.0)):
            painter.setPen(pen(colour, width))
            painter.drawLines(lines)
