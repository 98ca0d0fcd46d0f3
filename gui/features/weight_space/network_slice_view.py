"""Two parameters of a network across and up: error or cost, and the run's path."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor

from engine.data.feature_map import pretty
from engine.families.capabilities import can
from engine.families.network.slice import (
    MOST_SAMPLES,
    NetworkSlice,
    parameter_names,
)
from engine.learners import learner
from engine.numbers import percent
from gui.features.weight_space.network_slice_plot import (
    SLICE_KINDS,
    SliceGround,
    SlicePicture,
    ground_shares,
)
from gui.features.weight_space.path_view import PathView, start_and_now
from gui.features.weight_space.weight_controls import WeightOptions
from gui.features.weight_space.weight_plot import WeightPlot
from gui.style.text import number
from gui.style.theme import mixed
from gui.tasks.task import Task
from gui.widgets.layouts import in_column
from gui.widgets.legend_label import legend_text

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QLabel

    from engine import Frame, Tape
    from engine.families.network.model import NetworkModel
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

MOST_CELLS, FEWEST_CELLS = 8_000, 1_600
"""Places at which error or cost is measured, of few samples and of many."""
WORK = 400_000
"""Samples times places that are measured between two frames that one reads."""
TOOLTIP = (
    "A slice through the network’s parameters: two vary, the others are held at\n"
    "their present values. The darker the ground, the larger is the error, or the\n"
    "cost J. The path of the run is seen as it lies over these two."
)


class NetworkSliceView(PathView):
    """A slice through the present parameters of a network.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says how many others are held.
    """

    def __init__(self, session: Session, theme: Theme, caption: QLabel) -> None:
        plot = WeightPlot(theme, SLICE_KINDS)
        super().__init__(session, theme, caption, plot, TOOLTIP)
        self.picture: SlicePicture | None = None
        self._asked: tuple[object, ...] = ()
        self._task = Task("slice of a network", self, self._take_ground)
        in_column(self, self.controls, self.legend, (self.plot, 1), spacing=4)
        self.plot.view.sigRangeChanged.connect(lambda *_: self._rest_timer.start())
        self.set_theme(theme)

    def update_legend(self) -> None:
        """Say what the marks are, and how much the ground's shades."""
        if self.picture is not None:
            self.legend.setText(slice_legend(self.picture, self._theme))

    def leave(self) -> None:
        """Measure nothing more: another view has its place."""
        self._task.drop()
        self._rest_timer.stop()
        self.picture = None

    def refresh(self, *, anew: bool = False) -> None:
        session = self._session
        tape, frame, model = session.tape, session.frame, session.model
        if tape is None or frame is None or not can(model, "network"):
            return
        options = _options_of(tape, model)
        anew |= self.controls.show_options(options)
        has_cost = learner(tape.learner_at(frame.step)).has_cost
        self.controls.loss.setEnabled(has_cost)
        shown = self.controls.shown
        path, whole = self.path_until(tape, frame.step, None)
        weights = [tape.problem.start, frame.weights_before, frame.used]
        start, before, now = (row[shown.columns] for row in weights)
        former = None if self.picture is None or anew else self.picture.ground
        self.picture = SlicePicture(
            path=path, whole=whole, start=start, before=before,
            now=now, used=None, widest=None, by_votes=False, ground=former,
        )  # fmt: skip
        self.name_axes(self.plot, tape)
        self.update_legend()
        self.plot.show_picture(
            self.picture, tape.weights([tape.steps])[:, shown.columns], anew=anew
        )
        self._measure_ground(tape, frame, by_cost=shown.by_loss and has_cost)
        counted = f" · {MOST_SAMPLES} of {tape.problem.n_samples:,} points"
        few = tape.problem.n_samples <= MOST_SAMPLES
        self._caption.setText(
            f"{len(options.weights) - 2} others held{'' if few else counted}"
        )
        self.plot.tell()

    def _measure_ground(self, tape: Tape, frame: Frame, *, by_cost: bool) -> None:
        """Have the ground of this moment and view measured, beside."""
        left, bottom, right, top = self.plot.in_view
        columns = self.controls.shown.columns
        asked = (tape, frame.step, *columns, by_cost, left, bottom, right, top)
        if asked == self._asked:
            return
        self._asked = asked
        plane = NetworkSlice.through(tape, frame.step, frame.used, columns)
        u, v = _grid(plane, self.plot.in_view)

        def work(control: TaskControl) -> SliceGround:
            measured = plane.measured(u, v, by_cost=by_cost, progress=control.report)
            return SliceGround(u, v, measured, by_cost)

        self._task.request(work, quick=False)

    def figure(self, sheet: Sheet) -> Figure | None:
        """Give the slice on a sheet, measured as far as it reaches there."""
        tape, frame, picture = self._session.tape, self._session.frame, self.picture
        if tape is None or frame is None or picture is None:
            return None
        from gui.plotting.figure import figure_of, lay_out

        shown = self.controls.shown
        plot = WeightPlot(sheet.theme, SLICE_KINDS)
        lay_out(plot, sheet.size)
        self.name_axes(plot, tape)
        plot.view.setRange(self.plot.view.viewRect(), padding=0)
        lay_out(plot, sheet.size)
        by_cost = shown.by_loss and learner(tape.learner_at(frame.step)).has_cost
        plane = NetworkSlice.through(tape, frame.step, frame.used, shown.columns)
        u, v = _grid(plane, plot.in_view)
        ground = SliceGround(u, v, plane.measured(u, v, by_cost=by_cost), by_cost)
        plot.redraw(replace(picture, ground=ground))
        return figure_of(plot)

    def _take_ground(self, ground: SliceGround | None, failure: str) -> None:
        if ground is not None and self.picture is not None:
            self.picture = replace(self.picture, ground=ground)
            self.plot.redraw(self.picture)
            self.update_legend()


