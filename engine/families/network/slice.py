"""A slice of a network's parameters: its error or cost, over two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.errors import Cancelled, go_on
from engine.families.network.layers import ACTIVATIONS, unit_names
from engine.families.network.network_learner import NetworkLearner
from engine.learners import learner
from engine.models.tie import wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.families.network.layers import Activation
    from engine.models.tie import Tie
    from engine.training.tape import Tape

    Array = NDArray[np.float64]

MOST_SAMPLES = 200
"""Samples up to which every one counts; of more, a fair sample."""


class ParameterPlace(NamedTuple):
    """Where a parameter stands: in a layer, a unit's row, and which of this."""

    layer: int
    unit: int
    source: int


def parameter_names(
    inputs: Sequence[str], hidden: Sequence[int], outputs: tuple[str, ...]
) -> tuple[str, ...]:
    """Name all parameters, in their order: from where to which unit, or its offset.

    >>> parameter_names(["x₁"], [1], ("far",))
    ('x₁ → h1', 'b of h1', 'h1 → far', 'b of far')
    """
    names, sources = [], tuple(inputs)
    for units in unit_names(hidden, outputs):
        for unit in units:
            names += [*(f"{source} → {unit}" for source in sources), f"b of {unit}"]
        sources = units
    return tuple(names)


@dataclass(frozen=True, eq=False)
class NetworkSlice:
    """A plane through a network's parameters: two vary, the others are held.

    Attributes
    ----------
    layers : tuple of ndarray, shape (units, inputs + 1)
        As trained.
    across, up : ParameterPlace
        Which vary.
    activation : {"tanh", "sigmoid", "relu", "step"}
    X : ndarray, shape (n, n_terms)
        As trained.
    codes : ndarray of int, shape (n,)
    weights : ndarray, shape (n,)
        How much each sample counts.
    tie : {"mistake", "positive"}
    strength : float
        What ½‖w‖² is multiplied by in the cost.
    """

    layers: tuple[Array, ...]
    across: ParameterPlace
    up: ParameterPlace
    activation: Activation
    X: Array
    codes: NDArray[np.int64]
    weights: Array
    tie: Tie
    strength: float

    @classmethod
    def through(
        cls, tape: Tape, step: int, parameters: Array, columns: Sequence[int]
    ) -> NetworkSlice:
        """Lay it through a network's parameters of a step.

        Parameters
        ----------
        tape : Tape
        step : int
            By the problem of which they are judged.
        parameters : ndarray, shape (size,)
            As trained.
        columns : sequence of two int
            Which vary.
        """
        problem, rule = tape.problem_at(step), learner(tape.learner_at(step))
        assert isinstance(rule, NetworkLearner)
        rows, settings = problem.random_rows(MOST_SAMPLES), problem.settings
        layers = rule.layers(parameters, problem.X.shape[1], settings)
        across, up = (_place(layers, column) for column in columns)
        return cls(
            tuple(layer.copy() for layer in layers), across, up,
            rule.activation_of(settings), problem.X[rows], problem.codes[rows],
            problem.weights_of(rows, 0), problem.tie,
            rule.penalty(settings, problem.steps_per_epoch),
        )  # fmt: skip

    def measured(
        self,
        u: Array,
        v: Array,
        *,
        by_cost: bool,
        progress: Callable[[float], bool] = go_on,
    ) -> Array:
        """Measure the error, or the cost J, on a grid of the two parameters.

        Parameters
        ----------
        u : ndarray, shape (m,)
        v : ndarray, shape (k,)
        by_cost : bool
        progress : callable, optional
            Told the share that is done; False cancels.

        Returns
        -------
        ndarray, shape (k, m)

        Raises
        ------
        Cancelled
            If `progress` says so.
        """
        measure = self._costs if by_cost else self._errors
        result = np.empty((len(v), len(u)))
        for row, height in enumerate(v):
            layers = self._varied(u, float(height))
            with np.errstate(over="ignore", invalid="ignore"):
                result[row] = measure(self._scores(layers), layers)
            if not progress((row + 1) / len(v)):
                raise Cancelled
        return result

    def _varied(self, u: Array, height: float) -> list[Array]:
        """Give the layers at a row of the grid: (m or 1, units, inputs + 1) each."""
        varied = []
        for k, layer in enumerate(self.layers):
            count = len(u) if self.across.layer == k else 1
            layers = np.repeat(layer[None], count, axis=0)
            if self.across.layer == k:
                layers[:, self.across.unit, self.across.source] = u
            if self.up.layer == k:
                layers[:, self.up.unit, self.up.source] = height
            varied.append(layers)
        return varied

    def _scores(self, layers: list[Array]) -> Array:
        """Run all samples through each of the networks: (m or 1, n, outputs)."""
        f, a = ACTIVATIONS[self.activation], self.X[None]
        for layer in layers:
            z = a @ layer[..., :-1].swapaxes(1, 2) + layer[:, None, :, -1]
            a = f(z)
        return z

    def _errors(self, scores: Array, layers: list[Array]) -> Array:
        networks, n, outputs = scores.shape
        codes = np.tile(self.codes, networks)
        mistaken = wrong(scores.reshape(-1, outputs), codes, self.tie)
        share: Array = mistaken.reshape(networks, n) @ self.weights / self.weights.sum()
        return share

    def _costs(self, scores: Array, layers: list[Array]) -> Array:
        if scores.shape[2] == 1:
            signs = np.where(self.codes == 1, 1.0, -1.0)
            losses = np.logaddexp(0.0, -signs * scores[..., 0])
        else:
            own = scores[:, np.arange(len(self.codes)), self.codes]
            losses = np.logaddexp.reduce(scores, axis=2) - own
        cost: Array = losses @ self.weights / len(self.codes)
        if self.strength:
            squares = sum((layer[..., :-1] ** 2).sum(axis=(1, 2)) for layer in layers)
            cost = cost + self.strength / 2.0 * squares
        return cost


def _place(layers: Sequence[Array], column: int) -> ParameterPlace:
    """Find where the parameter of a number stands."""
    for k, layer in enumerate(layers):
        if column < layer.size:
            return ParameterPlace(k, *divmod(column, layer.shape[1]))
        column -= layer.size
    raise IndexError(column)
