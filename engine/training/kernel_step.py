"""A step of a kernel perceptron explained: the sum over the mistakes, and one more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.training.explained_step import ExplainedStep
from engine.training.step_output import StepOutput

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.learners.kernel_learner import KernelLearner


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


@dataclass(frozen=True, eq=False, kw_only=True)
class KernelStep(ExplainedStep):
    """A step of a kernel perceptron, which looks at one sample: all mistakes count."""

    rule: KernelLearner

    @cached_property
    def place(self) -> int:
        """Where the sample stands among those to learn from."""
        return int(np.searchsorted(self.problem.rows, self.frame.rows[0]))

    def summands(self, k: int) -> list[Summand]:
        """Give what the mistakes so far add to the score of output k, largest first."""
        before = self.frame.weights_before[k, :-1]
        counted = np.flatnonzero(before)
        kernel = self.rule.kernel_of(self.settings)
        kernels = kernel.of_pairs(self.settings.samples[counted], self.X)[:, 0]
        summands = map(
            Summand,
            self.problem.rows[counted].tolist(),
            before[counted].tolist(),
            kernels.tolist(),
        )
        return sorted(summands, key=lambda summand: -summand.size)

    def forgotten(self, k: int) -> int | None:
        """Give the row whose oldest mistake output k forgot in this step, if any."""
        change = np.abs(self.frame.weights[k]) - np.abs(self.frame.weights_before[k])
        places = np.flatnonzero(change[:-1] < 0.0)
        return int(self.problem.rows[places[0]]) if len(places) else None

    @cached_property
    def outputs(self) -> tuple[StepOutput, ...]:
        """What it did at each output."""
        problem, frame = self.problem, self.frame
        scores = self.rule.scores(self.X, frame.weights_before, self.settings)
        after = self.rule.scores(self.X, frame.weights, self.settings)
        codes = problem.codes[frame.rows]
        outputs = []
        for k in range(problem.n_outputs):
            y = np.where(problem.is_positive(codes, k), 1.0, -1.0)
            mistake = problem.are_mistakes(scores[:, k], y)
            change = frame.weights[k] != frame.weights_before[k]
            outputs.append(
                StepOutput(
                    code=k if problem.n_outputs > 1 else 1,
                    y=y,
                    scores=scores[:, k],
                    scores_after=after[:, k],
                    mistake=mistake,
                    mistake_after=problem.are_mistakes(after[:, k], y),
                    pulls=np.where(mistake, y, 0.0),
                    weights=problem.weights_of(frame.rows, k),
                    update=bool(change.any()),
                )
            )
        return tuple(outputs)

    def losses(
        self,
        output: StepOutput,
        places: NDArray[np.integer[Any]] | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give the loss of the sample before and after the step, not weighted."""
        own = (output.y > 0).astype(np.int64)
        first, then = (
            self.rule.losses(scores[:, None], own, self.settings)
            for scores in (output.scores, output.scores_after)
        )
        return first, then

    def slopes(self, output: StepOutput) -> NDArray[np.float64]:
        """Give the slope of the loss over y·z before the step."""
        return np.where(output.mistake, -1.0, 0.0)
