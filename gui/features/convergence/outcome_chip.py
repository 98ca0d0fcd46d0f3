"""How the run ends or goes, on the canvas: one line, and one button at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from gui.canvas.floating_card import FloatingCard
from gui.features.convergence.run_progress import (
    now_wrong,
    run_progress,
    stream_progress,
)
from gui.session.diagnosis import OutcomeRunner
from gui.tasks.throttle import Throttle
from gui.widgets.buttons import tool_button
from gui.widgets.dimming import Dimming
from gui.widgets.labels import SteadyLabel, set_text_and_role
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session

WHY = "Bring “Will it converge?” to the front"
REMEDY = "Change this in the set-up (can be undone)"


class OutcomeChip(FloatingCard):
    """Says on the canvas how the run ends; while it plays, or streams, how it goes.

    What is said on the way costs the window's layout nothing, and is written with a
    picture of the canvas that is drawn anyway.

    Parameters
    ----------
    session : Session
    plane : CanvasPlot
        On which it stands.

    Attributes
    ----------
    progress : SteadyLabel
        What is said on the way, in the place of `words`; or what is, beside what they
        say will be.

    Signals
    -------
    reason_wanted
        The panel that tells why.
    """

    reason_wanted = Signal()

    def __init__(self, session: Session, plane: CanvasPlot) -> None:
        super().__init__(plane, low=False)
        self._session = session
        self._runner = runner = OutcomeRunner.of(session)
        self._aside = self._follows = self._ahead = False
        self.progress = SteadyLabel()
        self.progress.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = tool_button(look="link")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._act_on_outcome)
        in_row(
            self, self.words, self.progress, self.button,
            margins=(12, 5, 10, 5), spacing=8,
        )  # fmt: skip
        self._throttle = Throttle(
            session,
            self._show_progress_if_followed,
            late=Dimming(lambda: [self.progress]),
        )
        runner.changed.connect(self._show_outcome)
        session.playing_changed.connect(self._show_outcome)
        session.measured_error.changed.connect(self._throttle.trigger)
        self._show_outcome()

    def set_aside(self, aside: bool) -> None:
        """Say nothing for a while: what is on the canvas is not the run."""
        self._aside = aside
        self._show_outcome()

    def _show_outcome(self) -> None:
        s, outcome = self._session, self._runner.outcome
        on_the_way = outcome is None and (s.playing or s.endless) and not self._aside
        self._ahead = outcome is not None and outcome.ahead and not self._aside
        self._follow_pictures(on_the_way or self._ahead)
        self.progress.setVisible(on_the_way or self._ahead)
        self.progress.setMinimumWidth(0)
        self.words.setVisible(not on_the_way)
        if on_the_way:
            self.button.hide()
            self._show_progress()
            return
        self.setVisible(outcome is not None and not self._aside)
        if outcome is None or self._aside:
            return
        role = outcome.role or ("muted" if outcome.ahead else "")
        set_text_and_role(self.words, outcome.text, role)
        if self._ahead:
            self._show_progress()
        self.button.setText("Why?" if outcome.has_reason else outcome.remedy_text)
        self.button.setToolTip(WHY if outcome.has_reason else REMEDY)
        self.button.setVisible(bool(self.button.text()))
        self.place()

    def _fit(self, width: int) -> None:
        """Leave out what is now where there is little room: the status line has it."""
        self.progress.setVisible(self._follows)
        super()._fit(width)
        if self._ahead and self.words.wordWrap():
            self.progress.hide()
            super()._fit(width)

    def _follow_pictures(self, follows: bool) -> None:
        """Follow each picture only as long as there is something to say of it."""
        if follows == self._follows:
            return
        self._follows = follows
        if follows:
            self._session.changed.connect(self._throttle.trigger)
        else:
            self._session.changed.disconnect(self._throttle.trigger)

    def _show_progress_if_followed(self) -> None:
        if self._follows:  # it may have waited for its turn
            self._show_progress()

    def _show_progress(self) -> None:
        text = self._progress_text()
        self.progress.setText(text)
        width = self.progress.fontMetrics().horizontalAdvance(text) + 1
        grows = width > self.progress.minimumWidth()
        if grows:
            self.progress.setMinimumWidth(width)
        if grows or self.isVisible() != bool(text):
            self.setVisible(bool(text))
            self.place()

    def _progress_text(self) -> str:
        s = self._session
        tape, frame, model = s.tape, s.frame, s.model
        if tape is None or frame is None or model is None:
            return ""
        if not s.endless and s.measured_error.of(model) is None:
            return ""  # until it is measured
        if self._ahead:
            return f"·  {now_wrong(tape, frame, model)}"
        if s.endless:
            return stream_progress(frame)
        known = tape.finished and self._runner.tells_ahead
        epochs = tape.epoch_of(tape.steps) if known else None
        return run_progress(tape, frame, model, epochs=epochs)

    def _act_on_outcome(self) -> None:
        outcome = self._runner.outcome
        if outcome is None:
            return
        if outcome.has_reason:
            self.reason_wanted.emit()
        elif outcome.remedy is not None:
            text = outcome.remedy_text
            self._session.change(outcome.remedy, text[0].lower() + text[1:])
