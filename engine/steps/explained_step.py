"""What is read of a step that is explained: of any rule, and output by output."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import numpy as np

from engine.models.lengths import lengths_of
from engine.models.linear_scores import linear_scores
from engine.training.loops.scores import square

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.learners import Learner
    from engine.training.frame import Frame
    from engine.training.problem import Problem


MOST_PULLS = 1000
"""Samples of a batch whose pulls are calculated one by one."""
ROUNDING = 2.0**-43
"""Of the largest number of a sum, what is taken for the rounding of its parts."""


class StepOutput(Protocol):
    """What is told of any output: its class, labels ±1, scores, and mistakes."""

    @property
    def y(self) -> NDArray[np.float64]:
        """Labels ±1, shape (m,)."""

    @property
    def mistake(self) -> NDArray[np.bool_]:
        """Where the score is a mistake, shape (m,)."""

    @property
    def scores(self) -> NDArray[np.float64]:
        """The score z before the step, shape (m,)."""

    @property
    def code(self) -> int:
        """Index of the class for which it says +1."""


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

    if TYPE_CHECKING:

        @property
        def outputs(self) -> Sequence[StepOutput]:
            """What it did to each output, or at it."""

    @property
    def mistake(self) -> NDArray[np.bool_]:
        """Where a sample is a mistake at any output, shape (m,)."""
        mistaken: NDArray[np.bool_] = np.any([o.mistake for o in self.outputs], axis=0)
        return mistaken

    @property
    def batch(self) -> bool:
        """Whether the rule sums over a batch, even if this one has a single sample."""
        return self.problem.plan.batch > 1

    @property
    def settings(self) -> Any:
        """The learner's settings."""
        return self.problem.settings


