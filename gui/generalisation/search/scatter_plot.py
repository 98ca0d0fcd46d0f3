"""Trials drawn at random, each a dot at its place: a click takes its recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMargins, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.figures import Figure
from gui.generalisation.log_plot import PAPER
from gui.generalisation.search.heat_plot import MARGIN, WAYS
from gui.generalisation.search.scatter_painter import ScatterPainter
from gui.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from gui.generalisation.search.trials import Trials
    from gui.theme import Theme

REACH = 14.0
"""Pixels from a dot up to which the mouse is on it."""


class ScatterPlot(QWidget):
    """Draws trials; the lowest value of both hyperparameters is at the lower left.

    Signals
    -------
    pointed(int)
        The mouse or the keys are on a recipe, by its place in the results; −1: on none.
    chosen(int)
        The person wants it.
    """

    pointed = Signal(int)
    chosen = Signal(int)

    own_keys = frozenset(WAYS)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.trials: Trials | None = None
        self._trial: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Errors of the trials")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def minimumSizeHint(self) -> QSize:
        """Leave room for the axes and some dots."""
        return QSize(260, 170)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self.update()

    def show_trials(self, trials: Trials) -> None:
        """Draw other trials, or more of them."""
        self.trials, self._trial = trials, None
        self.update()

    def _painter(self, trials: Trials) -> ScatterPainter:
        room = QSizeF(self.size())
        return ScatterPainter.of(trials, self.theme, self.fontMetrics(), room)

    def dots(self) -> np.ndarray:
        """Give the pixels of all trials, (n, 2), the best last."""
        if self.trials is None:
            return np.empty((0, 2))
        return self._painter(self.trials).pixels(self.trials.shares)

    def _at(self, place: QPointF) -> int | None:
        """Find the nearest trial, if the mouse is on it; of equal ones the better."""
        far = np.hypot(*(self.dots() - (place.x(), place.y())).T)[::-1]
        if not len(far) or far.min() > REACH:
            return None
        return len(far) - 1 - int(far.argmin())

    def _point(self, trial: int | None) -> None:
        if trial != self._trial:
            self._trial = trial
            self.pointed.emit(self._place)
            self.update()

    @property
    def _place(self) -> int:
        if self.trials is None or self._trial is None:
            return -1
        return int(self.trials.places[self._trial])

    def _choose(self) -> None:
        if self._place >= 0:
            self.chosen.emit(self._place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the dot under the mouse."""
        self._point(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the dot under the mouse."""
        self._point(self._at(event.position()))
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from dot to dot, from the best one on; Enter chooses."""
        way = WAYS.get(Qt.Key(event.key()))
        if self.trials is not None and way is not None:
            here = self._trial
            self._point(self.trials.best if here is None else self._beside(here, way))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)

    def _beside(self, trial: int, way: tuple[int, int]) -> int:
        """Find the next dot in a direction, rather ahead than aside."""
        up, across = way
        offsets = self.dots() - self.dots()[trial]
        ahead = offsets @ (across, -up)
        aside = np.abs(offsets @ (up, across))
        cost = np.where(ahead > 0, ahead + 2 * aside, np.inf)
        return int(cost.argmin()) if np.isfinite(cost).any() else trial

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw dots, axes and the scale."""
        if self.trials is None:
            return
        with QPainter(self) as painter:
            paints = self._painter(self.trials)
            paints.draw(painter, self.width())
            if self._trial is not None:
                paints.ring(painter, self._trial, self.theme.focus)

    def figure(self) -> Figure | None:
        """Give the trials dressed for paper."""
        if self.trials is None:
            return None
        room = QSizeF(PAPER.shrunkBy(QMargins(MARGIN, MARGIN, MARGIN, MARGIN)))
        paints = ScatterPainter.of(self.trials, LIGHT, self.fontMetrics(), room)

        def paint(painter: QPainter) -> None:
            painter.setFont(self.font())
            painter.translate(MARGIN, MARGIN)
            paints.draw(painter, room.width())

        return Figure(PAPER, QColor(LIGHT.card), paint)
