"""What is read of any step that is explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.learners import Learner
    from engine.training.frame import Frame
    from engine.training.problem import Problem


@dataclass(frozen=True, eq=False, kw_only=True)
class ExplainedStep:
    """A step of a run with all that any rule reads.

    Attributes
    ----------
    rule : Learner
    problem : Problem
        By which the step was made: of a branched run's first steps, A's.
    frame : Frame
    n : int
        The step's number in the schedule.
    X : ndarray, shape (m, n_terms)
        φ(x) of the samples looked at, as trained.
    eta, keep : float
        Learning rate; factor on w.
    data : Dataset
    """

    rule: Learner
    problem: Problem
    frame: Frame
    n: int
    X: NDArray[np.float64]
    eta: float
    keep: float
    data: Dataset

    @property
    def batch(self) -> bool:
        """Whether the rule sums over a batch, even if this one has a single sample."""
        return self.problem.plan.batch > 1

    @property
    def settings(self) -> Any:
        """The learner's settings."""
        return self.problem.settings
