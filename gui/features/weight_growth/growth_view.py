"""The growth of the weights with its words, following the session."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QCheckBox, QToolTip

from engine.diagnosis.weight_growth import WeightGrowth, weight_growth, why_no_growth
from gui.features.weight_growth.growth_plot import GrowthPlot, bound_is_near, legend
from gui.plotting.figure import paper_figure
from gui.plotting.plot import STEPS
from gui.plotting.plot_mouse import PlotScrubber
from gui.session.diagnosis import DiagnosisRunner
from gui.session.hidden_future import HiddenFuture
from gui.style.text import number
from gui.tasks.task import Task
from gui.widgets.combo_boxes import ComboBox, offer
from gui.widgets.dimming import Dimming
from gui.widgets.labels import FittingLabel, hint_label
from gui.widgets.layouts import in_column, row_of
from gui.widgets.legend_label import LegendLabel
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from engine import Frame, Tape
    from engine.diagnosis.convergence import Diagnosis
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

LOOKING = "looking for the weights u that separate best…"
NO_RUN = "Draw points of two classes:<br>how w grows will stand here"
CLASSES = "The class against all others, whose weights are told of"
AS_FAR = "As far as the &bound"
AS_FAR_TIP = "Show all updates that the bound allows, however few the run has"
STANDARDISED = "w of the standardised features"
NEWEST = "the newest w, though another is used in the end"
FEW_STEPS = 5000
"""Steps of a run that is looked through while nobody notices."""


class Asked(NamedTuple):
    """What a growth was asked for: with anything else it is another."""

    tape: Tape
    steps: int
    diagnosis: Diagnosis
    output: int


class GrowthView(SeenWidget):
    """w·u and ‖w‖ over the updates, between the lines of the proof; or why not.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says how many updates there were, and how many there can be.

    Attributes
    ----------
    growth : WeightGrowth or None
        What is drawn.
    """

    def __init__(self, session: Session, theme: Theme, caption: QLabel) -> None:
        super().__init__()
        self._session, self.caption = session, caption
        self._diagnoser = DiagnosisRunner.of(session)
        self._hidden = HiddenFuture.of(session)
        self.growth: WeightGrowth | None = None
        self._asked: Asked | None = None
        self._drawn: tuple[object, ...] = ()
        self._measuring = False
        self._task = Task("growth of the weights", self, self._take_growth)
        self.legend = LegendLabel()
        self.reading = FittingLabel()
        self.output = ComboBox("The class against all others", CLASSES)
        self.output.setProperty("compact", True)
        self.output.currentIndexChanged.connect(self.refresh)
        self.as_far = QCheckBox(AS_FAR)
        self.as_far.setToolTip(AS_FAR_TIP)
        self.as_far.toggled.connect(self.refresh)
        self.plot = GrowthPlot(theme)
        self.plot.setMinimumSize(200, 120)
        self.plot.describe("Weight growth", STEPS, self._words)
        PlotScrubber(self.plot, self._go_to_update)
        self.plot.viewport().installEventFilter(self)
        self.hint = hint_label()
        in_column(
            self,
            self.legend,
            (self.hint, 1),
            (self.plot, 1),
            row_of((self.reading, 1), self.as_far, self.output, spacing=4),
            spacing=4,
        )
        self._dim = Dimming(lambda: (self.plot, self.reading))
        self.follow(session, session.moved)

    def set_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)
        self._drawn = ()
        self._draw()

    @property
    def looking(self) -> bool:
        """Whether something newer than what is shown is to come."""
        return self._diagnoser.looking or self._measuring

    def refresh(self, *_: object) -> None:
        """Draw the playhead's moment; while it is looked, what there was, dimmed."""
        self._diagnoser.ask()
        tape = self._session.tape
        if tape is None:
            self._say_why(self._session.why_no_run or NO_RUN)
            return
        diagnosis = self._diagnoser.known_of(tape)
        if diagnosis is None:
            self._asked = None
            if self._diagnoser.looking and self.growth is not None:
                self._dim(True)
            else:
                self._say_why(self._diagnoser.failure.capitalize() or LOOKING)
            return
        several = tape.problem.n_outputs > 1
        self.output.setVisible(several)
        offer(self.output, tape.data.class_names if several else ())
        asked = Asked(tape, tape.steps, diagnosis, max(self.output.currentIndex(), 0))
        if asked != self._asked:
            self._ask(asked)
        else:
            self._draw()

    def _ask(self, asked: Asked) -> None:
        """Have the growth of another run, or of more of it, measured."""
        is_same_run = self._asked is not None and self._asked.tape is asked.tape
        self._asked = asked
        why = why_no_growth(asked.tape, asked.diagnosis, asked.output)
        if why:
            self._task.drop()
            self._say_why(why)
            return

        def measure(control: TaskControl) -> tuple[Asked, WeightGrowth]:
            tape, _, diagnosis, output = asked
            growth = weight_growth(tape, diagnosis, output, control.cancelled)
            return asked, growth

        self._measuring = True
        self._dim(self.growth is not None and not is_same_run)
        self._task.request(measure, quick=asked.steps <= FEW_STEPS)

    def _take_growth(
        self, measured: tuple[Asked, WeightGrowth] | None, failure: str
    ) -> None:
        asked = self._asked
        if measured is None:
            if failure and asked is not None:
                self._say_why(failure)
            return
        made_for, growth = measured
        if asked is None or made_for._replace(steps=asked.steps) != asked:
            return  # another is to come
        self._measuring, self.growth = made_for is not asked, growth
        self._dim(False)
        self._draw()

    def _say_why(self, why: str) -> None:
        """Show in words why there is nothing to be seen."""
        self.growth, self._drawn, self._measuring = None, (), False
        self._dim(False)
        self.hint.setText(why)
        self.caption.setText("")
        self._show_parts()
        self.plot.tell()

    def _show_parts(self) -> None:
        there = self.growth is not None
        self.hint.setVisible(not there)
        for part in (self.legend, self.plot, self.reading):
            part.setVisible(there)
        far = self.growth is not None and not bound_is_near(self.growth, self._count)
        self.as_far.setVisible(far)

    @property
    def _count(self) -> int:
        """How many of the updates are shown: what is to come may be hidden."""
        assert self.growth is not None
        if self._hidden.on:
            return self.growth.until(self._session.step)
        return len(self.growth.updates)

    def _draw(self) -> None:
        growth, frame, asked = self.growth, self._session.frame, self._asked
        if growth is None or frame is None or asked is None:
            return
        count, as_far = self._count, self.as_far.isChecked()
        drawn = growth, count, as_far
        if drawn != self._drawn:
            self._drawn = drawn
            self._show_parts()
            self.plot.show_growth(growth, count, as_far_as_bound=as_far)
            self.legend.setText(self._legend(self.plot.theme))
        k, _, _ = growth.at(frame)
        self.plot.move_cursor(k)
        self.reading.set_alternatives(*self._readings(frame))
        self.caption.setText(f"{k:,} of at most {int(growth.bound):,} updates")
        self.plot.tell()

    def _legend(self, theme: Theme) -> str:
        assert self.growth is not None
        return legend(theme, self.growth, prime=self._prime, note=self._note)

    @property
    def _prime(self) -> str:
        """What γ and R have where the offset is a weight like the others."""
        return "′" if self._session.recipe.offset else ""

    @property
    def _note(self) -> str:
        """Say which weights w is, where one could think of others."""
        tape = self._session.tape
        if tape is None:
            return ""
        notes = [STANDARDISED] if tape.problem.scaling is not None else []
        notes += [NEWEST] if tape.problem.combination != "last" else []
        return "; ".join(notes)

    def _readings(self, frame: Frame) -> tuple[str, ...]:
        """Write the numbers of a step: in many words, in fewer."""
        growth = self.growth
        assert growth is not None
        k, along, length = growth.at(frame)
        least, most = float(growth.least(k)), float(growth.most(k))
        short = (
            f"w·u {number(along, 4)} ≥ {number(least, 4)}",
            f"‖w‖ {number(length, 4)} ≤ {number(most, 4)}",
        )
        squares = f"‖w‖² {number(length**2, 4)} ≤ {number(most**2, 4)}"
        both = " · ".join(short)
        return f"k = {k:,}: {both} · {squares}", f"k = {k:,}: {both}", both, short[0]

    def _words(self) -> str:
        """Say what is read of the step."""
        frame = self._session.frame
        if self.growth is None or frame is None or self._asked is None:
            return self.hint.text()
        return f"{self._readings(frame)[0]}. {self.caption.text()}"

    def said_of(self, k: int) -> str:
        """Say what is read of an update in view; nothing where there is none."""
        growth, asked = self.growth, self._asked
        if growth is None or asked is None or k < 0:
            return ""
        if k > growth.updates[self._count - 1]:
            least, most = float(growth.least(k)), float(growth.most(k))
            sign = "≤" if least <= most else ">"
            lines = f"the lines: {number(least, 4)} {sign} {number(most, 4)}"
            allowed = "" if least <= most else ": so many updates cannot be"
            return f"k = {k:,}, {lines}{allowed}"
        step = int(growth.steps[abs(growth.updates - k).argmin()])
        words = self._readings(asked.tape.frame(step))[0]
        return f"{words} (step {step:,})"

    def eventFilter(self, viewport: QObject, event: QEvent) -> bool:
        """Tell, where the mouse rests, the numbers of the update there."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.plot.mapToScene(event.pos())
            k = round(self.plot.view.mapSceneToView(place).x())
            QToolTip.showText(event.globalPos(), self.said_of(k), self.plot)
            return True
        return super().eventFilter(viewport, event)

    def _go_to_update(self, k: float) -> None:
        """Go to the step of the update that is nearest to a place."""
        if self.growth is not None and self._asked is not None:
            updates = self.growth.updates[: self._count]
            self._session.seek(int(self.growth.steps[abs(updates - k).argmin()]))

    def figure(self, sheet: Sheet) -> Figure | None:
        """Draw it again as it is now, on a sheet; None where there is nothing."""
        if self.growth is None:
            return None
        plot = GrowthPlot(sheet.theme)
        as_far = self.as_far.isChecked()
        plot.show_growth(self.growth, self._count, as_far_as_bound=as_far)
        plot.move_cursor(self.plot.cursor.at)
        return paper_figure(plot, sheet, legend=self._legend(sheet.theme))

    def close_task(self) -> None:
        """Stop what is measured."""
        self._task.close()
