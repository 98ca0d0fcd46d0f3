"""What a tape shows: one step of a run, and the measures of its epochs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.training.loops.structures import ERRORS, MADE, VALIDATION_ERRORS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.branch import BranchPoint
    from engine.training.loops.structures import Part
    from engine.training.problem import Problem


@dataclass(frozen=True, eq=False)
class Frame:
    """One step of a run: what the rule looked at and what it did.

    Attributes
    ----------
    step : int
        0 is the start, before any sample.
    epoch : int
        The epoch that the step belongs to, from 1; 0 at the start.
    rows : ndarray of int, shape (m,)
        The samples it looked at, in order.
    scores : ndarray, shape (m, n_outputs)
        Their scores before the step.
    mistake, update : bool
        Whether one of them was a mistake; whether the weights changed.
    weights_before, weights : ndarray, shape (n_outputs, n_terms + 1)
        Before and after the step, as trained, the offset last.
    learning_rate : float
        η of this step.
    updates, mistakes : int
        From the start, this step included.
    used_before, used : ndarray, shape (n_outputs, n_terms + 1)
        The weights that the combination uses, before and after: those of the rule,
        their mean, or those in the pocket.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> tape = Tape(Dataset([[2, 4], [-6, 1]], [1, -1]), Recipe("perceptron"))
    >>> tape.extend()
    >>> frame = tape.frame(1)
    >>> frame.rows, frame.scores, frame.mistake
    (array([0], dtype=int32), array([[0.]]), True)
    >>> frame.weights - frame.weights_before
    array([[2., 4., 1.]])
    """

    step: int
    epoch: int
    rows: NDArray[np.int32]
    scores: NDArray[np.float64]
    mistake: bool
    update: bool
    weights_before: NDArray[np.float64]
    weights: NDArray[np.float64]
    learning_rate: float
    updates: int
    mistakes: int
    used_before: NDArray[np.float64]
    used: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Epochs:
    """Measures of each finished epoch.

    Attributes
    ----------
    mistakes : ndarray of int
        Samples that were mistakes when visited.
    training_error : ndarray
        Share of the training samples, by their weights, not strictly on their
        class's side at the epoch's end, 0 … 1.
    loss : ndarray
        The learner's own loss on them at the epoch's end.
    validation_error, test_error : ndarray, optional
        The errors on the samples held out; None where there are none.
    """

    mistakes: NDArray[np.int64]
    training_error: NDArray[np.float64]
    loss: NDArray[np.float64]
    validation_error: NDArray[np.float64] | None = None
    test_error: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        """Count the finished epochs."""
        return len(self.mistakes)


def measured(
    log: NDArray[np.float64],
    losses: NDArray[np.float64],
    problem: Problem,
    branch_point: BranchPoint | None = None,
) -> Epochs:
    """Read the measures of epochs in what the loops have written down.

    Parameters
    ----------
    log : ndarray, shape (n_epochs, 4)
        Mistakes of each epoch, then errors on each part, by the samples' weights.
    losses : ndarray, shape (n_epochs,)
        Summed over the samples.
    problem : Problem
        Of the run, after its branch if it branches.
    branch_point : BranchPoint, optional
    """
    n = problem.total
    held_out = (
        log[:, VALIDATION_ERRORS + i] / total_of(part) if len(part.X) else None
        for i, part in enumerate(problem.parts[1:])
    )
    loss = losses / (n if problem.plan.mean else 1)
    if branch_point is not None:
        left = branch_point.step // problem.steps_per_epoch
        loss[:left] = losses[:left] / (n if branch_point.before.plan.mean else 1)
    return Epochs(log[:, MADE].astype(np.int64), log[:, ERRORS] / n, loss, *held_out)


def total_of(part: Part) -> float:
    """Give the number of a part's samples, or their weights summed."""
    weights = part.sample_weights
    return float(len(part.X) if weights is None else weights.sum())
