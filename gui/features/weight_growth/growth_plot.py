"""The plot of a perceptron's growth: two curves between two lines that meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from gui.plotting.axes import WholeAxis, rounded_axis_end
from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import BELOW_THE_PLAYHEAD, Curve
from gui.plotting.view_item import ViewItem
from gui.style.text import number
from gui.style.theme import faded
from gui.widgets.legend_label import legend_text

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget

    from engine.diagnosis.weight_growth import WeightGrowth
    from gui.style.theme import Theme

POINTS = 60
"""Places at which a line that bends is computed."""
NEAR, ALWAYS = 4, 40
"""Times its updates up to which a run is shown as far as the bound, and up to how many
updates always."""
ROOM, FEWEST = 1.25, 8
"""What is shown of the lines else: more than the updates, and at least so many."""
FILL = 0.12
"""Opacity of where the curves may be."""
BESIDE = 1.04
"""What is shown beyond the bound, in its lengths: where the lines have crossed."""
JOINER = "\N{WORD JOINER}"
"""At which no line is broken."""
LABEL_AT = 0.1
"""How high the bound's number stands, as a share of the view."""

ALONG = "How far w reaches along u, the best weights of length 1 that separate"
LENGTH = "The length of w, which is never shorter than its part along u"
LEAST = (
    "Below this w·u can never be: every update moves w by at least this slope along u"
)
MOST = "Above this ‖w‖ can never be: a mistake that is mended adds at most R² to ‖w‖²"
BOUND = "From here on the lower line is above the upper one: so many updates cannot be"


class AllowedRegion(ViewItem):
    """The ground between two lines over the same places of the lower axis."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self.setZValue(BELOW_THE_PLAYHEAD - 1)
        self._corners = np.empty((0, 2))
        self._colour = faded("#000000", 0.0)

    def set_colour(self, colour: str) -> None:
        self._colour = faded(colour, FILL)
        self.update()

    def set_lines(
        self,
        x: NDArray[np.float64],
        low: NDArray[np.float64],
        high: NDArray[np.float64],
    ) -> None:
        """Fill between a lower and a higher line."""
        there, back = np.column_stack([x, low]), np.column_stack([x, high])
        self._corners = np.vstack([there, back[::-1]])
        self.update()

    def paint(
        self, painter: QPainter, option: object, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        painter.drawPolygon(arrayToQPolygonF(*self.in_pixels(*self._corners.T)))


class GrowthPlot(CursorPlot):
    """w·u (●) and ‖w‖ (■) over the updates, within the lines that hold them.

    Attributes
    ----------
    least, most : Curve
        The dashed lines: k·η·γ and √k·η·R.
    along, length : Curve
        w·u and ‖w‖.
    bound : pyqtgraph.InfiniteLine
        Where the lines meet.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(axisItems={"bottom": WholeAxis("bottom")})
        self.setLabel("left", "length")
        self.setLabel("bottom", "updates k")
        self.allowed = AllowedRegion(self)
        self.least = Curve(self, "", style=Qt.PenStyle.DashLine)
        self.most = Curve(self, "", style=Qt.PenStyle.DashDotLine)
        self.length, self.along = Curve(self, "s", 6), Curve(self, "o", 6)
        at = {"position": LABEL_AT, "anchors": [(1.05, 0.5), (1.05, 0.5)]}
        self.bound = pg.InfiniteLine(0, angle=90, label="", labelOpts=at)
        self.addItem(self.bound, ignoreBounds=True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.allowed.set_colour(theme.muted)
        for curve in (self.along, self.least):
            curve.set_colour(theme.accent_text, theme.scale)
        for curve in (self.length, self.most):
            curve.set_colour(theme.ink, theme.scale)
        dots = pg.mkPen(theme.good, width=1.5, style=Qt.PenStyle.DotLine)
        self.bound.setPen(dots)
        self.bound.label.setColor(theme.good)
        self.set_cursor_colour(theme.ink)

    def show_growth(
        self, growth: WeightGrowth, count: int, *, as_far_as_bound: bool = False
    ) -> None:
        """Draw the first updates of a run, `count` of them, the start among them."""
        updates = growth.updates[:count].astype(float)
        self.along.set_values(updates, growth.along[:count])
        self.length.set_values(updates, growth.length[:count])
        end = view_end(growth, count, as_far_as_bound=as_far_as_bound)
        places = end * np.linspace(0, 1, POINTS) ** 2  # close where √k is steep
        self.least.set_values(places, growth.least(places))
        self.most.set_values(places, growth.most(places))
        inside = np.minimum(places, growth.bound)
        self.allowed.set_lines(inside, growth.least(inside), growth.most(inside))
        self.bound.setPos(growth.bound)
        self.bound.label.setFormat(f"bound {number(growth.bound, 4)}")
        top = rounded_axis_end(1.04 * float(growth.most(end)))
        self.view.setRange(xRange=(0, end), yRange=(-0.03 * top, top), padding=0)


def bound_is_near(growth: WeightGrowth, count: int) -> bool:
    """Tell whether the bound is in view without being asked for."""
    return growth.bound <= max(NEAR * int(growth.updates[count - 1]), ALWAYS)


def view_end(growth: WeightGrowth, count: int, *, as_far_as_bound: bool) -> float:
    """Give the last update in view: beyond the bound if it is near or asked for."""
    if as_far_as_bound or bound_is_near(growth, count):
        return BESIDE * growth.bound
    return ROOM * max(int(growth.updates[count - 1]), FEWEST)


def legend(theme: Theme, growth: WeightGrowth, *, prime: str, note: str) -> str:
    """Say what the curves and lines are, as rich text.

    Parameters
    ----------
    theme : Theme
    growth : WeightGrowth
    prime : str
        What γ and R have where the offset is one of the weights.
    note : str
        What else is to be known of w; or empty.
    """
    eta = "" if growth.rate == 1 else "η·"
    items = [
        (theme.accent_text, "●", "w·u", ALONG),
        (theme.ink, "■", "‖w‖", LENGTH),
        (theme.accent_text, "╌", f"k·{eta}γ{prime}&nbsp;≤&nbsp;w·u", LEAST),
        (theme.ink, "╌&nbsp;·", f"‖w‖&nbsp;≤&nbsp;√k·{eta}R{prime}", MOST),
        (theme.good, "┊", f"bound&nbsp;(R{prime}{JOINER}/{JOINER}γ{prime})²", BOUND),
    ]
    written = legend_text(theme, items)
    if not note:
        return written
    style = f"font-size:{theme.legend_pt}pt; color:{theme.muted}"
    return f'{written} <span style="{style}">&nbsp; {note}</span>'
