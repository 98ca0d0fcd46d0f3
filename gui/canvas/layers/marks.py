"""Marks on samples: the misclassified ones, and those the step looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

from engine.data.dataset import TRAINING
from gui.canvas.layers.base import Layer
from gui.canvas.layers.symbols import draw_symbols

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture

RING = 11.0
MOST_RINGS = 256
"""Larger batches, and the full batch, are everything to the eye: no rings."""


class MarksLayer(Layer):
    """Outlines misclassified samples in vermilion and rings the step's samples."""

    def look(self, picture: Picture) -> None:
        """Find the samples to mark."""
        plane, data = picture.plane, picture.data
        wrong = picture.wrong
        self._wrong_places = plane.project(data.X[wrong])
        self._wrong_codes = data.y[wrong]
        rows = picture.frame.rows if picture.frame is not None else np.empty(0, int)
        learned_from = len(picture.recorded.rows_of(TRAINING))
        if len(rows) > MOST_RINGS or len(rows) == learned_from > 1:
            rows = rows[:0]
        self._rings = plane.project(picture.recorded.X[rows])

    def draw(self, painter: QPainter) -> None:
        """Draw outlines, then rings."""
        if self.picture is None:
            return
        places = self.pixels(self._wrong_places)
        for code in range(len(self.picture.data.class_names)):
            wrong = places[self._wrong_codes == code]
            if not len(wrong):
                continue
            colour = self.theme.class_colour(code)
            for edge, width in ((self.theme.field, 6.0), (self.theme.mistake, 2.5)):
                draw_symbols(painter, wrong, code, colour, edge, width)
        frame = self.picture.frame
        mistake = frame is not None and frame.mistake
        tone = self.theme.mistake if mistake else self.theme.ink
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tone), 2.0 if len(self._rings) == 1 else 1.25))
        for x, y in self.pixels(self._rings):
            painter.drawEllipse(QPointF(x, y), RING, RING)
