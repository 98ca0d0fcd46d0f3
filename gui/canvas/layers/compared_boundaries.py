"""The boundaries of the runs that are beside the one looked at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, is_vector, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row
from gui.style.icons import clear_pixmap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture
    from gui.session.compared_run import ComparedRun

    Lines = list[NDArray[np.float64]]

OWN_WIDTH, WIDTH = 2.25, 1.75
"""Of the boundary looked at, and of another run's."""
INK_WIDTH = 1.25
"""Of a line in ink, in which the boundary looked at is drawn, too."""
DASHES = (4.0, 4.0)
"""Of a line that is over, in widths, as of that before a step."""
BUNDLE_WIDTH, BUNDLE_LEGEND_WIDTH = 1.5, 2.5
FAINTEST, FULLEST = 0.25, 0.75
"""Opacities of a line of a bundle, of very many and of few: many lie over each other.
"""
MOST_CURVES = 20
"""Boundaries that are drawn where they are no straight lines: each takes its time."""


class ComparedBoundariesLayer(Layer):
    """Draws where each compared run decides; of several models a bundle, faint.

    Bundles, of which the first is on top, lie under single lines, and are painted once
    into a pixmap. What is drawn is traced when it first is painted: until then the view
    may change.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self._lines: dict[Predictor, Lines] | None = None
        self._traced_in: tuple[object, ...] = ()
        self._known: dict[Predictor, Lines] = {}
        self._pixmap: QPixmap | None = None
        self._painted: tuple[object, ...] = ()

    @property
    def runs(self) -> tuple[ComparedRun, ...]:
        """Those of the picture, the first of bundles on top."""
        return () if self.picture is None else self.picture.compared

    def prepare(self, picture: Picture) -> None:
        self._lines, self.in_legend = None, bool(picture.compared)
        if not picture.compared:
            self._known, self._pixmap = {}, None

    @property
    def lines(self) -> list[Lines]:
        """What is drawn of each run, in the plane."""
        if self._lines is None:
            self._lines = self._traced()
        traced = self._lines
        return [
            [line for model in drawn_models(run) for line in traced[model]]
            for run in self.runs
        ]

    def _traced(self) -> dict[Predictor, Lines]:
        """Find the boundaries, but of models that were drawn before in this view."""
        if self.picture is None:
            return {}
        plane, view = self.picture.plane, self.view()
        traced_in = plane, view, self.picture.fine_in
        if traced_in != self._traced_in:
            self._traced_in, self._known = traced_in, {}
        known = self._known
        self._known = {
            model: known[model]
            if model in known
            else boundaries(model, plane, view, side=self.side(model))
            for run in self.runs
            for model in drawn_models(run)
        }
        return self._known

    def is_empty(self) -> bool:
        return not any(run.models for run in self.runs)

    def draw(self, painter: QPainter) -> None:
        traced = list(zip(self.runs, self.lines, strict=True))
        bundles = [(run, lines) for run, lines in traced if is_bundle(run)]
        if bundles:
            self._draw_bundles(painter, bundles)
        for run, lines in traced:
            if not is_bundle(run):
                painter.setPen(self._pen(run))
                self.draw_lines(painter, lines)

    def _draw_bundles(
        self, painter: QPainter, bundles: list[tuple[ComparedRun, Lines]]
    ) -> None:
        """Copy the pixmap to the screen; on other devices draw the lines."""
        if not self.ratio or is_vector(painter):
            self._draw_faint(painter, bundles)
            return
        size = self.rect().size()
        models = tuple(run.models for run, _ in bundles)
        painted = self._traced_in, models, self.theme, self.ratio, size.toTuple()
        if painted != self._painted or self._pixmap is None:
            self._painted = painted
            self._pixmap = clear_pixmap((size * self.ratio).toSize(), self.ratio)
            with QPainter(self._pixmap) as own:
                own.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_faint(own, bundles)
        painter.drawPixmap(0, 0, self._pixmap)

    def _draw_faint(
        self, painter: QPainter, bundles: list[tuple[ComparedRun, Lines]]
    ) -> None:
        for run, lines in reversed(bundles):
            opacity = FULLEST / math.sqrt(len(drawn_models(run)) / 4)
            colour = QColor(self.theme.runs[run.place or 0])
            colour.setAlphaF(min(max(FAINTEST, opacity), FULLEST))
            painter.setPen(QPen(colour, BUNDLE_WIDTH * self.theme.scale))
            for line in lines:
                self.draw_lines(painter, [line])

    def _pen(self, run: ComparedRun) -> QPen:
        """Give the pen of its line in the legend, and, if it is one line, here."""
        if run.place is None and run.faint:
            return pen(self.theme.muted, INK_WIDTH * self.theme.scale, DASHES)
        if run.place is None:
            return pen(self.theme.ink, INK_WIDTH)
        width = BUNDLE_LEGEND_WIDTH if is_bundle(run) else WIDTH
        return pen(self.theme.runs[run.place], width * self.theme.scale)

    def legend(self) -> list[LegendRow]:
        """Tell of each run, under what the run looked at is called beside it."""
        own_pen = pen(self.theme.ink, OWN_WIDTH * self.theme.scale)
        rows = []
        for run in self.runs:
            if run.own[0]:
                rows.append(line_row(own_pen, *run.own, always=True))
            rows.append(line_row(self._pen(run), run.label, run.tip, always=True))
        return rows


def is_bundle(run: ComparedRun) -> bool:
    """Tell whether its lines are many, in a colour, and so drawn faintly."""
    return run.place is not None and len(run.models) > 1


def drawn_models(run: ComparedRun) -> tuple[Predictor, ...]:
    """Give the models whose boundaries are drawn: of curves the first ones."""
    straight = all(model.is_straight for model in run.models)
    return run.models if straight else run.models[:MOST_CURVES]
