"""The button that uses the test part, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QMessageBox,
    QWidget,
)

from engine.data.dataset import TEST
from gui.session.final_test import FinalTest
from gui.widgets.buttons import push_button
from gui.widgets.labels import note_label
from gui.widgets.layouts import in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from gui.session.session import Session

LATE = "Fewer uses are better: after the first, the test part is part of the choice."
WHY = (
    "The test part tells how well a finished model does on samples that nothing was "
    "chosen by. It does so once: whoever looks, changes the set-up and looks again is "
    "choosing by it, and its error becomes too good to be true.\n\n"
    "Choose learner, features and epochs by the validation part; use the test part "
    "at the end."
)
AGAIN = "It was used {} already: this use says less than the first."


class FinalTestRow(SeenWidget):
    """Asks before the test part is used; shown where there is one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._use = use = FinalTest.of(session)
        self.button = push_button("Use the test part…")
        self.label = note_label()
        in_column(self, self.button, self.label, margins=(0, 8, 0, 0), spacing=4)
        self.button.clicked.connect(self._ask_about_test)
        use.changed.connect(self.refresh)
        session.data_changed.connect(self.refresh)
        session.moved.connect(self._follow_if_seen)  # as long as it lives
        self.refresh()

    def refresh(self) -> None:
        """Show the button where there is a test part, and what was found by it."""
        use = self._use
        self.setVisible(bool(use.count or len(self._session.data.rows_of(TEST))))
        text = f"<b>{use.result}</b>" if use.result else use.words
        self.label.setText(text)
        self.label.setVisible(bool(use.count))
        self.label.setToolTip(f"{use.words}. {LATE}" if use.count else "")
        self._follow_use()

    def _follow_use(self) -> None:
        self.button.setEnabled(self._use.possible)

    def _follow_if_seen(self) -> None:
        self.act_if_seen(self._follow_use)

    def _ask_about_test(self) -> None:
        if may_use_test(self, self._use.count):
            self._use.use()


def may_use_test(parent: QWidget, count: int) -> bool:
    """Explain, and ask whether it is still wanted.

    Parameters
    ----------
    parent : QWidget
    count : int
        How often it was used before.
    """
    box = QMessageBox(parent.window())
    box.setWindowTitle("Use the test part")
    box.setText("The test part is to be used once, at the end.")
    times = "once" if count == 1 else f"{count} times"
    again = f"\n\n{AGAIN.format(times)}" if count else ""
    box.setInformativeText(WHY + again)
    yes = box.addButton("Use it now", QMessageBox.ButtonRole.AcceptRole)
    no = box.addButton("Not yet", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(no)
    box.setEscapeButton(no)
    box.exec()
    box.deleteLater()
    return box.clickedButton() is yes
