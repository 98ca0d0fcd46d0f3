"""Training error, validation error and cost of all runs, epoch by epoch."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from engine.learners import learner
from gui.plotting.axes import EpochAxis, OwnScaleAxis
from gui.plotting.curve import MOST_DOTS, downsampled
from gui.plotting.figure_actions import FigureActions
from gui.plotting.figure_source import FigureSource
from gui.plotting.plot import Plot
from gui.plotting.plot_style import name_axis
from gui.race.run_labels import run_labels
from gui.session.compared_run import SHAPES, SYMBOLS
from gui.style.text import number
from gui.tasks.throttle import GrowthThrottle
from gui.widgets.combo_boxes import CheckBox, ComboBox
from gui.widgets.legend_label import LegendLabel, legend_item

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.frame import Epochs
    from gui.plotting.figure import Figure, Sheet
    from gui.race.race import Race
    from gui.session.session import Session
    from gui.style.theme import Theme

STYLES = (
    Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DotLine,
)  # fmt: skip
MEASURES = ("training error, %", "validation error, %", "cost J", "validation cost")

FILES = ("race-training-error", "race-validation-error", "race-cost")

TRAINING, VALIDATION, COST, VALIDATION_COST = range(4)
COST_HELP = (
    "Which cost is compared at the end of each epoch.\nCosts compare runs of one "
    "learner: each learner has its own J, a sum or a mean."
)


def measure(epochs: Epochs, which: int) -> NDArray[np.float64] | None:
    """Give one of the `MEASURES` of each epoch; None where there is none."""
    if which == TRAINING:
        return 100 * epochs.training_error
    if which == VALIDATION:
        held_out = epochs.validation_error
        return None if held_out is None else 100 * held_out
    return epochs.cost if which == COST else epochs.validation_cost


class MeasureCurves(Plot):
    """A curve per run, in the run's colour, over the epochs; a line at the place.

    Parameters
    ----------
    race : Race
    which : int
        Of the `MEASURES`.
    theme : Theme

    Attributes
    ----------
    curves : dict of Session to pyqtgraph.PlotDataItem
    known : bool
        Whether any run has this measure.
    """

    def __init__(self, race: Race, which: int, theme: Theme) -> None:
        self._axis, self._left = EpochAxis("bottom"), OwnScaleAxis("left")
        self._axis.setStyle(hideOverlappingLabels=30)  # half of 0 is left of the view
        axes = {"bottom": self._axis, "left": self._left}
        super().__init__(axisItems=axes)
        self._race, self.which = race, which
        about = "Left and right go through the race, a sample at a time"
        self.describe(MEASURES[which], about, self.words)
        self.logarithmic = self.known = False
        self.setMinimumSize(150, 120)
        self.playhead = pg.InfiniteLine(0, angle=90)
        self.addItem(self.playhead, ignoreBounds=True)
        self.curves: dict[Session, pg.PlotDataItem] = {}
        self.set_theme(theme)

    def follow_runs(self) -> None:
        """Have a curve for each run."""
        for run in [run for run in self.curves if run not in self._race.runs]:
            self.removeItem(self.curves.pop(run))
        for run in self._race.runs:
            if run not in self.curves:
                self.curves[run] = self.plot([], [], antialias=True)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.playhead.setPen(pg.mkPen(theme.ink, width=1, style=Qt.PenStyle.DashLine))

    def redraw(self) -> None:
        """Draw the curves of all runs."""
        logarithmic = self.logarithmic and self.which >= COST
        epochs, low, top = 1, np.inf, -np.inf
        for run, curve in self.curves.items():
            done, least, highest = self._draw(run, curve, log=logarithmic)
            epochs = max(epochs, done)
            low, top = min(low, least), max(top, highest)
        self.known = top > -np.inf
        self._axis.last = epochs
        begun = any(run.tape is not None for run in self._race.runs)
        each = f", {self._race.per_epoch:,} samples each" if begun else ""
        # Nobody knows yet how large a cost will be; an error is a share.
        self._left.setStyle(showValues=self.known or self.which < COST)
        self.setLabel("bottom", f"epoch{each}")
        name_axis(self, "left", MEASURES[self.which])
        self.setXRange(0, epochs * 1.02, padding=0)
        self._left.show_numbers(0.0, 1.0, log=logarithmic and np.isfinite(low))
        if logarithmic and np.isfinite(low):
            free = 0.05 * max(top - low, 0.3)
            self.setYRange(low - free, top + free, padding=0)
        else:
            top = 1.06 * top if top > 0 else 100.0
            self.setYRange(-0.03 * top, top, padding=0)
        self.move()

    def _draw(
        self, run: Session, curve: pg.PlotDataItem, *, log: bool
    ) -> tuple[int, float, float]:
        """Draw a run's curve; give its epochs, its least and its greatest value."""
        tape = run.tape
        values = None if tape is None else measure(tape.epochs, self.which)
        if values is None or not len(values):
            curve.setData([], [])
            return 0, np.inf, -np.inf
        done, dots = len(values), len(values) <= MOST_DOTS
        place = self._race.place_of(run)
        colour = self.theme.runs[place]
        width = (1.5 if dots else 1) * self.theme.scale * self.devicePixelRatioF()
        curve.setPen(pg.mkPen(colour, width=width, style=STYLES[place]))
        curve.setSymbol(SHAPES[place] if dots else None)
        curve.setSymbolSize(6)
        curve.setSymbolBrush(colour)
        curve.setSymbolPen(None)
        at, some = downsampled(values)
        known = np.isfinite(some) & ((some > 0) | (not log))
        at, some = at[known], np.log10(some[known]) if log else some[known]
        curve.setData(at, some, antialias=dots)
        least, greatest = some.min(initial=np.inf), some.max(initial=-np.inf)
        return done, float(least), float(greatest)

    def move(self) -> None:
        """Put the line at the place of the race."""
        self.playhead.setPos(self._race.samples / self._race.per_epoch)
        self.tell()

    def words(self) -> str:
        """Say what each run has come to at the last epoch that is behind."""
        done = self._race.samples // self._race.per_epoch
        told = []
        labels = run_labels([run.recipe for run in self._race.runs])
        for run, label in zip(self._race.runs, labels, strict=True):
            values = None if run.tape is None else measure(run.tape.epochs, self.which)
            if values is not None and 0 < done <= len(values):
                told.append(f"{label}: {number(float(values[done - 1]), 3)}")
        said = "; ".join(told) or "none yet"
        return f"{MEASURES[self.which]} after epoch {done:,}: {said}"


