"""Axes painted in a third of pyqtgraph's time: linear, whole, epochs, log, texts."""

from __future__ import annotations

import math
import sys
from html import escape, unescape
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPicture
from PySide6.QtWidgets import QApplication

from engine.numbers import digits_between, spaced
from gui.style.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray
    from PySide6.QtWidgets import (
        QGraphicsSceneResizeEvent,
        QStyleOptionGraphicsItem,
        QWidget,
    )

    Line = tuple[QPen, QPointF, QPointF]
    Text = tuple[QRectF, Qt.AlignmentFlag, str]
    Levels = list[tuple[float, list[float]]]

FLAGS = {
    "left": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "bottom": Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
}
NEAR_VIEW = {"left": (0, 0, -1, 0), "right": (1, 0, 0, 0), "bottom": (0, 1, 0, 0)}
"""The side at which an axis has its view."""
DONT_CLIP = Qt.TextFlag.TextDontClip
SAME = 0.01
"""Of the spacing: two ticks so close are one."""
SERIES = (1, 2, 5)
ROOM, ROOM_UP = 54, 22
"""Pixels that a number keeps free of others on a logarithmic axis, across and up."""
GAP = 14
"""Pixels between two texts."""
APART = 4
"""Pixels between two numbers at least."""
BEYOND = 12
"""Pixels by which a name may be longer than its axis."""
NARROWEST = 40
"""Pixels to which a name is cut before every second one is left out."""
LONGEST = 110
"""Pixels of a text on an axis."""


