"""How much samples at one place count: where some hide others, or have weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF

from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend import draw_card
from gui.canvas.layers.legend_rows import LegendRow
from gui.canvas.layers.symbols import draw_symbols

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from engine import Dataset
    from gui.canvas.picture import Picture

MOST_SAMPLES = 2000
"""Of more, nobody can tell places apart."""
MOST_PLACES = 30
"""Places up to which data are a table of a few values: labels of more would hide."""
ASIDE = QPointF(9.0, -24.0)
HEIGHT, GAP, SYMBOL = 16.0, 5.0, 12.0
SEVERAL = "so many at one place", "Samples of the same features hide each other"
WEIGHTED = "its weight", "How much the sample counts; of several at a place their sum"
SMALL = 0.85
"""Size of the numbers to that of other text."""


class Overlap(NamedTuple):
    """Samples at one place: where, and how many of each class that is there.

    Of samples with weights these are summed.
    """

    place: tuple[float, float]
    counts: tuple[tuple[int, float], ...]


def find_overlaps(data: Dataset, places: NDArray[np.float64]) -> list[Overlap]:
    """Find the places (n, 2) at which there are several samples, or one with a weight.

    None where they are too many to be labelled.
    """
    weights = data.sample_weights
    if not len(places) or (len(places) < 2 and weights is None):
        return []
    if weights is None and _all_differ(places):
        return []
    order = np.lexsort(places.T)
    same = (places[order][1:] == places[order][:-1]).all(axis=1)
    starts = np.append(0, np.flatnonzero(~same) + 1)
    sizes = np.diff(starts, append=len(order))
    labelled = (sizes > 1) & (len(starts) <= MOST_PLACES)
    if weights is not None:
        labelled |= np.logical_or.reduceat(weights[order] != 1, starts)
    if np.count_nonzero(labelled) > MOST_PLACES:
        return []
    overlaps = []
    for first, size in zip(starts[labelled], sizes[labelled], strict=True):
        rows = order[first : first + size]
        sums = np.bincount(data.y[rows], data.weights_of(rows))
        codes = np.unique(data.y[rows])
        pairs = tuple(zip(codes.tolist(), sums[codes].tolist(), strict=True))
        x, y = places[rows[0]].tolist()
        overlaps.append(Overlap((x, y), pairs))
    return overlaps


def _all_differ(places: NDArray[np.float64]) -> bool:
    """Tell, fast, whether no two of the places (n, 2) are the same."""
    ordered = np.sort(np.ascontiguousarray(places).view(np.complex128).ravel())
    return bool((ordered[1:] != ordered[:-1]).all())


class OverlapCountsLayer(Layer):
    """Writes the numbers beside the place, of several classes with their symbols.

    Not in the margin view, nor in a stream, whose samples do not stay.
    """

    _counted: tuple[object, ...] = ()
    overlaps: tuple[Overlap, ...] = ()

    def prepare(self, picture: Picture) -> None:
        """Count, when data or plane are others than before."""
        plane, data = picture.plane, picture.data
        counted = (data, plane.across, plane.up, plane.stretch, picture.fresh)
        if counted == self._counted:
            return
        self._counted, self.overlaps = counted, ()
        few = data.n_samples <= MOST_SAMPLES
        if few and plane.alike and picture.fresh is None:
            self.overlaps = tuple(find_overlaps(data, plane.project(data.X)))

    def is_empty(self) -> bool:
        return self.picture is None or not self.overlaps

    def draw(self, painter: QPainter) -> None:
        metrics = self._small(painter)
        places = self.pixels(np.array([overlap.place for overlap in self.overlaps]))
        for overlap, (x, y) in zip(self.overlaps, places.tolist(), strict=True):
            self._draw_label(painter, metrics, overlap, QPointF(x, y) + ASIDE)

    def legend(self) -> list[LegendRow]:
        picture = self.picture
        if picture is None or not self.overlaps:
            return []
        weighted = picture.data.sample_weights is not None
        text, tip = WEIGHTED if weighted else SEVERAL
        return [LegendRow(self._draw_sign, text, tip)]

    def _draw_sign(self, painter: QPainter, centre: QPointF) -> None:
        alone = (n for overlap in self.overlaps for _, n in overlap.counts[:1])
        sign = Overlap((0.0, 0.0), ((0, next(alone)),))
        metrics = self._small(painter)
        wide = metrics.horizontalAdvance(f"×{sign.counts[0][1]:.4g}") + 2 * GAP
        self._draw_label(painter, metrics, sign, centre - QPointF(wide, HEIGHT) / 2)

    @staticmethod
    def _small(painter: QPainter) -> QFontMetricsF:
        """Write smaller than other text from now on."""
        font = QFont(painter.font())
        font.setPixelSize(round(SMALL * QFontInfo(font).pixelSize()))
        painter.setFont(font)
        return QFontMetricsF(font)

    def _draw_label(
        self, painter: QPainter, metrics: QFontMetricsF, overlap: Overlap, at: QPointF
    ) -> None:
        mixed = len(overlap.counts) > 1
        texts = [f"{n:.4g}" if mixed else f"×{n:.4g}" for _, n in overlap.counts]
        wides = [metrics.horizontalAdvance(text) + mixed * SYMBOL for text in texts]
        label = QRectF(at.x(), at.y(), sum(wides) + GAP * (len(texts) + 1), HEIGHT)
        draw_card(painter, label, self.theme, 0.85, 4)
        left, middle = label.left() + GAP, label.center().y()
        for (code, _), text, wide in zip(overlap.counts, texts, wides, strict=True):
            if mixed:
                spot = np.array([[left + SYMBOL / 2 - 1, middle]])
                colour = self.theme.class_colour(code)
                draw_symbols(painter, spot, code, colour, self.theme.card, 1.0)
            painter.setPen(QColor(self.theme.ink))
            box = QRectF(left + mixed * SYMBOL, label.top(), wide, HEIGHT)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
            left += wide + GAP
