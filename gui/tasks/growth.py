"""What a view needs to follow a recording that grows: seldom, and not too fine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gui.tasks.throttle import Throttle

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gui.session.session import Session

INTERVAL = 100
"""Milliseconds between two drawings of a recording that grows."""
SOON = 33
"""The same for a recording of few steps, while a stroke changes it."""
SHORT = 20_000
"""Steps up to which they are few, and drawn at once if there is no stroke."""
MOST_BINS = 1000
"""Longer curves keep the least and the greatest value of so many stretches."""


class GrowthThrottle(Throttle):
    """Calls when the recording shown is another or has grown.

    At once when it is short or nothing was drawn lately; else at most ten times a
    second, and always after the last change. While a stroke sprays or drags samples,
    a short one is drawn at most thirty times a second: the canvas goes first.
    """

    def __init__(self, session: Session, act: Callable[[], None]) -> None:
        super().__init__(session, act)
        session.tape_changed.connect(self._replaced)
        session.tape_grown.connect(self._grown)

    def _replaced(self) -> None:
        session = self._session
        self._follow(self._is_short() and not (session.endless and session.playing))

    def _grown(self) -> None:
        tape = self._session.tape
        self._follow(tape is None or tape.finished or tape.steps <= SHORT)

    def _is_short(self) -> bool:
        tape = self._session.tape
        return tape is None or tape.problem.most_steps <= SHORT

    def _follow(self, at_once: bool) -> None:
        self.call(at_once and not self._session.stroking)

    @property
    def interval(self) -> int:
        """Milliseconds between two drawings, if not at once."""
        return SOON if self._is_short() else INTERVAL


def thinned(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Keep so many points of a curve that it looks the same: peaks stay.

    Parameters
    ----------
    values : ndarray, shape (n,)
        One per epoch, from epoch 1.

    Returns
    -------
    at, values : ndarray, shape (m,), m ≤ 2·MOST_BINS + 1
        Epochs and values; the last epoch is among them.
    """
    n = len(values)
    if n <= 2 * MOST_BINS:
        return np.arange(1, n + 1), values
    width = -(-n // MOST_BINS)
    starts = np.arange(0, n, width)
    ends = np.append(starts[1:], n)
    pairs = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    at = np.stack([starts + 1, (starts + ends + 1) // 2], axis=1).ravel()
    kept = np.stack(pairs, axis=1).ravel()
    return np.append(at, n), np.append(kept, values[-1])
