"""Training error and mistakes per epoch, with the playhead on them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QMenu, QToolButton, QToolTip

from engine.data.dataset import VALIDATION
from engine.evaluation.error_rates import error_on
from engine.learners import learner
from engine.numbers import counted, percent, percentage
from engine.training.wrong_samples import wrong
from gui.features.error.cost_curves import (
    CostActions,
    CostChoice,
    CostCurves,
    StepCosts,
    cost_formula,
    cost_legend,
)
from gui.features.error.validation_note import (
    ValidationNote,
    finished_epochs,
    is_validated,
)
from gui.plotting.axes import Axis, EpochAxis, OwnScaleAxis, rounded_axis_end
from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import Curve, downsampled
from gui.plotting.plot import STEPS
from gui.plotting.plot_mouse import PlotScrubber
from gui.session.branch import PLACE
from gui.session.compared_run import SHAPES, SYMBOLS
from gui.session.diagnosis import OutcomeRunner
from gui.session.hidden_future import HiddenFuture
from gui.session.measured_error import NOT_YET
from gui.tasks.throttle import GrowthThrottle, Throttle
from gui.widgets.buttons import tool_button
from gui.widgets.dimming import Dimming
from gui.widgets.final_test_row import FinalTestRow
from gui.widgets.labels import FittingLabel, hint_label
from gui.widgets.layouts import in_column
from gui.widgets.legend_label import LegendLabel, legend_item
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from gui.session.session import Session
    from gui.style.theme import Theme


MISTAKE_SIGN = "×"
"""As on the buttons that lead to mistakes: no class looks like this."""
FAINT = 0.65
"""Opacity of the mistakes: what the epoch came to is in front."""
HIGHEST = 106.0
"""Where an axis of percent ends at most: no tick above 100."""
LOW = 150
"""Height in pixels below which the axis has no name."""
NOTHING = np.empty(0)
NO_COST = CostChoice(shown=False)
MISTAKES = "Counted while the weights change: each sample as the rule came to it"
NEAR = 4
"""Pixels beside the end of an epoch from which the playhead goes there."""
ERROR = "Measured at the end of the epoch, on all samples learned from"
VALIDATION_ERROR = "The same on the samples of the validation part, not learned from"
OTHER_RUN = "The training error of the run that this one branched off from"
NO_RUN = "No run yet."
BY_HAND = (
    "Nothing is learned, so there are no epochs: the error is that of your weights"
)


class OtherRunCurve:
    """A curve and a mark in a plot whose axis counts epochs, in percent."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self.curve = Curve(plot, SHAPES[PLACE], 5)
        self.curve.stackBefore(plot.mistakes)
        self._mark = pg.InfiniteLine(0, angle=90)
        plot.addItem(self._mark, ignoreBounds=True)

    def show_run(self, tape: Tape | None, left: float | None, theme: Theme) -> float:
        """Draw run 1, if it is there, and in which epoch it was left, if it was.

        Returns
        -------
        float
            The greatest percentage of run 1.
        """
        self._mark.setVisible(left is not None)
        at, errors = downsampled(_errors(tape))
        self._set_colours(theme)
        self.curve.set_values(at, 100 * errors)
        if left is not None:
            self._mark.setPos(left)
        return 100 * float(errors.max(initial=0.0))

    def _set_colours(self, theme: Theme) -> None:
        colour = theme.runs[PLACE]
        self.curve.set_colour(colour)
        self._mark.setPen(pg.mkPen(colour, width=1, style=Qt.PenStyle.DotLine))


def _errors(tape: Tape | None) -> NDArray[np.float64]:
    return np.empty(0) if tape is None else tape.epochs.training_error


