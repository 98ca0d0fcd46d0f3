"""Strips: a dot for each order's run, over its updates or its errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Signal
from PySide6.QtGui import QColor

from gui.plotting.axes import WholeAxis
from gui.plotting.plot import Plot
from gui.session.compared_run import SHAPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QMouseEvent

    from gui.style.theme import Theme

BINS = 45
"""Places along an axis: dots of one place are stacked."""
HEIGHT = 0.62
"""Of a row, what the highest stack takes at most."""
DOT, RING, REACH = 6, 11, 9
"""Pixels: of a dot, of the ring around one, and how near the mouse must be."""
BELOW = 0.12
"""Of a row, by which the bar at the median reaches below the dots."""
MOST_APART = 0.12
"""Of a row, between two dots of a stack at most."""


def stacked(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.int64]:
    """Give for each value how many before it stand at the same place, of `BINS`.

    Examples
    --------
    >>> stacked(np.array([0.0, 5.0, 0.0, 10.0, 0.01]), 0.0, 10.0)
    array([0, 0, 1, 0, 2])
    """
    places = np.rint((values - low) / ((high - low) or 1.0) * BINS).astype(np.int64)
    heights = np.empty(len(values), np.int64)
    seen: dict[int, int] = {}
    for i, place in enumerate(places.tolist()):
        heights[i] = seen.get(place, 0)
        seen[place] = heights[i] + 1
    return heights


class OrderStrips(Plot):
    """A row for each use of the weights, a dot for each order, a bar at the median.

    Parameters
    ----------
    theme : Theme
    name : str
        Of what the dots are placed by.
    whole : bool
        They are counts, else shares: of these the axis begins at 0.

    Attributes
    ----------
    rows : list of pyqtgraph.ScatterPlotItem
    runs : list of int
        Of each row the run, counted from 0, in whose colour it is.

    Signals
    -------
    chosen(int)
        The person clicked at the dot of this run, counted from 0.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, name: str, *, whole: bool) -> None:
        bottom = WholeAxis("bottom")
        bottom.whole = whole
        super().__init__(axisItems={"bottom": bottom})
        self._from_zero = not whole
        self.hideAxis("left")
        self.setLabel("bottom", name)
        self.describe(name, "Left and right choose one order after another")
        self.reached.connect(lambda stop: self.chosen.emit(self.runs[stop]))
        self.setToolTip("A dot for each order: click one to see its boundary")
        self.setMinimumWidth(120)
        self.rows: list[pg.ScatterPlotItem] = []
        self._median = pg.PlotDataItem([], [], connect="pairs")
        self._ring = pg.ScatterPlotItem()
        for item in (self._median, self._ring):
            self.addItem(item)
        self._chosen = 0
        self.runs: list[int] = []
        self._values: list[NDArray[np.float64]] = []
        self._places: list[NDArray[np.float64]] = []
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._median.setPen(pg.mkPen(theme.muted, width=1.5))
        self._ring.setPen(pg.mkPen(theme.accent, width=2))
        self._ring.setBrush(None)
        self._draw_rows()

    def show_values(
        self, values: Sequence[NDArray[np.float64]], runs: Sequence[int]
    ) -> None:
        """Draw rows of values, the first on top, each in the colour of a run."""
        self._values = list(values)
        self.runs = list(runs)
        self.stops = np.arange(float(len(self.runs)))
        every = np.concatenate([*values, np.empty(0)]).astype(np.float64)
        low, high = (every.min(), every.max()) if every.size else (0.0, 1.0)
        stacks = [stacked(np.asarray(row, np.float64), low, high) for row in values]
        most = max((int(stack.max(initial=0)) for stack in stacks), default=0)
        apart = min(MOST_APART, HEIGHT / max(most, 1))
        self._places = [
            np.column_stack([row, apart * stack - k])
            for k, (row, stack) in enumerate(zip(values, stacks, strict=True))
        ]
        if self._from_zero:
            low, high = 0.0, high or 1.0
        free = 0.06 * ((high - low) or max(abs(high), 1.0))
        self.view.setRange(
            xRange=(low - free, high + free), yRange=(0.3 - len(values), 0.85),
            padding=0,
        )  # fmt: skip
        self._draw_rows()

    def again(self, theme: Theme) -> OrderStrips:
        """Give the same in other colours."""
        whole = not self._from_zero
        copy = OrderStrips(theme, self.accessibleName(), whole=whole)
        copy.show_values(self._values, self.runs)
        copy.choose(self._chosen)
        return copy

    def choose(self, chosen: int) -> None:
        """Point a run out, counted from 0."""
        self._chosen = chosen
        self._draw_rows()

    def _draw_rows(self) -> None:
        for row in self.rows[len(self._places) :]:
            self.removeItem(row)
        del self.rows[len(self._places) :]
        while len(self.rows) < len(self._places):
            self.rows.append(pg.ScatterPlotItem(size=DOT))
            self.addItem(self.rows[-1])
        bars = []
        for k, (row, places) in enumerate(zip(self.rows, self._places, strict=True)):
            row.setData(pos=places, size=DOT, symbol=SHAPES[self.runs[k]], pen=None)
            row.setBrush(QColor(self.theme.runs[self.runs[k]]))
            if len(places):
                middle = float(np.median(places[:, 0]))
                bars += [(middle, -k - BELOW), (middle, HEIGHT - k)]
        self._median.setData(np.array(bars).reshape(-1, 2))
        known = [places[self._chosen] for places in self._places if self._is_known]
        self._ring.setData(pos=np.array(known).reshape(-1, 2), size=RING)

    @property
    def _is_known(self) -> bool:
        return all(self._chosen < len(places) for places in self._places)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the run whose dot is under the mouse."""
        place = self.mapToScene(event.position().toPoint())
        at = self.view.mapSceneToView(place)
        width, height = self.view.viewPixelSize()
        for places in self._places:
            if len(places):
                away = (places - (at.x(), at.y())) / (width, height)
                nearest = int(np.hypot(*away.T).argmin())
                if np.hypot(*away[nearest]) <= REACH:
                    self.chosen.emit(nearest)
                    break
        event.accept()
