"""The pages of the evaluation window: what is done when one is opened or left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from gui.tasks.task import Task

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
        self.theme = theme

    def enter(self) -> None:
        """Begin to be looked at."""

    def leave(self) -> None:
        """Be looked at no longer."""

    def stop(self) -> None:
        """Give up what would go on unseen: the window closes."""

    def finish(self) -> None:
        """End all work: the window closes for good."""


class ComputingPage(Page):
    """A page that computes in a thread, a moment after the last change.

    Parameters
    ----------
    session, canvas, theme
    name : str
        Of the thread.
    delay : int
        Milliseconds without a change after which it is worth while to compute.

    Attributes
    ----------
    task : Task
    timer : QTimer
    """

    def __init__(
        self, session: Session, canvas: Canvas, theme: Theme, *, name: str, delay: int
    ) -> None:
        super().__init__(session, canvas, theme)
        self.task = Task(name, self)
        self.timer = QTimer(self, interval=delay, singleShot=True)

    @property
    def computing(self) -> bool:
        """Whether it computes or is about to."""
        return self.timer.isActive() or self.task.running

    def finish(self) -> None:
        self.timer.stop()
        self.task.close()
