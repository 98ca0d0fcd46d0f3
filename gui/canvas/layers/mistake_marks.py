"""Marks on samples: the misclassified ones, and those the step looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.data.dataset import TRAINING
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_outlined
from gui.canvas.point_index import rows_as_symbols

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture

RING = 11.0
MOST_RINGS = 256
"""Larger batches, and the full batch, are everything to the eye: no rings."""


class MistakeMarksLayer(Layer):
    """Outlines misclassified samples in vermilion and rings the step's samples."""

    def prepare(self, picture: Picture) -> None:
        rows = picture.frame.rows if picture.frame is not None else np.empty(0, int)
        learned_from = len(picture.recorded.rows_of(TRAINING))
        if len(rows) > MOST_RINGS or len(rows) == learned_from > 1:
            rows = rows[:0]
        self._rings = picture.plane.project(picture.recorded.X[rows])

    def draw(self, painter: QPainter) -> None:
        if self.picture is None:
            return
        self._draw_mistakes(painter, self.picture)
        frame = self.picture.frame
        mistake = frame is not None and frame.mistake
        tone = self.theme.mistake if mistake else self.theme.ink
        painter.setBrush(Qt.BrushStyle.NoBrush)
        width = 2.0 if len(self._rings) == 1 else 1.25
        painter.setPen(pen(tone, width * self.theme.scale))
        radius = RING * self.theme.scale
        for x, y in self.pixels(self._rings).tolist():
            painter.drawEllipse(QPointF(x, y), radius, radius)

    def _draw_mistakes(self, painter: QPainter, picture: Picture) -> None:
        """Draw misclassified samples once more, hollow ones around their edge."""
        rows = rows_as_symbols(picture, self.around_view(SYMBOL_BOX))
        if rows is None:
            return
        wrong = picture.wrong if isinstance(rows, slice) else picture.wrong_among(rows)
        if not len(wrong):
            return
        places = self.pixels(picture.plane.project(picture.data.X[wrong]))
        data, n = picture.data, len(picture.data.class_names)
        codes, parts = data.y[wrong], data.parts[wrong]
        draw_outlined(painter, places, codes, parts, self.theme, n)
