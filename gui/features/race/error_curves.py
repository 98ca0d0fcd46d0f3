"""Training error, validation error and cost of all runs, epoch by epoch."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.learners import learner
from gui.plotting.axes import EpochAxis, OwnScaleAxis, spans_decades
from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import Curve, downsampled
from gui.plotting.figure_actions import FigureActions
from gui.plotting.figure_source import FigureSource
from gui.plotting.plot_style import name_axis
from gui.session.compared_run import SHAPES
from gui.style.text import number
from gui.tasks.throttle import GrowthThrottle
from gui.widgets.combo_boxes import CheckBox, ComboBox
from gui.widgets.layouts import fill, in_column
from gui.widgets.legend_label import LegendLabel, run_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.training.frame import Epochs
    from gui.features.race.race import Race
    from gui.plotting.figure import Figure, Sheet
    from gui.session.compared_run import ComparedRun
    from gui.session.session import Session
    from gui.style.theme import Theme

    ValuesByPlace = dict[int | None, NDArray[np.float64]]

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


def measure(epochs: Epochs, kind: int) -> NDArray[np.float64] | None:
    """Give one of the `MEASURES` of each epoch; None where there is none."""
    if kind == TRAINING:
        return 100 * epochs.training_error
    if kind == VALIDATION:
        held_out = epochs.validation_error
        return None if held_out is None else 100 * held_out
    return epochs.cost if kind == COST else epochs.validation_cost


class MeasureCurves(CursorPlot):
    """A curve per run, in the run's colour, over the epochs, as far as the place.

    The axes have room for all that is recorded: nothing but the curves moves.

    Parameters
    ----------
    kind : int
        Of the `MEASURES`.
    theme : Theme

    Attributes
    ----------
    curves : list of Curve
        By the places of runs, up to the last epoch that is over; of a place without a
        run it is empty.
    runs : tuple of ComparedRun
    known : bool
        Whether any run has this measure.
    """

    def __init__(self, kind: int, theme: Theme) -> None:
        self._axis, self._left = EpochAxis("bottom"), OwnScaleAxis("left")
        self._axis.setStyle(hideOverlappingLabels=30)  # half of 0 is left of the view
        super().__init__(axisItems={"bottom": self._axis, "left": self._left})
        self.kind = kind
        self.runs: tuple[ComparedRun, ...] = ()
        self._samples, self._per_epoch = 0, 1
        about = "Left and right go through the race, a sample at a time"
        self.describe(MEASURES[kind], about, self.words)
        self.logarithmic = self.known = self._is_logarithmic = False
        self.setMinimumSize(150, 120)
        self._whole = [(np.empty(0), np.empty(0))] * len(SHAPES)
        self._grown = -1
        looks = zip(SHAPES, STYLES, strict=True)
        self.curves = [Curve(self, shape, style=style) for shape, style in looks]
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.set_cursor_colour(theme.ink)
        for curve, colour in zip(self.curves, theme.runs, strict=True):
            curve.set_colour(colour, theme.scale)

    def show_runs(self, runs: tuple[ComparedRun, ...], per_epoch: int) -> None:
        """Draw the curves of all runs, which see so many samples an epoch."""
        self.runs, self._per_epoch = runs, per_epoch
        values = {run.place: self._values(run) for run in runs}
        longest = max(map(len, values.values()), default=0)
        self.known, epochs = longest > 0, max(longest, 1)
        self._axis.last = epochs
        begun = any(run.tape is not None for run in runs)
        each = f", {per_epoch:,} samples each" if begun else ""
        # Nobody knows yet how large a cost will be; an error is a share.
        self._left.setStyle(showValues=self.known or self.kind < COST)
        self.setLabel("bottom", f"epoch{each}")
        name_axis(self, "left", MEASURES[self.kind])
        self.setXRange(0, epochs * 1.02, padding=0)
        every = np.concatenate([[], *values.values()])
        far = spans_decades(every[np.isfinite(every)])
        self._is_logarithmic = self.kind >= COST and (self.logarithmic or far)
        drawn = self._draw_values(values)
        logarithmic = self._is_logarithmic and len(drawn) > 0
        self._left.show_numbers(0.0, 1.0, log=logarithmic)
        top = float(drawn.max(initial=-np.inf))
        if logarithmic:
            low = float(drawn.min())
            free = 0.05 * max(top - low, 0.3)
            self.setYRange(low - free, top + free, padding=0)
        else:
            top = 1.06 * top if top > 0 else 100.0
            self.setYRange(-0.03 * top, top, padding=0)

    def _values(self, run: ComparedRun) -> NDArray[np.float64]:
        """Give the measure of each epoch; empty where there is none."""
        values = None if run.tape is None else measure(run.tape.epochs, self.kind)
        return np.empty(0) if values is None else values

    def _draw_values(self, values: ValuesByPlace) -> NDArray[np.float64]:
        """Have the curve of each place; give all of it, as it is drawn."""
        whole = []
        for place in range(len(self.curves)):
            at, sampled = downsampled(values.get(place, np.empty(0)))
            known = np.isfinite(sampled) & ((sampled > 0) | (not self._is_logarithmic))
            shown = np.log10(sampled[known]) if self._is_logarithmic else sampled[known]
            whole.append((at[known], shown))
        self._whole, self._grown = whole, -1
        self._draw_epochs()
        return np.concatenate([shown for _, shown in whole])

    def _draw_epochs(self) -> None:
        """Draw the epochs that are over."""
        done = self._samples // self._per_epoch
        if done == self._grown:
            return
        self._grown = done
        for curve, (at, shown) in zip(self.curves, self._whole, strict=True):
            over = int(np.searchsorted(at, done, side="right"))
            curve.set_values(at[:over], shown[:over])

    def move_to(self, samples: int) -> None:
        """Put the line where so many samples have been seen."""
        self._samples = samples
        self._draw_epochs()
        self.move_cursor(samples / self._per_epoch)
        self.tell()

    def words(self) -> str:
        """Say what each run has come to at the last epoch that is behind."""
        done = self._samples // self._per_epoch
        phrases = []
        for run in self.runs:
            values = self._values(run)
            if 0 < done <= len(values):
                phrases.append(f"{run.label}: {number(float(values[done - 1]), 3)}")
        said = "; ".join(phrases) or "none yet"
        return f"{MEASURES[self.kind]} after epoch {done:,}: {said}"

    def again(self, theme: Theme) -> MeasureCurves:
        """Make a plot of the same in another theme."""
        copy = MeasureCurves(self.kind, theme)
        copy.logarithmic = self.logarithmic
        copy.show_runs(self.runs, self._per_epoch)
        copy.move_to(self._samples)
        return copy


def _titles(plot: MeasureCurves) -> tuple[str, str]:
    """Give the title and the caption of a figure of it."""
    return f"Race: {MEASURES[plot.kind]}", plot.words()


def same_cost(runs: Sequence[ComparedRun]) -> tuple[ComparedRun, ...]:
    """Give the most runs whose cost J is the same function: these can be compared."""
    groups: dict[tuple[object, ...], list[ComparedRun]] = {}
    for run in runs:
        recipe = None if run.tape is None else run.tape.recipe
        if recipe is not None and learner(recipe.learner).has_cost:
            same = recipe.learner, recipe.get("strength"), recipe.features
            groups.setdefault(same, []).append(run)
    most: list[ComparedRun] = max(groups.values(), key=len, default=[])
    return tuple(most)


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
        self.choice = ComboBox("Which cost", COST_HELP)
        self.choice.addItems(MEASURES[COST:])
        self.logarithmic = CheckBox(
            "log", "Logarithmic axis; beyond three decades it is so by itself"
        )
        self.training, self.validation, self.cost = (
            MeasureCurves(kind, theme) for kind in (TRAINING, VALIDATION, COST)
        )
        for plot, name in zip(self._plots, FILES, strict=True):
            source = FigureSource(
                MEASURES[plot.kind],
                partial(self._figure, plot),
                partial(_titles, plot),
            )
            FigureActions(source, plot, name)
        self._known_runs: set[Session] = set()
        layout = in_column(self, margins=(12, 10, 12, 8), spacing=4)
        head, row = QHBoxLayout(), QHBoxLayout()
        row.setSpacing(12)
        # Of a layout that holds something PySide keeps the items for ever, and takes
        # what later lies at the place of one that is gone for it: filled when added.
        layout.addLayout(head)
        layout.addLayout(row, 1)
        fill(head, (self.legend, 1), self.logarithmic, self.choice)
        fill(row, *((plot, 1) for plot in self._plots))
        self.choice.currentIndexChanged.connect(self._choose_cost)
        self.logarithmic.toggled.connect(self._choose_cost)
        race.runs_changed.connect(self._update_curves)
        race.moved.connect(self._move_marks)
        self._update_curves()

    @property
    def _plots(self) -> tuple[MeasureCurves, ...]:
        return self.training, self.validation, self.cost

    def _update_curves(self) -> None:
        """Draw the runs that are there, and follow those that came."""
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

    def _choose_cost(self, *_: object) -> None:
        self.cost.kind = COST + self.choice.currentIndex()
        self.cost.logarithmic = self.logarithmic.isChecked()
        self.redraw()

    def redraw(self) -> None:
        """Draw the curves of all runs; plots of what no run has are not there."""
        runs, compared = self._race.runs, self._race.compared
        if not runs:  # the race was closed while a drawing was due
            return
        with_cost = same_cost(compared)
        for plot in self._plots:
            shown = with_cost if plot is self.cost else compared
            plot.show_runs(shown, self._race.per_epoch)
        self._move_marks()
        has_cost = len(with_cost) > 1
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

        legend = self._legend(sheet.theme)
        return paper_figure(plot.again(sheet.theme), sheet, legend=legend)

    def _update_legend(self) -> None:
        self.legend.setText(self._legend(self._theme))

    def _legend(self, theme: Theme) -> str:
        """Say which curve is whose, as rich text."""
        return " &nbsp; ".join(run_item(theme, run) for run in self._race.compared)

    def _move_marks(self) -> None:
        for plot in self._plots:
            plot.move_to(self._race.samples)
