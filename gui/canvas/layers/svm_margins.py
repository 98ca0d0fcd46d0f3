"""The linear SVM's margins, its support vectors, and the exact solution beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from PySide6.QtCore import Qt

from engine.data.dataset import TRAINING
from engine.families.capabilities import can
from engine.learners.linear_svm import LEARNER
from engine.numbers import counted
from gui.canvas.contours import SIDES, level_lines
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row, ring_row
from gui.canvas.layers.symbols import draw_rings

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter, QPen

    from engine import Dataset
    from engine.models.predictor import Predictor
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

    Lines = list[NDArray[np.float64]]

RING = 9.5
MOST_RINGED = 100_000
"""Of more samples no support vector is ringed: they are shown as a density."""
DASHES = (5.0, 4.0)
EXACT_WIDTH = 1.75
LEGEND_RING = 7.0
MARGINS = "Where the score is 1 and −1: samples on or inside them have a loss"
EXACT = "The boundary that minimises the cost for this λ, with its margins"
SUPPORT = "A sample on or inside the margins, y·z ≤ 1: only such samples pull"


def is_svm(picture: Picture) -> bool:
    """Tell whether a picture's model has margins in the sense of the linear SVM.

    They belong to one weight vector: what votes, such as a run's folds, has none.
    """
    model = picture.model
    return can(model, "linear") and model.learner == LEARNER.name and not model.is_zero


class SvmMarginsLayer(Layer):
    """Draws the lines y·z = ±1 and rings the samples on or inside them.

    Of more than two classes those of one class against the rest; in the margin view
    of the class chosen there.

    Attributes
    ----------
    shown : bool
    code : int
        The class, of more than two.
    rows : ndarray of int
        The support vectors of the training part.
    margins : list of ndarray
        The two lines.
    own : int or None
        The class that they are of, of more than two.
    summary : str
        How many support vectors there are.
    name_of_margins : str
        What the two lines are.
    exact : (Predictor, Dataset) or None
        The exact solution and its data, drawn dashed.
    """

    of_one_run = on_paper = True

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.shown, self.code = False, 0
        self.exact: tuple[Predictor, Dataset] | None = None
        self._known: tuple[object, ...] = ()
        self._forget_margins()

    def _forget_margins(self) -> None:
        self.margins: Lines = []
        self.rows = np.empty(0, np.intp)
        self.exact_margins: Lines = []
        self.exact_lines: Lines = []
        self.own: int | None = None
        self.summary = self.name_of_margins = ""
        self.in_legend = False

    def set_shown(self, shown: bool) -> None:
        self.shown = shown
        self.prepare_again()

    def show_like(self, other: Self) -> None:
        self.shown, self.code = other.shown, other.code
        self.prepare_again()

    def set_class(self, code: int) -> None:
        """Draw those of another class, of more than two."""
        self.code = code
        self.prepare_again()

    def show_exact(self, exact: tuple[Predictor, Dataset] | None) -> None:
        """Draw an exact solution for these data dashed; None: none."""
        self.exact = exact
        self.prepare_again()

    def prepare(self, picture: Picture) -> None:
        self._forget_margins()
        self._prepare_exact(picture)
        model = picture.model
        if not self.shown or not is_svm(picture) or model is None:
            return
        k = min(self.code, model.n_outputs - 1)
        if len(picture.recorded.class_names) > 2:
            self.own = k if picture.one_vs_rest is None else picture.one_vs_rest
        names = picture.recorded.class_names
        of = "" if self.own is None else f" of {names[self.own]}"
        self.name_of_margins = f"margins y·z = ±1{of}"
        for side in SIDES:
            self.margins += level_lines(model, picture.plane, self.view(), side)[k]
        self.in_legend = bool(self.margins or self.exact_lines)
        if picture.recorded.n_samples > MOST_RINGED:
            return
        self.rows = self._support(picture, model, k)
        n = len(self.rows)
        self.summary = f"{counted(n, 'support vector')}{of}"

    def _support(self, picture: Picture, model: Predictor, k: int) -> NDArray[np.intp]:
        """Find the rows with y·z ≤ 1; once for a model, however the view moves."""
        from engine.spaces.svm_path import MARGIN_TOLERANCE

        known = (model, picture.recorded, k)
        if self._known[:3] != known:
            data = picture.recorded
            signs = np.where(data.y == (1 if self.own is None else self.own), 1, -1)
            inside = signs * model.scores(data.X)[:, k] <= 1.0 + MARGIN_TOLERANCE
            rows = np.flatnonzero(inside & (data.parts == TRAINING))
            self._known = (*known, rows)
        support: NDArray[np.intp] = self._known[3]  # type: ignore[assignment]
        return support

    def _prepare_exact(self, picture: Picture) -> None:
        """Find the exact solution's lines; the margin view looks along our weights."""
        if self.exact is None or self.exact[1] is not picture.recorded:
            return
        model, plane, view = self.exact[0], picture.plane, self.view()
        self.exact_lines = level_lines(model, plane, view)[0]
        for side in SIDES:
            self.exact_margins += level_lines(model, plane, view, side)[0]
        self.in_legend = bool(self.exact_lines)

    def is_empty(self) -> bool:
        lines = self.margins or self.exact_lines or self.exact_margins
        return self.picture is None or not (lines or len(self.rows))

    def draw(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for lines, width in (
            (self.exact_lines, EXACT_WIDTH), (self.exact_margins, 1.0)
        ):  # fmt: skip
            painter.setPen(self._dashed(width))
            self.draw_lines(painter, lines)
        painter.setPen(pen(self._tone, 1.0))
        self.draw_lines(painter, self.margins)
        draw_rings(painter, self._places(), RING, self._tone)

    @property
    def _tone(self) -> str:
        own = self.own
        return self.theme.ink if own is None else self.theme.class_colour(own)

    def _dashed(self, width: float) -> QPen:
        return pen(self.theme.good, width, tuple(length / width for length in DASHES))

    def legend(self) -> list[LegendRow]:
        rows = []
        if self.margins:
            drawn = pen(self._tone, 1.0)
            rows.append(line_row(drawn, self.name_of_margins, MARGINS, always=True))
        if self.exact_lines:
            dashed = self._dashed(EXACT_WIDTH)
            rows.append(line_row(dashed, "exact solution", EXACT, always=True))
        if len(self.rows):
            ring = pen(self._tone, 1.0)
            rows.append(ring_row(ring, LEGEND_RING, "support vector", SUPPORT))
        return rows

    def _places(self) -> NDArray[np.float64]:
        """Give the places of the support vectors in view."""
        if self.picture is None or not len(self.rows):
            return np.empty((0, 2))
        samples = self.picture.recorded.X[self.rows]
        return self.near_view(self.picture.plane.project(samples), RING)
