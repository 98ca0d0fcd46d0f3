"""Layers of units: the forward pass of many samples, and where parameters stand."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from engine.elementary import FAR
from engine.models.linear_scores import linear_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Layers = Sequence[Array]

Activation = Literal["tanh", "sigmoid", "relu", "step"]
LETTERS = "hg"
"""Of the hidden units' names, by layer."""


class Forward(NamedTuple):
    """What happens in each layer when samples run through.

    Attributes
    ----------
    inputs : tuple of ndarray
        z = w·a + b of each unit, (n, units) for each layer; the last are the scores.
    activations : tuple of ndarray
        a of each unit: the terms (n, n_terms), then f(z) of each hidden layer.
    """

    inputs: tuple[Array, ...]
    activations: tuple[Array, ...]

    @property
    def scores(self) -> Array:
        """What the output layer gives, (n, n_outputs)."""
        return self.inputs[-1]


def sigmoid(z: Array) -> Array:
    """Give 1/(1 + e⁻ᶻ)."""
    given: Array = 1.0 / (1.0 + np.exp(np.clip(-z, -FAR, FAR)))
    return given


def relu(z: Array) -> Array:
    """Give z where it is positive, else 0."""
    given: Array = np.maximum(z, 0.0)
    return given


def step(z: Array) -> Array:
    """Give 1 where z > 0, else 0."""
    return (z > 0.0).astype(np.float64)


ACTIVATIONS: dict[Activation, Callable[[Array], Array]] = {
    "tanh": np.tanh, "sigmoid": sigmoid, "relu": relu, "step": step,
}  # fmt: skip


def slope(activation: Activation, a: Array) -> Array:
    """Give the activation's derivative f′(z) where it gives a = f(z)."""
    if activation == "tanh":
        return 1.0 - a * a
    if activation == "sigmoid":
        return a * (1.0 - a)
    return (a > 0.0).astype(np.float64) if activation == "relu" else np.zeros_like(a)


def forward(layers: Layers, activation: Activation, phi: Array) -> Forward:
    """Run samples φ (n, n_terms) through layers, each (units, inputs + 1)."""
    f = ACTIVATIONS[activation]
    inputs, activations = [], [phi]
    for layer in layers[:-1]:
        inputs.append(linear_scores(activations[-1], layer))
        activations.append(f(inputs[-1]))
    inputs.append(linear_scores(activations[-1], layers[-1]))
    return Forward(tuple(inputs), tuple(activations))


def unit_names(
    hidden: Sequence[int], outputs: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """Name the units of each layer: h1, h2, …; of a second one g1, g2 and so on.

    >>> unit_names([2, 1], ("far",))
    (('h1', 'h2'), ('g1',), ('far',))
    """
    named = tuple(
        tuple(f"{letter}{unit + 1}" for unit in range(units))
        for letter, units in zip(LETTERS, hidden, strict=False)
    )
    return (*named, outputs)


def rows_of_layers(sizes: Sequence[int]) -> tuple[int, ...]:
    """Give the length of each unit's row: of `sizes` inputs and units, layer by layer.

    >>> rows_of_layers((2, 3, 1))
    (3, 3, 3, 4)
    """
    pairs = pairwise(sizes)
    return tuple(n + 1 for n, units in pairs for _ in range(units))


def in_layers(
    parameters: Array, n_terms: int, hidden: Sequence[int]
) -> tuple[Array, ...]:
    """Give the rows of all units as a matrix for each layer: views of them."""
    layers, first, n = [], 0, n_terms
    for units in hidden:
        last = first + units * (n + 1)
        layers.append(parameters[first:last].reshape(units, n + 1))
        first, n = last, units
    return (*layers, parameters[first:].reshape(-1, n + 1))
