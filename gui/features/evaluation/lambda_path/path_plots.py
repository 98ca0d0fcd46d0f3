"""Weights and objective of the linear SVM against λ, ours solid, the exact dashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from gui.plotting.axes import log10
from gui.plotting.log_plot import LogPlot

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPen, QResizeEvent

    from gui.features.evaluation.lambda_path.path_computation import LambdaPaths
    from gui.style.theme import Theme

MOST_WEIGHTS = 10
LONGEST = 18
"""Letters of a name; longer ones end in …"""
APART = 16.0
"""Least distance of two names, in pixels."""
FOR_FIRST, FOR_LAST = 0.09, 0.04
"""Room for the numbers under the first and the last λ, of the width of the lines."""
BEYOND = 0.6
"""How far our weights may reach beyond the exact ones, of their range."""


class _PathPlot(LogPlot):
    """Has a line at the present λ."""

    def __init__(self, theme: Theme, up: str, *, both: bool) -> None:
        super().__init__(theme, "λ", up, both=both)
        self.paths: LambdaPaths | None = None
        self._now = pg.InfiniteLine(0, angle=90)
        self.addItem(self._now, ignoreBounds=True)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._now.setPen(pg.mkPen(theme.accent, width=1.5))

    def take(self, paths: LambdaPaths | None) -> None:
        """Have other paths to draw; arrows stop at each λ of them."""
        self.paths = paths
        at = np.empty(0) if paths is None else log10(paths.ours.strengths)
        self.stops = np.sort(at)

    def show_strength(self, strength: float) -> None:
        """Put the line at another λ."""
        self._now.setPos(float(np.log10(strength)))

    def close(self) -> bool:
        """Forget the curves."""
        self.paths = None
        return bool(super().close())


class WeightsPlot(_PathPlot):
    """A pair of lines for each weight, the largest ten, named at their left ends."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "weight", both=False)
        self.lines: list[tuple[pg.PlotDataItem, pg.PlotDataItem, pg.TextItem]] = []
        self.drawn: list[int] = []
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.show_paths(self.paths)

    def show_paths(self, paths: LambdaPaths | None) -> None:
        """Draw other paths, or as much of them as there is."""
        self.take(paths)
        self.drawn = [] if paths is None else largest(paths)
        while len(self.lines) < len(self.drawn):
            self.lines.append(self._line())
        for i, (ours, exact, name) in enumerate(self.lines):
            for item in (ours, exact, name):
                item.setVisible(i < len(self.drawn))
        if paths is None:
            return
        self._scale(paths)
        for i, k in enumerate(self.drawn):
            self._draw_weight(i, k, paths)
        self._place_names(paths)

    def _line(self) -> tuple[pg.PlotDataItem, pg.PlotDataItem, pg.TextItem]:
        ours = self.plot([], [], antialias=True)
        exact = self.plot([], [], antialias=True)
        name = pg.TextItem(anchor=(1, 0.5))
        self.addItem(name, ignoreBounds=True)
        return ours, exact, name

    def _draw_weight(self, i: int, k: int, paths: LambdaPaths) -> None:
        ours, exact, name = self.lines[i]
        colour = self._tone(i, offset=k == len(paths.names) - 1)
        ours.setPen(pg.mkPen(colour, width=1.75))
        exact.setPen(_dashed_pen(colour, 1.5))
        ours.setData(log10(paths.ours.strengths), paths.ours.scaled_weights[:, 0, k])
        if paths.exact is None:
            exact.setData([], [])
        else:
            path = paths.exact
            exact.setData(log10(path.strengths), path.scaled_weights[:, 0, k])
        name.setColor(colour)
        name.setText(_short(paths.names[k]))

    def _tone(self, i: int, *, offset: bool) -> str:
        """Give a colour that is no class's; beyond the last they begin anew."""
        tones = (*self.theme.runs[1:], self.theme.muted)
        return self.theme.ink if offset else tones[i % len(tones)]

    def _scale(self, paths: LambdaPaths) -> None:
        """Show the exact weights and ours as far as they are near them."""
        ours = _finite(paths.ours.scaled_weights[:, 0, self.drawn])
        low, high = _range(ours)
        if paths.exact is not None:
            least, most = _range(_finite(paths.exact.scaled_weights[:, 0, self.drawn]))
            room = BEYOND * (most - least)
            low = min(least, max(low, least - room))
            high = max(most, min(high, most + room))
        span = (high - low) or 1.0
        at = log10(paths.ours.strengths)
        wide = max(float(np.ptp(at)), 1.0)
        self._span = (low - 0.05 * span, high + 0.05 * span)
        self.axis.least = float(at.min())
        self.view.setRange(
            xRange=(
                at.min() - self._room(paths) * wide,
                at.min() + (1 + FOR_LAST) * wide,
            ),
            yRange=self._span, padding=0,
        )  # fmt: skip

    def _room(self, paths: LambdaPaths) -> float:
        """Give the room for the names, as a share of that for the lines."""
        names = [_short(paths.names[k]) for k in self.drawn]
        pixels = 20 + max(map(self.fontMetrics().horizontalAdvance, names))
        share = min(pixels / max(float(self.view.width()), 1.0), 0.4)
        return float((1 + FOR_LAST) * share / (1 - share))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the names' room, which is in pixels."""
        super().resizeEvent(event)
        if self.__dict__.get("paths") is not None:
            self.show_paths(self.paths)

    def _place_names(self, paths: LambdaPaths) -> None:
        """Put the names beside the ends, none over another."""
        low, high = self._span
        path = paths.ours if paths.exact is None else paths.exact
        ends = np.nan_to_num(path.scaled_weights[-1, 0, self.drawn])
        order = np.argsort(ends)
        least = APART / max(self.view.height(), 1.0) * (high - low)
        places = np.clip(ends[order], low + least / 2, high - least / 2)
        for i in range(1, len(places)):
            places[i] = max(places[i], places[i - 1] + least)
        highest = high - least / 2
        for i in range(len(places) - 1, -1, -1):
            places[i] = min(places[i], highest)
            highest = places[i] - least
        at = float(log10(paths.ours.strengths).min())
        for i, place in zip(order.tolist(), places.tolist(), strict=True):
            self.lines[i][2].setPos(at, place)