class ErrorPlot(CursorPlot):
    """The curves, in percent; where the cost is drawn, its axis is at the right.

    Parameters
    ----------
    theme : Theme
    choice : CostChoice
        What is drawn of the cost.
    """

    def __init__(
        self,
        theme: Theme,
        *,
        choice: CostChoice = NO_COST,
    ) -> None:
        self._epochs_axis, self._right = EpochAxis("bottom"), OwnScaleAxis("right")
        axes = (Axis("left"), self._epochs_axis, self._right)
        sides = {axis.orientation: axis for axis in axes}
        super().__init__(axisItems=sides)
        # Else the number of the last epoch, at the edge, is hidden.
        self._epochs_axis.setStyle(hideOverlappingLabels=30)
        self.hideAxis("right")
        self.setLabel("left", "% wrong")
        self.setLabel("bottom", "epoch")
        self._right.setLabel("cost J")
        self.mistakes, self.error = Curve(self, "x"), Curve(self, "o")
        self.validation = Curve(self, "d")
        self.view.sigResized.connect(self._make_room)
        self._other_curve: OtherRunCurve | None = None
        self._best: pg.InfiniteLine | None = None
        self.choice = choice
        self.costs: CostCurves | None = None
        self._cost_legend = ""
        self._validated = self._beside = False
        self._shown: tuple[object, ...] = (None,)
        self._scaled: tuple[float, ...] = ()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._shown = (None,)
        self.mistakes.set_colour(_faint(theme), theme.scale)
        self.error.set_colour(theme.ink, theme.scale)
        self.validation.set_colour(theme.good, theme.scale)
        self.set_cursor_colour(theme.ink)
        self._colour_best()
        if self.costs is not None:
            self.costs.set_theme(theme)

    @property
    def legend_text(self) -> str:
        """Which curve is which, as rich text."""
        return legend(
            self.theme,
            branched=self._beside,
            validated=self._validated,
            cost=self._cost_legend,
        )

    def _make_room(self) -> None:
        """Leave the curves the room of the axis's name where there is little."""
        named = self.height() >= LOW
        if self._epochs_axis.label.isVisible() != named:
            self._epochs_axis.showLabel(named)

    def show_run(
        self, tape: Tape | None, other: Tape | None = None, left: int | None = None
    ) -> None:
        """Draw the curves of a run, unless they are drawn.

        Parameters
        ----------
        tape : Tape or None
        other : Tape or None
            The run that it left, if that is shown.
        left : int or None
            The step at which it left one.
        """
        done, beside = finished_epochs(tape), finished_epochs(other)
        shown = (tape, done, other, beside, left, self.choice)
        if shown == self._shown:
            return
        self._shown = shown
        self._validated = is_validated(tape)
        self._cost_legend = cost_legend(tape, self.choice, self.theme)
        highest = self._show_other(tape, other, left)
        self._epochs_axis.last = max(done, beside)
        if self.cursor.isVisible() != (done > 0):
            self._epochs_axis.setStyle(showValues=done > 0)
            self.cursor.setVisible(done > 0)
        if tape is None or not done:
            for curve in (self.mistakes, self.error, self.validation):
                curve.set_values(NOTHING, NOTHING)
            self._scale(1, 100)
            self._show_costs(None, other)
            return
        epochs, n = tape.epochs, tape.problem.n_samples
        top = highest
        for curve, values, percent_of in (
            (self.mistakes, epochs.mistakes, 100 / n),
            (self.error, epochs.training_error, 100),
            (self.validation, _or_nothing(epochs.validation_error), 100),
        ):
            at, sampled = downsampled(values)
            curve.set_values(at, percent_of * sampled)
            top = max(top, percent_of * float(sampled.max(initial=0.0)))
        # A lone point says something only beside the whole.
        self._scale(max(done, beside), top if done > 1 and top else 100.0)
        self._show_costs(tape, other)

    def _show_costs(self, tape: Tape | None, other: Tape | None) -> None:
        """Draw the costs, with an axis of their own, if asked."""
        if self.costs is None and self.choice.draws(tape):
            self.costs = CostCurves(self)
            self.costs.set_theme(self.theme)
        drawn = self.costs is not None and self.costs.show_runs(
            tape, other, self.choice, self.top
        )
        if drawn != self._right.isVisible():
            self.showAxis("right", drawn)

    def _show_other(
        self, tape: Tape | None, other: Tape | None, left: int | None
    ) -> float:
        """Draw the run that was left, and where; give its greatest percentage."""
        self._beside = other is not None
        either = tape or other
        if self._other_curve is None:
            if left is None:
                return 0.0
            self._other_curve = OtherRunCurve(self)
        if left is None or either is None:
            return self._other_curve.show_run(other, None, self.theme)
        epoch = left / either.problem.steps_per_epoch
        return self._other_curve.show_run(other, epoch, self.theme)

    @property
    def top(self) -> float:
        """Where the view ends, in percent."""
        return self._scaled[1] if self._scaled else 100.0

    def _scale(self, epochs: int, top: float) -> None:
        top = min(rounded_axis_end(1.06 * top), HIGHEST)
        # Axes are painted anew, slowly, even if they are told the same again.
        if (epochs, top) == self._scaled:
            return
        self._scaled = (epochs, top)
        self.view.setRange(
            xRange=(0, max(epochs, 1) * 1.02), yRange=(-0.03 * top, top), padding=0
        )

    def mark_best(self, epoch: int | None) -> None:
        """Draw a line where the validation error is lowest; None: none."""
        if self._best is None:
            if epoch is None:
                return
            self._best = pg.InfiniteLine(0, angle=90)
            self.addItem(self._best, ignoreBounds=True)
            self._colour_best()
        self._best.setVisible(epoch is not None)
        if epoch is not None:
            self._best.setPos(epoch)

    def _colour_best(self) -> None:
        if self._best is not None:
            pen = pg.mkPen(self.theme.good, width=1, style=Qt.PenStyle.DotLine)
            self._best.setPen(pen)

    def show_playhead(self, tape: Tape | None, step: int) -> None:
        """Put the line where the playhead is, in epochs."""
        per_epoch = tape.problem.steps_per_epoch if tape is not None else 1
        self.move_cursor(step / per_epoch)


