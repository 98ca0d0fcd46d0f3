"""What this is and what can be begun with, on the canvas until something is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from gui.canvas.floating_card import FloatingCard
from gui.style.text import one_line, without_mnemonic
from gui.widgets.layouts import in_column, in_row

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QMouseEvent

    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session

TITLE = "See a linear classifier learn"
SENTENCE = "Each mistake moves the boundary, until it separates the classes."
GOING_THROUGH = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Shift)
"""Keys that lead to its buttons."""


class StartOffer(FloatingCard):
    """A card that leaves when anything is done, on it or beside it, or data are there.

    Signals
    -------
    draw_wanted
    examples_wanted
    lessons_wanted
    tour_wanted
    file_wanted

    Parameters
    ----------
    session : Session
    plane : CanvasPlot
        On which it stands.
    """

    draw_wanted = Signal()
    examples_wanted = Signal()
    lessons_wanted = Signal()
    tour_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, session: Session, plane: CanvasPlot) -> None:
        super().__init__(plane, low=True)
        self.words.setText(f"<b>{TITLE}</b><br>{SENTENCE}")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.draw_button = QPushButton("Draw your own")
        self.file_button = QPushButton()
        self.examples_button = QPushButton("Examples…")
        self.lessons_button = QPushButton("Lessons")
        self.tour_button = QPushButton("Take the tour")
        primary = (self.draw_button, self.file_button)
        links = (self.lessons_button, self.examples_button, self.tour_button)
        row = QWidget()
        in_row(row, *links, spacing=4)
        in_column(self, self.words, *primary, row, margins=(14, 12, 14, 8), spacing=8)
        for button in primary:
            button.setProperty("primary", True)
        for button in links:
            button.setProperty("quiet", True)
        for button, wanted in (
            (self.lessons_button, self.lessons_wanted),
            (self.examples_button, self.examples_wanted),
            (self.tour_button, self.tour_wanted),
            (self.draw_button, self.draw_wanted),
            (self.file_button, self.file_wanted),
        ):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self.hide)
            button.clicked.connect(wanted)
        session.data_changed.connect(self.hide)

    def offer(self, *, first: bool, file: str) -> None:
        """Show what can be begun with.

        Parameters
        ----------
        first : bool
            The program was never used: say what it is, and offer an empty plane, as
            there is an example on it, and the tour.
        file : str
            The name of the last file; empty where there is none.
        """
        self.words.setVisible(first)
        self.draw_button.setVisible(first)
        self.tour_button.setVisible(first)
        self.file_button.setVisible(bool(file))
        self.file_button.setText(f"Open “{without_mnemonic(one_line(file))}”")
        self.show()
        self.adjustSize()
        if first:
            self.make_room()
        self.place()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

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
            self.hide()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep what is pressed on it from the plane under it."""
        event.accept()

    def hideEvent(self, event: QHideEvent) -> None:
        """Watch no longer what is done."""
        super().hideEvent(event)
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
