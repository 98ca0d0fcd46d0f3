"""How the run ends, on the canvas: one line, and one button at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton

from gui.canvas.floating_card import FloatingCard
from gui.widgets.labels import set_text_and_role
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.session.diagnosis import OutcomeRunner
    from gui.session.session import Session

WHY = "Bring “Will it converge?” to the front"
REMEDY = "Change this in the set-up (can be undone)"


class OutcomeChip(FloatingCard):
    """Says on the canvas how the run ends.

    Parameters
    ----------
    session : Session
    runner : OutcomeRunner
    plane : CanvasPlot
        On which it stands.

    Signals
    -------
    reason_wanted
        The panel that tells why.
    """

    reason_wanted = Signal()

    def __init__(
        self, session: Session, runner: OutcomeRunner, plane: CanvasPlot
    ) -> None:
        super().__init__(plane, low=False)
        self._session, self._runner = session, runner
        self._aside = False
        self.button = QToolButton()
        self.button.setProperty("link", True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._act)
        in_row(self, self.words, self.button, margins=(12, 5, 10, 5), spacing=8)
        runner.changed.connect(self._show)
        self._show()

    def set_aside(self, aside: bool) -> None:
        """Say nothing for a while: what is on the canvas is not the run."""
        self._aside = aside
        self._show()

    def _show(self) -> None:
        outcome = self._runner.outcome
        self.setVisible(outcome is not None and not self._aside)
        if outcome is None or self._aside:
            return
        set_text_and_role(self.words, outcome.text, outcome.role)
        self.button.setText("Why?" if outcome.has_reason else outcome.remedy_text)
        self.button.setToolTip(WHY if outcome.has_reason else REMEDY)
        self.button.setVisible(bool(self.button.text()))
        self.place()

    def _act(self) -> None:
        outcome = self._runner.outcome
        if outcome is None:
            return
        if outcome.has_reason:
            self.reason_wanted.emit()
        elif outcome.remedy is not None:
            text = outcome.remedy_text
            self._session.change(outcome.remedy, text[0].lower() + text[1:])
