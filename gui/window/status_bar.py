"""The status bar: where the run is, what has just happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QStatusBar

from gui.files.added_points import AddedPointsNotice
from gui.session.final_test import FinalTest
from gui.widgets.run_state_label import RunStateLabel

if TYPE_CHECKING:
    from gui.session.session import Session

SHOWN = 6000
"""Milliseconds for which a message stays."""


class StatusBar(QStatusBar):
    """Says where the run is, what was added, how often the test part was used.

    Attributes
    ----------
    run_state : RunStateLabel
    added_points : AddedPointsNotice
    test_used : QLabel
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.run_state = RunStateLabel(session)
        self.added_points = AddedPointsNotice(session)
        self.test_used = QLabel()
        self.addWidget(self.added_points)
        self.addWidget(self.run_state, 1)
        self.addPermanentWidget(self.test_used)
        self.setSizeGripEnabled(False)
        session.message.connect(lambda text: self.showMessage(text, SHOWN))
        self._test = FinalTest.of(session)
        self._test.changed.connect(self._show_uses)

    def _show_uses(self) -> None:
        self.test_used.setText(self._test.words)
