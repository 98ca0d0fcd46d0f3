"""Each class's own line: where it starts to say “mine” against all the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from gui.canvas.contours import level_lines
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.symbols import draw_symbols

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture

Lines = list[list["NDArray[np.float64]"]]

MARKER = 10.0
"""Radius of the mark at a line's end; all lengths are in pixels."""
POINTER = 8.0
BETWEEN = 2 * (MARKER + POINTER)
EDGE = MARKER + POINTER + 2
SPACING = 12.0
SHARP = 2.0
"""Physical pixels of a marker's symbol to a logical one."""


class ClassMarker(NamedTuple):
    """A class's symbol on its line, and which way the class is."""

    code: int
    place: NDArray[np.float64]
    towards: NDArray[np.float64]


class ClassBoundariesLayer(Layer):
    """Draws z_k = 0 of each class k, with its symbol pointing to where z_k > 0.

    Attributes
    ----------
    now, before : list of list of ndarray, shape (m, 2)
        Polylines of each class after the step, and of those that it changed before.
    markers : list of ClassMarker
    """

    def set_shown(self, shown: bool) -> None:
        self.setVisible(shown)
        if self.picture is not None:
            self.prepare(self.picture)

    def prepare(self, picture: Picture) -> None:
        """Find the lines in the view; only those that changed have one before."""
        self.now: Lines = []
        self.before: Lines = []
        self.markers: list[ClassMarker] = []
        model, before, frame = picture.model, picture.before, picture.frame
        if model is None or len(model.weights) == 1 or not self.isVisible():
            return
        if picture.folds:
            return
        view = self.view()
        self.now = level_lines(model, picture.plane, view)
        if before is not None and frame is not None and frame.update:
            changed = (before.weights != model.weights).any(axis=1)
            lines = level_lines(before, picture.plane, view)
            self.before = [
                line if new else []
                for line, new in zip(lines, changed.tolist(), strict=True)
            ]
        self.markers = self._place_markers(picture)

    def _place_markers(self, picture: Picture) -> list[ClassMarker]:
        """Put each class's marker near an end of its line, where there is room."""
        if self._view.rect().isEmpty() or picture.model is None:
            return []
        codes: list[int] = []
        spots = np.empty((0, 2, 2))
        for code, lines in enumerate(self.now):
            for places, normals in map(self._candidates, self._longest_first(lines)):
                away = np.hypot(*(places[:, None] - spots[:, 0]).T)
                free = np.flatnonzero((away >= BETWEEN).all(axis=0))
                if len(free):
                    spot = np.stack([places[free[0]], normals[free[0]]])
                    spots = np.concatenate([spots, spot[None]])
                    codes.append(code)
                    break
        places, normals = spots[:, 0], spots[:, 1]
        sides = np.concatenate([places + MARKER * normals, places - MARKER * normals])
        scores = picture.model.scores(picture.plane.lift(self.places(sides)))
        mine, other = (half[range(len(codes)), codes] for half in np.split(scores, 2))
        towards = normals * np.sign(mine - other)[:, None]
        return list(map(ClassMarker, codes, places, towards))

    def _longest_first(
        self, lines: list[NDArray[np.float64]]
    ) -> list[NDArray[np.float64]]:
        return sorted(map(self.pixels, lines), key=line_length, reverse=True)

    def _candidates(
        self, line: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give places in the view with the line's normals, from its ends inwards."""
        size = np.array(self._view.rect().size().toTuple())
        places, normals = points_along(line)
        inside = ((places > EDGE) & (places < size - EDGE)).all(axis=1)
        rows = np.flatnonzero(inside)
        inwards = np.column_stack([rows, rows[::-1]]).ravel()[: len(rows)]
        return places[inwards], normals[inwards]

    def draw(self, painter: QPainter) -> None:
        for lines, width, dashes in ((self.before, 1.0, [5, 5]), (self.now, 1.5, [])):
            for code, polylines in enumerate(lines):
                pen = QPen(QColor(self.theme.class_colour(code)), width)
                if dashes:
                    pen.setDashPattern(dashes)
                painter.setPen(pen)
                self.draw_lines(painter, polylines)
        for marker in self.markers:
            self._draw_marker(painter, marker)

    def _draw_marker(self, painter: QPainter, marker: ClassMarker) -> None:
        colour = self.theme.class_colour(marker.code)
        x, y = marker.towards * MARKER
        aside = np.array([-y, x]) * 0.55
        tip = marker.place + marker.towards * (MARKER + POINTER)
        foot = marker.place + marker.towards * (MARKER - 2)
        corners = [QPointF(*p) for p in (tip, foot + aside, foot - aside)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        if marker.towards.any():
            painter.drawPolygon(QPolygonF(corners))
        around = QRectF(-MARKER, -MARKER, 2 * MARKER, 2 * MARKER)
        painter.setPen(QPen(QColor(colour), 1.5))
        painter.setBrush(QColor(self.theme.field))
        painter.drawEllipse(around.translated(*marker.place))
        place = marker.place[None]
        draw_symbols(painter, place, marker.code, colour, colour, 0.0, SHARP)


def line_length(line: NDArray[np.float64]) -> float:
    """Measure a polyline (m, 2)."""
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def points_along(
    line: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Walk along a polyline (m, 2) in equal strides; give places and unit normals."""
    steps = np.diff(line, axis=0)
    ways = np.hypot(*steps.T)
    steps, ways = steps[ways > 0], ways[ways > 0]
    if not len(ways):
        return np.empty((0, 2)), np.empty((0, 2))
    ends = np.cumsum(ways)
    at = np.arange(SPACING / 2, ends[-1], SPACING)
    k = np.searchsorted(ends, at).clip(max=len(ends) - 1)
    along = steps[k] / ways[k, None]
    starts = np.vstack([line[:1], line[:1] + np.cumsum(steps, axis=0)])[k]
    places = starts + (at - (ends - ways)[k])[:, None] * along
    return places, np.column_stack([-along[:, 1], along[:, 0]])
