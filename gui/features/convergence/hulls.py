"""The hulls of the classes, and the samples that no line separates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row, ring_row
from gui.canvas.layers.symbols import draw_rings

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from engine import Dataset, Tape
    from engine.diagnosis.convergence import Diagnosis
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

RING = 10.0
FILL = 34
"""Opacity of a hull, of 255."""
LEGEND_RING = 7.0
HULL = "All mixtures of the class’s points: a line separates two hulls that do not meet"
AGAINST = "Few points that no boundary of this kind has all on their sides"
MOST_TRIED, DIRECTIONS = 1000, 32
"""Points up to which none is left out first, and ways in which the outer are sought."""


@dataclass(frozen=True, eq=False)
class Hulls:
    """What is drawn of a diagnosis.

    Attributes
    ----------
    data : Dataset
        The samples that were looked at.
    corners : dict of ndarray
        For each class the corners of its hull, (m, 2), where boundaries are lines in
        the plane of two features; else empty.
    against : ndarray of int
        Rows of the samples that no weights have all right.
    """

    data: Dataset
    corners: dict[int, NDArray[np.float64]]
    against: NDArray[np.intp]

    @classmethod
    def of(cls, diagnosis: Diagnosis, tape: Tape) -> Self:
        """Take the first output whose class cannot be separated."""
        data = tape.data
        named = (each.against for each in diagnosis.separations if each.against)
        rows = np.array(next(named, ()), np.intp)
        if diagnosis.space != "features":
            rows = rows[:0]
        learned = tape.problem.rows
        corners = {}
        if _has_lines(tape):
            for code in range(len(data.class_names)):
                corners[code] = hull(data.X[learned[data.y[learned] == code]])
        return cls(data, corners, learned[rows].astype(np.intp))


def has_hulls(diagnosis: Diagnosis, tape: Tape) -> bool:
    """Tell, without computing them, whether there is something to draw."""
    named = diagnosis.space == "features" and any(
        each.against for each in diagnosis.separations
    )
    return named or _has_lines(tape)


def _has_lines(tape: Tape) -> bool:
    """Tell whether boundaries are lines in the plane of two features, all there are."""
    features = tape.problem.features
    in_plane = features.is_linear and features.used_features in {(0, 1), (1, 0)}
    return in_plane and tape.data.n_features == 2


def hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the corners of the convex hull of points (n, 2), anticlockwise.

    A. Andrew, Another efficient algorithm for convex hulls in two dimensions,
    Information Processing Letters 9 (1979).
    """
    ordered = np.unique(_outer(points), axis=0)
    if len(ordered) < 3:
        return ordered
    # Of numbers about 1 no product is too large or too small to be a float.
    scale = np.ldexp(1.0, -np.frexp(np.abs(ordered).max(initial=0.0))[1])
    sized = ordered * scale
    corners = np.array(_chain(sized)[:-1] + _chain(sized[::-1])[:-1])
    hull_corners: NDArray[np.float64] = corners / scale
    return hull_corners


def _outer(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Leave out points inside the polygon of those furthest in some directions."""
    if len(points) <= MOST_TRIED:
        return points
    angles = np.linspace(0.0, 2 * np.pi, DIRECTIONS, endpoint=False)
    ways = np.stack([np.cos(angles), np.sin(angles)])
    with np.errstate(over="ignore", invalid="ignore"):
        furthest = [int((points @ way).argmax()) for way in ways.T]
        polygon = points[furthest]
        sides = np.roll(polygon, -1, axis=0) - polygon
        inside = np.ones(len(points), dtype=bool)
        for (x, y), (dx, dy) in zip(polygon, sides, strict=True):
            if dx or dy:
                inside &= dx * (points[:, 1] - y) - dy * (points[:, 0] - x) > 0
    return points[~inside]


def _chain(ordered: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    chain: list[NDArray[np.float64]] = []
    for point in ordered:
        while len(chain) > 1 and not _turns_left(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return chain


def _turns_left(
    a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]
) -> bool:
    (ux, uy), (vx, vy) = b - a, c - a
    return bool(ux * vy > uy * vx)


class HullsLayer(Layer):
    """Draws each hull in its class's colour, and rings about what cannot be separated.

    Attributes
    ----------
    hulls : Hulls or None
        What is drawn.
    """

    on_paper = True

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.hulls: Hulls | None = None
        self._forget_hulls()

    def _forget_hulls(self) -> None:
        self.corners: dict[int, NDArray[np.float64]] = {}
        self.against = np.empty((0, 2))

    def show_hulls(self, hulls: Hulls | None) -> None:
        """Draw these from now on; None draws nothing."""
        self.hulls = hulls
        self.prepare_again()

    def show_like(self, other: Self) -> None:
        self.show_hulls(other.hulls)

    def prepare(self, picture: Picture) -> None:
        hulls, plane = self.hulls, picture.plane
        if hulls is not None or self.corners or len(self.against):
            self._forget_hulls()
        if hulls is None or hulls.data is not picture.recorded:
            return
        self.against = plane.project(hulls.data.X[hulls.against])
        if plane.up >= 0:
            self.corners = {
                code: plane.project(corners)
                for code, corners in hulls.corners.items()
                if len(corners)
            }

    def is_empty(self) -> bool:
        there = self.corners or len(self.against)
        return self.picture is None or not there

    def draw(self, painter: QPainter) -> None:
        for code, corners in self.corners.items():
            colour = QColor(self.theme.class_colour(code))
            painter.setPen(pen(colour.name(), 1.5 * self.theme.scale))
            colour.setAlpha(FILL)
            painter.setBrush(colour)
            painter.drawPolygon(self.polygon(corners))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for radius in (RING, RING + 1):
            draw_rings(
                painter, self.pixels(self.against), radius, self.theme.mistake_text
            )

    def legend(self) -> list[LegendRow]:
        rows = []
        if self.corners:
            first = self.theme.class_colour(next(iter(self.corners)))
            rows.append(line_row(pen(first, 1.5), "hull of a class", HULL))
        if len(self.against):
            ring = pen(self.theme.mistake_text, 2.0)
            rows.append(ring_row(ring, LEGEND_RING, "cannot all be right", AGAINST))
        return rows
