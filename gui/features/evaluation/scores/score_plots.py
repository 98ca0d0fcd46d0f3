"""ROC, precision–recall and reliability curves, in a square from 0 to 1."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gui.plotting.curve import MOST_DOTS, Curve
from gui.plotting.plot import Plot
from gui.plotting.plot_style import name_axis
from gui.style.theme import SYMBOL_LETTERS, class_symbol
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QMouseEvent, QResizeEvent

    from engine.cli.outputs import CurveKind
    from engine.evaluation.calibration import ReliabilityCurve
    from engine.evaluation.roc import ThresholdCurve
    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme

Points = tuple["NDArray[np.float64]", "NDArray[np.float64]"]

BEYOND = 0.04
"""Room around 0 … 1, so that a curve on the edge is seen."""
MOST_POINTS, FIRST = 1500, 256
"""Points of a curve that are drawn; of these from the first, where most happens."""
MOST_STOPS = 200
"""Places of a curve that the arrows reach; of more, evenly chosen ones."""
SHORT, LONG = 1.25, 1.75
"""Widths of curves with dots and without, in those that curves usually have."""
SYMBOLS = 6
"""Symbols of its class on a curve beside others."""
LEAST = 180
"""Pixels of a side."""


class UnitPlot(Plot):
    """Curves of classes over 0 … 1, and a dashed line to compare them with.

    Attributes
    ----------
    curves : list of Curve
        In the order in which they were shown.
    reference : Curve
    """

    has_dots = False

    def __init__(self, theme: Theme, across: str, up: str) -> None:
        super().__init__()
        name_axis(self, "bottom", across)
        name_axis(self, "left", up)
        ends = (-BEYOND, 1 + BEYOND)
        self.view.setRange(xRange=ends, yRange=ends, padding=0)
        self.reference = Curve(self, "", style=Qt.PenStyle.DashLine)
        self.curves: list[Curve] = []
        self._symbols: list[pg.PlotDataItem] = []
        self._codes: list[int] = []
        self.setMinimumSize(LEAST, LEAST)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.reference.set_colour(theme.faint, theme.scale)
        for curve, code in zip(self.curves, self._codes, strict=False):
            width = LONG if len(curve.across) > MOST_DOTS else SHORT
            curve.set_colour(self._colour(code), width * theme.scale)
        for item, code in zip(self._symbols, self._codes, strict=False):
            item.setSymbol(class_symbol(code))
            item.setSymbolBrush(QColor(theme.class_colour(code)))
            item.setSymbolPen(pg.mkPen(theme.field))

    def _colour(self, code: int) -> str:
        """Give the colour of a class beside others; a single one is in ink."""
        alone = len(self._codes) == 1
        return self.theme.ink if alone else self.theme.class_colour(code)

    def show_points(self, points: Mapping[int, Points]) -> None:
        """Draw a curve for each class, by its code, in the place of those before."""
        for code in list(points)[len(self.curves) :]:
            alone = "o" if len(points) == 1 else class_symbol(code)
            self.curves.append(Curve(self, alone if self.has_dots else "", 8))
        self._codes = [*points]
        nothing = [(np.empty(0), np.empty(0))] * (len(self.curves) - len(points))
        all_values = [*points.values(), *nothing]
        for curve, values in zip(self.curves, all_values, strict=True):
            curve.set_values(*values)
        if not self.has_dots:
            self._mark_classes()
        self.set_theme(self.theme)

    def _mark_classes(self) -> None:
        """Put the symbol of its class on each of several curves."""
        for item in self._symbols:
            self.removeItem(item)
        self._symbols = []
        if len(self._codes) < 2:
            return
        for k, curve in enumerate(self.curves[: len(self._codes)]):
            way = _way(curve.across, curve.up)
            # Each a little further on than that before: many curves begin alike.
            shares = (np.arange(SYMBOLS) + (k + 0.5) / len(self.curves)) / SYMBOLS
            at = shares * (way[-1] if len(way) else 0.0)
            across, up = (
                np.interp(at, way, values) if len(way) else values
                for values in (curve.across, curve.up)
            )
            item = pg.PlotDataItem(across, up, pen=None, symbolSize=10)
            self.addItem(item, ignoreBounds=True)
            self._symbols.append(item)


class ThresholdPlot(UnitPlot):
    """A curve over all thresholds on which one of them is marked and dragged.

    Signals
    -------
    chosen(int)
        The mouse or a key leads to this place of the curve.
    own_wanted
        A double click: the model's own threshold.
    """

    chosen = Signal(int)
    own_wanted = Signal()

    def __init__(self, theme: Theme, across: str, up: str) -> None:
        super().__init__(theme, across, up)
        self._places: Points = (np.empty(0), np.empty(0))
        self._stop_indices = np.empty(0, np.int64)
        self._held = False
        self.own, self.mark = (
            pg.PlotDataItem([], [], pen=None, symbol="o", symbolSize=size)
            for size in (9, 12)
        )
        for item in (self.own, self.mark):
            self.addItem(item, ignoreBounds=True)
        self.reached.connect(lambda stop: self.chosen.emit(self._stop_indices[stop]))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.own.setSymbolBrush(QColor(theme.field))
        self.own.setSymbolPen(pg.mkPen(theme.ink, width=1.5))
        self.mark.setSymbolBrush(QColor(theme.accent))
        self.mark.setSymbolPen(pg.mkPen(theme.field, width=1.5))

    @staticmethod
    def places(curve: ThresholdCurve) -> Points:
        """Give where each threshold is."""
        raise NotImplementedError

    @staticmethod
    def line(places: Points) -> Points:
        """Give what is drawn through these places."""
        return places

    @staticmethod
    def baseline(curve: ThresholdCurve) -> Points:
        """Give what a score that knows nothing would reach."""
        return np.array([0.0, 1.0]), np.array([0.0, 1.0])

    def show_curves(self, curves: Mapping[int, ThresholdCurve]) -> None:
        """Draw the curves of classes, by their codes; those that are defined."""
        defined = {code: curve for code, curve in curves.items() if curve.is_defined}
        self.show_points(
            {
                code: self.line(thinned(self.places(curve)))
                for code, curve in defined.items()
            }
        )
        single = next(iter(defined.values())) if len(defined) == 1 else None
        self.reference.set_values(*self._reference(defined))
        self._places = (np.empty(0),) * 2 if single is None else self.places(single)
        n = len(self._places[0])
        few = np.linspace(0, n - 1, min(n, MOST_STOPS)) if n else np.empty(0)
        self._stop_indices = np.unique(few.round().astype(np.int64))
        self.stops = self._stop_indices.astype(float)

    def _reference(self, curves: Mapping[int, ThresholdCurve]) -> Points:
        lines = [self.baseline(curve) for curve in curves.values()]
        if not lines or any(not np.array_equal(lines[0][1], up) for _, up in lines):
            return np.empty(0), np.empty(0)
        return lines[0]

    def mark_threshold(self, index: int | None, own: int | None) -> None:
        """Mark the place of a threshold, and the model's own, if it has one.

        Parameters
        ----------
        index, own : int or None
            Places of the curve; None: not marked.
        """
        for item, at in ((self.own, own), (self.mark, index)):
            values = [] if at is None else [[axis[at]] for axis in self._places]
            item.setData(*(values or ([], [])))
        if index is not None and len(self._stop_indices):
            self.stop = int(np.searchsorted(self._stop_indices, index))
            self.stop = min(self.stop, len(self._stop_indices) - 1)
        self.tell()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._go_to_nearest(event):
            self._held = True
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held and event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to_nearest(event)
            event.accept()
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = False
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go back to the model's own threshold."""
        if event.button() == Qt.MouseButton.LeftButton and len(self._places[0]):
            self.own_wanted.emit()
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def _go_to_nearest(self, event: QMouseEvent) -> bool:
        """Choose the place of the curve that is nearest to the mouse."""
        across, up = self._places
        if not len(across):
            return False
        place = self.view.mapSceneToView(self.mapToScene(event.position().toPoint()))
        away = (across - place.x()) ** 2 + (up - place.y()) ** 2
        self.chosen.emit(int(away.argmin()))
        return True


