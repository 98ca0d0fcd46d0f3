"""The training errors of all runs in one plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from engine.learners import learner
from gui.plotting.axes import EpochAxis
from gui.plotting.curve import MOST_DOTS, downsampled
from gui.plotting.plot_style import GridLines, style_plot
from gui.race.run_card import SYMBOLS
from gui.style.text import number
from gui.tasks.throttle import GrowthThrottle

if TYPE_CHECKING:
    from gui.race.race import Race
    from gui.session.session import Session
    from gui.style.theme import Theme

SHAPES = ("o", "s", "t1", "d")
STYLES = (
    Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DotLine,
)  # fmt: skip


class RaceErrorCurves(QFrame):
    """A curve per run, in the run's colour, over the epochs; a line at the place."""

    def __init__(self, race: Race, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._race, self._theme = race, theme
        self.legend = QLabel(wordWrap=True)
        self._axis = EpochAxis("bottom")
        self.plot = pg.PlotWidget(enableMenu=False, axisItems={"bottom": self._axis})
        self.plot.hideButtons()
        self.plot.getViewBox().setMouseEnabled(False, False)
        self.plot.setLabel("left", "training error, %")
        self.plot.setMinimumHeight(120)
        self._grid = GridLines(self.plot, -50)
        self.playhead = pg.InfiniteLine(0, angle=90)
        self.plot.addItem(self.playhead, ignoreBounds=True)
        self.curves: dict[Session, pg.PlotDataItem] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 8)
        layout.setSpacing(4)
        layout.addWidget(self.legend)
        layout.addWidget(self.plot, 1)
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
        epochs, top = 1, 0.0
        for run, curve in self.curves.items():
            done, highest = self._draw(run, curve)
            epochs, top = max(epochs, done), max(top, highest)
        self._axis.last = epochs
        self.plot.setLabel("bottom", f"epoch, {self._race.per_epoch:,} samples each")
        top = 1.06 * top or 100.0
        self.plot.setXRange(0, epochs * 1.02, padding=0)
        self.plot.setYRange(-0.03 * top, top, padding=0)
        self._update_legend()
        self._move()

    def _draw(self, run: Session, curve: pg.PlotDataItem) -> tuple[int, float]:
        """Draw a run's curve; give its epochs and its greatest value."""
        if run.tape is None or not len(run.tape.epochs):
            curve.setData([], [])
            return 0, 0.0
        errors = 100 * run.tape.epochs.training_error
        place, dots = self._race.place_of(run), len(errors) <= MOST_DOTS
        colour = self._theme.runs[place]
        width = 1.5 if dots else 1
        curve.setPen(pg.mkPen(colour, width=width, style=STYLES[place]))
        curve.setSymbol(SHAPES[place] if dots else None)
        curve.setSymbolSize(6)
        curve.setSymbolBrush(colour)
        curve.setSymbolPen(None)
        at, values = downsampled(errors)
        curve.setData(at, values, antialias=dots)
        return len(errors), float(values.max())

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
