"""The cost J per epoch as curves of a plot, on an axis of their own at the right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QSettings, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction

from engine.learners import learner
from engine.learners.latex import plain
from gui.plotting.axes import rounded_axis_end, spans_decades
from gui.plotting.curve import Curve, downsampled
from gui.session.branch import PLACE
from gui.tasks.task import Task
from gui.widgets.legend_label import legend_item

if TYPE_CHECKING:
    import pyqtgraph as pg
    from numpy.typing import NDArray

    from engine import Tape
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

    Series = tuple[NDArray[np.float64], NDArray[np.float64]]

KEYS = ("shown", "logarithmic", "penalty", "steps")
COST = "What the learner goes down, at the end of the epoch"
VALIDATION_COST = "The cost of the samples of the validation part, without the penalty"
PENALTY = "The part of the cost that large weights make: λ/2·‖w‖²"
SHARE_FREE = 0.06
"""Share of a logarithmic axis below the least cost."""


class CostChoice(NamedTuple):
    """What is drawn of the cost: it at all, over a logarithmic axis, with what else.

    Unless a person chose, it is drawn for the learners that are made of its gradient.
    """

    shown: bool | None = None
    logarithmic: bool = False
    penalty: bool = False
    steps: bool = False

    @classmethod
    def remembered(cls) -> CostChoice:
        """Read what was chosen last."""
        stored = QSettings()
        chosen = [bool(stored.value(f"cost/{k}", False, type=bool)) for k in KEYS]
        return cls(chosen[0] if stored.contains("cost/shown") else None, *chosen[1:])

    def draws(self, tape: Tape | None) -> bool:
        """Tell whether the cost of a run is drawn."""
        if self.shown is not None or tape is None:
            return bool(self.shown)
        return learner(tape.recipe.learner).heading == "Gradient learners"


class CostActions(QObject):
    """The choices as lines of a menu; remembered.

    Signals
    -------
    changed
        Another choice: `CostChoice.remembered`.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        texts = (
            "&Cost J per epoch",
            "&Logarithmic axis of the cost",
            "&Penalty λ/2·‖w‖² alone, too",
            "Cost after each &step of this epoch",
        )
        self.all = [QAction(text, self, checkable=True) for text in texts]
        for action, on in zip(self.all, CostChoice.remembered(), strict=True):
            action.setChecked(bool(on))
        for key, action in zip(KEYS, self.all, strict=True):
            action.toggled.connect(partial(self._remember_choice, key))
        self.all[1].setToolTip("Beyond three decades it is so by itself")
        self._enable_actions()

    def show_drawn(self, drawn: bool) -> None:
        """Say whether it is drawn, where nobody chose."""
        with QSignalBlocker(self.all[0]):
            self.all[0].setChecked(drawn)
        self._enable_actions()

    def _remember_choice(self, key: str, on: bool) -> None:
        QSettings().setValue(f"cost/{key}", on)
        self._enable_actions()
        self.changed.emit()

    def _enable_actions(self) -> None:
        shown, *others = self.all
        for action in others:
            action.setEnabled(shown.isChecked())


