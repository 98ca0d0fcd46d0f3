"""Each class's own line: where it starts to say “mine” against all the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise, starmap
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from engine.learners import learner
from gui.canvas.contours import level_lines, widest_classes
from gui.canvas.layers.layer import (
    Layer,
    Polyline,
    draw_pointer,
    draw_polylines,
    is_vector,
    pen,
)
from gui.canvas.layers.legend_rows import LegendRow, line_row
from gui.canvas.layers.symbols import draw_symbols
from gui.style.icons import clear_pixmap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Rect
    from gui.style.theme import Theme

Lines = list[list["NDArray[np.float64]"]]
Pair = Sequence[float]
"""x and y."""

MOST = 9
"""Classes with a line; of more, those that have most of the view."""
MARKER = 10.0
"""Radius of the mark at a line's end; all lengths are in pixels."""
POINTER = 8.0
BETWEEN = 2 * (MARKER + POINTER) - 1e-6
"""Three strides, but for rounding: lines may lie on each other."""
EDGE = MARKER + POINTER + 2
SPACING = 12.0
AGAINST_THE_REST = (
    "On its line a class's own score is 0; the pointer shows the side that it calls "
    "its own. L hides these lines"
)
BEFORE = "The step changed the weights of these classes: the lines were here before it"
BADGE = 24
"""Side of a marker's pixmap."""


class ClassMarker(NamedTuple):
    """A class's symbol on its line, and which way the class is."""

    code: int
    place: NDArray[np.float64]
    towards: NDArray[np.float64]


