"""A cache of what was computed of data sets, only for as long as those exist."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from engine.data.dataset import Dataset

Made = TypeVar("Made")


class DatasetCache(Generic[Made]):
    """Holds the last few values; one is dropped with the data set it was made of.

    Values must not hold their data set, only its arrays. Any thread may ask.

    Parameters
    ----------
    most : int
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: list[tuple[ref[Dataset], Hashable, Made]] = []
        self._lock = RLock()  # a data set may go while its thread is in here

    def of(self, data: Dataset, how: Hashable, make: Callable[[], Made]) -> Made:
        """Give what was made of a data set in this way; else make it now."""
        with self._lock:
            matches = [
                entry
                for entry in self._entries
                if entry[0]() is data and entry[1] == how
            ]
        made = matches[0] if matches else (ref(data, self._forget_dataset), how, make())
        with self._lock:
            others = [
                entry for entry in self._entries if entry[0]() and entry is not made
            ]
            self._entries = [*others, made][-self._most :]
        return made[2]

    def newest(self, how: Hashable) -> Made | None:
        """Give what was asked for last in this way, of any data set; or None."""
        with self._lock:
            matches = [
                entry for entry in self._entries if entry[0]() and entry[1] == how
            ]
        return matches[-1][2] if matches else None

    def _forget_dataset(self, gone: ref[Dataset]) -> None:
        with self._lock:
            self._entries = [entry for entry in self._entries if entry[0] is not gone]
