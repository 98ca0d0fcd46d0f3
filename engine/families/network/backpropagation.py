"""Back-propagation of samples through a network, with every number in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.families.network.layers import Forward, forward, slope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.families.network.layers import Activation


class Backpropagation(NamedTuple):
    """What runs through a network, forth and back.

    Attributes
    ----------
    forward : Forward
        Inputs and activations of all layers.
    targets : ndarray, shape (m, n_outputs)
        t: 1 for the class of an output, else 0.
    probabilities : ndarray, shape (m, n_outputs)
        p: of one output σ(z), of more the softmax.
    deltas : tuple of ndarray, shape (m, units)
        δ of each unit, layer by layer: s·(t − p) at the outputs.
    totals : tuple of ndarray, shape (units, inputs + 1)
        Σ δ·a over the samples, of the offset, last, Σ δ.
    """

    forward: Forward
    targets: NDArray[np.float64]
    probabilities: NDArray[np.float64]
    deltas: tuple[NDArray[np.float64], ...]
    totals: tuple[NDArray[np.float64], ...]


def backpropagate(
    layers: Sequence[NDArray[np.float64]],
    activation: Activation,
    phi: NDArray[np.float64],
    codes: NDArray[np.int64],
    *,
    weights: NDArray[np.float64] | float = 1.0,
    offset_input: float = 1.0,
) -> Backpropagation:
    """Run samples forth and their δ back.

    Parameters
    ----------
    layers : sequence of ndarray, shape (units, inputs + 1)
        As trained, the offset last.
    activation : {"tanh", "sigmoid", "relu", "step"}
    phi : ndarray, shape (m, n_terms)
        As trained.
    codes : ndarray of int, shape (m,)
        Their classes.
    weights : ndarray, shape (m,), or float
        How much each sample counts.
    offset_input : float
        1, or 0 where there are no offsets.
    """
    run = forward(layers, activation, phi)
    outputs = run.scores.shape[1]
    classes = np.array([1]) if outputs == 1 else np.arange(outputs)
    targets = (codes[:, None] == classes).astype(np.float64)
    probabilities = _probabilities(run.scores)
    delta = np.reshape(weights, (-1, 1)) * (targets - probabilities)
    deltas = [delta]
    for layer, a in zip(layers[:0:-1], run.activations[:0:-1], strict=True):
        delta = slope(activation, a) * (delta @ layer[:, :-1])
        deltas.insert(0, delta)
    totals = tuple(
        np.column_stack([delta.T @ a, offset_input * delta.sum(axis=0)])
        for delta, a in zip(deltas, run.activations, strict=True)
    )
    return Backpropagation(run, targets, probabilities, tuple(deltas), totals)


def _probabilities(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    if scores.shape[1] == 1:
        return np.exp(-np.logaddexp(0.0, -scores))
    shares: NDArray[np.float64] = np.exp(
        scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    )
    return shares
