"""The page of the learning curve: its plot, and what it says about more samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QComboBox, QLabel

from engine.data.dataset import TRAINING, VALIDATION
from engine.evaluation.error_interval import mean_interval
from engine.evaluation.folds import Folds, without_validation
from engine.evaluation.learning_curve import POINTS, LearningCurve, learning_curve
from engine.numbers import counted, percent, percentage
from gui.features.evaluation.data_checks import sorted_order_note, why_not_trainable
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.folds_chooser import BOX, FEW, FOLDS_TIP, LARGEST_SEED
from gui.features.evaluation.page import ComputingPage
from gui.plotting.axes import log10, rounded_axis_end
from gui.plotting.figure import paper_figure
from gui.plotting.log_plot import LogPlot
from gui.style.text import percent_within
from gui.widgets.cards import Card
from gui.widgets.labels import ElidedLabel, hint_label, show_words, with_role
from gui.widgets.layouts import fill, in_column, row_of
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset, Recipe
    from engine.evaluation.error_interval import Interval
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl, Work

BANDS_OPACITY = 110, 45
"""Of the band of the training error, which is hatched, and of the other, of 255."""
PATTERNS = Qt.BrushStyle.BDiagPattern, Qt.BrushStyle.SolidPattern
"""Of the two bands: where they overlap, both are seen."""
ROOM_FOR_NAMES = 0.2
APART = 0.05
"""Least distance of the two names, of the height."""


class LearningCurvePlot(LogPlot):
    """Two curves with their bands, named where they end."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "samples to learn from", "% of samples wrong")
        self.axis.least = 0.0
        self.curve: LearningCurve | None = None
        self._curves = [self.plot([], [], antialias=True) for _ in range(2)]
        self._edges = [[pg.PlotDataItem([], []) for _ in range(2)] for _ in range(2)]
        self.bands = [pg.FillBetweenItem(*edges) for edges in self._edges]
        self._names = [pg.TextItem(anchor=(0, 0.5)) for _ in range(2)]
        for band, name in zip(self.bands, self._names, strict=True):
            band.setZValue(-10)
            self.addItem(band, ignoreBounds=True)
            self.addItem(name, ignoreBounds=True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        looks = ((theme.ink, "o", "training"), (theme.good, "d", "validation"))
        for k, (colour, symbol, name) in enumerate(looks):
            curve = self._curves[k]
            curve.setPen(pg.mkPen(colour, width=1.75))
            curve.setSymbol(symbol)
            curve.setSymbolSize(7)
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)
            faint = QColor(colour)
            faint.setAlpha(BANDS_OPACITY[k])
            self.bands[k].setBrush(QBrush(faint, PATTERNS[k]))
            self._names[k].setColor(colour)
            self._names[k].setText(name)

    def show_curve(self, curve: LearningCurve | None, largest: int) -> None:
        """Draw a curve, or as much of it as there is.

        Parameters
        ----------
        curve : LearningCurve or None
        largest : int
            The size at which it will end.
        """
        self.curve = curve
        for item in (*self._names, *self.bands):  # a band keeps its last shape
            item.setVisible(curve is not None)
        if curve is None:
            for k in range(2):
                self._set_curve(k, np.empty(0), np.empty(0), np.empty((0, 2)))
            return
        at, top, ends = log10(curve.sizes), 0.0, []
        both = bands(curve)
        self.stops = at
        for k, errors in enumerate((curve.training, curve.validation)):
            mean, ends_of_band = 100 * errors.mean(axis=0), 100 * both[k]
            self._set_curve(k, at, mean, ends_of_band)
            top = max(top, float(ends_of_band.max()))
            ends.append(float(mean[-1]))
        self._scale(float(at[0]), max(float(log10(largest)), float(at[-1])), top)
        self._name_ends(float(at[-1]), ends)

    def _set_curve(
        self, k: int, at: NDArray[np.float64], mean: NDArray[np.float64],
        band: NDArray[np.float64],
    ) -> None:  # fmt: skip
        self._curves[k].setData(at, mean)
        for edge, ends in zip(self._edges[k], band.T, strict=True):
            edge.setData(at, ends)

    def _scale(self, left: float, right: float, top: float) -> None:
        top = rounded_axis_end(1.06 * top) if top > 0 else 10.0
        wide = max(right - left, 0.1)
        self.view.setRange(
            xRange=(left - 0.03 * wide, right + ROOM_FOR_NAMES * wide),
            yRange=(-0.03 * top, top), padding=0,
        )  # fmt: skip
        self._top = top

    def _name_ends(self, at: float, ends: list[float]) -> None:
        """Write the names beside the ends, and not over one another."""
        middle, apart = sum(ends) / 2, abs(ends[1] - ends[0])
        least = APART * self._top
        for k, end in enumerate(ends):
            if apart < 2 * least:
                above = end > ends[1 - k] or (apart == 0 and k == 1)
                end = middle + (least if above else -least)
            self._names[k].setPos(at, end)


