"""A page of the window: what it is about, and what it does when it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.session.session import Session
    from gui.style.theme import Theme


class Page(QWidget):
    """One question about the data and the recipe of the session.

    Parameters
    ----------
    session : Session
    canvas : Canvas
        Where a page may show what it found beside the points.
    theme : Theme
    """

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__()
        self.session, self.canvas, self.theme = session, canvas, theme

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme

    def enter(self) -> None:
        """Begin to be looked at."""

    def leave(self) -> None:
        """Be looked at no longer."""

    def stop(self) -> None:
        """Give up what would go on unseen: the window closes."""

    def finish(self) -> None:
        """End all work: the window closes for good."""
