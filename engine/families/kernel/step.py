"""A step of a kernel perceptron explained: the sum over the mistakes, and one more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from engine.steps.explained_step import OutputStep, Step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.families.kernel.kernel_learner import KernelLearner


class Summand(NamedTuple):
    """What the mistakes of one sample add to a score.

    Attributes
    ----------
    row : int
        Of the data.
    weight : float
        y·α.
    kernel : float
        K(xᵢ, x).
    """

    row: int
    weight: float
    kernel: float

    @property
    def size(self) -> float:
        """How much it adds, whatever its sign."""
        return abs(self.weight * self.kernel)


class KernelOutput(OutputStep):
    """What a step did to one output: in the place of weights, each sample's y·α."""

    def _scores_for_rule(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        X, settings = self.problem.X[self.frame.rows], self.problem.settings
        return self.rule.scores(X, weights, settings)[:, [self.k]]


@dataclass(frozen=True, eq=False, kw_only=True)
class KernelStep(Step):
    """A step of a kernel perceptron, which looks at one sample: all mistakes count."""

    kind_of_output: ClassVar[type[OutputStep]] = KernelOutput

    rule: KernelLearner

    @cached_property
    def place(self) -> int:
        """Where the sample stands among those to learn from."""
        return int(np.searchsorted(self.problem.rows, self.frame.rows[0]))

    def summands(self, k: int) -> list[Summand]:
        """Give what the mistakes so far add to the score of output k, largest first."""
        before = self.frame.weights_before[k, :-1]
        counted = np.flatnonzero(before)
        h, x = self.settings, self.X[0]
        with np.errstate(all="ignore"):  # as the loops
            kernels = [float(self.rule.kernel(h.samples[i], x, h)) for i in counted]
        summands = map(
            Summand,
            self.problem.rows[counted].tolist(),
            before[counted].tolist(),
            kernels,
        )
        return sorted(summands, key=lambda summand: -summand.size)

    def forgotten(self, k: int) -> int | None:
        """Give the row whose oldest mistake output k forgot in this step, if any."""
        change = np.abs(self.frame.weights[k]) - np.abs(self.frame.weights_before[k])
        places = np.flatnonzero(change[:-1] < 0.0)
        return int(self.problem.rows[places[0]]) if len(places) else None
