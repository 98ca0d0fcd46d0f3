"""What a tape shows: one step of a run, and the measures of its epochs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.dataset import TRAINING, VALIDATION
from engine.learners import learner
from engine.training.loops.structures import (
    ERRORS,
    MADE,
    SQUARES,
    TEST_ERRORS,
    VALIDATION_ERRORS,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.training.branch import BranchPoint
    from engine.training.loops.structures import LabelledSamples
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
        The learner's own loss on them at the epoch's end, each times its weight,
        summed; divided by their number where the learner has a mean.
    validation_error, test_error : ndarray, optional
        The errors on the samples held out; None where there are none.
    penalty : ndarray, optional
        What the weights cost besides (`Learner.penalty`). None where the learner has
        no cost; NaN in the epochs that a branched run had another learner without.
    validation_loss : ndarray, optional
        The loss on the samples to validate with, None where there are none: as if
        they weighed as much as those to learn from, so that the two compare.
    """

    mistakes: NDArray[np.int64]
    training_error: NDArray[np.float64]
    loss: NDArray[np.float64]
    validation_error: NDArray[np.float64] | None = None
    test_error: NDArray[np.float64] | None = None
    penalty: NDArray[np.float64] | None = None
    validation_loss: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        """Count the finished epochs."""
        return len(self.mistakes)

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """J at each epoch's end, loss and penalty together."""
        return None if self.penalty is None else self.loss + self.penalty

    @property
    def validation_cost(self) -> NDArray[np.float64] | None:
        """The same of the samples to validate with."""
        if self.penalty is None or self.validation_loss is None:
            return None
        return self.validation_loss + self.penalty


class Stretch(NamedTuple):
    """Epochs made by one learner: all of a run, or those on one side of its branch."""

    epochs: slice
    problem: Problem
    rule: Learner


def measured(
    log: NDArray[np.float64],
    losses: NDArray[np.float64],
    problem: Problem,
    rule: Learner,
    branch_point: BranchPoint | None = None,
) -> Epochs:
    """Read the measures of epochs in what the loops have written down.

    Parameters
    ----------
    log : ndarray, shape (n_epochs, 4)
        Mistakes of each epoch, then errors on each part, by the samples' weights.
    losses : ndarray, shape (n_epochs, 4)
        Summed over the samples of each part, then ‖w‖² where it is penalised.
    problem : Problem
        Of the run, after its branch if it branches.
    rule : Learner
        The same.
    branch_point : BranchPoint, optional
    """
    total, left = problem.plan.total, 0
    stretches = []
    if branch_point is not None:
        left = min(branch_point.step // problem.steps_per_epoch, len(log))
        before = branch_point.before, learner(branch_point.learner)
        stretches.append(Stretch(slice(left), *before))
    stretches.append(Stretch(slice(left, len(log)), problem, rule))
    validation, test = (
        total_of(part) if len(part.X) else 0.0 for part in problem.parts[1:]
    )
    return Epochs(
        mistakes=log[:, MADE].astype(np.int64),
        training_error=log[:, ERRORS] / total,
        loss=_losses(stretches, losses[:, TRAINING]),
        validation_error=log[:, VALIDATION_ERRORS] / validation if validation else None,
        test_error=log[:, TEST_ERRORS] / test if test else None,
        penalty=_penalties(stretches, losses[:, SQUARES]),
        validation_loss=_losses(stretches, losses[:, VALIDATION] * (total / validation))
        if validation
        else None,
    )


def _losses(stretches: list[Stretch], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    losses = sums.copy()
    for epochs, problem, _ in stretches:
        if problem.plan.mean:
            losses[epochs] /= problem.n_samples
    return losses


def _penalties(
    stretches: list[Stretch], squares: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    if not any(rule.has_cost for _, _, rule in stretches):
        return None
    penalties = np.zeros(len(squares))
    for epochs, problem, rule in stretches:
        strength = rule.penalty(problem.settings, problem.steps_per_epoch)
        if not rule.has_cost:
            penalties[epochs] = np.nan
        elif strength:  # else the squares may be anything
            penalties[epochs] = strength / 2.0 * squares[epochs]
    return penalties


def total_of(part: LabelledSamples) -> float:
    """Give the number of a part's samples, or their weights summed."""
    weights = part.sample_weights
    return float(len(part.X) if weights is None else weights.sum())