def _titles(plot: MeasureCurves) -> tuple[str, str]:
    """Give the title and the caption of a figure of it."""
    return f"Race: {MEASURES[plot.which]}", plot.words()


class RaceErrorCurves(QFrame):
    """What there is of training error, validation error and cost, beside each other.

    Attributes
    ----------
    training, validation, cost : MeasureCurves
    choice : ComboBox
        Which cost: of the samples learned from, or of those held out.
    logarithmic : CheckBox
        Whether costs are drawn over a logarithmic axis.
    """

    def __init__(self, race: Race, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._race, self._theme = race, theme
        self.legend = LegendLabel()
        self.choice, self.logarithmic = ComboBox(), CheckBox("log")
        self.choice.addItems(MEASURES[COST:])
        self.choice.setAccessibleName("Which cost")
        self.choice.setToolTip(COST_HELP)
        self.logarithmic.setToolTip("Logarithmic axis of the cost")
        self.training, self.validation, self.cost = (
            MeasureCurves(race, which, theme) for which in (TRAINING, VALIDATION, COST)
        )
        for plot, name in zip(self._plots, FILES, strict=True):
            source = FigureSource(
                MEASURES[plot.which],
                partial(self._figure, plot),
                partial(_titles, plot),
            )
            FigureActions(source, plot, name)
        self._known_runs: set[Session] = set()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 8)
        layout.setSpacing(4)
        head, row = QHBoxLayout(), QHBoxLayout()
        row.setSpacing(12)
        # Of a layout that holds something PySide keeps the items for ever, and takes
        # what later lies at the place of one that is gone for it: filled when added.
        layout.addLayout(head)
        layout.addLayout(row, 1)
        head.addWidget(self.legend, 1)
        head.addWidget(self.logarithmic)
        head.addWidget(self.choice)
        for plot in self._plots:
            row.addWidget(plot, 1)
        self.choice.currentIndexChanged.connect(self._choose)
        self.logarithmic.toggled.connect(self._choose)
        race.runs_changed.connect(self._update_curves)
        race.moved.connect(self._move)
        self._update_curves()

    @property
    def _plots(self) -> tuple[MeasureCurves, ...]:
        return self.training, self.validation, self.cost

    def _update_curves(self) -> None:
        """Have a curve for each run in each plot, which follows it."""
        for plot in self._plots:
            plot.follow_runs()
        for run in self._race.runs:
            if run not in self._known_runs:
                run.recipe_changed.connect(self._update_legend)
                GrowthThrottle(run, self.redraw)
        self._known_runs = set(self._race.runs)
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for plot in self._plots:
            plot.set_theme(theme)
        self.redraw()

    def _choose(self, *_: object) -> None:
        self.cost.which = COST + self.choice.currentIndex()
        self.cost.logarithmic = self.logarithmic.isChecked()
        self.redraw()

    def redraw(self) -> None:
        """Draw the curves of all runs; plots of what no run has are not there."""
        runs = self._race.runs
        if not runs:  # the race was closed while a drawing was due
            return
        for plot in self._plots:
            plot.redraw()
        has_cost = any(learner(run.recipe.learner).has_cost for run in runs)
        self.validation.setVisible(self.validation.known)
        self.cost.setVisible(has_cost)
        self.logarithmic.setVisible(has_cost)
        self.choice.setVisible(has_cost and self.validation.known)
        if self.choice.currentIndex() and not self.validation.known:
            self.choice.setCurrentIndex(0)
        self._update_legend()

    def _figure(self, plot: MeasureCurves, sheet: Sheet) -> Figure:
        """Draw one of the plots as it is now, on a sheet."""
        from gui.plotting.figure import paper_figure

        copy = MeasureCurves(self._race, plot.which, sheet.theme)
        copy.logarithmic = plot.logarithmic
        copy.follow_runs()
        copy.redraw()
        return paper_figure(copy, sheet, legend=self._legend(sheet.theme))

    def _update_legend(self) -> None:
        self.legend.setText(self._legend(self._theme))

    def _legend(self, theme: Theme) -> str:
        """Say which curve is whose, as rich text."""
        parts = []
        labels = run_labels([run.recipe for run in self._race.runs])
        for run, label in zip(self._race.runs, labels, strict=True):
            place = self._race.place_of(run)
            name, tone = escape(label).replace(" ", "&nbsp;"), theme.runs[place]
            tip = f"The curve of {label}, with this symbol at each epoch"
            parts.append(legend_item(theme, tone, SYMBOLS[place], name, tip))
        return " &nbsp; ".join(parts)

    def _move(self) -> None:
        for plot in self._plots:
            plot.move()

    def close(self) -> bool:
        """Take the plots apart in their own way."""
        for plot in self._plots:
            plot.close()
        return bool(super().close())
