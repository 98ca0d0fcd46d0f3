"""How the run ends, in one line, with one button at most."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from gui.session.diagnosis import OutcomeRunner
from gui.widgets.buttons import tool_button
from gui.widgets.labels import set_role
from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.session.session import Session

WHY = "Bring “Will it converge?” to the front"
REMEDY = "Change this in the set-up (can be undone)"


class OutcomeLine(StripLine):
    """Says how the run ends, once that is known, and what may be done about it.

    Parameters
    ----------
    session : Session

    Signals
    -------
    reason_wanted
        The panel that tells why.
    """

    reason_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._runner = OutcomeRunner.of(session)
        self._aside = False
        self.button = tool_button(look="link")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._act_on_outcome)
        in_row(self, self.words, self.button, spacing=6)
        self._runner.changed.connect(self._show_outcome)
        session.playing_changed.connect(self._show_outcome)
        self._show_outcome()

    def set_aside(self, aside: bool) -> None:
        """Say nothing for a while: what is on the canvas is not the run."""
        self._aside = aside
        self._show_outcome()

    def _show_outcome(self) -> None:
        outcome = self._runner.outcome
        if outcome is not None:
            role = outcome.role or ("muted" if outcome.ahead else "")
            set_role(self.words, role)
            self.words.set_alternatives(*shorter(outcome.text))
            self.button.setText("Why?" if outcome.has_reason else outcome.remedy_text)
            self.button.setToolTip(WHY if outcome.has_reason else REMEDY)
            self.button.setVisible(bool(self.button.text()))
        self.want(outcome is not None and not self._aside)

    def _act_on_outcome(self) -> None:
        outcome = self._runner.outcome
        if outcome is None:
            return
        if outcome.has_reason:
            self.reason_wanted.emit()
        elif outcome.remedy is not None:
            text = outcome.remedy_text
            self._session.change(outcome.remedy, text[0].lower() + text[1:])


def shorter(text: str) -> tuple[str, ...]:
    """Give what is said of a run's end, then less of it, as long as that says it."""
    if text.startswith("No run"):
        return (text,)
    first = re.split("[:,] ", text)[0]
    return text, first, re.split(" after | at ", first)[0]
