"""Training error and mistakes per epoch, with the playhead on them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.data.dataset import VALIDATION
from engine.evaluation.parts import error_on
from gui.growth import Growth, thinned
from gui.panels.elided import SteadyLabel
from gui.panels.test_row import TestRow
from gui.plots import Grid, WholeAxis, dress_plot
from gui.test_use import UseOfTest
from gui.views.seeking import Seeking
from gui.words import percent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from gui.session import Session
    from gui.theme import Theme
    from gui.views.kept_curve import KeptCurve

MOST_DOTS = 60
"""Epochs up to which each is a dot; longer curves are lines of width 1."""
ROOM_FOR_LEGEND = 1.22
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
NO_RUN = "Draw points of two classes:<br>their errors will stand here"


class EpochAxis(WholeAxis):
    """Epochs, the last of them always among the ticks."""

    last = 0
    room = 40
    """Pixels that the last epoch's number keeps free of others."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple]:
        """Put the last epoch in the place of the ticks near it."""
        (spacing, values), *_ = super().tickValues(low, high, size)
        reach = self.room * (high - low) / max(size, 1)
        every = max(1, math.ceil(reach / spacing))
        spacing, values = every * spacing, values[::every]
        reach = min(reach, 0.4 * self.last)
        clear = [v for v in values if not self.last or self.last - v >= reach]
        return [(spacing, [*clear, self.last] if self.last else clear)]

    def tickStrings(self, values: list, scale: float, spacing: float) -> list[str]:
        """Write epochs as people do."""
        return [_epoch(round(value)) for value in values]


def _round_up(number: float) -> float:
    """Give the next number of two digits of which the second is even.

    An axis that ends there stays still while the greatest value flickers.
    """
    unit = 10.0 ** (math.floor(math.log10(number)) - 1) * 2
    return math.ceil(number / unit) * unit


def _epoch(number: int) -> str:
    """Write an epoch's number so that it fits: 200k, 1M, but 12,345."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if number >= 10 * 1000 and number % size == 0:
            return f"{number // size:,}{letter}"
    return f"{number:,}"


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
        axes = {"bottom": self._epochs_axis, "right": WholeAxis("right")}
        super().__init__(enableMenu=False, axisItems=axes)
        # Else the number of the last epoch, at the edge, is hidden.
        self._epochs_axis.setStyle(hideOverlappingLabels=30)
        self.hideButtons()
        self.view = self.getViewBox()
        self.view.setMouseEnabled(False, False)
        self.showAxis("right")
        self.setLabel("left", "% of samples")
        self.setLabel("bottom", "epoch")
        self.getAxis("right").setLabel("samples")
        self.grid = Grid(self, -50)
        self._mistakes = self.plot([], [], antialias=True)
        self._error = self.plot([], [], antialias=True)
        self._validation = self.plot([], [], antialias=True)
        self._legend = pg.TextItem(anchor=(0.5, 0))
        self._legend.setVisible(legend)
        self._legend.setParentItem(self.view)
        self.view.sigResized.connect(self._place_legend)
        self._playhead = pg.InfiniteLine(0, angle=90)
        self.addItem(self._playhead, ignoreBounds=True)
        self._kept: KeptCurve | None = None
        self._validated = False
        self._said = ""
        self._shown: tuple[object, ...] = (None,)
        self._scaled: tuple[float, ...] = ()
        self._styled: tuple[object, ...] = ()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        dress_plot(self, theme)
        self.grid.set_colour(theme.ink, 0.10)
        self._say_legend(self._kept is not None)
        self._shown = (None,)
        self._style(1)
        self._playhead.setPen(pg.mkPen(theme.ink, width=1, style=Qt.PenStyle.DashLine))

    def close(self) -> bool:
        """Take our own item off first: pyqtgraph's `scene.clear` deletes it twice."""
        self.scene().removeItem(self.grid)
        return bool(super().close())

    def _say_legend(self, branched: bool) -> None:
        said = legend(self.theme, branched, self._validated)
        if said != self._said:  # setting it lays the text out anew
            self._said = said
            self._legend.setHtml(said)

    def _place_legend(self) -> None:
        self._legend.setPos(self.view.width() / 2, 0)

    def _style(self, epochs: int) -> None:
        dots = epochs <= MOST_DOTS
        if (dots, self.theme) == self._styled:
            return
        self._styled = (dots, self.theme)
        width = 1.5 if dots else 1
        for curve, colour, symbol in (
            (self._mistakes, self.theme.mistake, "t1"),
            (self._error, self.theme.ink, "o"),
            (self._validation, self.theme.good, "d"),
        ):
            curve.setPen(pg.mkPen(colour, width=width))
            curve.setSymbol(symbol if dots else None)
            curve.setSymbolSize(6)
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)

    def show_run(
        self, tape: Tape | None, kept: Tape | None = None, left: int = 0
    ) -> None:
        """Draw the curves of a run, unless they are drawn.

        Parameters
        ----------
        tape : Tape or None
        kept : Tape or None
            The run that it left.
        left : int
            The step at which.
        """
        done, beside = finished_epochs(tape), finished_epochs(kept)
        shown = (tape, done, kept, beside, left)
        if shown == self._shown:
            return
        self._shown = shown
        self._validated = is_validated(tape)
        highest = self._show_kept(kept, left)
        self._epochs_axis.last = max(done, beside)
        if self._playhead.isVisible() != (done > 0):
            for axis in ("bottom", "right"):
                self.getAxis(axis).setStyle(showValues=done > 0)
            self._playhead.setVisible(done > 0)
        if tape is None or not done:
            self._mistakes.setData([], [])
            self._error.setData([], [])
            self._validation.setData([], [])
            self._scale(1, 100, 1)
            return
        epochs, n = tape.epochs, tape.problem.n_samples
        self._style(done)
        top = highest
        for curve, values, percent_of in (
            (self._mistakes, epochs.mistakes, 100 / n),
            (self._error, epochs.training_error, 100),
            (self._validation, _or_nothing(epochs.validation_error), 100),
        ):
            at, kept = thinned(values)
            curve.setData(at, percent_of * kept, antialias=done <= MOST_DOTS)
            top = max(top, percent_of * float(kept.max(initial=0.0)))
        # A lone point says something only beside the whole.
        self._scale(max(done, beside), top if done > 1 and top else 100.0, n)

    def _show_kept(self, kept: Tape | None, left: int) -> float:
        """Draw the curve of the run that was left; give its greatest percentage."""
        if self._kept is None:
            if kept is None:
                self._say_legend(False)
                return 0.0
            from gui.views.kept_curve import KeptCurve

            self._kept = KeptCurve(self)
        self._say_legend(kept is not None)
        return self._kept.show_run(kept, left, self.theme)

    def _scale(self, epochs: int, top: float, n: int) -> None:
        room = ROOM_FOR_LEGEND if self._legend.isVisible() else 1.06
        top = _round_up(top * room)
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
    return np.empty(0) if errors is None else errors


