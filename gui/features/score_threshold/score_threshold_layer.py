"""The threshold on the score, in the margin view: its line, and its counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPen, QPolygonF

from engine.data.dataset import VALIDATION
from engine.evaluation.roc import is_coupled
from engine.families.capabilities import can
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend import draw_card
from gui.canvas.margin_view import MARGIN_PLANE
from gui.session.score_threshold import rates_in_words, threshold_in_words
from gui.style.text import amount

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from engine.evaluation.roc import ThresholdCounts
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture
    from gui.session.score_threshold import ScoreThreshold

GRIP = QPolygonF(
    [QPointF(*at) for at in ((-7, 0), (7, 0), (7, -9), (0, -17), (-7, -9))]
)
"""Of which the tip is on the line, from the lower edge of the view up."""
GRIP_HEIGHT = 17.0
WIDTH = 1.75
DASHES = [5.0, 3.0]
PADDING, GAP = 6.0, 10.0
"""Pixels around the words, and between them and the line."""


class ScoreThresholdLayer(Layer):
    """Draws a grip on the boundary, or on the line of another threshold.

    Attributes
    ----------
    at : float or None
        The threshold's signed distance to the boundary; None outside the margin view.
    length : float
        Scores per distance.
    code : int
        The class whose score lies across.
    words : list of str
        What is decided at another threshold than the model's own.
    """

    def __init__(self, item: LayerItem, threshold: ScoreThreshold) -> None:
        super().__init__(item)
        self._threshold = threshold
        self.at: float | None = None
        self.length, self.code = 1.0, 1
        self.words: list[str] = []
        threshold.changed.connect(self.prepare_again)

    def prepare(self, picture: Picture) -> None:
        self.at, self.words, model = None, [], picture.model
        if picture.plane is not MARGIN_PLANE or picture.legend:
            return
        if picture.one_vs_rest is not None and is_coupled(
            model.learner if model else ""
        ):
            return  # what lies across is not the score of the class against the rest
        if not can(model, "linear") or not model.weights[0, 0]:
            return
        self.length = float(model.weights[0, 0])
        self.code = 1 if picture.one_vs_rest is None else picture.one_vs_rest
        value = self._threshold.value_for(self.code)
        self.at = value / self.length
        counts = self._threshold.counts(self.code) if value else None
        if counts is not None:
            self.words = self._lines_of(counts, value)

    def _lines_of(self, counts: ThresholdCounts, value: float) -> list[str]:
        of = "validation" if self._threshold.part == VALIDATION else "training"
        true, false = rates_in_words(counts)[:2], rates_in_words(counts)[2:]
        tallies = {
            "TP": counts.true_positives,
            "FP": counts.false_positives,
            "FN": counts.false_negatives,
            "TN": counts.true_negatives,
        }
        said = threshold_in_words(value)
        return [
            said[:1].upper() + said[1:],
            " · ".join(true),
            " · ".join(false),
            " · ".join(f"{name} {amount(n)}" for name, n in tallies.items()),
            f"{of} samples",
        ]

    def is_empty(self) -> bool:
        return self.picture is None or self.at is None

    def draw(self, painter: QPainter) -> None:
        if self.at is None:
            return
        x = float(self.pixels(np.array([[self.at, 0.0]]))[0, 0])
        size = self.rect()
        if not 0 <= x <= size.width():
            return
        accent, field = QColor(self.theme.accent_text), QColor(self.theme.field)
        if self.words:
            line = QPen(accent, WIDTH)
            line.setDashPattern(DASHES)
            painter.setPen(line)
            painter.drawLine(QLineF(x, 0, x, size.height() - GRIP_HEIGHT))
        painter.setPen(QPen(accent, WIDTH))
        painter.setBrush(accent if self.words else field)
        painter.drawPolygon(GRIP.translated(x, size.height() - 1))
        if self.words:
            self._write_words(painter, x)

    def _write_words(self, painter: QPainter, x: float) -> None:
        """Write the words beside the line, where there is room."""
        font = painter.font()
        font.setPointSizeF(self.theme.legend_pt)
        painter.setFont(font)
        metrics = QFontMetricsF(font, painter.device())
        wide = max(map(metrics.horizontalAdvance, self.words)) + 2 * PADDING
        high = metrics.lineSpacing() * len(self.words) + 2 * PADDING
        right = x + GAP + wide <= self.rect().width()
        left = x + GAP if right else max(x - GAP - wide, 0)
        box = QRectF(left, self.rect().height() - high - 6, wide, high)
        draw_card(painter, box, self.theme, 235 / 255, 4)
        inner = box.adjusted(PADDING, PADDING, 0, 0)
        for k, text in enumerate(self.words):
            painter.setPen(QColor(self.theme.ink if k < 4 else self.theme.muted))
            line = inner.translated(0, k * metrics.lineSpacing())
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, text)
