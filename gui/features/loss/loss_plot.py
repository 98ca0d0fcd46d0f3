"""The plot of losses over y·z: curves, their names, samples on the axis, the step."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPen, QPolygonF

from gui.canvas.layers.layer import LayerItem, PictureLayer, is_vector
from gui.features.loss.loss_picture import LossPicture
from gui.plotting.axes import Axis
from gui.plotting.plot import Plot
from gui.plotting.plot_style import name_axis
from gui.style.text import number
from gui.style.theme import faded

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.style.theme import Theme

    Span = tuple[float, float, float]

POINTS = 400
"""Places at which a curve is computed."""
ROW, LOW_ROW, BESIDE_ROWS = 13, 7, 10
"""Pixels of each of the samples' two rows, also where height is little, and besides."""
LOW = 150
"""Height in pixels below which rows are low and the lower axis has its name inside."""
ACROSS = "y·z"
MOST_TICKS = 400
"""Samples of which each is a tick; of more the density is drawn."""
BINS = 80
MOST_LOSSES = 100
"""Samples whose losses decide how high the view is; they are a fair choice."""
NEAREST = (-1.5, 2.5, 2.2)
"""What is always in view: y·z from, to, and the loss."""
SMALLEST = 0.4
"""Share of the view below which what matters is too small to see."""
ROOM = 1.12
MARK, SMALL = 5.0, 2.8
"""Radii of marks in pixels, of the sample that pulls hardest and of the others."""
TANGENT = 46.0
"""Pixels of the tangent to either side."""
GAP = 4.0
CANDIDATES = 40
OWN_WIDTH = 2.75
TEXT_PX = 11


class LossAxis(Axis):
    """An axis without numbers below 0: under the losses are the samples."""

    def tickValues(
        self, low: float, high: float, size: float
    ) -> list[tuple[float, list[float]]]:
        levels = super().tickValues(low, high, size)
        return [(spacing, [v for v in ticks if v > -1e-9]) for spacing, ticks in levels]


def wanted_span(picture: LossPicture) -> Span:
    """Give what should be in view: y·z from, to, and the largest loss.

    The step's samples, and most of the others: a few far away would press the rest
    together.
    """
    near, far = np.quantile(picture.margins, (0.03, 0.97))
    marks = np.vstack([picture.before[:1], picture.after[:1]])
    low = min(NEAREST[0], float(near), float(marks[:, 0].min(initial=0)))
    high = max(NEAREST[1], float(far), float(marks[:, 0].max(initial=0)))
    usual = float(np.quantile(picture.own.at(picture.margins[:MOST_LOSSES]), 0.9))
    top = max(NEAREST[2], usual, float(marks[:, 1].max(initial=0)))
    return low, high, top


def fitted_span(span: Span | None, wanted: Span) -> Span:
    """Keep what is in view as long as it will do; else give the wanted some room."""
    low, high, top = wanted
    if span is not None:
        fits = span[0] <= low and high <= span[1] and top <= span[2]
        wide = (
            high - low >= SMALLEST * (span[1] - span[0]) and top >= SMALLEST * span[2]
        )
        if fits and wide:
            return span
    more = (ROOM - 1) * (high - low) / 2
    return low - more, high + more, ROOM * top


class LossLayer(PictureLayer[LossPicture]):
    """A layer that knows where the losses end and the samples begin."""

    def above_samples(self) -> QRectF:
        """Give the part of the view in which the losses are."""
        whole = self.rect()
        zero = float(self.pixels(np.zeros((1, 2)))[0, 1])
        return QRectF(0, 0, whole.width(), min(zero, whole.height()))


