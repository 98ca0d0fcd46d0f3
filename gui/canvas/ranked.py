"""Things that are added in any order, and stand in that of their ranks."""

from __future__ import annotations

from bisect import bisect_right
from typing import TypeVar

T = TypeVar("T")


class Ranked(list[T]):
    """Things by their ranks, the lowest first; of one rank as they were added.

    Examples
    --------
    >>> names = Ranked()
    >>> names.add("c", 3), names.add("a", 1), names.add("b", 1)
    (0, 0, 1)
    >>> names
    ['a', 'b', 'c']
    """

    def __init__(self) -> None:
        super().__init__()
        self._ranks: list[int] = []

    def add(self, thing: T, rank: int) -> int:
        """Put a thing into its place, and give that."""
        place = bisect_right(self._ranks, rank)
        self._ranks.insert(place, rank)
        self.insert(place, thing)
        return place
