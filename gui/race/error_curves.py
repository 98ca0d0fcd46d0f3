"""The training errors of all runs in one plot, or another measure of their epochs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from engine.learners import learner
from gui.plotting.axes import EpochAxis, OwnScaleAxis
from gui.plotting.curve import MOST_DOTS, downsampled
from gui.plotting.plot_style import GridLines, name_axis, style_plot
from gui.race.run_card import SYMBOLS
from gui.style.text import number
from gui.tasks.throttle import GrowthThrottle
from gui.widgets.combo_boxes import CheckBox, ComboBox

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.frame import Epochs
    from gui.race.race import Race
    from gui.session.session import Session
    from gui.style.theme import Theme

SHAPES = ("o", "s", "t1", "d")
STYLES = (
    Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DotLine,
)  # fmt: skip
MEASURES = ("training error, %", "validation error, %", "cost J", "validation cost")

MEASURE_HELP = (
    "What is compared at the end of each epoch.\nCosts compare runs of one learner: "
    "each learner has its own J, a sum or a mean."
)


def measure(epochs: Epochs, which: int) -> NDArray[np.float64] | None:
    """Give one of the `MEASURES` of each epoch; None where there is none."""
    if which == 0:
        return 100 * epochs.training_error
    if which == 1:
        held_out = epochs.validation_error
        return None if held_out is None else 100 * held_out
    return epochs.cost if which == 2 else epochs.validation_cost


class RaceErrorCurves(QFrame):
    """A curve per run, in the run's colour, over the epochs; a line at the place.

    Attributes
    ----------
    choice : ComboBox
        What is compared.
    logarithmic : CheckBox
        Whether costs are drawn over a logarithmic axis.
    """

    def __init__(self, race: Race, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._race, self._theme = race, theme
        self.legend = QLabel(wordWrap=True)
        self.choice, self.logarithmic = ComboBox(), CheckBox("log")
        self.choice.addItems(MEASURES)
        self.choice.setAccessibleName("What is compared")
        self.choice.setMinimumContentsLength(len(MEASURES[1]))
        self.choice.setToolTip(MEASURE_HELP)
        self.logarithmic.setToolTip("Logarithmic axis of the cost")
        self._axis, self._left = EpochAxis("bottom"), OwnScaleAxis("left")
        axes = {"bottom": self._axis, "left": self._left}
        self.plot = pg.PlotWidget(enableMenu=False, axisItems=axes)
        self.plot.hideButtons()
        self.plot.getViewBox().setMouseEnabled(False, False)
        self.plot.setMinimumHeight(120)
        self._grid = GridLines(self.plot, -50)
        self.playhead = pg.InfiniteLine(0, angle=90)
        self.plot.addItem(self.playhead, ignoreBounds=True)
        self.curves: dict[Session, pg.PlotDataItem] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 8)
        layout.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(self.legend, 1)
        head.addWidget(self.logarithmic)
        head.addWidget(self.choice)
        layout.addLayout(head)
        layout.addWidget(self.plot, 1)
        self.choice.currentIndexChanged.connect(self.redraw)
        self.logarithmic.toggled.connect(self.redraw)
        race.runs_changed.connect(self._update_curves)
        race.moved.connect(self._move)
        self._update_curves()
        self.set_theme(theme)

    def _update_curves(self) -> None:
        """Have a curve for each run, which follows it."""
        for run in [run for run in self.curves if run not in self._race.runs]:
            self.plot.removeItem(self.curves.pop(run))
        for run in self._race.runs:
            if run not in self.curves:
                self.curves[run] = self.plot.plot([], [], antialias=True)
                run.recipe_changed.connect(self._update_legend)
                GrowthThrottle(run, self.redraw)
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        style_plot(self.plot, theme)
        self._grid.set_colour(theme.ink, 0.10)
        self.playhead.setPen(pg.mkPen(theme.ink, width=1, style=Qt.PenStyle.DashLine))
        self.redraw()

    def redraw(self) -> None:
        """Draw the curves of all runs."""
        which = self.choice.currentIndex()
        of_cost = which >= MEASURES.index("cost J")
        self.logarithmic.setVisible(of_cost)
        logarithmic = of_cost and self.logarithmic.isChecked()
        epochs, low, top = 1, np.inf, -np.inf
        for run, curve in self.curves.items():
            done, least, highest = self._draw(run, curve, which, log=logarithmic)
            epochs = max(epochs, done)
            low, top = min(low, least), max(top, highest)
        self._axis.last = epochs
        begun = any(run.tape is not None for run in self._race.runs)
        each = f", {self._race.per_epoch:,} samples each" if begun else ""
        self.plot.setLabel("bottom", f"epoch{each}")
        name_axis(self.plot, "left", MEASURES[which])
        self.plot.setXRange(0, epochs * 1.02, padding=0)
        self._left.show_numbers(0.0, 1.0, log=logarithmic and np.isfinite(low))
        if logarithmic and np.isfinite(low):
            free = 0.05 * max(top - low, 0.3)
            self.plot.setYRange(low - free, top + free, padding=0)
        else:
            top = 1.06 * top if top > 0 else 100.0
            self.plot.setYRange(-0.03 * top, top, padding=0)
        self._update_legend()
        self._move()

    def _draw(
        self, run: Session, curve: pg.PlotDataItem, which: int, *, log: bool
    ) -> tuple[int, float, float]:
        """Draw a run's curve; give its epochs, its least and its greatest value."""
        tape = run.tape
        values = None if tape is None else measure(tape.epochs, which)
        if values is None or not len(values):
            curve.setData([], [])
            return 0, np.inf, -np.inf
        done, dots = len(values), len(values) <= MOST_DOTS
        place = self._race.place_of(run)
        colour = self._theme.runs[place]
        width = 1.5 if dots else 1
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

    def _update_legend(self) -> None:
        parts = []
        for run in self._race.runs:
            place, recipe = self._race.place_of(run), run.recipe
            name, eta = learner(recipe.learner).title, recipe.get("learning_rate")
            if eta is not None and recipe.get("schedule", "constant") == "constant":
                name += f", η {number(eta)}"
            mark = f'<span style="color:{self._theme.runs[place]}">{SYMBOLS[place]}'
            parts.append(f"{mark}</span>&nbsp;{name.replace(' ', '&nbsp;')}")
        self.legend.setText(" &nbsp; ".join(parts))

    def _move(self) -> None:
        self.playhead.setPos(self._race.samples / self._race.per_epoch)

    def close(self) -> bool:
        """Take our own item off first: pyqtgraph's `scene.clear` deletes it twice."""
        self.plot.scene().removeItem(self._grid)
        self.plot.close()
        return bool(super().close())
