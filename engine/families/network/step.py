"""A step of a network explained: what ran through it, and what each weight got."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.families.network.backpropagation import Backpropagation, backpropagate
from engine.families.network.layers import Forward, forward
from engine.steps.explained_step import ExplainedStep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.families.network.network_learner import NetworkLearner


ROUNDING = 1e-15
"""Several times the error of a sum, relative to what is added."""


@dataclass(frozen=True, eq=False)
class NetworkOutput:
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
        What each adds, unweighted: t − p.
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


@dataclass(frozen=True, eq=False, kw_only=True)
class NetworkStep(ExplainedStep):
    """A step of a network: what ran through it, forth and back."""

    rule: NetworkLearner

    @cached_property
    def layers_before(self) -> tuple[NDArray[np.float64], ...]:
        """The layers before the step, as trained: (units, inputs + 1) each."""
        return self._layers(self.frame.weights_before)

    @cached_property
    def layers(self) -> tuple[NDArray[np.float64], ...]:
        """The layers after the step, as trained."""
        return self._layers(self.frame.weights)

    def _layers(
        self, parameters: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], ...]:
        return self.rule.layers(parameters, self.X.shape[1], self.settings)

    @cached_property
    def before(self) -> Backpropagation:
        """What ran through the network before the step, forth and back."""
        return backpropagate(
            self.layers_before,
            self.rule.activation_of(self.settings),
            self.X,
            self._codes,
            weights=self.weights,
            offset_input=self.problem.plan.offset_input,
        )

    @cached_property
    def after(self) -> Forward:
        """The same samples through the network after the step."""
        return forward(self.layers, self.rule.activation_of(self.settings), self.X)

    @property
    def shares(self) -> tuple[NDArray[np.float64], ...]:
        """What the samples add to each parameter, η/m·Σ δ·a: (units, inputs + 1)."""
        scale = self.eta / len(self.X)
        return tuple(scale * total for total in self.before.totals)

    @property
    def changes(self) -> tuple[NDArray[np.float64], ...]:
        """What the step added: the shares, momentum and regularisation together."""
        pairs = zip(self.layers, self.layers_before, strict=True)
        return tuple(after - before for after, before in pairs)

    @property
    def carried(self) -> tuple[NDArray[np.float64], ...]:
        """What momentum added, μ·v: the change less the shares and what shrinks w.

        What is within the rounding of that difference is 0.
        """
        if not self.settings.momentum:
            return tuple(np.zeros_like(layer) for layer in self.layers)
        carried = []
        changes = zip(self.changes, self.shares, self.layers_before, strict=True)
        for change, share, before in changes:
            rest = change - share
            rest[:, :-1] -= (self.keep - 1.0) * before[:, :-1]
            rounding = ROUNDING * (np.abs(before) + np.abs(share))
            carried.append(np.where(np.abs(rest) > rounding, rest, 0.0))
        return tuple(carried)

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How much each sample counts, by its own weight and that of its class."""
        return self.problem.weights_of(self.frame.rows, 0)

    @property
    def _codes(self) -> NDArray[np.int64]:
        return self.problem.codes[self.frame.rows]

    @cached_property
    def outputs(self) -> tuple[NetworkOutput, ...]:
        """What it did at each output."""
        run, problem, codes = self.before, self.problem, self._codes
        wrong = problem.mistakes_by_output(run.forward.scores, codes)
        wrong_after = problem.mistakes_by_output(self.after.scores, codes)
        pulls = run.targets - run.probabilities
        return tuple(
            NetworkOutput(
                code=k if problem.n_outputs > 1 else 1,
                y=2.0 * run.targets[:, k] - 1.0,
                scores=run.forward.scores[:, k],
                scores_after=self.after.scores[:, k],
                mistake=wrong[:, k],
                mistake_after=wrong_after[:, k],
                pulls=pulls[:, k],
                weights=self.weights,
                update=self.frame.update,
            )
            for k in range(problem.n_outputs)
        )

    @property
    def mistakes(self) -> int:
        """Mistakes among the samples before the step."""
        return sum(int((o.mistake & self._is_counted(o)).sum()) for o in self.outputs)

    @property
    def mistakes_after(self) -> int:
        """Mistakes among the samples after the step."""
        return sum(
            int((o.mistake_after & self._is_counted(o)).sum()) for o in self.outputs
        )

    def _is_counted(self, output: NetworkOutput) -> NDArray[np.bool_] | bool:
        """Of several outputs, a sample's mistake is told by that of its own class."""
        return output.y > 0 if len(self.outputs) > 1 else True

    def losses(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give the samples' losses before and after the step, not weighted."""
        first, then = (
            self.rule.losses(scores, self._codes, self.settings)
            for scores in (self.before.forward.scores, self.after.scores)
        )
        return first, then