class ClassBoundariesLayer(Layer):
    """Draws z_k = 0 of a class k, with its symbol pointing to where z_k > 0.

    Of the class that is pointed at; of all, if that is wanted. Of very many classes
    those have a line that lead in most of the view: what all of them are against the
    rest nobody could tell apart.

    Attributes
    ----------
    pointed : int or None
        The class whose name the mouse is on.
    now, before : list of list of ndarray, shape (m, 2)
        Polylines of each class after the step, and of those that it changed before.
    markers : list of ClassMarker
    """

    of_one_run = on_paper = True

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self._of_all = False
        self.pointed: int | None = None

    def set_shown(self, shown: bool) -> None:
        """Draw the lines of all classes, or only that of the one pointed at."""
        self._of_all = shown
        self.prepare_again()

    def show_like(self, other: Self) -> None:
        self.set_shown(other._of_all)

    def point_at(self, code: int | None) -> None:
        """Draw the line of a class; None: of none."""
        if code != self.pointed:
            self.pointed = code
            if not self._of_all:
                self.prepare_again()

    def _wanted(self, model: Predictor, picture: Picture, view: Rect) -> list[int]:
        """Give the classes that have a line, by their codes."""
        if self._of_all:
            return widest_classes(model, picture.plane, view, MOST)
        return [k for k in range(model.n_outputs) if k == self.pointed]

    def prepare(self, picture: Picture) -> None:
        """Find the lines in the view; only those that changed have one before."""
        self.now: Lines = []
        self.before: Lines = []
        self._now: list[list[Polyline]] = []
        self._before: list[list[Polyline]] = []
        self.markers: list[ClassMarker] = []
        model, before, frame = picture.model, picture.before, picture.frame
        if model is None or model.n_outputs == 1 or not self.isVisible():
            return
        if not self._of_all and self.pointed is None:
            return
        if picture.folds or learner(model.learner).coupled:
            return
        view = self.view()
        wanted = self._wanted(model, picture, view)
        plane, side = picture.plane, self.side(model)
        self.now = level_lines(model, plane, view, outputs=wanted, side=side)
        if before is not None and frame is not None and frame.update:
            rows, former = model.newest_weights(), before.newest_weights()
            if rows is not None and former is not None:
                changed = (former != rows).any(axis=1)
                wanted = [code for code in wanted if changed[code]]
            side = self.side(before)
            self.before = level_lines(before, plane, view, outputs=wanted, side=side)
        self._now, self._before = map(self._all_in_pixels, (self.now, self.before))
        self.markers = self._place_markers(picture)

    def _all_in_pixels(self, lines: Lines) -> list[list[Polyline]]:
        polylines = iter(self.in_pixels([line for own in lines for line in own]))
        return [list(islice(polylines, len(own))) for own in lines]

    def _place_markers(self, picture: Picture) -> list[ClassMarker]:
        """Put each class's marker near an end of its line, where there is room."""
        if self._view.rect().isEmpty() or picture.model is None:
            return []
        chosen: dict[int, tuple[Pair, Pair]] = {}
        for code, lines in enumerate(self._now):
            for here, normal in self._candidates(lines):
                if all(math.dist(here, at) >= BETWEEN for at, _ in chosen.values()):
                    chosen[code] = here, normal
                    break
        if not chosen:
            return []
        codes, pairs = list(chosen), np.array(list(chosen.values()))
        places, normals = pairs[:, 0], pairs[:, 1]
        sides = np.concatenate([places + MARKER * normals, places - MARKER * normals])
        scores = picture.model.scores(picture.plane.lift(self.places(sides)))
        mine, other = (half[range(len(codes)), codes] for half in np.split(scores, 2))
        towards = normals * np.sign(mine - other)[:, None]
        return list(map(ClassMarker, codes, places, towards))

    def _candidates(self, lines: list[Polyline]) -> Iterator[tuple[Pair, Pair]]:
        """Give places in the view, with the normals of the lines there.

        First those on the longest line, from its ends inwards.
        """
        size = self._item.size
        for line in sorted(lines, key=length, reverse=True):
            places = places_on_straight if len(line) == 2 else places_on_bent
            yield from places(line, size)

    def legend(self) -> list[LegendRow]:
        """Tell of the first class that has a line, for all that have one."""
        rows = []
        code = next((k for k, lines in enumerate(self.now) if lines), None)
        if code is not None:
            rows.append(self._class_row(code))
        code = next((k for k, lines in enumerate(self.before) if lines), None)
        if code is not None:
            dashed = pen(self.theme.class_colour(code), self.theme.scale, (5, 5))
            rows.append(line_row(dashed, "the same before this step", BEFORE))
        return rows

    def _class_row(self, code: int) -> LegendRow:
        line = line_row(
            pen(self.theme.class_colour(code), 1.5 * self.theme.scale),
            "a class against the rest", AGAINST_THE_REST,
        )  # fmt: skip

        def draw(painter: QPainter, centre: QPointF) -> None:
            line.draw(painter, centre)
            spot, colour = np.array([centre.toTuple()]), self.theme.class_colour(code)
            draw_symbols(painter, spot, code, colour, self.theme.field, 1.0)

        return line._replace(draw=draw)

    def is_empty(self) -> bool:
        return self.picture is None or not (self.now or self.before)

    def draw(self, painter: QPainter) -> None:
        for lines, width, dashes in ((self._before, 1.0, (5, 5)), (self._now, 1.5, ())):
            for code, polylines in enumerate(lines):
                if polylines:
                    colour = self.theme.class_colour(code)
                    painter.setPen(pen(colour, width * self.theme.scale, dashes))
                    draw_polylines(painter, polylines)
        painter.setPen(Qt.PenStyle.NoPen)
        for marker in self.markers:
            self._draw_pointer(painter, marker)
        for marker in self.markers:
            self._draw_badge(painter, marker)

    def _draw_pointer(self, painter: QPainter, marker: ClassMarker) -> None:
        place, towards = marker.place.tolist(), marker.towards.tolist()
        if not any(towards):
            return
        tip, foot, aside = MARKER + POINTER, MARKER - 2, 0.55 * MARKER
        painter.setBrush(QColor(self.theme.class_colour(marker.code)))
        draw_pointer(painter, place, towards, tip, foot, aside)

    def _draw_badge(self, painter: QPainter, marker: ClassMarker) -> None:
        x, y = marker.place.tolist()
        if is_vector(painter):
            painter.translate(x, y)
            draw_badge(painter, marker.code, self.theme)
            painter.translate(-x, -y)
        else:
            ratio = painter.device().devicePixelRatioF()
            badge = badge_pixmap(marker.code, self.theme, ratio)
            painter.drawPixmap(QPointF(x - BADGE / 2, y - BADGE / 2), badge)


