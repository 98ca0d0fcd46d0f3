"""The separating line of largest margin, its margin, and what supports it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gui.canvas.contours import SIDES, boundaries, level_lines
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row, ring_row
from gui.canvas.layers.symbols import draw_rings

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter, QPen

    from engine import Dataset, Tape
    from engine.diagnosis.convergence import Diagnosis
    from engine.families.linear.model import LinearModel
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

    Lines = list[NDArray[np.float64]]
    Coloured = list[tuple[int | None, NDArray[np.float64]]]

RING = 9.0
BAND = 26
"""Opacity of the band between the margins, of 255."""
MOST_RINGS = 500
LEGEND_RING = 7.0
LINE = "Of all lines that separate the classes the one furthest from the samples"
EDGES = "As far from the line as its nearest samples: γ on each side"
NEAREST = "A sample that supports the line of largest margin"


@dataclass(frozen=True, eq=False)
class LargestMargin:
    """What is drawn of a diagnosis.

    Attributes
    ----------
    data : Dataset
        The samples that were looked at.
    models : dict of LinearModel
        For each class that can be separated from the rest the model whose score is
        −1, 0 and 1 on the lines; of two classes one, whose key is None.
    support : ndarray of int
        Rows of the nearest samples.
    """

    data: Dataset
    models: dict[int | None, LinearModel]
    support: NDArray[np.intp]

    @classmethod
    def of(cls, diagnosis: Diagnosis, tape: Tape) -> LargestMargin:
        """Bring the lines to data units."""
        several = len(diagnosis.separations) > 1
        models: dict[int | None, LinearModel] = {}
        rows: list[NDArray[np.integer]] = [np.empty(0, np.intp)]
        for code, separation in enumerate(diagnosis.separations):
            if separation.line is not None:
                model = _model(tape, separation.line.weights[None])
                models[code if several else None] = model
                rows.append(tape.problem.rows[separation.line.support])
        return cls(tape.data, models, np.unique(np.concatenate(rows)))


def _model(tape: Tape, weights: NDArray[np.float64]) -> LinearModel:
    from engine.families.linear.model import LinearModel

    return LinearModel(
        learner=tape.recipe.learner,
        features=tape.problem.features,
        class_names=tape.data.class_names,
        weights=tape.in_data_units(weights),
        scaled_weights=weights,
        scaling=tape.problem.scaling,
        epochs=0,
        updates=0,
        measure_error=float,
    )


class LargestMarginLayer(Layer):
    """Draws the line, dotted parallels at the margin's distance, and soft rings.

    Of more than two classes only a line for each, in its colour.

    Attributes
    ----------
    margin : Margin or None
        What is drawn.
    """

    on_paper = True

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.margin: LargestMargin | None = None
        self._shown: tuple[object, ...] = ()
        self._forget_lines()

    def _forget_lines(self) -> None:
        self.lines: Coloured = []
        self.edges: Lines = []
        self.bands: Lines = []
        self.support = np.empty((0, 2))

    def show_margin(self, margin: LargestMargin | None) -> None:
        """Draw this one from now on; None draws nothing."""
        self.margin = margin
        self.prepare_again()

    def show_like(self, other: Self) -> None:
        self.show_margin(other.margin)

    def prepare(self, picture: Picture) -> None:
        margin, rect = self.margin, self.view()
        shown = (margin, picture.recorded, rect)
        if shown == self._shown:
            return
        self._shown = shown
        self._forget_lines()
        if margin is None or margin.data is not picture.recorded:
            return
        plane = picture.plane
        left, bottom, right, top = rect
        wide, high = right - left, top - bottom
        around = (left - wide, bottom - high, right + wide, top + high)
        for code, model in margin.models.items():
            self.lines += [(code, line) for line in boundaries(model, plane, rect)]
            if code is not None:
                continue
            for side in SIDES:
                self.edges += level_lines(model, plane, rect, side)[0]
            if model.is_flat:
                sides = [level_lines(model, plane, around, side)[0] for side in SIDES]
                self.bands += _between(*sides)
        if len(margin.support) <= MOST_RINGS:
            self.support = plane.project(margin.data.X[margin.support])

    def is_empty(self) -> bool:
        there = self.lines or self.edges or self.bands or len(self.support)
        return self.picture is None or not there

    def draw(self, painter: QPainter) -> None:
        if self.bands:
            faint = QColor(self.theme.good)
            faint.setAlpha(BAND)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faint)
            for band in self.bands:
                painter.drawPolygon(self.polygon(band))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(self.theme.good, 1.25, (1, 3)))
        self.draw_lines(painter, self.edges)
        for code, line in self.lines:
            painter.setPen(self._pen(code))
            self.draw_lines(painter, [line])
        draw_rings(painter, self.pixels(self.support), RING, self.theme.good)

    def legend(self) -> list[LegendRow]:
        rows = []
        if self.lines:
            line = self._pen(self.lines[0][0])
            rows.append(line_row(line, "line of largest margin", LINE))
        if self.edges:
            dotted = pen(self.theme.good, 1.25, (1, 3))
            rows.append(line_row(dotted, "its margins", EDGES))
        if len(self.support):
            ring = pen(self.theme.good, 1.0)
            rows.append(ring_row(ring, LEGEND_RING, "nearest to it", NEAREST))
        return rows

    def _pen(self, code: int | None) -> QPen:
        if code is None:
            return pen(self.theme.good, 1.5)
        return pen(self.theme.class_colour(code), 1.75, (8, 3, 1, 3))


def _between(first: Lines, second: Lines) -> Lines:
    """Give the polygon between two straight parallels."""
    if not first or not second:
        return []
    here, there = first[0], second[0]
    if (here[1] - here[0]) @ (there[1] - there[0]) > 0:
        there = there[::-1]
    return [np.vstack([here, there])]
