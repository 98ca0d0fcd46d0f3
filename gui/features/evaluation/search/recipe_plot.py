"""The plots of a search: each mark is a recipe, pointed at and chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QSize, Qt, Signal

from gui.plotting.figure import paper_figure
from gui.plotting.plot import Plot

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike, NDArray
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme

REACH = 14.0
"""Pixels from a mark up to which the mouse is on it."""
RING = 20
"""Diameter of the ring around a mark, in pixels."""
MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The direction of each arrow, to the right and down."""


class RecipePlot(Plot):
    """A plot of marks, each a recipe of a search; a subclass draws them.

    Parameters
    ----------
    theme : Theme
    name : str
        For those who do not see it.
    axes : dict
        The axes at the left and at the bottom that are not pyqtgraph's.

    Attributes
    ----------
    marks : ndarray, shape (n, 2)
        Their places, in the units of the axes.
    places : ndarray of int, shape (n,)
        Of their recipes in the results; −1: that one is not known.
    mark_name : str
        What a mark is called.
    words : str
        What is said of the recipe pointed at.
    best, mark : int
        The mark of the best recipe and the one pointed at, or −1.

    Signals
    -------
    pointed(int)
        The mouse or the keys are on a recipe, by its place in the results; −1: on none.
    chosen(int)
        The person wants it.
    """

    pointed = Signal(int)
    chosen = Signal(int)

    keys = frozenset(MOVES)
    mark_name = "dot"

    def __init__(self, theme: Theme, name: str, axes: dict[str, pg.AxisItem]) -> None:
        super().__init__(axisItems=axes)
        self.theme = theme
        self.setMinimumSize(220, 150)
        about = "Arrows go from recipe to recipe, Enter takes one"
        self.describe(name, about, lambda: self.words)
        self.words = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.rings = [pg.ScatterPlotItem(size=RING, brush=None) for _ in range(2)]
        for ring in self.rings:
            ring.setZValue(10)
            self.addItem(ring, ignoreBounds=True)
        self.marks, self.places = np.empty((0, 2)), np.empty(0, np.intp)
        self.best = self.mark = -1

    def sizeHint(self) -> QSize:
        """Ask for the least: Qt takes what is asked for from what stands above."""
        least: QSize = self.minimumSize()
        return least

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for ring, tone in zip(self.rings, (theme.ink, theme.focus), strict=True):
            ring.setPen(pg.mkPen(tone, width=2))

    def set_legend(self, text: str) -> None:
        """Write a line above the plot."""
        item, line = self.getPlotItem(), self.fontMetrics().height() + 8
        size = f"{self.theme.legend_pt}pt"
        item.setTitle(text, color=self.theme.muted, size=size, justify="right")
        item.titleLabel.setMaximumHeight(line)
        item.layout.setRowFixedHeight(0, line)

    def set_marks(self, marks: ArrayLike, places: ArrayLike, best: int) -> None:
        """Have other marks; the same ones stay pointed at."""
        before, self.marks = self.marks, np.asarray(marks, np.float64)
        self.places, self.best = np.asarray(places, np.intp), best
        if not np.array_equal(before, self.marks):
            self.mark = -1
        self.ring_marks()

    def ring_marks(self) -> None:
        """Draw a ring around the best mark and around the one pointed at."""
        for ring, mark in zip(self.rings, (self.best, self.mark), strict=True):
            ring.setData(pos=self.marks[mark : mark + 1] if mark >= 0 else [])

    def pixels(self) -> NDArray[np.float64]:
        """Give the pixels of all marks, (n, 2)."""
        (left, right), (low, high) = self.view.viewRange()
        room = self.view.sceneBoundingRect()
        across = (self.marks[:, 0] - left) / (right - left)
        down = (high - self.marks[:, 1]) / (high - low)
        return np.column_stack(
            [room.left() + across * room.width(), room.top() + down * room.height()]
        )

    def mark_at(self, pixel: QPointF) -> int:
        """Find the mark under the mouse; of equal ones the last."""
        far = np.hypot(*(self.pixels() - (pixel.x(), pixel.y())).T)[::-1]
        if not len(far) or far.min() > REACH:
            return -1
        return len(far) - 1 - int(far.argmin())

    def mark_beside(self, across: int, down: int) -> int:
        """Find the next mark in a direction, rather ahead than aside."""
        offsets = self.pixels() - self.pixels()[self.mark]
        ahead = offsets @ (across, down)
        aside = np.abs(offsets @ (down, across))
        cost = np.where(ahead > 0.5, ahead + 2 * aside, np.inf)
        return int(cost.argmin()) if np.isfinite(cost).any() else self.mark

    def place_in_view(self, pixel: QPointF) -> QPointF | None:
        """Give a place in the units of the axes; None beside the view."""
        scene = self.mapToScene(pixel.toPoint())
        inside = self.view.sceneBoundingRect().contains(scene)
        return self.view.mapSceneToView(scene) if inside else None

    def _point_at(self, mark: int) -> None:
        if mark != self.mark:
            self.mark = mark
            self.ring_marks()
            self.pointed.emit(self._place_of(mark))

    def _place_of(self, mark: int) -> int:
        return int(self.places[mark]) if mark >= 0 else -1

    def _choose_marked(self) -> None:
        if self._place_of(self.mark) >= 0:
            self.chosen.emit(self._place_of(self.mark))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.mark_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.mark_at(event.position()))
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose_marked()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave the press to what is done above: the plot is not dragged."""

    @property
    def own_keys(self) -> frozenset[Qt.Key]:
        """The arrows that lead from mark to mark."""
        return self.keys

    def read_out(self, words: str) -> None:
        """Have said what is known of the recipe pointed at."""
        self.words = words
        self.tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from mark to mark, from the best one on; Enter chooses."""
        move = MOVES.get(Qt.Key(event.key()))
        if move is not None and Qt.Key(event.key()) in self.keys:
            self._point_at(self.mark_beside(*move) if self.mark >= 0 else self.best)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose_marked()
        else:
            super().keyPressEvent(event)

    def again(self, theme: Theme) -> Self:
        """Make a plot of the same in another theme."""
        raise NotImplementedError

    def figure(self, sheet: Sheet) -> Figure | None:
        """Lay it out on paper; None if there is nothing to see."""
        if not len(self.marks):
            return None
        return paper_figure(self.again(sheet.theme), sheet)