def draw_badge(painter: QPainter, code: int, theme: Theme) -> None:
    """Draw a class's symbol in a circle around (0, 0)."""
    colour = theme.class_colour(code)
    painter.setPen(QPen(QColor(colour), 1.5))
    painter.setBrush(QColor(theme.field))
    painter.drawEllipse(QRectF(-MARKER, -MARKER, 2 * MARKER, 2 * MARKER))
    ratio = painter.device().devicePixelRatioF()
    draw_symbols(painter, np.zeros((1, 2)), code, colour, colour, 0.0, ratio)


@lru_cache(maxsize=64)
def badge_pixmap(code: int, theme: Theme, ratio: float) -> QPixmap:
    """Draw a badge once; stamped, it costs a tenth."""
    pixmap = clear_pixmap(QSize(round(BADGE * ratio), round(BADGE * ratio)), ratio)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.translate(BADGE / 2, BADGE / 2)
        draw_badge(painter, code, theme)
    return pixmap


def length(line: Polyline) -> float:
    """Give how long a polyline is."""
    return sum(starmap(math.dist, pairwise(line)))


def places_on_straight(
    line: Polyline, size: tuple[float, float]
) -> Iterator[tuple[Pair, Pair]]:
    """Walk along a straight line in equal strides, from its ends in the view inwards.

    Yields the places and the normals, of length 1.
    """
    (x, y), (to_x, to_y) = line
    low, high = 0.0, math.dist(*line)
    if not high:
        return
    along, up = (to_x - x) / high, (to_y - y) / high
    for start, way, side in ((x, along, size[0]), (y, up, size[1])):
        if way:
            ends = sorted(((EDGE - start) / way, (side - EDGE - start) / way))
            low, high = max(low, ends[0]), min(high, ends[1])
        elif not EDGE < start < side - EDGE:
            return
    for k in inwards(math.ceil(low / SPACING - 0.5), math.ceil(high / SPACING - 0.5)):
        at = (k + 0.5) * SPACING
        yield (x + at * along, y + at * up), (-up, along)


def places_on_bent(
    line: Polyline, size: tuple[float, float]
) -> Iterator[tuple[Pair, Pair]]:
    """Walk along a line with corners as along a straight one."""
    places, normals = points_along([np.array(line)])[:2]
    inside = ((places > EDGE) & (places < np.array(size) - EDGE)).all(axis=1)
    pairs = list(zip(places[inside].tolist(), normals[inside].tolist(), strict=True))
    for k in inwards(0, len(pairs)):
        yield pairs[k]


def inwards(first: int, end: int) -> Iterator[int]:
    """Count from both ends of a range to its middle.

    Examples
    --------
    >>> list(inwards(0, 5))
    [0, 4, 1, 3, 2]
    """
    for k in range(max(0, end - first)):
        yield first + k // 2 if k % 2 == 0 else end - 1 - k // 2


def points_along(
    lines: Sequence[NDArray[np.float64]],
) -> tuple[
    NDArray[np.float64], NDArray[np.float64], NDArray[np.intp], NDArray[np.float64]
]:
    """Walk along polylines (m, 2) in equal strides.

    Returns
    -------
    places, normals : ndarray, shape (n, 2)
        The normals have the length 1.
    of_place : ndarray of int, shape (n,)
        The line that each is on, in their order.
    lengths : ndarray, shape (len(lines),)
    """
    points, counts = np.concatenate(lines), np.array([len(line) for line in lines])
    last = np.cumsum(counts) - 1
    steps = np.diff(points, axis=0)
    ways = np.hypot(*steps.T)
    ways[last[:-1]] = 0.0  # from one line to the next
    begun = np.append(0.0, np.cumsum(ways))  # the way up to each point
    starts = begun[last - counts + 1]
    lengths = begun[last] - starts
    strides = np.ceil(lengths / SPACING - 0.5).astype(np.intp).clip(min=0)
    of_place = np.repeat(np.arange(len(lines)), strides)
    stride = np.arange(len(of_place)) - np.repeat(np.cumsum(strides) - strides, strides)
    at = starts[of_place] + (stride + 0.5) * SPACING
    k = np.minimum(np.searchsorted(begun[1:], at), last[of_place] - 1)
    along = steps[k] / ways[k, None]
    places = points[k] + (at - begun[k])[:, None] * along
    normals = np.column_stack([-along[:, 1], along[:, 0]])
    return places, normals, of_place, lengths
