"""What can be begun with, on the canvas until something is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from gui.style.text import one_line

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.session.session import Session

ABOVE, AXIS = 14, 46
"""Pixels between it and the axis, and of the axis."""


class StartOffer(QFrame):
    """Buttons at the lower edge of the plane, until there are other data.

    Signals
    -------
    draw_wanted
    examples_wanted
    tour_wanted
    file_wanted

    Parameters
    ----------
    session : Session
    plane : QWidget
        On which it stands.
    """

    draw_wanted = Signal()
    examples_wanted = Signal()
    tour_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, session: Session, plane: QWidget) -> None:
        super().__init__(plane)
        self._plane = plane
        self.setProperty("card", True)
        self.draw_button = QPushButton("Draw your own")
        self.examples_button = QPushButton("Examples…")
        self.tour_button = QPushButton("Take the tour")
        self.file_button = QPushButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        for button, wanted in (
            (self.draw_button, self.draw_wanted),
            (self.examples_button, self.examples_wanted),
            (self.tour_button, self.tour_wanted),
            (self.file_button, self.file_wanted),
        ):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(wanted)
            row.addWidget(button)
        self.hide()
        session.data_changed.connect(self.hide)
        plane.installEventFilter(self)

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
        self.file_button.setText(f"Open “{one_line(file)}”")
        self.show()
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay where it is as the plane changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self.adjustSize()
        room = self._plane.rect()
        left = (room.width() - self.width()) // 2
        self.move(left, room.height() - self.height() - ABOVE - AXIS)
