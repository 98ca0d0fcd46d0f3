"""An axis painted in a third of pyqtgraph's time, with whole numbers where asked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

if TYPE_CHECKING:
    from collections.abc import Iterable

    Line = tuple[QPen, QPointF, QPointF]
    Text = tuple[QRectF, Qt.AlignmentFlag, str]

FLAGS = {
    "left": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "bottom": Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
}
DONT_CLIP = Qt.TextFlag.TextDontClip
SAME = 0.01
"""Of the spacing: two ticks so close are one."""


class Axis(pg.AxisItem):
    """A linear axis at the left, the right or the bottom.

    Axes are painted anew at every frame of a zoom, and at every sample that changes
    the errors. The ticks are where pyqtgraph's are.
    """

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.textWidth = 20  # grows with the numbers, from two digits

    def setScale(self, scale: float = 1.0) -> None:
        """Write other numbers; pyqtgraph would lay the name out anew too, slowly."""
        self.scale = scale
        self.picture = None
        self.update()

    def tickValues(self, low: float, high: float, size: float) -> list[tuple]:
        """Give each level's spacing and ticks, without those of the levels above."""
        low, high = low * self.scale, high * self.scale
        levels: list[tuple] = []
        coarser: list[float] = []
        for spacing, _ in self.tickSpacing(low, high, size):
            values = range(math.ceil(low / spacing), math.floor(high / spacing) + 1)
            new = [
                k * spacing for k in values if _is_new(k * spacing, spacing, coarser)
            ]
            coarser.append(spacing)
            levels.append((spacing / self.scale, [v / self.scale for v in new]))
        return levels

    def generateDrawSpecs(self, painter: QPainter) -> tuple[Any, ...] | None:
        """Say where the axis, its ticks and its numbers are drawn."""
        box = self.mapRectFromParent(self.geometry())
        low, high = self.range
        length = box.width() if self.orientation == "bottom" else box.height()
        if length <= 0 or low == high:
            return None
        levels = [
            (spacing, [v for v in values if low <= v <= high])
            for spacing, values in self.tickValues(low, high, length)
        ]
        start = self._at(box, low), self._at(box, high)
        ticks = [
            line
            for depth, (_, values) in enumerate(levels)
            for line in self._ticks(box, depth, values)
        ]
        texts = self._texts(painter, box, levels) if self.style["showValues"] else []
        return (self.pen(), *start), ticks, texts

    def _at(self, box: QRectF, value: float) -> QPointF:
        """Give a value's place at the edge of the view."""
        low, high = self.range
        share = (value - low) / (high - low)
        if self.orientation == "bottom":
            return QPointF(box.left() + share * box.width(), box.top() + 1)
        edge = box.right() - 1 if self.orientation == "left" else box.left() + 1
        return QPointF(edge, box.bottom() - share * box.height())

    def _ticks(self, box: QRectF, depth: int, values: Iterable[float]) -> list[Line]:
        colour = QColor(self.tickPen().color())
        colour.setAlpha(255 // (depth + 1))
        pen, reach = QPen(colour), self.style["tickLength"] / (1 + 0.5 * depth)
        along = {"left": (-reach, 0), "right": (reach, 0), "bottom": (0, reach)}
        away = QPointF(*along[self.orientation])
        places = [self._at(box, value) for value in values]
        return [(pen, place, place + away) for place in places]

    def _texts(self, painter: QPainter, box: QRectF, levels: list[tuple]) -> list[Text]:
        """Write the numbers of each level for which there is room, the first always."""
        metrics, whole, texts = QFontMetricsF(painter.font()), self.boundingRect(), []
        length, used, widest = max(box.width(), box.height()), 0.0, 0.0
        for spacing, values in levels:
            strings = self.tickStrings(values, self.scale, spacing)
            sizes = [metrics.horizontalAdvance(string) for string in strings]
            height = 0.8 * metrics.height()
            upright = self.orientation != "bottom"
            used += len(sizes) * height if upright else sum(sizes)
            if texts and self._is_crowded(len(texts), used / length):
                break
            widest = max([widest, *sizes]) if upright else height
            for value, string, width in zip(values, strings, sizes, strict=True):
                rect = self._beside(self._at(box, value), width, height)
                if whole.contains(rect):
                    texts.append((rect, FLAGS[self.orientation] | DONT_CLIP, string))
        self._updateMaxTextSize(widest)
        return texts

    def _is_crowded(self, texts: int, filled: float) -> bool:
        limits = self.style["textFillLimits"]
        return any(texts >= least and filled >= most for least, most in limits)

    def _beside(self, place: QPointF, width: float, height: float) -> QRectF:
        """Give the room of a number beside its tick."""
        upright = self.orientation != "bottom"
        gap = self.style["tickTextOffset"][0 if upright else 1]
        away = max(0, self.style["tickLength"]) + gap
        if not upright:
            return QRectF(place.x() - width / 2, place.y() + away, width, height)
        left = place.x() + (away if self.orientation == "right" else -away - width)
        return QRectF(left, place.y() - height / 2, width, height)


class WholeAxis(Axis):
    """An axis of whole numbers: no tick at half an epoch.

    Attributes
    ----------
    whole : bool
        Whether it is; else an axis like any other.
    """

    whole = True

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple]:
        """Round the spacings that pyqtgraph chooses."""
        chosen: list[tuple] = super().tickSpacing(low, high, size)
        if not self.whole:
            return chosen
        whole = {max(1.0, round(spacing, 0)) for spacing, _ in chosen}
        return [(spacing, 0) for spacing in sorted(whole, reverse=True)]


def _is_new(value: float, spacing: float, coarser: list[float]) -> bool:
    return all(
        abs(value - round(value / above) * above) > SAME * spacing for above in coarser
    )


class EpochAxis(WholeAxis):
    """Epochs, the last of them always among the ticks."""

    last = 0
    room = 40
    """Pixels that the last epoch's number keeps free of others."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple]:
        """Put the last epoch in the place of the ticks near it."""
        (spacing, values), *_ = super().tickValues(low, high, size)
        reach = self.room * (high - low) / max(size, 1)
        every = max(1, math.ceil(reach / spacing))
        spacing, values = every * spacing, values[::every]
        reach = min(reach, 0.4 * self.last)
        clear = [v for v in values if not self.last or self.last - v >= reach]
        return [(spacing, [*clear, self.last] if self.last else clear)]

    def tickStrings(self, values: list, scale: float, spacing: float) -> list[str]:
        """Write epochs as people do."""
        return [_epoch(round(value)) for value in values]


def _epoch(number: int) -> str:
    """Write an epoch's number so that it fits: 200k, 1M, but 12,345."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if number >= 10 * 1000 and number % size == 0:
            return f"{number // size:,}{letter}"
    return f"{number:,}"
