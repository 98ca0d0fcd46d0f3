"""The curves of a run per epoch: mistakes made, training and validation error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from engine.data.dataset import VALIDATION
from gui.plotting.axis import Axis, EpochAxis, WholeAxis
from gui.plotting.curve import Curve
from gui.plotting.plot_style import GridLines, style_plot
from gui.tasks.growth import thinned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from gui.style.theme import Theme
    from gui.views.kept_curve import KeptCurve

LOW = 150
"""Height in pixels below which the axis has no name."""
ROOM_FOR_LEGEND = 1.22
NOTHING = np.empty(0)
LEGEND = (
    '<span style="font-size:8.5pt; color:{theme.muted}">'
    '<span style="color:{theme.mistake}">▲</span> mistakes made &nbsp; '
    '<span style="color:{theme.ink}">●</span> training error{more}</span>'
)
VALIDATION_ERROR = (
    ' &nbsp; <span style="color:{theme.good}">◆</span>&nbsp;validation&nbsp;error'
)
MORE = (
    ' &nbsp; <span style="color:{theme.runs[1]}">■</span>&nbsp;the&nbsp;same,'
    "&nbsp;run&nbsp;A"
)


class ErrorPlot(pg.PlotWidget):
    """The curves: percent at the left, the same as a number of samples at the right.

    Parameters
    ----------
    theme : Theme
    legend : bool
        Say inside the plot which curve is which.
    """

    def __init__(self, theme: Theme, legend: bool = True) -> None:
        self._epochs_axis = EpochAxis("bottom")
        axes = (Axis("left"), self._epochs_axis, WholeAxis("right"))
        sides = {axis.orientation: axis for axis in axes}
        super().__init__(enableMenu=False, axisItems=sides)
        # Else the number of the last epoch, at the edge, is hidden.
        self._epochs_axis.setStyle(hideOverlappingLabels=30)
        self.hideButtons()
        self.view = self.getViewBox()
        self.view.setMouseEnabled(False, False)
        self.showAxis("right")
        self.setLabel("left", "% of samples")
        self.setLabel("bottom", "epoch")
        self.getAxis("right").setLabel("samples")
        self.grid = GridLines(self, -50)
        self.mistakes, self.error = Curve(self, "t1"), Curve(self, "o")
        self.validation = Curve(self, "d")
        self._legend = pg.TextItem(anchor=(0.5, 0))
        self._legend.setVisible(legend)
        self._legend.setParentItem(self.view)
        self.view.sigResized.connect(self._make_room)
        self._playhead = pg.InfiniteLine(0, angle=90)
        self.addItem(self._playhead, ignoreBounds=True)
        self._kept: KeptCurve | None = None
        self._validated = self._beside = False
        self._said = ""
        self._shown: tuple[object, ...] = (None,)
        self._scaled: tuple[float, ...] = ()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        style_plot(self, theme)
        self.grid.set_colour(theme.ink, 0.10)
        self._say_legend()
        self._shown = (None,)
        self.mistakes.set_colour(theme.mistake)
        self.error.set_colour(theme.ink)
        self.validation.set_colour(theme.good)
        self._playhead.setPen(pg.mkPen(theme.ink, width=1, style=Qt.PenStyle.DashLine))

    def close(self) -> bool:
        """Take our items off first: pyqtgraph's `scene.clear` deletes them twice."""
        kept = [self._kept.curve] if self._kept is not None else []
        for item in (self.grid, self.mistakes, self.error, self.validation, *kept):
            self.scene().removeItem(item)
        return bool(super().close())

    def _say_legend(self) -> None:
        said = legend(self.theme, self._beside, self._validated)
        if said != self._said:  # setting it lays the text out anew
            self._said = said
            self._legend.setHtml(said)

    def _make_room(self) -> None:
        """Leave the curves the room of the axis's name where there is little."""
        named = self.height() >= LOW
        if self._epochs_axis.label.isVisible() != named:
            self._epochs_axis.showLabel(named)
        self._legend.setPos(self.view.width() / 2, 0)

    def show_run(
        self, tape: Tape | None, kept: Tape | None = None, left: int | None = None
    ) -> None:
        """Draw the curves of a run, unless they are drawn.

        Parameters
        ----------
        tape : Tape or None
        kept : Tape or None
            The run that it left, if that is shown.
        left : int or None
            The step at which it left one.
        """
        done, beside = finished_epochs(tape), finished_epochs(kept)
        shown = (tape, done, kept, beside, left)
        if shown == self._shown:
            return
        self._shown = shown
        self._validated = is_validated(tape)
        highest = self._show_kept(tape, kept, left)
        self._epochs_axis.last = max(done, beside)
        if self._playhead.isVisible() != (done > 0):
            for axis in ("bottom", "right"):
                self.getAxis(axis).setStyle(showValues=done > 0)
            self._playhead.setVisible(done > 0)
        if tape is None or not done:
            for curve in (self.mistakes, self.error, self.validation):
                curve.set_values(NOTHING, NOTHING)
            self._scale(1, 100, 1)
            return
        epochs, n = tape.epochs, tape.problem.n_samples
        top = highest
        for curve, values, percent_of in (
            (self.mistakes, epochs.mistakes, 100 / n),
            (self.error, epochs.training_error, 100),
            (self.validation, _or_nothing(epochs.validation_error), 100),
        ):
            at, some = thinned(values)
            curve.set_values(at, percent_of * some)
            top = max(top, percent_of * float(some.max(initial=0.0)))
        # A lone point says something only beside the whole.
        self._scale(max(done, beside), top if done > 1 and top else 100.0, n)

    def _show_kept(
        self, tape: Tape | None, kept: Tape | None, left: int | None
    ) -> float:
        """Draw the run that was left, and where; give its greatest percentage."""
        self._beside = kept is not None
        self._say_legend()
        either = tape or kept
        if self._kept is None:
            if left is None:
                return 0.0
            from gui.views.kept_curve import KeptCurve

            self._kept = KeptCurve(self)
        if left is None or either is None:
            return self._kept.show_run(kept, None, self.theme)
        epoch = left / either.problem.steps_per_epoch
        return self._kept.show_run(kept, epoch, self.theme)

    def _scale(self, epochs: int, top: float, n: int) -> None:
        room = ROOM_FOR_LEGEND if self._legend.isVisible() else 1.06
        top = rounded_up(top * room)
        # Axes are painted anew, slowly, even if they are told the same again.
        if (epochs, top, n) == self._scaled:
            return
        self._scaled = (epochs, top, n)
        self.view.setRange(
            xRange=(0, max(epochs, 1) * 1.02), yRange=(-0.03 * top, top), padding=0
        )
        self.getAxis("right").setScale(n / 100)

    def show_playhead(self, tape: Tape | None, step: int) -> None:
        """Put the line where the playhead is, in epochs."""
        per_epoch = tape.problem.steps_per_epoch if tape is not None else 1
        self._playhead.setPos(step / per_epoch)


def finished_epochs(tape: Tape | None) -> int:
    """Count the epochs that a tape has recorded."""
    return 0 if tape is None else tape.steps // tape.problem.steps_per_epoch


def _or_nothing(errors: NDArray[np.float64] | None) -> NDArray[np.float64]:
    return NOTHING if errors is None else errors


def is_validated(tape: Tape | None) -> bool:
    """Tell whether a run has samples to choose by."""
    return tape is not None and len(tape.problem.parts[VALIDATION].X) > 0


def legend(theme: Theme, branched: bool, validated: bool = False) -> str:
    """Say which curve is which."""
    more = VALIDATION_ERROR.format(theme=theme) if validated else ""
    if branched:
        more += MORE.format(theme=theme)
    return LEGEND.format(theme=theme, more=more)


def rounded_up(number: float) -> float:
    """Give the next number of two digits of which the second is even.

    An axis that ends there stays still while the greatest value flickers.
    """
    unit = 10.0 ** (math.floor(math.log10(number)) - 1) * 2
    return math.ceil(number / unit) * unit