class CurvesLayer(LossLayer):
    """Draws the losses faintly, the learner's own in front.

    Attributes
    ----------
    lines : list of ndarray, shape (m, 2)
        In pixels: the own curve first, then the others.
    """

    _computed: tuple[object, ...] = ()

    def prepare(self, picture: LossPicture) -> None:
        left, _, right, _ = self.view()
        key = (picture.own, left, right)
        if key != self._computed:
            self._computed = key
            self._curves = [
                loss.curve(left, right, POINTS)
                for loss in (picture.own, *picture.others)
            ]
        self.lines = [self.pixels(curve) for curve in self._curves]

    def draw(self, painter: QPainter) -> None:
        own, *others = self.lines
        painter.setClipRect(self.rect())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.faint), 1.25))
        for line in others:
            _draw_below_top(painter, line)
        painter.setPen(_round_pen(self.theme.accent_text, OWN_WIDTH))
        _draw_below_top(painter, own)


def _draw_below_top(painter: QPainter, line: NDArray[np.float64]) -> None:
    """Draw a curve; where an SVG of Qt would not clip it, only its parts in view."""
    parts = parts_below_top(line) if is_vector(painter) else [line]
    for part in parts:
        painter.drawPolyline(_polygon(part))


def parts_below_top(line: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Give the parts of a curve in pixels that are below y = 0, which is the top.

    Examples
    --------
    >>> import numpy as np
    >>> line = np.array([[0.0, -2], [1, 2], [2, 2], [3, -6]])
    >>> [part.tolist() for part in parts_below_top(line)]
    [[[0.5, 0.0], [1.0, 2.0], [2.0, 2.0], [2.25, 0.0]]]
    """
    below = line[:, 1] >= 0
    at = np.flatnonzero(below[1:] != below[:-1])
    before, after = line[at], line[at + 1]
    share = before[:, 1] / (before[:, 1] - after[:, 1])
    crossings = before + share[:, None] * (after - before)
    whole = np.insert(line, at + 1, crossings, axis=0)
    turns = at + 1 + np.arange(len(at))  # where the crossings have come to stand
    edges = [0, *turns.tolist(), len(whole) - 1]
    parts = [whole[a : b + 1] for a, b in pairwise(edges)]
    return parts[0 if below[0] else 1 :: 2]


def _polygon(line: NDArray[np.float64]) -> QPolygonF:
    polygon: QPolygonF = arrayToQPolygonF(*np.ascontiguousarray(line.T))
    return polygon


def _round_pen(colour: str, width: float) -> QPen:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


class SamplesLayer(LossLayer):
    """Draws the samples under the axis: those of y = +1 in the upper row."""

    def prepare(self, picture: LossPicture) -> None:
        """Place them; those out of view are counted at the edges."""
        self._x = self.pixels(np.column_stack([picture.margins, 0 * picture.margins]))
        self._x = self._x[:, 0]
        self._zero = self.above_samples().height()
        left = self.rect().height() - self._zero
        self._row = (left - BESIDE_ROWS) / 2

    def draw(self, painter: QPainter) -> None:
        picture = self.picture
        if picture is None:
            return
        painter.setPen(QPen(QColor(self.theme.border_strong), 1))
        width = self.rect().width()
        painter.drawLine(QLineF(0, self._zero, width, self._zero))
        for row, chosen in enumerate((picture.positive, ~picture.positive)):
            base = self._zero + 4 + (row + 1) * self._row + 2 * row
            if len(picture.margins) <= MOST_TICKS:
                self._draw_ticks(painter, chosen, base)
            else:
                self._draw_density(painter, chosen, base)
            self._count_beyond(painter, chosen, base)

    def _draw_ticks(
        self, painter: QPainter, chosen: NDArray[np.bool_], base: float
    ) -> None:
        picture = self.picture
        assert picture is not None
        for code in np.unique(picture.codes[chosen]).tolist():
            painter.setPen(QPen(faded(self.theme.class_colour(code), 0.75), 1.5))
            marks = self._x[chosen & (picture.codes == code)]
            lines = [QLineF(x, base, x, base - self._row) for x in marks.tolist()]
            if lines:
                painter.drawLines(lines)

    def _draw_density(
        self, painter: QPainter, chosen: NDArray[np.bool_], base: float
    ) -> None:
        picture = self.picture
        assert picture is not None
        codes = np.unique(picture.codes[chosen])
        single = len(codes) == 1
        tone = self.theme.class_colour(int(codes[0])) if single else self.theme.muted
        width = self.rect().width()
        counts, edges = np.histogram(self._x[chosen], BINS, (0, max(width, 1)))
        heights = self._row * np.sqrt(counts / max(counts.max(), 1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(tone, 0.8))
        middles = (edges[1:] + edges[:-1]) / 2
        top = np.column_stack([middles, base - heights])
        ends = np.array([[middles[-1], base], [middles[0], base]])
        painter.drawPolygon(_polygon(np.vstack([top, ends])))

    def _count_beyond(
        self, painter: QPainter, chosen: NDArray[np.bool_], base: float
    ) -> None:
        """Say at the edges how many are beyond them."""
        picture = self.picture
        assert picture is not None
        width = self.rect().width()
        x, share = self._x[chosen], picture.n_samples / len(self._x)
        about = "" if share == 1 else "≈ "
        painter.setFont(_font())
        for count, text, side in (
            ((x < 0).sum(), "◂ {}{:,}", Qt.AlignmentFlag.AlignLeft),
            ((x > width).sum(), "{}{:,} ▸", Qt.AlignmentFlag.AlignRight),
        ):
            if not count:
                continue
            words = text.format(about, round(share * int(count)))
            size = QFontMetricsF(_font()).horizontalAdvance(words) + 6
            left = 0.0 if side == Qt.AlignmentFlag.AlignLeft else width - size
            rect = QRectF(left, base - ROW, size, ROW)
            _write(painter, rect, words, self.theme.muted, self.theme.field)


def _font(*, bold: bool = False) -> QFont:
    font = QFont()
    font.setPixelSize(TEXT_PX)
    font.setBold(bold)
    return font


def _write(painter: QPainter, rect: QRectF, words: str, tone: str, ground: str) -> None:
    """Write on a ground of its own, so that what is under it does not disturb."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(ground, 0.85))
    painter.drawRoundedRect(rect, 3, 3)
    painter.setPen(QColor(tone))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)


