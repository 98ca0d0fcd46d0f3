"""The pages of the evaluation window: what is done when one is opened or left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gui.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.session.session import Session
    from gui.style.theme import Theme


class Page(QWidget):
    """One question about the data and the recipe of the session.

    Parameters
    ----------
    session : Session
    theme : Theme
    """

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.session, self.theme = session, theme

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme

    def enter(self) -> None:
        """Begin to be looked at."""

    def leave(self) -> None:
        """Be looked at no longer."""

    def stop(self) -> None:
        """Give up what would go on unseen: the window closes."""


class ComputingPage(Page):
    """A page that computes in a thread, a moment after the last change.

    Parameters
    ----------
    session, theme
    name : str
        Of the thread.
    delay : int
        Milliseconds without a change after which it is worth while to compute.

    Attributes
    ----------
    task : Task
    """

    def __init__(
        self, session: Session, theme: Theme, *, name: str, delay: int
    ) -> None:
        super().__init__(session, theme)
        self.task = Task(name, self)
        self._delay = delay
        session.begun.connect(self.forget)

    @property
    def computing(self) -> bool:
        """Whether it computes or is about to."""
        return self.task.pending or self.task.running

    def forget(self) -> None:
        """Show nothing of the data before: other data are begun with."""
        raise NotImplementedError

    def compute_later(self, begin: Callable[[], object]) -> None:
        """Drop what is computed; begin once nothing has changed for a moment."""
        self.task.start_later(begin, self._delay)

    def close(self) -> bool:
        self.task.drop()
        return super().close()