class Axis(pg.AxisItem):
    """A linear axis at the left, the right or the bottom.

    Axes are painted anew at every frame of a zoom, and at every sample that changes
    the errors. The ticks are where pyqtgraph's are.
    """

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.labelText: str = self.labelText
        self.textWidth = 20.0  # grows with the numbers, from two digits
        self._lines: tuple[Line, list[Line]] | None = None
        self._ticks_alone: QPicture | None = None
        # Else Qt would always say that all of it is exposed.
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def drawPicture(
        self, painter: QPainter, line: Line, ticks: list[Line], texts: list[Text]
    ) -> None:
        self._lines, self._ticks_alone = (line, ticks), None
        super().drawPicture(painter, line, ticks, texts)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Paint, beside a view that alone has changed, the ticks that reach into it.

        Texts take most of the time of an axis.
        """
        away = self.style["tickTextOffset"][0 if self.orientation != "bottom" else 1]
        beside = self.mapRectFromParent(self.geometry())
        beside = beside.adjusted(*(away * part for part in NEAR_VIEW[self.orientation]))
        if (
            self.picture is None
            or self._lines is None
            or option.exposedRect.intersects(beside)
        ):
            super().paint(painter, option, widget)
        else:
            self.paint_ticks(painter)

    def paint_ticks(self, painter: QPainter) -> None:
        """Paint the axis without its texts, once it has been painted whole."""
        if self._ticks_alone is None and self._lines is not None:
            self._ticks_alone = QPicture()
            with QPainter(self._ticks_alone) as lines:
                super().drawPicture(lines, *self._lines, [])
        if self._ticks_alone is not None:
            self._ticks_alone.play(painter)

    def setMaximumWidth(self, width: float) -> None:
        """Take whole pixels, as below, so that the view beside the axis has them.

        What is drawn into half a pixel is blended, which takes many times as long.
        """
        super().setMaximumWidth(math.ceil(width))

    def setMinimumWidth(self, width: float) -> None:
        super().setMinimumWidth(math.ceil(width))

    def setMaximumHeight(self, height: float) -> None:
        super().setMaximumHeight(math.ceil(height))

    def setMinimumHeight(self, height: float) -> None:
        super().setMinimumHeight(math.ceil(height))

    def labelString(self) -> str:
        """Cut the name where it is longer than the axis."""
        whole = self.labelText
        upright = self.orientation != "bottom"
        room = self.size().height() if upright else self.size().width()
        if room > 0:
            metrics, end = QFontMetricsF(self.label.font()), Qt.TextElideMode.ElideRight
            said = unescape(whole)
            cut = metrics.elidedText(said, end, room + BEYOND)
            self.labelText = whole if cut == said else escape(cut)
        text: str = super().labelString()
        self.labelText = whole
        return text

    def resizeEvent(self, event: QGraphicsSceneResizeEvent | None = None) -> None:
        if self.label is not None and self.labelText:
            self.label.setHtml(self.labelString())
        super().resizeEvent(event)

    def setScale(self, scale: float = 1.0) -> None:
        """Write other numbers; pyqtgraph would lay the name out anew too, slowly."""
        self.scale = scale
        self.picture = None
        self.update()

    def tickValues(self, low: float, high: float, size: float) -> Levels:
        """Give each level's spacing and ticks, without those of the levels above."""
        low, high = low * self.scale, high * self.scale
        levels: Levels = []
        coarser: list[float] = []
        for spacing, _ in self.tickSpacing(low, high, size):
            values = range(math.ceil(low / spacing), math.floor(high / spacing) + 1)
            new = [
                k * spacing for k in values if _is_new(k * spacing, spacing, coarser)
            ]
            coarser.append(spacing)
            levels.append((spacing / self.scale, [v / self.scale for v in new]))
        return levels

    def tickStrings(
        self, values: Iterable[float], scale: float, spacing: float
    ) -> list[str]:
        """Write the numbers as texts do: with a true minus, 1 and not 1.0.

        Neighbours are never written alike.
        """
        return [spaced(value * scale, spacing * scale) for value in values]

    def generateDrawSpecs(self, painter: QPainter) -> tuple[Any, ...] | None:
        """Say where the axis, its ticks and its numbers are drawn."""
        box = self.mapRectFromParent(self.geometry())
        low, high = self.range
        length = box.width() if self.orientation == "bottom" else box.height()
        if length <= 0 or low == high:
            return None
        given = [] if self._tickLevels == [] else self.tickValues(low, high, length)
        levels = [
            (spacing, [v for v in values if low <= v <= high])
            for spacing, values in given
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

    def _texts(self, painter: QPainter, box: QRectF, levels: Levels) -> list[Text]:
        """Write the numbers of each level for which there is room, the first always."""
        metrics, whole = QFontMetricsF(painter.font()), self.boundingRect()
        texts: list[Text] = []
        length, used, widest = max(box.width(), box.height()), 0.0, 0.0
        for spacing, values in levels:
            upright = self.orientation != "bottom"
            strings = self.tickStrings(values, self.scale, spacing)
            sizes = [metrics.horizontalAdvance(string) for string in strings]
            if not (upright or texts):
                every = self._every(max(sizes, default=0.0), spacing, length)
                shown = [round(value / spacing) % every == 0 for value in values]
                values = list(compress(values, shown))
                strings = list(compress(strings, shown))
                sizes = list(compress(sizes, shown))
            height = 0.8 * metrics.height()
            used += len(sizes) * height if upright else sum(sizes)
            if texts and self._is_crowded(len(texts), used / length):
                break
            # The ticks stand a pixel within the edge.
            widest = max([widest, *(math.ceil(size) + 1 for size in sizes)])
            widest = widest if upright else height
            for value, string, width in zip(values, strings, sizes, strict=True):
                rect = self._beside(self._at(box, value), width, height)
                if whole.contains(rect):
                    texts.append((rect, FLAGS[self.orientation] | DONT_CLIP, string))
        self._updateMaxTextSize(widest)
        return texts

    def _every(self, widest: float, spacing: float, length: float) -> int:
        """Give 1 where all numbers have room beside each other, 2 for every second."""
        low, high = map(float, self.range)
        return max(1, math.ceil((widest + APART) * (high - low) / (spacing * length)))

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

    def tickSpacing(
        self, low: float, high: float, size: float
    ) -> list[tuple[float, float]]:
        """Round the spacings that pyqtgraph chooses."""
        chosen: list[tuple[float, float]] = super().tickSpacing(low, high, size)
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

    def tickValues(self, low: float, high: float, size: float) -> Levels:
        """Put the last epoch in the place of the ticks near it."""
        (spacing, values), *_ = super().tickValues(low, high, size)
        reach = self.room * (high - low) / max(size, 1)
        every = max(1, math.ceil(reach / spacing))
        spacing, values = every * spacing, values[::every]
        reach = min(reach, 0.4 * self.last)
        clear = [v for v in values if not self.last or self.last - v >= reach]
        return [(spacing, [*clear, self.last] if self.last else clear)]

    def tickStrings(
        self, values: Iterable[float], scale: float, spacing: float
    ) -> list[str]:
        """Write epochs as people do."""
        return [epoch_text(round(value)) for value in values]


def epoch_text(number: int) -> str:
    """Write an epoch's number so that it fits: 200k, 1M, but 12,345."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if number >= 10 * 1000 and number % size == 0:
            return f"{number // size:,}{letter}"
    return f"{number:,}"


MOST_DECADES = 3
"""Beyond which numbers that are all positive have a logarithmic axis by themselves."""


class LogAxis(WholeAxis):
    """An axis of logarithms: ticks at 1, 2, 5, 10 …, or fewer, as there is room.

    Attributes
    ----------
    log : bool
        Whether it is one; else an axis of the numbers themselves.
    least : float
        The logarithm below which there are no ticks.
    """

    log = True
    whole = False
    least = -np.inf

    def tickValues(self, low: float, high: float, size: float) -> Levels:
        """Choose the finest series that there is room for, of two ticks at least."""
        if not self.log:
            return super().tickValues(low, high, size)
        values = self._series(low, high, size)
        if len(values) < 2 and high - low < 2:
            (_, even), *_ = super().tickValues(10.0**low, 10.0**high, size)
            values = [math.log10(value) for value in even if value > 0]
        return [(1.0, [x for x in values if max(low, self.least - 1e-9) <= x <= high])]

    def _series(self, low: float, high: float, size: float) -> list[float]:
        per_decade = size / max(high - low, 1e-9)
        room = ROOM if self.orientation == "bottom" else ROOM_UP
        fine = per_decade * math.log10(2) >= room
        every = max(1, math.ceil(room / per_decade))
        return [
            decade + math.log10(factor)
            for decade in range(math.floor(low), math.ceil(high) + 1)
            if decade % every == 0
            for factor in (SERIES if fine else (1,))
            if low <= decade + math.log10(factor) <= high
        ]

    def tickStrings(
        self, values: Iterable[float], scale: float, spacing: float
    ) -> list[str]:
        """Write the numbers as people do."""
        if self.log:
            return [tick(10.0**value) for value in values]
        texts: list[str] = super().tickStrings(values, scale, spacing)
        return texts


class OwnScaleAxis(LogAxis):
    """An axis at the side of a plot whose numbers are not those of its view.

    They are linear in the view's, or their logarithms are. At first it counts whole
    numbers that are the view's.
    """

    log = False
    whole = True
    _place = 0.0, 1.0
    _seen = 0.0, 1.0

    def show_numbers(
        self, at_zero: float, per_unit: float, *, log: bool = False, whole: bool = False
    ) -> None:
        """Tell other numbers: where the view has u, `at_zero` + `per_unit`·u.

        Parameters
        ----------
        at_zero, per_unit : float
            Of the logarithms to base 10, if `log`.
        log : bool
        whole : bool
            No ticks between whole numbers.
        """
        self.log, self.whole, self._place = log, whole, (at_zero, per_unit)
        self.setRange(*self._seen)

    def setRange(self, mn: float, mx: float) -> None:
        self._seen = mn, mx
        at_zero, per_unit = self._place
        super().setRange(at_zero + per_unit * mn, at_zero + per_unit * mx)

    def tickStrings(
        self, values: Iterable[float], scale: float, spacing: float
    ) -> list[str]:
        """Write costs short, but no two alike; counts as they are."""
        if self.log or self.whole:
            return super().tickStrings(values, scale, spacing)
        digits = [max(4, digits_between(value, spacing)) for value in values]
        return [number(*each) for each in zip(values, digits, strict=True)]


class CategoryAxis(Axis):
    """Writes texts at 0, 1, 2 …, as many as there is room for.

    Attributes
    ----------
    texts : list of str
    elided : bool
        Names: each is written, cut where it must be. Numbers are rather left out.
    """

    elided = False

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.texts: list[str] = []
        self._room = float(LONGEST)
        self.setStyle(hideOverlappingLabels=LONGEST // 2)  # beyond the ends

    def show_texts(self, texts: Iterable[str], *, elided: bool = False) -> None:
        """Write other texts, the long ones elided."""
        self.elided = elided
        metrics, end = QFontMetricsF(QApplication.font()), Qt.TextElideMode.ElideRight
        self.texts = [metrics.elidedText(text, end, LONGEST) for text in texts]
        self.textWidth = max(map(metrics.horizontalAdvance, self.texts), default=0.0)
        self.setStyle()  # lays it out anew

    def tickValues(self, low: float, high: float, size: float) -> Levels:
        """Give every text, or every second one, and so on."""
        metrics = QFontMetricsF(QApplication.font())
        self._room = size / (high - low) - GAP
        room = metrics.height()
        if self.orientation == "bottom":
            wide = map(metrics.horizontalAdvance, self.texts)
            room = (NARROWEST if self.elided else max(wide, default=0.0)) + GAP
        every = max(1, math.ceil(room * (high - low) / max(1.0, size)))
        return [(float(every), [float(i) for i in range(0, len(self.texts), every)])]

    def tickStrings(
        self, values: Iterable[float], scale: float, spacing: float
    ) -> list[str]:
        """Give the texts at the ticks, cut short where there is no room."""
        texts = [self.texts[round(value)] for value in values]
        if not self.elided or self.orientation != "bottom":
            return texts
        metrics, end = QFontMetricsF(QApplication.font()), Qt.TextElideMode.ElideRight
        room = self._room * spacing
        return [metrics.elidedText(text, end, room) for text in texts]


def tick(value: float) -> str:
    """Write a number of one digit: 0.001, 20, 5,000; others, and far ones, shorter."""
    power = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10.0**power)
    if abs(value / 10.0**power - digit) > 1e-6:
        return number(value, 3)
    if -4 <= power < 0:
        return f"{value:.{-power}f}"
    if 0 <= power < 6:
        return f"{digit * 10**power:,}"
    return number(float(f"{digit}e{power}")).removeprefix("1·")


def log10(values: ArrayLike) -> NDArray[np.float64]:
    """Give the places of numbers on a logarithmic axis."""
    logarithms: NDArray[np.float64] = np.log10(np.asarray(values, np.float64))
    return logarithms


def spans_decades(values: NDArray[np.float64]) -> bool:
    """Tell whether numbers are so far apart that a linear axis hides the small ones."""
    if not len(values):
        return False
    least, largest = float(values.min()), float(values.max())
    return least > 0 and math.log10(largest) - math.log10(least) > MOST_DECADES


def rounded_axis_end(number: float) -> float:
    """Give the next number of two digits of which the second is even.

    An axis that ends there stays still while the greatest value flickers. The least
    and the largest numbers that there are have none, and stand for themselves.
    """
    number = min(number, sys.float_info.max)
    unit = 10.0 ** (math.floor(math.log10(number)) - 1) * 2
    end = math.ceil(number / unit) * unit if unit else number
    return end if math.isfinite(end) else number
