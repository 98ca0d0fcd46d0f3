"""Marks on samples: the misclassified ones, and those the step looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.data.dataset import TRAINING
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, ring_row
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_outlined
from gui.canvas.point_index import rows_as_symbols

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture

RING, LEGEND_RING = 11.0, 7.0
LOOKED_AT = "What the rule looks at in this step; vermilion where it was a mistake then"
WRONG = (
    "The model as it is after this step gives it another class, or it is on the line"
)
MOST_RINGS = 256
"""Larger batches, and the full batch, are everything to the eye: no rings."""


class MistakeMarksLayer(Layer):
    """Outlines misclassified samples in vermilion and rings the step's samples."""

    of_one_run = True
    _code_wrong: int | None = None
    """The class of one that was outlined, if any was."""

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

    def legend(self) -> list[LegendRow]:
        picture = self.picture
        if picture is None:
            return []
        rows = []
        if len(self._rings):
            mistake = picture.frame is not None and picture.frame.mistake
            tone = self.theme.mistake if mistake else self.theme.ink
            text = f"looked at now: {'a mistake' if mistake else 'right'}"
            ring = pen(tone, 2.0 if len(self._rings) == 1 else 1.25)
            rows.append(ring_row(ring, LEGEND_RING, text, LOOKED_AT))
        if self._code_wrong is not None:
            held_out = picture.held_out_wrong is not None
            text = "wrong when held out" if held_out else "on the wrong side"
            rows.append(LegendRow(self._draw_wrong, text, WRONG))
        return rows

    def _draw_wrong(self, painter: QPainter, centre: QPointF) -> None:
        codes, parts = np.array([self._code_wrong]), np.array([TRAINING], np.uint8)
        spot, n = np.array([centre.toTuple()]), int(codes[0]) + 1
        draw_outlined(painter, spot, codes, parts, self.theme, n)

    def _draw_mistakes(self, painter: QPainter, picture: Picture) -> None:
        """Draw misclassified samples once more, hollow ones around their edge."""
        self._code_wrong = None
        rows = rows_as_symbols(picture, self.around_view(SYMBOL_BOX))
        if rows is None:
            return
        wrong = picture.wrong if isinstance(rows, slice) else picture.wrong_among(rows)
        if not len(wrong):
            return
        places = self.pixels(picture.plane.project(picture.data.X[wrong]))
        data, n = picture.data, len(picture.data.class_names)
        codes, parts = data.y[wrong], data.parts[wrong]
        self._code_wrong = int(codes[0])
        draw_outlined(painter, places, codes, parts, self.theme, n)
