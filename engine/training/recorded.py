"""What is recorded of a run, to be read anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models.model import Model, Votes, share_wrong, wrong
from engine.training.loops.arguments import MISTAKES, UPDATES
from engine.training.rebuilt import Rebuilt

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Lock

    import numpy as np
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.frame import Epochs, Frame
    from engine.training.votes import Ballot

EXACT_WORK, EXACT_STEPS = 1_000_000, 20_000
"""Multiplications up to which mistakes are counted by replaying every step; beyond
so many steps only if an epoch is wider than some of the intervals asked for."""
INTERVALS = 8


class Recorded(Rebuilt):
    """What a run so far says: its models, its mistakes and where they were made.

    Attributes
    ----------
    data : Dataset
    """

    data: Dataset
    _ballot: Ballot | None
    _voting: Lock

    @property
    def epochs(self) -> Epochs:
        """Measures of the finished epochs."""
        raise NotImplementedError

    def model(self, k: int | None = None) -> Model:
        """Give the model after step k, in data units; default the newest step.

        Raises
        ------
        IndexError
            If step k is not recorded.
        """
        return self.model_of(self.frame(self.steps if k is None else k))

    def model_of(self, frame: Frame) -> Model:
        """Give the model after a step of this tape, in data units."""
        votes, training = None, self.problem.training
        if self._ballot is None:
            error = share_wrong(training.X, frame.used, training.codes)
        else:
            with self._voting:
                cast = self._ballot.at(frame.step)
            scores = self._ballot.scores_of(cast)[self.problem.rows]
            error = float(wrong(scores, training.codes).mean())
            votes = tuple(
                Votes(self.in_data_units(one.weights), one.counts) for one in cast
            )
        return Model(
            learner=self.learner_at(frame.step),
            features=self.problem.features,
            class_names=self.data.class_names,
            weights=self.in_data_units(frame.used),
            scaled_weights=frame.used,
            scaling=self.problem.scaling,
            epochs=frame.epoch,
            updates=frame.updates,
            training_error=error,
            votes=votes,
        )

    def in_data_units(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn weights as trained, (…, n_terms + 1), into weights on the data drawn."""
        scaling = self.problem.scaling
        return weights if scaling is None else scaling.to_data_units(weights)

    def next_mistake(self, k: int) -> int | None:
        """Find the first recorded step after k with a mistake, or None."""
        return self._next(k, MISTAKES)

    def previous_mistake(self, k: int) -> int | None:
        """Find the last step before k with a mistake, or None."""
        return self._previous(k, MISTAKES)

    def next_update(self, k: int) -> int | None:
        """Find the first recorded step after k that changed the weights, or None."""
        return self._next(k, UPDATES)

    def previous_update(self, k: int) -> int | None:
        """Find the last step before k that changed the weights, or None."""
        return self._previous(k, UPDATES)

    def _next(self, k: int, entry: int) -> int | None:
        self._check(k)
        return self._replay.next(k, self.steps, entry)

    def _previous(self, k: int, entry: int) -> int | None:
        self._check(k)
        return self._replay.previous(k, entry)

    def mistaken(self, epoch: int) -> NDArray[np.bool_]:
        """Tell which samples of an epoch were mistakes when they were looked at.

        Parameters
        ----------
        epoch : int
            From 1; of one that has not ended, as far as it is recorded.

        Returns
        -------
        ndarray of bool, in the order of the epoch

        Raises
        ------
        IndexError
            If nothing of the epoch is recorded.
        """
        per_epoch, steps = self.problem.steps_per_epoch, self.steps
        if not 1 <= epoch <= self.epoch_of(steps):
            raise IndexError(f"epoch {epoch} is not recorded")
        return self._replay.mistaken(epoch, min(epoch * per_epoch, steps))

    def mistake_counts(self, steps: Sequence[int]) -> NDArray[np.float64]:
        """Count the mistakes up to each of the steps, which must not decrease.

        Exact for short runs; for long ones interpolated between keyframes and the
        ends of epochs.
        """
        last = self.steps
        work = last * self.problem.start.size * self.problem.plan.batch
        wide = len(steps) > INTERVALS * self.epoch_of(last)
        if work <= EXACT_WORK and (wide or last <= EXACT_STEPS):
            return self._replay.mistakes([min(k, last) for k in steps])
        return self._replay.rough_mistakes(steps, last, self.epochs.mistakes)