def is_validated(tape: Tape | None) -> bool:
    """Tell whether a run has samples to choose by."""
    return tape is not None and len(tape.problem.parts[VALIDATION].X) > 0


def legend(theme: Theme, branched: bool, validated: bool = False) -> str:
    """Say which curve is which."""
    more = VALIDATION_ERROR.format(theme=theme) if validated else ""
    if branched:
        more += MORE.format(theme=theme)
    return LEGEND.format(theme=theme, more=more)


class ErrorCurve(QWidget):
    """The plot with a caption and a legend, following the session."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.caption = SteadyLabel()
        self.legend = QLabel(wordWrap=True)
        self.plot = ErrorPlot(theme, legend=False)
        self.plot.setMinimumSize(200, 120)
        Seeking(self.plot, self._go)
        self.hint = QLabel(NO_RUN)
        self.hint.setProperty("role", "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside = QVBoxLayout(self.plot)
        inside.setContentsMargins(60, 8, 60, 44)
        inside.addWidget(self.hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.legend)
        layout.addWidget(self.plot, 1)
        self.use_of_test = UseOfTest(session)
        self.test_row = TestRow(session, self.use_of_test)
        layout.addWidget(self.test_row)
        Growth(session, self._redraw)
        session.moved.connect(self._move)
        session.branches.changed.connect(self._redraw)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.plot.set_theme(theme)
        self._redraw()

    def _redraw(self) -> None:
        tape, branches = self._session.tape, self._session.branches
        self.hint.setVisible(tape is None)
        validated = is_validated(tape)
        self.legend.setText(legend(self.plot.theme, branches.active, validated))
        self.plot.show_run(tape, branches.tape, branches.step)
        self._move()

    def _go(self, epoch: float) -> None:
        tape = self._session.tape
        if tape is not None:
            step = round(epoch * tape.problem.steps_per_epoch)
            self._session.seek(min(max(step, 0), tape.steps))

    def _move(self) -> None:
        self.plot.show_playhead(self._session.tape, self._session.step)
        short, told = self._errors()
        self.caption.setText(short)
        self.caption.setToolTip(told)

    def _errors(self) -> tuple[str, str]:
        """Write the errors under the playhead, short and told in full.

        Never that of the test part.
        """
        tape, model = self._session.tape, self._session.model
        if tape is None or model is None:
            return "", ""
        training = percent(model.training_error)
        told = f"Under the playhead: training error {training}"
        held_out = error_on(VALIDATION, tape, model)
        if held_out is None:
            return training, told
        chosen_by = f" · validation {percent(held_out)}"
        return training + chosen_by, told + chosen_by
