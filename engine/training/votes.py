"""The voted perceptron's memory: every weight vector, and how long it survived."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.evaluation.model import Votes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.player import Player
    from engine.training.problem import Problem


class Ballot:
    """The weight vectors of each output, in the order in which they were made.

    A vector made at step n votes once for every step from n to the one before the
    next (Freund & Schapire 1999: with c = 1 when made, one more for each sample that
    it is right on).
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._steps = [np.zeros(1, np.int64) for _ in problem.start]
        self._weights = [row[None, :].copy() for row in problem.start]
        self._sums = np.zeros((problem.n_samples, problem.n_outputs))
        self._counted = [0] * problem.n_outputs

    def add(self, player: Player) -> None:
        """Take over what was born in the player's last call."""
        for k, born in enumerate(player.born[:, 0].tolist()):
            births = player.births[k, :born]
            steps = births[:, 0].astype(np.int64)
            self._steps[k] = np.concatenate([self._steps[k], steps])
            self._weights[k] = np.concatenate([self._weights[k], births[:, 1:]])

    def at(self, step: int) -> tuple[Votes, ...]:
        """Give the votes after a step, one set per output, as trained."""
        found = []
        for steps, weights in zip(self._steps, self._weights, strict=True):
            size = int(np.searchsorted(steps, step, side="right"))
            # The start has no step of its own: it votes up to the first update.
            ends = np.append(steps[1:size], step + 1)
            counts = ends - np.maximum(steps[:size], 1)
            found.append(Votes(weights[:size], counts.astype(np.float64)))
        return tuple(found)

    def scores(self, step: int) -> NDArray[np.float64]:
        """Score the training samples after a step, (n, n_outputs); steps must grow."""
        current = np.empty_like(self._sums)
        for k, votes in enumerate(self.at(step)):
            new = slice(self._counted[k], len(votes.counts) - 1)
            done = Votes(votes.weights[new], votes.counts[new])
            self._sums[:, k] += done.cast(self._problem.X)
            self._counted[k] = len(votes.counts) - 1
            last = Votes(votes.weights[-1:], votes.counts[-1:])
            current[:, k] = self._sums[:, k] + last.cast(self._problem.X)
        return current / max(step, 1)