class RocPlot(ThresholdPlot):
    """The true positive rate over the false positive rate, and the line of chance."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "false positive rate", "true positive rate")

    @staticmethod
    def places(curve: ThresholdCurve) -> Points:
        return curve.false_positive_rates, curve.true_positive_rates


class PrecisionRecallPlot(ThresholdPlot):
    """Precision over recall in steps; dashed the precision of calling all positive."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "recall", "precision")

    @staticmethod
    def places(curve: ThresholdCurve) -> Points:
        return curve.true_positive_rates, curve.precisions

    @staticmethod
    def line(places: Points) -> Points:
        recall, precision = places
        return np.repeat(recall, 2)[:-1], np.repeat(precision, 2)[1:]

    @staticmethod
    def baseline(curve: ThresholdCurve) -> Points:
        share = curve.positives / (curve.positives + curve.negatives)
        return np.array([0.0, 1.0]), np.array([share, share])


class CalibrationPlot(UnitPlot):
    """How often what was given a probability came true; dashed: as often as it says."""

    has_dots = True

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "probability given", "share that is of the class")
        self.set_theme(theme)

    def show_curves(self, curves: Mapping[int, ReliabilityCurve]) -> None:
        """Draw the reliability curves of classes, by their codes."""
        self.show_points(
            {code: (curve.predicted, curve.observed) for code, curve in curves.items()}
        )
        ends = np.array([0.0, 1.0]) if curves else np.empty(0)
        self.reference.set_values(ends, ends)


