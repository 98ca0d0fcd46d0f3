"""What can be begun with, on the canvas until something is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton

from gui.canvas.layers.legend import emptiest
from gui.style.text import one_line, without_mnemonic

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session

ABOVE = 14
"""Pixels between it and the edges of the plane."""


class StartOffer(QFrame):
    """Buttons where few samples are, until there are other data.

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
        super().__init__(plane)
        self._plane = plane
        self.setProperty("card", True)
        self.draw_button = QPushButton("Draw your own")
        self.examples_button = QPushButton("Examples…")
        self.lessons_button = QPushButton("Lessons")
        self.tour_button = QPushButton("Take the tour")
        self.file_button = QPushButton()
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 8, 8, 8)
        grid.setSpacing(8)
        grid.addWidget(self.lessons_button, 0, 0)
        grid.addWidget(self.examples_button, 0, 1)
        grid.addWidget(self.tour_button, 1, 0)
        grid.addWidget(self.draw_button, 1, 1)
        grid.addWidget(self.file_button, 2, 0, 1, 2)
        for button, wanted in (
            (self.lessons_button, self.lessons_wanted),
            (self.examples_button, self.examples_wanted),
            (self.tour_button, self.tour_wanted),
            (self.draw_button, self.draw_wanted),
            (self.file_button, self.file_wanted),
        ):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(wanted)
        self.hide()
        session.data_changed.connect(self.hide)
        plane.view.sigResized.connect(self._place)

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
        self.file_button.setText(f"Open “{without_mnemonic(one_line(file))}”")
        self.show()
        self.adjustSize()
        if first:
            self._make_room()
        self._place()

    def _make_room(self) -> None:
        """Show more of the plane below the samples."""
        left, bottom, right, top = self._plane.view_rect
        share = (self.height() + ABOVE) / self._plane.view.height()
        whole = (top - bottom) / (1 - share)
        room = QRectF(left, top - whole, right - left, whole)
        self._plane.view.setRange(room, padding=0)

    def _place(self) -> None:
        """Stay where few samples are, best low in the middle."""
        if not self.isVisible():
            return
        self.adjustSize()
        room = self._plane.view.sceneBoundingRect()
        width, height = self.size().toTuple()
        left = room.width() - width - ABOVE
        low = room.height() - height - ABOVE
        places = [(left / 2, low), (ABOVE, low), (left, low), (left / 2, ABOVE)]
        boxes = [QRectF(*place, width, height) for place in places]
        box = emptiest(boxes, self._plane.symbols())
        self.move((room.topLeft() + box.topLeft()).toPoint())