class ObjectivePlot(_PathPlot):
    """What both reach: ours is never below the exact one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "objective", both=True)
        self._ours = self.plot([], [], antialias=True)
        self._exact = self.plot([], [], antialias=True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._ours.setPen(pg.mkPen(theme.ink, width=1.75))
        self._exact.setPen(_dashed_pen(theme.good, 1.75))

    def show_paths(self, paths: LambdaPaths | None) -> None:
        """Draw other paths, or as much of them as there is."""
        self.take(paths)
        both = (None, None) if paths is None else (paths.ours, paths.exact)
        values = []
        for item, path in zip((self._ours, self._exact), both, strict=True):
            if path is None:
                item.setData([], [])
                continue
            up = log10(np.maximum(path.objective, 1e-12))
            item.setData(log10(path.strengths), up)
            values.append(_finite(up))
        if paths is None:
            return
        low, high = _range(np.concatenate(values))
        at = log10(paths.ours.strengths)
        span, wide = max(high - low, 0.2), max(float(np.ptp(at)), 1.0)
        self.view.setRange(
            xRange=(at.min() - FOR_FIRST * wide, at.min() + (1 + FOR_LAST) * wide),
            yRange=(low - 0.08 * span, high + 0.08 * span), padding=0,
        )  # fmt: skip


def _dashed_pen(colour: str, width: float) -> QPen:
    pen: QPen = pg.mkPen(colour, width=width)
    pen.setStyle(Qt.PenStyle.CustomDashLine)
    pen.setDashPattern([5, 4])
    return pen


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def largest(paths: LambdaPaths) -> list[int]:
    """Give the weights to draw, the largest first."""
    weights = (paths.exact or paths.ours).scaled_weights[:, 0]
    sizes = np.nan_to_num(np.abs(weights), nan=0.0, posinf=0.0).max(axis=0)
    order: list[int] = np.argsort(-sizes, kind="stable").tolist()
    return order[:MOST_WEIGHTS]


def _finite(values: NDArray[np.float64]) -> NDArray[np.float64]:
    finite: NDArray[np.float64] = values[np.isfinite(values)]
    return finite


def _range(values: NDArray[np.float64]) -> tuple[float, float]:
    return (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
