"""What a step did at one output, where the parameters are no rows of weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class StepOutput:
    """What a step did at one output.

    Attributes
    ----------
    code : int
        Index of the class for which it says 1.
    y : ndarray, shape (m,)
        Labels ±1.
    scores, scores_after : ndarray, shape (m,)
        z before and after the step.
    mistake, mistake_after : ndarray of bool, shape (m,)
    pulls : ndarray, shape (m,)
        What each adds, unweighted: t − p of a network, y on a perceptron's mistake.
    weights : ndarray, shape (m,)
        How much each sample counts.
    update : bool
        Whether a parameter changed.
    """

    code: int
    y: NDArray[np.float64]
    scores: NDArray[np.float64]
    scores_after: NDArray[np.float64]
    mistake: NDArray[np.bool_]
    mistake_after: NDArray[np.bool_]
    pulls: NDArray[np.float64]
    weights: NDArray[np.float64]
    update: bool

    @property
    def is_weighted(self) -> bool:
        """Whether a sample counts otherwise than as one."""
        return bool((self.weights != 1.0).any())

    @property
    def margins(self) -> NDArray[np.float64]:
        """Functional margins y·z before the step."""
        return self.y * self.scores

    @property
    def margins_after(self) -> NDArray[np.float64]:
        """Functional margins y·z after the step."""
        return self.y * self.scores_after
