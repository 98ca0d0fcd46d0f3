"""What can be begun with, in the strip until something is begun."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from gui.style.text import without_mnemonic
from gui.widgets.buttons import tool_button
from gui.widgets.layouts import STRETCH, in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from gui.session.session import Session

GOING_THROUGH = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Shift)
"""Keys that lead to its buttons."""
MOST = 24
"""Signs of the name of a file that are read."""


class StartOffer(StripLine):
    """Leaves when anything is done, with it or beside it, or data are there.

    Signals
    -------
    draw_wanted
    lessons_wanted
    tour_wanted
    file_wanted

    Parameters
    ----------
    session : Session
    """

    draw_wanted = Signal()
    lessons_wanted = Signal()
    tour_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.draw_button = tool_button("Draw your own", look="link")
        self.file_button = tool_button(look="link")
        self.lessons_button = tool_button("Lessons", look="link")
        self.tour_button = tool_button("Tour", look="link")
        buttons = (
            (self.draw_button, self.draw_wanted),
            (self.file_button, self.file_wanted),
            (self.lessons_button, self.lessons_wanted),
            (self.tour_button, self.tour_wanted),
        )
        in_row(self, STRETCH, *(button for button, _ in buttons), spacing=6)
        for button, wanted in buttons:
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(self.leave)
            button.clicked.connect(wanted)
        session.data_changed.connect(self.leave)

    def offer(self, *, first: bool, file: str) -> None:
        """Show what can be begun with.

        Parameters
        ----------
        first : bool
            The program was never used: offer an empty plane, as there is an example
            on it, and the tour.
        file : str
            The name of the last file; empty where there is none.
        """
        self.draw_button.setVisible(first)
        self.tour_button.setVisible(first)
        self.file_button.setVisible(bool(file))
        self.file_button.setText(f"Open “{without_mnemonic(shortened(file))}”")
        self.want(True)

    def leave(self) -> None:
        """Be seen no more."""
        self.want(False)

    def want(self, wanted: bool) -> None:
        """Watch what is done as long as it is wanted, seen or behind a message."""
        super().want(wanted)
        app = QApplication.instance()
        if app is not None:
            watch = app.installEventFilter if wanted else app.removeEventFilter
            watch(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Stay when it is pressed beside its buttons."""
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave when something beside it is used."""
        pressed = event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel)
        typed = isinstance(event, QKeyEvent) and event.key() not in GOING_THROUGH
        if (
            (pressed or (typed and event.type() == QEvent.Type.KeyPress))
            and isinstance(watched, QWidget)
            and watched is not self
            and not self.isAncestorOf(watched)
        ):
            self.leave()
        return False


def shortened(name: str) -> str:
    """Bring the name of a file into one line that is short; its ending stays."""
    line = " ".join(name.split())
    if len(line) <= MOST:
        return line
    ending = PurePath(line).suffix[: MOST // 2]
    return f"{line[: MOST - 1 - len(ending)].rstrip()}…{ending}"