def _grid(
    plane: NetworkSlice, rect: tuple[float, float, float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the middles of square cells, as many as are measured at once."""
    left, bottom, right, top = rect
    cells = min(max(WORK // len(plane.codes), FEWEST_CELLS), MOST_CELLS)
    side = ((right - left) * (top - bottom) / cells) ** 0.5
    return _middles(left, right, side), _middles(bottom, top, side)


def _middles(low: float, high: float, side: float) -> NDArray[np.float64]:
    """Give the middles of cells about so long between two ends."""
    count = max(2, round((high - low) / side))
    middles: NDArray[np.float64] = low + (np.arange(count) + 0.5) / count * (high - low)
    return middles


def slice_legend(picture: SlicePicture, theme: Theme) -> str:
    """Say what the marks are, and what the lightest and the darkest shade stand for."""
    marks = start_and_now(theme)
    ground = picture.ground
    if ground is not None:
        shares, _ = ground_shares(ground)
        places = [ground.measured.argmin(), ground.measured.argmax()]
        for k, place in enumerate(places[: 1 + bool(np.ptp(ground.measured))]):
            value, share = float(ground.measured.flat[place]), float(shares.flat[place])
            tone = mixed(QColor(theme.field), QColor(theme.muted), share).name()
            if ground.by_loss:
                name = f"J = {number(value, 3)}"
            else:
                name = f"{percent(value)} wrong" if not k else percent(value)
            tip = (
                f"{'Largest' if k else 'Least'} {'cost' if ground.by_loss else 'error'}"
            )
            marks.append(
                (
                    tone if share else theme.muted,
                    "■" if share else "□",
                    name,
                    f"{tip} in this part of the slice: the darker, the larger",
                )
            )
    return legend_text(theme, marks)


def _options_of(tape: Tape, model: NetworkModel) -> WeightOptions:
    hidden = [len(layer) for layer in model.layers[:-1]]
    inputs = [*map(pretty, tape.problem.features.names)]
    return WeightOptions(parameter_names(inputs, hidden, model.unit_names[-1]))