class StepLayer(LossLayer):
    """Draws the step's samples on the own curve, and the tangent where one pulls.

    Attributes
    ----------
    rects : list of QRectF
        What the marks and the number at the tangent cover.
    """

    def __init__(self, item: LayerItem, curves: CurvesLayer) -> None:
        super().__init__(item)
        self._curves = curves

    def prepare(self, picture: LossPicture) -> None:
        self._before = self.pixels(picture.before)
        self._after = self.pixels(picture.after)
        self._tangent: QLineF | None = None
        self._number: tuple[QRectF, str] | None = None
        marks = np.vstack([self._before, self._after]).tolist()
        self.rects = [QRectF(x - 7, y - 7, 14, 14) for x, y in marks]
        if len(self._before):
            self._lay_tangent(picture)

    def _lay_tangent(self, picture: LossPicture) -> None:
        middle = QPointF(*self._before[0].tolist())
        left, bottom, right, top = self.view()
        size = self.rect()
        across = size.width() / (right - left)
        up = size.height() / (top - bottom)
        along = QPointF(across, -picture.slope * up)
        along *= TANGENT / float(np.hypot(along.x(), along.y()))
        self._tangent = QLineF(middle - along, middle + along)
        words = f"slope {number(picture.slope, 3)}"
        metrics = QFontMetricsF(_font(bold=True))
        wide, high = metrics.horizontalAdvance(words) + 8, metrics.height() + 2
        room = free_place(
            _around(middle, wide, high),
            self.rects,
            self._curves.lines,
            self.above_samples(),
        )
        if room is not None:
            self._number = room, words
            self.rects.append(room)

    def draw(self, painter: QPainter) -> None:
        picture = self.picture
        if picture is None or self._tangent is None:
            return
        painter.setClipRect(self.rect())
        if picture.changed:
            self._draw_way(painter)
        painter.save()
        painter.setClipRect(self.above_samples().adjusted(0, 0, 0, 2))
        painter.setPen(_round_pen(self.theme.ink, 1.5))
        painter.drawLine(self._tangent)
        painter.restore()
        for i in reversed(range(len(self._before))):
            radius = SMALL if i else MARK
            tone = QColor(self.theme.class_colour(int(picture.marked[i])))
            edge = self.theme.mistake if picture.mistaken[i] else tone
            if picture.changed:
                painter.setPen(QPen(QColor(self.theme.field), 1))
                painter.setBrush(tone)
                painter.drawEllipse(QPointF(*self._after[i].tolist()), radius, radius)
            painter.setPen(QPen(QColor(edge), 2 if not i else 1.5))
            painter.setBrush(QColor(self.theme.field))
            painter.drawEllipse(QPointF(*self._before[i].tolist()), radius, radius)
        if self._number is not None:
            painter.setFont(_font(bold=True))
            _write(painter, *self._number, self.theme.ink, self.theme.field)

    def _draw_way(self, painter: QPainter) -> None:
        """Draw the stretch of the curve that the hardest pull went along."""
        line, ends = self._curves.lines[0], (self._before[0], self._after[0])
        start, end = sorted(ends, key=lambda place: float(place[0]))
        between = line[(line[:, 0] > start[0]) & (line[:, 0] < end[0])]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_round_pen(self.theme.mistake, OWN_WIDTH + 0.5))
        painter.drawPolyline(_polygon(np.vstack([start, between, end])))


