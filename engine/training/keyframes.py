"""States of a run, kept now and then: any step is rebuilt from the one before it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.training.loops.structures import MISTAKES, STEP, UPDATES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.scaling import Scaling
    from engine.models.votes import Votes

OVERHEAD = 700
"""Bytes that Python and numpy add to one kept state, roughly."""


@dataclass(frozen=True, eq=False)
class State:
    """Where a run stands: all that the loops change.

    Attributes
    ----------
    parameters : ndarray, shape (size,)
        As trained; what they are, the learner knows (`Learner.shape`).
    memory : ndarray
        What the combination keeps: of the mean, or the pocket's parameters; what else
        a learner goes on with (`Learner.memory_size`).
    counts : ndarray, shape (n_outputs, 4)
        The pocket's counts.
    tally : ndarray of int64, shape (4,)
        Steps, updates, mistakes so far; mistakes in this epoch.
    """

    parameters: NDArray[np.float64]
    memory: NDArray[np.float64]
    counts: NDArray[np.float64]
    tally: NDArray[np.int64]

    def copy(self) -> State:
        """Copy, so that the loops can go on from here."""
        return State(
            self.parameters.copy(), self.memory.copy(), self.counts.copy(),
            self.tally.copy(),
        )  # fmt: skip

    @property
    def step(self) -> int:
        """Steps made."""
        return int(self.tally[STEP])

    @property
    def updates(self) -> int:
        """Steps that changed the parameters."""
        return int(self.tally[UPDATES])

    @property
    def mistakes(self) -> int:
        """Samples that were mistakes when visited."""
        return int(self.tally[MISTAKES])


class VoteLog(Protocol):
    """What made the weight vectors of one output."""

    def cast_until(self, step: int) -> Votes:
        """Rebuild the vectors up to a step, with the votes that they had by then."""


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The end of a run, from which another can go on.

    Attributes
    ----------
    state : State
    steps, epochs : int
        Made so far, by all runs before.
    updates : tuple of VoteLog
        Voted only, per output: what made the weights that vote.
    scaling : Scaling or None
        The standardisation that the weights are for, whatever samples come.
    """

    state: State
    steps: int
    epochs: int
    updates: tuple[VoteLog, ...]
    scaling: Scaling | None

    @property
    def all_votes(self) -> tuple[Votes, ...]:
        """The vectors that vote at the end, in data units."""
        cast = (log.cast_until(self.steps) for log in self.updates)
        return tuple(votes.in_data_units(self.scaling) for votes in cast)


class Keyframes:
    """States at every multiple of a stride, thinned so that memory is bounded.

    Written by one thread, read by others at any time.

    Parameters
    ----------
    start : State
        The state at step 0.
    stride : int
        Steps between two states, at first.
    max_bytes : int
        When the states outgrow it, every second one is dropped.
    """

    def __init__(self, start: State, stride: int, max_bytes: int) -> None:
        numbers = start.parameters, start.memory, start.counts
        size = sum(array.nbytes for array in numbers) + OVERHEAD
        self._most = max(16, max_bytes // size)
        # One attribute, replaced whole: a reader sees stride and states that agree.
        self._spaced: tuple[int, list[State]] = (stride, [start.copy()])

    @property
    def stride(self) -> int:
        """Steps between two kept states, now."""
        return self._spaced[0]

    def offer(self, state: State) -> None:
        """Keep a copy of the state if its step is the next multiple of the stride."""
        stride, states = self._spaced
        if state.step != stride * len(states):
            return
        states.append(state.copy())
        if len(states) > self._most:
            self._spaced = (2 * stride, states[::2])

    def spread(self, stride: int) -> int:
        """Keep fewer, no farther apart than so many steps; tell how far they are."""
        now, states = self._spaced
        every = max(1, stride // now)
        self._spaced = (now * every, states[::every])
        return now * every

    def at_or_before(self, step: int) -> State:
        """Copy the last kept state that is not after the step."""
        stride, states = self._spaced
        return states[min(step // stride, len(states) - 1)].copy()

    def tallies(self) -> NDArray[np.int64]:
        """Give the tallies of all kept states, shape (n, 4)."""
        return np.array([state.tally for state in self._spaced[1]])

    def last_below(self, entry: int, count: int) -> State:
        """Copy the last kept state whose tally entry is below the count."""
        states = self._spaced[1]
        reached = bisect_left(states, count, key=lambda state: state.tally[entry])
        return states[max(reached - 1, 0)].copy()