@dataclass(frozen=True, eq=False)
class OutputStep:
    """What a step did to one output: one class against the rest, or the only one.

    Its numbers are calculated when they are asked for: of a hundred classes few are.

    Attributes
    ----------
    problem, rule, frame
        As in `Step`.
    k : int
        Which of the outputs it is.
    code : int
        Index of the class for which it says +1.
    before, after : ndarray, shape (n_terms + 1,)
        Weights, the offset last.
    used_before, used : ndarray, shape (n_terms + 1,)
        Those that the combination uses: the same, their mean, or the pocket's.
    """

    problem: Problem
    rule: Learner
    frame: Frame
    k: int
    code: int
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    used_before: NDArray[np.float64]
    used: NDArray[np.float64]

    @cached_property
    def y(self) -> NDArray[np.float64]:
        """Labels ±1, shape (m,)."""
        own = self.problem.codes[self.frame.rows] == self.code
        return np.where(own, 1.0, -1.0)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """The score z before the step, shape (m,)."""
        return self._scores_before[:, self.k if self.problem.coupled else 0]

    @cached_property
    def scores_after(self) -> NDArray[np.float64]:
        """The score z after the step, shape (m,)."""
        return self._scores_after[:, self.k if self.problem.coupled else 0]

    @cached_property
    def mistake(self) -> NDArray[np.bool_]:
        """Where the score is a mistake, shape (m,)."""
        return self._mistakes(self._scores_before)

    @property
    def mistake_after(self) -> NDArray[np.bool_]:
        """Where it is one after the step, shape (m,)."""
        return self._mistakes(self._scores_after)

    def _mistakes(self, scores: NDArray[np.float64]) -> NDArray[np.bool_]:
        if not self.problem.coupled:
            return self.problem.are_mistakes(scores[:, 0], self.y)
        codes = self.problem.codes[self.frame.rows]
        return self.problem.mistakes_by_output(scores, codes)[:, self.k]

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How much each sample counts, by its own weight and that of its class."""
        return self.problem.weights_of(self.frame.rows, self.k)

    @cached_property
    def pulls(self) -> NDArray[np.float64]:
        """What the first `MOST_PULLS` samples add, in units of η·weight·x."""
        shown, offset_input = slice(MOST_PULLS), self.problem.plan.offset_input
        rows = self.problem.X[self.frame.rows[shown]].tolist()
        lengths = [square(offset_input, x) for x in rows]
        scores, own = self._scores_before[shown], self._own[shown]
        pulls = self.rule.pulls(scores, own, lengths, self.problem.settings)
        return pulls[:, self.k if self.problem.coupled else 0]

    @property
    def _own(self) -> NDArray[np.int64]:
        """The classes of the samples, as the rule reads them."""
        codes = self.problem.codes[self.frame.rows]
        return codes if self.problem.coupled else (codes == self.code).astype(np.int64)

    @cached_property
    def _scores_before(self) -> NDArray[np.float64]:
        return self._scores_for_rule(self.frame.weights_before)

    @cached_property
    def _scores_after(self) -> NDArray[np.float64]:
        return self._scores_for_rule(self.frame.weights)

    def _scores_for_rule(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the scores that the rule reads: its own, or those of all outputs."""
        rows = weights if self.problem.coupled else weights[self.k, None]
        return linear_scores(self.problem.X[self.frame.rows], rows, in_order=True)

    def losses(
        self, places: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give losses of samples of the batch before and after the step, unweighted.

        Of outputs that learn together they are those of all scores.
        """
        own, settings = self._own[places], self.problem.settings
        with np.errstate(over="ignore"):
            first, then = (
                self.rule.losses(scores[places], own, settings)
                for scores in (self._scores_before, self._scores_after)
            )
        return first, then

    @cached_property
    def total(self) -> NDArray[np.float64]:
        """Σ weight·pull·x, of the offset last, shape (n_terms + 1,).

        Of a batch above `MOST_PULLS` it is calculated back from the change.
        """
        problem, frame, pulls = self.problem, self.frame, self.pulls
        m, offset_input, eta = (
            len(frame.rows),
            problem.plan.offset_input,
            frame.learning_rate,
        )
        if len(pulls) == m:
            X = np.column_stack([problem.X[frame.rows], np.full(m, offset_input)])
            products = (pulls * self.weights)[:, None] * X
            summed: NDArray[np.float64] = np.add.accumulate(products)[-1]
            return summed
        shrunk = self.before.copy()
        shrunk[:-1] *= self.rule.decay(eta, problem.settings)
        back: NDArray[np.float64] = (self.after - shrunk) / (
            eta / m if self.rule.mean else eta
        )
        return back

    @property
    def is_weighted(self) -> bool:
        """Whether a sample counts otherwise than as one."""
        return bool((self.weights != 1.0).any())

    @property
    def change(self) -> NDArray[np.float64]:
        """What the step added to the weights."""
        return self.after - self.before

    @cached_property
    def update(self) -> bool:
        """Whether the weights changed."""
        return bool((self.before != self.after).any())

    @property
    def margins(self) -> NDArray[np.float64]:
        """Functional margins y·z before the step."""
        return self.y * self.scores

    @property
    def margins_after(self) -> NDArray[np.float64]:
        """Functional margins y·z after the step."""
        return self.y * self.scores_after

    @property
    def distances(self) -> tuple[float, float]:
        """Geometric margin y·z/‖w‖ of the first sample, before and after; or NaN."""
        return (
            _distance(self.margins[0], self.before),
            _distance(self.margins_after[0], self.after),
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Step(ExplainedStep):
    """A step of a rule that has one score for each output.

    Attributes
    ----------
    outputs : tuple of OutputStep
    """

    kind_of_output: ClassVar[type[OutputStep]] = OutputStep

    outputs: tuple[OutputStep, ...]

    @classmethod
    def of(cls, **run: Any) -> Self:
        """Explain each output of a step, of what else there is of it."""
        problem, rule, frame = run["problem"], run["rule"], run["frame"]
        return cls(
            outputs=tuple(
                cls.kind_of_output(
                    problem=problem,
                    rule=rule,
                    frame=frame,
                    k=k,
                    code=k if problem.n_outputs > 1 else 1,
                    before=frame.weights_before[k],
                    after=frame.weights[k],
                    used_before=frame.used_before[k],
                    used=frame.used[k],
                )
                for k in range(problem.n_outputs)
            ),
            **run,
        )

    def losses(
        self, output: OutputStep, places: NDArray[np.integer[Any]] | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give losses before and after the step, not weighted.

        They are those of the weights that the rule changes.

        Parameters
        ----------
        output : OutputStep
        places : ndarray of int, optional
            Of the samples in the batch; default those whose pulls are calculated.
        """
        return output.losses(np.arange(len(output.pulls)) if places is None else places)

    def slopes(self, output: OutputStep) -> NDArray[np.float64]:
        """Give the slopes of the loss over y·z at these samples before the step.

        A rule with a learning rate pulls by −y times the slope; one without chooses
        how far it pulls, and the slope is measured; set by hand, mistakes are counted,
        and the count is level on both sides of its jump.
        """
        if self.rule.has_rate:
            return -output.y[: len(output.pulls)] * output.pulls
        z, y = output.scores[: len(output.pulls)], output.y[: len(output.pulls)]
        if self.rule.by_hand:
            return np.zeros(len(z))
        loss, h, away = self.rule.loss, self.settings, 1e-6
        return np.array(
            [
                (loss(score, label, h) - loss(score - label * away, label, h)) / away
                for score, label in zip(z, y, strict=True)
            ]
        )

    def norm_of(self, i: int) -> float:
        """Give ‖x‖² of a sample, without the offset's 1 that the rule adds to it."""
        return square(0.0, self.X[i].tolist())


def without_rounding(
    values: NDArray[np.float64], largest: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """Give 0 for what is left of a sum by rounding alone.

    Parameters
    ----------
    values : ndarray
    largest : ndarray or float
        The size of the largest number of the sum that each is a part or result of.
    """
    return np.where(np.abs(values) <= ROUNDING * largest, 0.0, values)


def as_read(
    before: NDArray[np.float64], after: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give weights before and after a step, rounding alone as 0."""
    largest = np.maximum(np.abs(before), np.abs(after))
    return without_rounding(before, largest), without_rounding(after, largest)


def _distance(margin: float, w: NDArray[np.float64]) -> float:
    length = float(lengths_of(w[:-1]))
    return float(margin) / length if length else np.nan