PLOTS: Mapping[CurveKind, type[RocPlot | PrecisionRecallPlot | CalibrationPlot]] = {
    "roc": RocPlot,
    "precision-recall": PrecisionRecallPlot,
    "calibration": CalibrationPlot,
}


def thinned(places: Points) -> Points:
    """Leave places of a long curve out so that it looks the same."""
    across, up = places
    if len(across) <= MOST_POINTS:
        return places
    way = _way(across, up)
    even = np.linspace(0, way[-1], MOST_POINTS)
    kept = np.searchsorted(way, even).clip(max=len(way) - 1)
    kept = np.unique(np.concatenate([np.arange(FIRST), kept, [len(way) - 1]]))
    return across[kept], up[kept]


def _way(across: NDArray[np.float64], up: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give how far each place is along a curve, across and up together."""
    if not len(across):
        return np.empty(0)
    steps = abs(np.diff(across)) + abs(np.diff(up))
    return np.concatenate([[0.0], np.cumsum(steps)])


class SquareBox(QWidget):
    """Gives a plot as much room as makes its view a square."""

    def __init__(self, plot: UnitPlot) -> None:
        super().__init__()
        self._plot = plot
        plot.setParent(self)
        self.setMinimumSize(plot.minimumSize())
        # Later: a layout that is at work would go on with the sizes before.
        self._fitting = DelayedCall(self, self._fit_plot, 0)
        plot.view.sigResized.connect(lambda *_: self._fitting.start())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_plot()

    def _fit_plot(self) -> None:
        plot, view = self._plot, self._plot.view.rect()
        beside = QSize(
            round(plot.width() - view.width()), round(plot.height() - view.height())
        )
        room = self.size() - beside
        side = max(min(room.width(), room.height()), 1)
        size = QSize(side, side) + beside
        left = (self.width() - size.width()) // 2
        if size != plot.size() or left != plot.x():
            plot.setGeometry(left, 0, size.width(), size.height())


def square_figure(plot: UnitPlot, sheet: Sheet, legend: str = "") -> Figure:
    """Lay out a plot that is never shown with a square view, and let it be written.

    Parameters
    ----------
    plot : UnitPlot
    sheet : Sheet
    legend : str
        What its marks are, written above it: rich text.
    """
    from gui.plotting.figure import FigureFrame, figure_of, lay_out

    frame = FigureFrame(sheet, legend=legend)
    side = min(frame.inner.size.toTuple())
    lay_out(plot, QSize(side, side))
    view = plot.view.rect()
    beside = round(view.width() - view.height())
    narrower = QSize(side - max(beside, 0), side + min(beside, 0))
    lay_out(plot, narrower)
    return frame.around(figure_of(plot))


def class_legend(theme: Theme, names: Sequence[str], codes: Sequence[int]) -> str:
    """Name the classes whose curves are drawn beside each other; else nothing."""
    if len(codes) < 2:
        return ""
    return " &nbsp; ".join(
        f'<span style="color:{theme.class_colour(code)}">'
        f"{SYMBOL_LETTERS[class_symbol(code)]}</span>&nbsp;{escape(names[code])}"
        for code in codes
    )
