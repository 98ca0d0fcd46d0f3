"""Makes data sets in a thread: importing scikit-learn takes a second."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError

if TYPE_CHECKING:
    from engine import Dataset
    from engine.data.gallery import Example


@dataclass(frozen=True)
class Wish:
    """A data set that is wanted: which, with which seed and settings."""

    example: Example
    seed: int = 0
    settings: dict[str, Any] = field(default_factory=dict)

    def make(self) -> Dataset:
        """Make it."""
        return self.example.make(self.seed, **self.settings)


class Maker(QObject):
    """One thread that makes what is wished for, what is urgent first.

    Signals
    -------
    made(Wish, Dataset)
    failed(Wish, str)
        It cannot be made, and why.
    """

    made = Signal(object, object)
    failed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wishes: deque[Wish] = deque()
        self._urgent: Wish | None = None
        self._closing = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def wish(self, wish: Wish) -> None:
        """Make it after those wished for before."""
        with self._changed:
            self._wishes.append(wish)
        self._begin()

    def hurry(self, wish: Wish) -> None:
        """Make it next, instead of the last that was urgent and has not begun."""
        with self._changed:
            self._urgent = wish
        self._begin()

    def _begin(self) -> None:
        with self._changed:
            self._changed.notify()
        if self._thread is None and not self._closing:
            self._thread = threading.Thread(
                target=self._work, name="gallery", daemon=True
            )
            self._thread.start()

    def close(self) -> None:
        """Join the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while (wish := self._next()) is not None:
            try:
                data = wish.make()
            except (UserError, ValueError, MemoryError) as error:
                self.failed.emit(wish, str(error))
            else:
                self.made.emit(wish, data)

    def _next(self) -> Wish | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._closing or self._urgent or self._wishes
            )
            if self._closing:
                return None
            urgent, self._urgent = self._urgent, None
            return urgent or self._wishes.popleft()