def bands(curve: LearningCurve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the intervals of the training and the validation errors, shape (m, 2).

    Of one split they are the errors: nothing is drawn.
    """
    of_one = np.array([curve.training[0], curve.validation[0]])
    if len(curve.training) < 2:
        training, validation = np.stack([of_one, of_one], axis=2)
        return training, validation
    every = range(len(curve.sizes))
    return (
        np.array([mean_interval(curve.training[:, j]) for j in every]).clip(0, 1),
        np.array([curve.validation_interval(j) for j in every]),
    )


FEWEST = 3
"""Folds from which their scatter tells what is chance."""
SMALL = 0.05
"""A gap, or a fall, surely below this is none to speak of."""
ONE_SPLIT = "Of one split nobody knows how much is chance: folds tell."


def reading(curve: LearningCurve, j: int) -> str:
    """Read the errors at a size."""
    training, validation = (
        float(errors[:, j].mean()) for errors in (curve.training, curve.validation)
    )
    held_out = percent(validation)
    if len(curve.validation) > 1:
        held_out = percent_within(validation, curve.validation_interval(j))
    samples = counted(int(curve.sizes[j]), "sample")
    return f"{samples}: training error {percent(training)}, validation error {held_out}"


def conclusion(curve: LearningCurve) -> str:
    """Say what follows from the curve, and no more: no interval is wider than that."""
    if len(curve.validation) < FEWEST:
        return ONE_SPLIT if len(curve.validation) == 1 else ""
    gap, fall = curve.gap, curve.fall
    mean = float((curve.validation[:, -1] - curve.training[:, -1]).mean())
    size = f"{int(curve.sizes[-1]):,}"
    text = f"The gap between the curves at {size} samples is {_points(mean, gap)}"
    if gap.low > 0:
        if fall is not None and fall.low > 0:
            return (
                f"{text}, more than chance, and the validation error was still "
                "falling: more samples would probably help."
            )
        if fall is not None and fall.high < SMALL:
            return (
                f"{text}, more than chance, but the validation error did not clearly "
                "fall any more: fewer features or a stronger penalty may help more "
                "than samples."
            )
    elif gap.high < SMALL:
        level = percent(float(curve.validation[:, -1].mean()))
        return (
            f"{text}, no more than chance: more samples of this kind will hardly help. "
            f"If {level} is too much, other features or another learner might do."
        )
    return f"{text}: too much chance to say whether more samples would help."


def _points(mean: float, interval: Interval) -> str:
    low, high = map(percentage, interval)
    points = f"{percentage(mean)} percentage points (95 % interval {low} to {high})"
    return points.replace("-", "−")


FOLDS, SPLIT = range(2)
SEED_TIP = "Same seed, same folds and same subsets"
NO_SPLIT = (
    "Folds only: no samples are held out for validation. “Hold out” beside the data "
    "does it"
)
HINT = "Point at the curves to read them."
BANDS = " Bands: 95 % intervals, by the folds and the number of samples held out."


class LearningCurvePage(ComputingPage["LearningCurve"]):
    """Trains on ever more samples, anew whenever data or recipe are others."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(session, theme, name="learning curve")
        self.how = QComboBox()
        self.how.setAccessibleName("Measured by")
        self.how.addItems(["folds", "the split"])
        self.how.setEnabled(False)
        self.how.setToolTip(NO_SPLIT)
        self.k = IntegerBox("Folds", FOLDS_TIP, low=2, high=50)
        self.k.setValue(FEW)
        self.seed = IntegerBox("Seed of the folds", SEED_TIP, high=LARGEST_SEED)
        self.card = FigureCard("Learning curve")
        self.plot = LearningCurvePlot(theme)
        self.reading = with_role(ElidedLabel(), "muted")
        about = "Left and right read the curves from size to size"
        self.plot.describe("Learning curve", about, self.reading.text)
        self.words = QLabel(wordWrap=True)
        self.hint = hint_label()
        self._largest = 1
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.top = Card("The present recipe trained on ever more samples")
        self._k_name = QLabel("Folds")
        held_out = QLabel("Held out by")
        top = row_of(held_out, self.how, self._k_name, self.k, spacing=8)
        top.addSpacing(8)
        fill(top, QLabel("Seed"), self.seed, (self.waiting, 1))
        self.top.rows.addLayout(top)
        for box in (self.k, self.seed):
            box.setFixedWidth(BOX)
        self.card.add_rows((self.plot, 1), (self.hint, 1), self.reading, self.words)
        self.card.set_figure("learning-curve", self._figure, self.plot, self.theme)
        in_column(self, self.top, (self.card, 1), spacing=10)

    def _connect(self) -> None:
        self.how.currentIndexChanged.connect(self.follow)
        self.k.valueChanged.connect(self.follow)
        self.seed.valueChanged.connect(self.follow)
        self.plot.pointing.hovered.connect(self._read_place)

    def enter(self) -> None:
        self._follow_split()
        super().enter()

    def wanted(self) -> tuple[object, ...]:
        s, splits = self.session, self.how.currentIndex()
        return (s.data, s.recipe, splits, self.k.value(), self.seed.value())

    def follow(self) -> None:
        self._follow_split()
        super().follow()

    def _follow_split(self) -> None:
        """Offer the split where there is one; it is then the first choice."""
        held_out = len(self.session.data.counted_rows_of(VALIDATION)) > 0
        if held_out != self.how.isEnabled():
            self.how.setEnabled(held_out)
            self.how.setToolTip("" if held_out else NO_SPLIT)
            self.how.setCurrentIndex(SPLIT if held_out else FOLDS)
        for part in (self.k, self._k_name):
            part.setVisible(self.how.currentIndex() == FOLDS)

    @property
    def _k(self) -> int:
        """How many folds; 0: the split there is."""
        return self.k.value() if self.how.currentIndex() == FOLDS else 0

    def obstacle(self) -> str:
        session, by_folds = self.session, self._k > 0
        return why_not_trainable(session.data, session.recipe, by_folds=by_folds)

    def begin(self) -> None:
        self.show_result(None, "")

    def work(self) -> Work[LearningCurve]:
        session = self.session
        return _work(session.data, session.recipe, self._k, self.seed.value())

    def grow(self, known: tuple[int, LearningCurve]) -> None:
        self._largest, curve = known
        self.plot.show_curve(curve, self._largest)
        self.waiting.show_progress(len(curve.sizes) / POINTS)

    def keep(self) -> None:
        self.show_result(self.plot.curve, "")

    def show_result(self, curve: LearningCurve | None, why_not: str) -> None:
        """Show the curve with what it says, or why there is none."""
        show_words(self.hint, why_not)
        self.plot.setVisible(not why_not)
        self.reading.setVisible(not why_not)
        self.card.export_action.setEnabled(curve is not None)
        whole = curve is not None and not self.task.running
        verdict = conclusion(curve) if curve is not None and whole else ""
        order = (
            sorted_order_note(self.session.data, self.session.recipe) if verdict else ""
        )
        show_words(self.words, f"{verdict} {order}".rstrip())
        self.plot.show_curve(curve, self._largest)
        if curve is not None:
            n = len(curve.training)
            self.card.caption.setText(f"mean of {n} folds" if n > 1 else "one split")
        else:
            self.card.caption.setText("")
        self._read_place(None)

    def _read_place(self, place: float | None) -> None:
        """Read the sizes nearest to the mouse."""
        curve = self.plot.curve
        if place is None or curve is None:
            self.plot.point_at(None)
            bands = BANDS if curve is not None and len(curve.training) > 1 else ""
            self.reading.setText(HINT + bands if curve is not None else "")
            return
        at = log10(curve.sizes)
        j = int(np.argmin(np.abs(at - place)))
        self.plot.point_at(float(at[j]))
        self.reading.setText(reading(curve, j))

    def _figure(self, sheet: Sheet) -> Figure | None:
        if self.plot.curve is None:
            return None
        plot = LearningCurvePlot(sheet.theme)
        plot.show_curve(self.plot.curve, self._largest)
        return paper_figure(plot, sheet)


def _work(data: Dataset, recipe: Recipe, k: int, seed: int) -> Work[LearningCurve]:
    """Give the work of a curve over k folds; 0 means the split there is."""

    def work(control: TaskControl) -> LearningCurve:
        folds = Folds(k, seed).split(without_validation(data)) if k else (data,)
        largest = min(len(fold.counted_rows_of(TRAINING)) for fold in folds)
        return learning_curve(
            folds,
            recipe,
            seed=seed,
            stop=control.cancelled,
            progress=lambda curve: control.report((largest, curve)),
        )

    return work