def _around(middle: QPointF, wide: float, high: float) -> list[QRectF]:
    """Give places for words beside a point, the best first."""
    x, y, away = middle.x(), middle.y(), 11.0
    return [
        QRectF(x + away, y - high - away / 2, wide, high),
        QRectF(x + away, y - high / 2, wide, high),
        QRectF(x - wide / 2, y - high - away, wide, high),
        QRectF(x - away - wide, y + away / 2, wide, high),
        QRectF(x - away - wide, y - high - away / 2, wide, high),
        QRectF(x + away, y + away / 2, wide, high),
        QRectF(x + away, y - 2.5 * high, wide, high),
    ]


def free_place(
    places: list[QRectF],
    taken: list[QRectF],
    lines: list[NDArray[np.float64]],
    whole: QRectF,
) -> QRectF | None:
    """Choose where words are in view, clear of others, and cross the fewest lines."""
    points = np.vstack(lines)
    best, least = None, np.inf
    for rect in places:
        if not whole.contains(rect) or any(rect.intersects(other) for other in taken):
            continue
        inside = (
            (points[:, 0] > rect.left()) & (points[:, 0] < rect.right())
            & (points[:, 1] > rect.top()) & (points[:, 1] < rect.bottom())
        ).sum()  # fmt: skip
        if inside < least:
            best, least = rect, inside
        if not inside:
            break
    return best


class NamesLayer(LossLayer):
    """Writes the name of each loss at its curve, where there is room.

    Attributes
    ----------
    names : dict of str to QRectF
        What is written, and where.
    across : str
        What the lower axis has, if that is to be written here.
    """

    def __init__(self, item: LayerItem, curves: CurvesLayer, step: StepLayer) -> None:
        super().__init__(item)
        self._curves, self._step = curves, step
        self.names: dict[str, QRectF] = {}
        self.across = ""
        self._looked_at: tuple[object, ...] = ()

    def prepare(self, picture: LossPicture) -> None:
        """Find a place for each, the one before if it is still free."""
        whole = self.above_samples()
        looked_at = (picture.own, self.view(), whole.size())
        former = self.names if looked_at == self._looked_at else {}
        self._looked_at, self.names = looked_at, {}
        lines, taken = self._curves.lines, list(self._step.rects)
        if self.across:
            metrics = QFontMetricsF(_font())
            wide, high = metrics.horizontalAdvance(self.across) + 6, metrics.height()
            place = QRectF(
                whole.width() - wide - 1, whole.height() - high - 2, wide, high
            )
            if free_place([place], taken, lines, whole) is not None:
                self.names[self.across] = place
                taken.append(place)
        for loss, line in zip((picture.own, *picture.others), lines, strict=True):
            own = loss is picture.own
            metrics = QFontMetricsF(_font(bold=own))
            named = [f"{loss.name}  {picture.formula}"] if own else []
            for words in (*named, loss.name):
                wide = metrics.horizontalAdvance(words) + 8
                kept = [former[words]] if words in former else []
                places = kept + _beside(line, wide, metrics.height(), whole)
                room = free_place(places, taken, lines, whole)
                if room is not None:
                    self.names[words] = room
                    taken.append(room)
                    break

    def draw(self, painter: QPainter) -> None:
        picture = self.picture
        if picture is None:
            return
        for words, rect in self.names.items():
            own = words.startswith(picture.own.name)
            painter.setFont(_font(bold=own))
            tone = self.theme.accent_text if own else self.theme.muted
            _write(painter, rect, words, tone, self.theme.field)


