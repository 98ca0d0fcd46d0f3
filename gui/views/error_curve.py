"""Training error and mistakes per epoch, with the playhead on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.data.dataset import VALIDATION
from engine.evaluation.error import error_on
from gui.panels.test_part_row import TestRow
from gui.plotting.plot_mouse import PlotScrubber
from gui.session.test_part import TestPartUse
from gui.style.text import PREPARING, no_run, percent
from gui.tasks.growth import GrowthThrottle
from gui.views.error_plot import ErrorPlot, is_validated, legend
from gui.widgets.labels import FittingLabel, WrappedLabel

if TYPE_CHECKING:
    from gui.session.session import Session
    from gui.style.theme import Theme

NO_RUN = "Draw points of two classes: their errors will stand here"


class ErrorCurve(QWidget):
    """The plot with a caption and a legend, following the session."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.caption = FittingLabel()
        self.legend = WrappedLabel()
        self.plot = ErrorPlot(theme, legend=False)
        self.plot.setMinimumSize(200, 120)
        PlotScrubber(self.plot, self._go)
        self.hint = QLabel(wordWrap=True)
        self.hint.setProperty("role", "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside = QVBoxLayout(self.plot)
        inside.setContentsMargins(52, 8, 52, 28)
        inside.addWidget(self.hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.legend)
        layout.addWidget(self.plot, 1)
        self.use_of_test = TestPartUse.of(session)
        self.test_row = TestRow(session, self.use_of_test)
        layout.addWidget(self.test_row)
        GrowthThrottle(session, self._redraw)
        session.moved.connect(self._move)
        session.waiting.connect(self._say_what_is_missing)
        session.branches.changed.connect(self._redraw)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.plot.set_theme(theme)
        self._redraw()

    def _redraw(self) -> None:
        tape, branches = self._session.tape, self._session.branches
        self._say_what_is_missing()
        validated, beside = is_validated(tape), branches.kept is not None
        self.legend.setText(legend(self.plot.theme, beside, validated))
        self.plot.show_run(tape, branches.tape, branches.step)
        self._move()

    def _say_what_is_missing(self) -> None:
        s = self._session
        self.hint.setVisible(s.tape is None)
        self.hint.setText(PREPARING if s.preparing else no_run(s.problem, NO_RUN))

    def _go(self, epoch: float) -> None:
        tape = self._session.tape
        if tape is not None:
            step = round(epoch * tape.problem.steps_per_epoch)
            self._session.seek(min(max(step, 0), tape.steps))

    def _move(self) -> None:
        self.plot.show_playhead(self._session.tape, self._session.step)
        ways, told = self._errors()
        self.caption.offer(*ways)
        self.caption.setToolTip(told)

    def _errors(self) -> tuple[tuple[str, ...], str]:
        """Write the errors under the playhead: in few words, and told in full.

        Never that of the test part.
        """
        tape, model = self._session.tape, self._session.model
        if tape is None or model is None:
            return ("",), ""
        training = percent(model.training_error)
        told = f"Under the playhead: training error {training}"
        held_out = error_on(VALIDATION, tape, model)
        if held_out is None:
            return (training,), told
        validation = percent(held_out)
        bare = training.removesuffix(" %")
        ways = (
            f"{training} · validation {validation}",
            f"{training} · {validation}",
            f"{bare} · {validation}",
            f"{100 * model.training_error:.0f} · {100 * held_out:.0f} %",
        )
        return ways, f"{told} · validation {validation}"
