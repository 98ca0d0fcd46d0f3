"""What can be begun with, on the canvas until something is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from gui.style.text import one_line

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session

ABOVE = 14
"""Pixels between it and the axis."""


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
    plane : CanvasPlot
        On which it stands.
    """

    draw_wanted = Signal()
    examples_wanted = Signal()
    tour_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, session: Session, plane: CanvasPlot) -> None:
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
        self.file_button.setText(f"Open “{one_line(file)}”")
        self.show()
        self._place()

    def _place(self) -> None:
        """Stay in the middle of the plane as it changes its size."""
        if not self.isVisible():
            return
        self.adjustSize()
        plane = self._plane.view.sceneBoundingRect()
        left = plane.center().x() - self.width() / 2
        self.move(round(left), round(plane.bottom()) - self.height() - ABOVE)
