"""How the run ends, on the canvas: one line, and one button at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QToolButton

from gui.canvas.layers.legend import emptiest
from gui.widgets.labels import set_text_and_role
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.session.diagnosis import OutcomeRunner
    from gui.session.session import Session

WHY = "Bring “Will it converge?” to the front"
REMEDY = "Change this in the set-up (can be undone)"
EDGE = 12
"""Pixels between it and the edges of the plane."""


class OutcomeChip(QFrame):
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
        super().__init__(plane)
        self._session, self._runner, self._plane = session, runner, plane
        self.setProperty("card", True)
        self.words = QLabel()
        self.button = QToolButton()
        self.button.setProperty("link", True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._act)
        in_row(self, self.words, self.button, margins=(12, 5, 10, 5), spacing=8)
        self.hide()
        runner.changed.connect(self._show)
        plane.view.sigResized.connect(self._place)
        self._show()

    def _show(self) -> None:
        outcome = self._runner.outcome
        self.setVisible(outcome is not None)
        if outcome is None:
            return
        set_text_and_role(self.words, outcome.text, outcome.role)
        self.button.setText("Why?" if outcome.has_reason else outcome.remedy_text)
        self.button.setToolTip(WHY if outcome.has_reason else REMEDY)
        self.button.setVisible(bool(self.button.text()))
        self._place()

    def _act(self) -> None:
        outcome = self._runner.outcome
        if outcome is None:
            return
        if outcome.has_reason:
            self.reason_wanted.emit()
        elif outcome.remedy is not None:
            text = outcome.remedy_text
            self._session.change(outcome.remedy, text[0].lower() + text[1:])

    def _place(self) -> None:
        """Stay at an edge where few samples are, best in the middle above."""
        if not self.isVisible():
            return
        room = self._plane.view.sceneBoundingRect()
        most = round(room.width()) - 2 * EDGE
        self.words.setWordWrap(False)
        self.words.setWordWrap(self.sizeHint().width() > most)
        if self.words.wordWrap():
            self.resize(most, self.heightForWidth(most))
        else:
            self.resize(self.sizeHint())
        width, height = self.size().toTuple()
        middle, low = (room.width() - width) / 2, room.height() - height - EDGE
        right = room.width() - width - EDGE
        places = [(x, y) for y in (EDGE, low) for x in (middle, EDGE, right)]
        boxes = [QRectF(*place, width, height) for place in places]
        box = emptiest(boxes, self._plane.symbols())
        self.move((room.topLeft() + box.topLeft()).toPoint())