class CostCurves:
    """The cost of a run, of its validation samples, and of the run that it left.

    Parameters
    ----------
    plot : pyqtgraph.PlotWidget
        Its right axis is an `OwnScaleAxis`.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        dashes, dots = Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
        self._axis = plot.getAxis("right")
        self.cost = Curve(plot, "star", 8)
        self.validation = Curve(plot, "", style=dashes)
        self.penalty = Curve(plot, "", style=dots)
        self.other = Curve(plot, "", style=dashes)
        self.steps = Curve(plot, "")
        self._epochs: dict[Curve, Series] = {}
        self._steps: Series = np.empty(0), np.empty(0)
        self._top, self._logarithmic = 100.0, False

    @property
    def curves(self) -> tuple[Curve, ...]:
        """All curves of the plot, drawn or hidden."""
        return self.cost, self.validation, self.penalty, self.other, self.steps

    def set_theme(self, theme: Theme) -> None:
        for curve in self.curves:
            curve.set_colour(
                theme.runs[PLACE] if curve is self.other else theme.accent_text
            )

    def show_runs(
        self, tape: Tape | None, other: Tape | None, choice: CostChoice, top: float
    ) -> bool:
        """Draw the costs of a run, and of the one that it left.

        Parameters
        ----------
        tape, other : Tape or None
        choice : CostChoice
        top : float
            Where the view ends, in the units of the axis at the left.

        Returns
        -------
        bool
            Whether there are any.
        """
        self._epochs = {}
        if choice.draws(tape):
            epochs = None if tape is None else tape.epochs
            if epochs is not None and epochs.cost is not None:
                self._add_curve(self.cost, epochs.cost)
                self._add_curve(self.validation, epochs.validation_cost)
                self._add_curve(
                    self.penalty, epochs.penalty if choice.penalty else None
                )
            self._add_curve(self.other, None if other is None else other.epochs.cost)
        self._top, self._logarithmic = top, choice.logarithmic
        self._draw_curves()
        return bool(self._epochs)

    def show_steps(
        self, epochs: NDArray[np.float64], costs: NDArray[np.float64]
    ) -> None:
        """Draw the cost within an epoch, at fractions of epochs; of none if empty."""
        self._steps = epochs, costs
        self._draw_curves()

    def _add_curve(self, curve: Curve, values: NDArray[np.float64] | None) -> None:
        if values is not None and np.isfinite(values).any():
            at, sampled = downsampled(values)
            self._epochs[curve] = at.astype(float), sampled

    def _draw_curves(self) -> None:
        """Draw them all, and let the axis tell their numbers."""
        drawn = dict(self._epochs)
        if drawn and len(self._steps[0]):
            drawn[self.steps] = self._steps
        values = np.concatenate([[], *(sampled for _, sampled in drawn.values())])
        usable = values[np.isfinite(values)]
        positive = usable[usable > 0]
        asked = self._logarithmic and len(positive) > 0
        logarithmic = asked or spans_decades(usable)
        if logarithmic:
            usable = np.log10(positive)
        low, high = _ends(usable, logarithmic=logarithmic)
        per_unit = (high - low) / self._top
        for curve in self.curves:
            at, sampled = drawn.get(curve, (np.empty(0), np.empty(0)))
            known = np.isfinite(sampled) & ((sampled > 0) | (not logarithmic))
            shown = np.log10(sampled[known]) if logarithmic else sampled[known]
            curve.set_values(at[known], (shown - low) / per_unit)
        if drawn:
            self._axis.show_numbers(low, per_unit, log=logarithmic)


def _ends(values: NDArray[np.float64], *, logarithmic: bool) -> tuple[float, float]:
    """Give what is at the bottom and at the top of the view."""
    if not logarithmic:
        return 0.0, rounded_axis_end(1.06 * float(values.max(initial=0)) or 1.0)
    low, high = float(values.min()), float(values.max())
    free = SHARE_FREE * max(high - low, 0.3)
    return low - free, high + free


def cost_legend(tape: Tape | None, choice: CostChoice, theme: Theme) -> str:
    """Say which curves are costs, or that the learner has none; empty if not asked."""
    if not choice.draws(tape) or tape is None:
        return ""
    if tape.epochs.cost is None:
        title = learner(tape.recipe.learner).title
        return f"no&nbsp;cost&nbsp;J:&nbsp;{title} minimises none"
    marks = [("★", "cost&nbsp;J", cost_formula(tape) or COST)]
    if tape.epochs.validation_cost is not None:
        marks.append(("╌", "validation&nbsp;cost", VALIDATION_COST))
    if choice.penalty:
        marks.append(("┈", "penalty", PENALTY))
    return " &nbsp; ".join(
        legend_item(theme, theme.accent_text, mark, name, tip)
        for mark, name, tip in marks
    )


def cost_formula(tape: Tape | None) -> str:
    """Write the cost J of a run, with what its numbers mean."""
    if tape is None:
        return ""
    problem = tape.problem
    formula = plain(
        learner(tape.recipe.learner).cost_formula(
            problem.settings,
            steps=problem.steps_per_epoch,
            weighted=problem.is_weighted,
        )
    )
    if not formula:
        return ""
    if problem.is_weighted:
        formula += ", s the weight of a point,"
    held = "" if problem.plan.mean else ", counted as often as there are points"
    validated = tape.epochs.validation_cost is not None
    more = f"; of the validation points{held}" if validated and held else ""
    return f"{formula} at the end of each epoch{more}"


class StepCosts(QObject):
    """Measures the cost after each step of the epoch under the playhead.

    Signals
    -------
    measured(object, object)
        Epochs, with their fractions, and costs.
    """

    measured = Signal(object, object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._task = Task("cost of the steps", self, self._take_costs)
        self._asked: tuple[object, ...] = ()

    def follow(self, *, wanted: bool) -> None:
        """Measure the epoch under the playhead, unless it is measured or not wanted."""
        tape, frame = self._session.tape, self._session.frame
        has_cost = wanted and tape is not None and tape.epochs.cost is not None
        if not has_cost or tape is None or frame is None or not tape.steps:
            self.forget()
            return
        each, epoch = tape.problem.steps_per_epoch, max(frame.epoch, 1)
        asked = (tape, epoch, min(epoch * each, tape.steps))
        if asked == self._asked:
            return
        if asked[:1] != self._asked[:1]:
            self.forget()
        self._asked = asked

        def compute(control: TaskControl) -> object:
            from engine.spaces.cost import step_costs

            steps, costs = step_costs(tape, epoch, control.report)
            return steps / each, costs

        self._task.start(compute)

    def forget(self) -> None:
        """Drop the costs of single steps, computed or on the way."""
        if self._asked:
            self._asked = ()
            self._task.drop()
            self.measured.emit(np.empty(0), np.empty(0))

    def close(self) -> None:
        """Stop what is computed."""
        self._task.drop()

    def _take_costs(self, result: tuple[object, object] | None, failure: str) -> None:
        if result is not None:
            self.measured.emit(*result)
