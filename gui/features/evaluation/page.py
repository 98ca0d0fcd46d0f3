"""The pages of the evaluation sheet: what is done when one is opened or left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtWidgets import QWidget

from gui.plotting.plot import close_plots
from gui.style.theme import Themed
from gui.tasks.task import Task
from gui.tasks.throttle import DelayedCall
from gui.widgets.progress_row import ProgressRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import Work

Result = TypeVar("Result")
DELAY_MS = 300
"""Milliseconds after the last change before it is computed anew."""


class EvaluationPage(QWidget):
    """One question about the data and the recipe of the session.

    Parameters
    ----------
    session : Session
    theme : Theme
    """

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.session, self.theme = session, theme
        self._followed: list[tuple[SignalInstance, Callable[[], None]]] = []

    def set_theme(self, theme: Theme) -> None:
        """Draw all of its parts in other colours."""
        self.theme = theme
        for part in self.findChildren(QWidget):
            if isinstance(part, Themed):
                part.set_theme(theme)

    def act_at(self, act: Callable[[], None], *signals: SignalInstance) -> None:
        """Act at signals, as long as it is looked at."""
        self._followed += [(signal, act) for signal in signals]

    def enter(self) -> None:
        """Begin to be looked at."""
        for signal, act in self._followed:
            signal.connect(act)

    def leave(self) -> None:
        """Be looked at no longer."""
        for signal, act in self._followed:
            signal.disconnect(act)

    def stop(self) -> None:
        """Give up what would go on unseen: the window closes."""

    def close(self) -> bool:
        """End all work in it and take its plots apart: it will not be opened again."""
        for task in self.findChildren(Task):
            task.drop()
        for call in self.findChildren(DelayedCall):
            call.stop()
        close_plots(self)
        return super().close()


class ComputingPage(EvaluationPage, Generic[Result]):
    """A page that computes in a thread what it shows, while it is looked at.

    It computes anew a moment after data, recipe or a control of its own have changed,
    where something else is `wanted` then. What `grow` was told stays where the work is
    cancelled; work that one leaves is begun again when one comes back.

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
    waiting : ProgressRow
        How far the work is, and a way to cancel it.
    entered : bool
        Whether it is looked at.
    """

    def __init__(
        self, session: Session, theme: Theme, *, name: str, delay: int = DELAY_MS
    ) -> None:
        super().__init__(session, theme)
        self.task = Task(name, self, self._take_result)
        self.waiting = ProgressRow()
        self.entered = False
        self._delay = delay
        self._of: tuple[object, ...] = ()
        self.task.progressed.connect(self.grow)
        self.waiting.stop_wanted.connect(self.task.cancel)
        self.waiting.start_wanted.connect(self.compute)
        session.begun.connect(self.forget)
        self.act_at(self.follow, session.data_changed, session.recipe_changed)

    # What a page is made of

    def wanted(self) -> tuple[object, ...]:
        """Give all that the result depends on."""
        raise NotImplementedError

    def obstacle(self) -> str:
        """Say why nothing can be computed; empty if nothing is in the way."""
        raise NotImplementedError

    def work(self) -> Work[Result]:
        """Give the work that computes what is wanted now."""
        raise NotImplementedError

    def begin(self) -> None:
        """Show that the work has begun."""

    def grow(self, known: Any) -> None:
        """Show how far the work is, as it reports."""
        raise NotImplementedError

    def show_result(self, result: Result | None, why_not: str) -> None:
        """Show what was computed, or why there is nothing; neither: nothing yet."""
        raise NotImplementedError

    def keep(self) -> None:
        """Let what there is stay: the work was cancelled."""

    # When it computes

    @property
    def computing(self) -> bool:
        """Whether it computes or is about to."""
        return self.task.pending or self.task.running

    def enter(self) -> None:
        """Compute what is not yet known, now and at every change."""
        self.entered = True
        super().enter()
        if self.wanted() != self._of:
            self.compute()

    def leave(self) -> None:
        """Stop what is computed, and follow no changes while out of sight."""
        self.entered = False
        super().leave()
        if self.computing:
            self._of = ()
        self.task.drop()

    def forget(self) -> None:
        """Show nothing of the data before: other data are begun with."""
        self.task.drop()
        self._of = ()
        self.waiting.rest("")
        self.show_result(None, "")

    def follow(self) -> None:
        """Drop what is computed; begin once nothing has changed for a moment."""
        if self.wanted() != self._of:
            self._of = ()
            self.waiting.show_progress(0, "soon…")
            self.task.start_later(self.compute, self._delay)

    def compute(self) -> None:
        """Begin anew in a thread, or say why not."""
        self._of = self.wanted()
        reason = self.obstacle()
        if reason:
            self.task.drop()
            self.waiting.rest("")
            self.show_result(None, reason)
            return
        self.waiting.show_progress(0)
        self.begin()
        self.task.start(self.work())

    def _take_result(self, result: Result | None, failure: str) -> None:
        stopped = result is None and not failure
        self.waiting.rest("cancelled" if stopped else "", again=stopped)
        if stopped:
            self.keep()
        else:
            self.show_result(result, failure)
