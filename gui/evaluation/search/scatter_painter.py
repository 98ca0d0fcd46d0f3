"""Draws trials: a dot in the colour of its error for each, axes and the scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from gui.evaluation.search.error_colours import level, ramp
from gui.evaluation.search.heat_layout import GAP, HeatLayout
from gui.evaluation.search.heat_painter import CENTRE, RIGHT, HeatPainter

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF
    from PySide6.QtGui import QFontMetrics, QPainter

    from gui.evaluation.search.trials import Trials
    from gui.style.theme import Theme

DOT, RING = 6.0, 10.0
"""Radii in pixels."""
APART = 2.2
"""Heights of a line between two numbers at the left."""
WIDE = 76
"""Pixels that a number below takes."""


@dataclass(frozen=True, eq=False)
class ScatterPainter:
    """Paints the trials of a search into some room.

    Attributes
    ----------
    trials : Trials
    layout : HeatLayout
        Of a single cell, which is the field.
    theme : Theme
    metrics : QFontMetrics
    """

    trials: Trials
    layout: HeatLayout
    theme: Theme
    metrics: QFontMetrics

    @classmethod
    def of(
        cls, trials: Trials, theme: Theme, metrics: QFontMetrics, room: QSizeF
    ) -> ScatterPainter:
        """Give the dots all the room but that of what is written around them."""
        texts = [text for _, text in trials.scales[1].ticks(8)] or [""]
        layout = HeatLayout.of(1, texts, metrics, room)
        field = layout.field
        whole = HeatLayout(1, 1, field, field.size())
        return cls(trials, whole, theme, metrics)

    def pixels(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the pixels of places (n, 2) along the axes."""
        field = self.layout.field
        x = field.left() + shares[:, 0] * field.width()
        return np.column_stack([x, field.bottom() - shares[:, 1] * field.height()])

    def draw(self, painter: QPainter, width: float) -> None:
        """Draw all, a ring around the best."""
        trials = self.trials
        painter.fillRect(self.layout.field, QColor(self.theme.ground))
        self._axes(painter)
        span = trials.mean.min(initial=1.0), trials.mean.max(initial=0.0)
        heat = HeatPainter(self.layout, self.theme, self.metrics, span)
        heat.names(painter, *trials.names, best="○ the best")
        if trials.best is None:
            return
        heat.scale(painter, width)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.muted), 1))
        colours = ramp(self.theme)[level(trials.mean, *span)]
        for place, colour in zip(
            self.pixels(trials.shares).tolist(), colours.tolist(), strict=True
        ):
            painter.setBrush(QColor(*colour))
            painter.drawEllipse(QPointF(*place), DOT, DOT)
        self.ring(painter, trials.best, self.theme.ink)

    def ring(self, painter: QPainter, trial: int, tone: str) -> None:
        """Draw a ring around a trial."""
        ((x, y),) = self.pixels(self.trials.shares[trial : trial + 1])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tone), 2.0))
        painter.drawEllipse(QPointF(x, y), RING, RING)

    def _axes(self, painter: QPainter) -> None:
        """Draw round values, as many as there is room for, with a line each."""
        field, line = self.layout.field, self.metrics.height()
        for x, text in self._ticks(0, field.width() / WIDE):
            self._line(painter, QLineF(x, field.top(), x, field.bottom()))
            place = QRectF(x - WIDE / 2, field.bottom() + 3, WIDE, line)
            painter.drawText(place, CENTRE, text)
        for y, text in self._ticks(1, field.height() / (APART * line)):
            self._line(painter, QLineF(field.left(), y, field.right(), y))
            place = QRectF(0, y - line / 2, field.left() - GAP, line)
            painter.drawText(place, RIGHT, text)

    def _ticks(self, side: int, most: float) -> list[tuple[float, str]]:
        """Give the pixel of each round value along a side, and its text."""
        scale = self.trials.scales[side]
        ticks = scale.ticks(max(2, int(most)))
        shares = np.zeros((len(ticks), 2))
        shares[:, side] = scale.shares([value for value, _ in ticks])
        at = self.pixels(shares)[:, side].tolist()
        return [(pixel, text) for pixel, (_, text) in zip(at, ticks, strict=True)]

    def _line(self, painter: QPainter, line: QLineF) -> None:
        faint = QColor(self.theme.ink)
        faint.setAlphaF(0.10)
        painter.setPen(QPen(faint, 1))
        painter.drawLine(line)
        painter.setPen(QColor(self.theme.muted))