def _faint(theme: Theme) -> str:
    colour = QColor(theme.mistake)
    colour.setAlphaF(FAINT)
    return colour.name(QColor.NameFormat.HexArgb)


def _or_nothing(errors: NDArray[np.float64] | None) -> NDArray[np.float64]:
    return NOTHING if errors is None else errors


def legend(
    theme: Theme, *, branched: bool, validated: bool = False, cost: str = ""
) -> str:
    """Say which curve is which."""
    items = [
        (theme.mistake, MISTAKE_SIGN, "mistakes made", MISTAKES),
        (theme.ink, "●", "training error", ERROR),
    ]
    if validated:
        items.append((theme.good, "◆", "validation&nbsp;error", VALIDATION_ERROR))
    if branched:
        name = "the&nbsp;same,&nbsp;run&nbsp;1"
        items.append((theme.runs[PLACE], SYMBOLS[PLACE], name, OTHER_RUN))
    words = [legend_item(theme, *item) for item in items]
    said = " &nbsp; ".join([*words, cost] if cost else words)
    style = f"font-size:{theme.legend_pt}pt; color:{theme.muted}"
    return f'<span style="{style}">{said}</span>'


class ErrorCurve(SeenWidget):
    """The plot with a caption and a legend, following the session."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.caption = FittingLabel(least="88.8 %")
        self.legend = LegendLabel()
        self.validation_note = ValidationNote(session)
        self._outcome = OutcomeRunner.of(session)
        self._outcome.changed.connect(
            partial(self.act_if_seen, self._share_overfitting)
        )
        self._hidden = HiddenFuture.of(session)
        self.plot = ErrorPlot(theme, choice=CostChoice.remembered())
        self.plot.setMinimumSize(200, 120)
        self.plot.describe("Error per epoch", STEPS, self._words)
        self.cost_actions = CostActions(self)
        self.plot.addActions(self.cost_actions.all)
        self.plot.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.tool = self._cost_tool()
        self.tools = (self.tool,)
        self.step_costs = StepCosts(session, self)
        self.step_costs.measured.connect(self._show_step_costs)
        self.cost_actions.changed.connect(self._choose_cost)
        PlotScrubber(self.plot, self._go_to_epoch)
        self.plot.viewport().installEventFilter(self)
        self.hint = hint_label()
        in_column(self.plot, self.hint, margins=(52, 8, 52, 28))
        layout = in_column(
            self, self.legend, self.validation_note, (self.plot, 1), spacing=4
        )
        self.test_row = FinalTestRow(session)
        layout.addWidget(self.test_row)
        saying = partial(self.act_if_seen, self._say_errors)
        seldom = Throttle(session, saying, late=Dimming(lambda: [self.caption]))
        GrowthThrottle(session, partial(self.act_if_seen, self._redraw_curves))
        for signal, act in (
            (session.moved, self._move_playhead),
            (session.moved, seldom.trigger),
            (session.measured_error.changed, seldom.trigger),
            (session.preparing_began, self._update_hint),
            (session.branches.changed, self._redraw_curves),
        ):
            signal.connect(partial(self.act_if_seen, act))
        self._hidden.changed.connect(self.show_future)
        self.show_future()
        self.set_theme(theme)
        self.refresh()

    def _cost_tool(self) -> QToolButton:
        tool = tool_button(
            "Cost", tip="Draw the cost J, too", name="Cost in the plot", look="quiet"
        )
        tool.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(tool)
        menu.addActions(self.cost_actions.all)
        tool.setMenu(menu)
        return tool

    def eventFilter(self, viewport: QObject, event: QEvent) -> bool:
        """Count, where the mouse rests, what the curves say in percent."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.plot.mapToScene(event.pos())
            epoch = round(self.plot.view.mapSceneToView(place).x())
            QToolTip.showText(event.globalPos(), self.counts(epoch), self.plot)
            return True
        return super().eventFilter(viewport, event)

    def counts(self, epoch: int) -> str:
        """Count the mistakes made in an epoch, and what was wrong at its end."""
        tape = self._session.tape
        seen = finished_epochs(tape)
        if tape is not None and self.plot.cursor.ends:
            seen = min(seen, self._session.step // tape.problem.steps_per_epoch)
        if tape is None or self._by_hand or not 1 <= epoch <= seen:
            return ""
        made, error = (
            values[epoch - 1]
            for values in (tape.epochs.mistakes, tape.epochs.training_error)
        )
        return (
            f"epoch {epoch:,}: {counted(int(made), 'mistake')} made, "
            f"{wrong(error, tape.problem)} at its end"
        )

    def set_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)
        self._redraw_curves()

    def leave(self) -> None:
        """End what is computed beside."""
        self.step_costs.close()

    def _choose_cost(self) -> None:
        self.plot.choice = CostChoice.remembered()
        self._redraw_curves()

    def refresh(self) -> None:
        """Draw the run, its playhead and the errors there."""
        self._share_overfitting()
        self._redraw_curves()
        self._move_playhead()
        self._say_errors()

    def _follow_steps(self) -> None:
        shown = self.plot.choice.draws(self._session.tape)
        steps = self.plot.choice.steps
        seen = not self.visibleRegion().isEmpty()
        self.step_costs.follow(wanted=shown and steps and seen)

    def _show_step_costs(
        self, epochs: NDArray[np.float64], costs: NDArray[np.float64]
    ) -> None:
        if self.plot.costs is not None:
            self.plot.costs.show_steps(epochs, costs)

    def _redraw_curves(self) -> None:
        tape, branches = self._session.tape, self._session.branches
        self._update_hint()
        validated, beside = is_validated(tape), branches.other is not None
        self.legend.setText(
            legend(
                self.plot.theme,
                branched=beside,
                validated=validated,
                cost=cost_legend(tape, self.plot.choice, self.plot.theme),
            )
        )
        drawn = self.plot.choice.draws(tape)
        if drawn != self.cost_actions.all[0].isChecked():
            self.cost_actions.show_drawn(drawn)
        formula = cost_formula(tape) if drawn else ""
        self.legend.setToolTip(formula)
        learned = None if self._by_hand else tape
        self.plot.show_run(learned, branches.tape, branches.step)
        if validated or self.validation_note.course is not None:
            self._tell_validation()
        if self.plot.costs is not None:
            self._follow_steps()

    def show_future(self) -> None:
        """Tell of all of the run, or nothing of what comes after the playhead."""
        self.plot.end_at_cursor(self._hidden.on)
        self.act_if_seen(self._tell_validation)

    def _share_overfitting(self) -> None:
        """Tell of over-fitting here, unless it is told on the canvas: once."""
        outcome = self._outcome.outcome
        tells = outcome is None or not outcome.overfits
        if tells != self.validation_note.tells_overfitting:
            self.validation_note.tells_overfitting = tells
            self.act_if_seen(self._tell_validation)

    def _tell_validation(self) -> None:
        """Say where the validation error is lowest; of what is shown of the run."""
        step, tape = self._session.step, self._session.tape
        until = None
        if self.plot.cursor.ends and tape is not None:
            until = step // tape.problem.steps_per_epoch
        self.validation_note.refresh(until)
        course = self.validation_note.course
        self.plot.mark_best(None if course is None else course.best)

    @property
    def _by_hand(self) -> bool:
        """Whether a person sets the weights, and there is no other run to see."""
        tape, other = self._session.tape, self._session.branches.other
        return (
            tape is not None and other is None and learner(tape.recipe.learner).by_hand
        )

    def _update_hint(self) -> None:
        s, by_hand = self._session, self._by_hand
        self.hint.setVisible(s.tape is None or by_hand)
        self.hint.setText(BY_HAND if by_hand else s.why_no_run)

    def _go_to_epoch(self, epoch: float) -> None:
        tape, across_of = self._session.tape, self.plot.cursor.across_of
        if tape is not None:
            if abs(across_of(epoch) - across_of(round(epoch))) <= NEAR:
                epoch = round(epoch)  # what is meant is the dot of its end
            step = round(epoch * tape.problem.steps_per_epoch)
            self._session.seek(min(max(step, 0), tape.steps))

    def _move_playhead(self) -> None:
        self.plot.show_playhead(self._session.tape, self._session.step)

    def _words(self) -> str:
        """Say where the playhead is on the curves."""
        tape, step = self._session.tape, self._session.step
        if tape is None:
            return self.hint.text() or NO_RUN
        done = min(step // tape.problem.steps_per_epoch, finished_epochs(tape))
        said = f"Epoch {step / tape.problem.steps_per_epoch:.4g}, step {step:,}"
        _, errors = self._errors()
        if done:
            made = int(tape.epochs.mistakes[done - 1])
            said += f"; {counted(made, 'mistake')} made in epoch {done:,}"
        return f"{said}. {errors}"

    def _say_errors(self) -> None:
        self.plot.tell()
        ways, tooltip = self._errors()
        shortest = ways[-1].replace("100.0 %", "100 %")
        self.caption.set_alternatives(*ways, shortest)
        self.caption.setToolTip(tooltip)
        if self.plot.cursor.ends:
            self._tell_validation()
        if self.plot.choice.steps:
            self._follow_steps()

    def _errors(self) -> tuple[tuple[str, ...], str]:
        """Write the errors under the playhead: in few words, and tooltip in full.

        The training error alone, of which the strip says the number, has no words; and
        never has that of the test part.
        """
        tape, model = self._session.tape, self._session.model
        if tape is None or model is None or model.is_zero:
            return ("",), ""
        error = self._session.measured_error.of(model)
        training = NOT_YET if error is None else percent(error)
        tooltip = f"Under the playhead: training error {training}"
        held_out = error_on(VALIDATION, tape, model)
        if held_out is None:
            return ("",), tooltip
        validation = percent(held_out)
        bare = training.removesuffix(" %")
        ways = (
            f"now {training} · validation {validation}",
            f"{training} · validation {validation}",
            f"{training} · {validation}",
            f"{bare} · {validation}",
            f"{NOT_YET if error is None else percentage(error, 0)} · "
            f"{percent(held_out, 0)}",
        )
        return ways, f"{tooltip} · validation {validation}"