def _beside(
    line: NDArray[np.float64], wide: float, high: float, whole: QRectF
) -> list[QRectF]:
    """Give places beside a curve, from the left to the right, at either side of it."""
    seen = line[(line[:, 1] >= 0) & (line[:, 1] <= whole.height())]
    chosen = seen[np.linspace(0, len(seen) - 1, CANDIDATES).astype(int)]
    right = [QRectF(x + GAP, y - high - 1, wide, high) for x, y in chosen.tolist()]
    left = [QRectF(x - GAP - wide, y + 1, wide, high) for x, y in chosen.tolist()]
    return [place for pair in zip(right, left, strict=True) for place in pair]


class LossPlot(Plot):
    """Draws a picture; what is in view follows the step and most of the samples.

    Parameters
    ----------
    theme : Theme
    legend : bool
        Name the curves.
    """

    def __init__(self, theme: Theme, *, legend: bool = True) -> None:
        axes = {"left": LossAxis("left"), "bottom": Axis("bottom")}
        super().__init__(axisItems=axes)
        self.span: Span | None = None
        self.setMinimumSize(200, 96)
        name_axis(self, "bottom", ACROSS)
        name_axis(self, "left", "loss")
        # The names, for which there is room beside the step, are drawn under it.
        self._items = [LayerItem(self.view, height) for height in (0, 2, 1)]
        lowest, highest, between = self._items
        self.curves = CurvesLayer(lowest)
        self.samples = SamplesLayer(lowest)
        self.step = StepLayer(highest, self.curves)
        self.names = NamesLayer(between, self.curves, self.step)
        self.names.setVisible(legend)
        self.layers = [self.curves, self.samples, self.step, self.names]
        self.view.sigResized.connect(self._fit_span)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.curves.picture is not None:
            self._draw_picture(self.curves.picture)

    def show_picture(self, picture: LossPicture, *, anew: bool = False) -> None:
        """Draw another moment; `anew`, choose the view as if there were none."""
        self.span = fitted_span(None if anew else self.span, wanted_span(picture))
        self._fit_span()
        self._draw_picture(picture)

    @property
    def is_low(self) -> bool:
        """Whether there is little height."""
        return bool(self.height() < LOW)

    def _fit_span(self) -> None:
        """Look at the span, with the samples' rows under it."""
        axis = self.getAxis("bottom")
        if axis.label.isVisible() == self.is_low:
            axis.showLabel(not self.is_low)
            self.names.across = ACROSS if self.is_low else ""
        if self.span is None:
            return
        low, high, top = self.span
        strip = 2 * (LOW_ROW if self.is_low else ROW) + BESIDE_ROWS
        height = max(self.view.height(), strip + 1.0)
        bottom = -top * strip / (height - strip)
        self.view.setRange(xRange=(low, high), yRange=(bottom, top), padding=0)

    def _draw_picture(self, picture: LossPicture) -> None:
        for item in self._items:
            item.show_picture(picture, self.theme)
