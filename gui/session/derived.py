"""What follows a session: one of a kind, made when first asked for, ended with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Signal

from gui.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.session.session import Session


class Derived(QObject):
    """Something that is known of a session, for all who show it.

    A subclass takes nothing but the session, connects to what it follows, and emits
    `changed` when what it tells is another.

    Signals
    -------
    changed
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._tasks: list[Task] = []

    @classmethod
    def of(cls, session: Session) -> Self:
        """Give the one of a session."""
        return session.derived(cls)

    def new_task(self, title: str, take: Callable[[Any, str], object]) -> Task:
        """Make what computes beside, until `close`."""
        task = Task(title, self, take)
        self._tasks.append(task)
        return task

    def close(self) -> None:
        """Stop what is computed."""
        for task in self._tasks:
            task.drop()
