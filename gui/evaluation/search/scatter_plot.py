"""Trials drawn at random, each a dot at its place: a click takes its recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPainter

from gui.evaluation.search.recipe_picker import Picker
from gui.evaluation.search.scatter_painter import ScatterPainter
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gui.evaluation.search.trials import Trials
    from gui.plotting.figure import Figure
    from gui.style.theme import Theme

REACH = 14.0
"""Pixels from a dot up to which the mouse is on it."""


class ScatterPlot(Picker[int]):
    """Draws trials; the lowest value of both hyperparameters is at the lower left."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Errors of the trials")
        self.trials: Trials | None = None

    def show_trials(self, trials: Trials) -> None:
        """Draw other trials, or more of them."""
        self.trials, self.spot = trials, None
        self.update()

    def _painter(self, trials: Trials) -> ScatterPainter:
        room = QSizeF(self.size())
        return ScatterPainter.of(trials, self.theme, self.fontMetrics(), room)

    def dots(self) -> np.ndarray:
        """Give the pixels of all trials, (n, 2), the best last."""
        if self.trials is None:
            return np.empty((0, 2))
        return self._painter(self.trials).pixels(self.trials.shares)

    def spot_at(self, place: QPointF) -> int | None:
        """Find the nearest trial, if the mouse is on it; of equal ones the better."""
        far = np.hypot(*(self.dots() - (place.x(), place.y())).T)[::-1]
        if not len(far) or far.min() > REACH:
            return None
        return len(far) - 1 - int(far.argmin())

    def place_of(self, spot: int | None) -> int:
        """Give the place of a trial's recipe in the results, or −1."""
        if self.trials is None or spot is None:
            return -1
        return int(self.trials.places[spot])

    def spot_beside(self, spot: int | None, way: tuple[int, int]) -> int | None:
        """Find the next dot in a direction, rather ahead than aside."""
        if self.trials is None or spot is None:
            return None if self.trials is None else self.trials.best
        up, across = way
        offsets = self.dots() - self.dots()[spot]
        ahead = offsets @ (across, -up)
        aside = np.abs(offsets @ (up, across))
        cost = np.where(ahead > 0, ahead + 2 * aside, np.inf)
        return int(cost.argmin()) if np.isfinite(cost).any() else spot

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw dots, axes and the scale."""
        if self.trials is None:
            return
        with QPainter(self) as painter:
            paints = self._painter(self.trials)
            paints.draw(painter, self.width())
            if self.spot is not None:
                paints.ring(painter, self.spot, self.theme.focus)

    def figure(self) -> Figure | None:
        """Give the trials dressed for paper."""
        if self.trials is None:
            return None
        trials = self.trials

        def draw(painter: QPainter, room: QSizeF) -> None:
            paints = ScatterPainter.of(trials, LIGHT, self.fontMetrics(), room)
            paints.draw(painter, room.width())

        return self.on_paper(draw)
