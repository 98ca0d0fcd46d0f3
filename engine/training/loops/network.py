"""A network of units in layers that learns by back-propagation.

Its parameters are the rows of all units, from the first hidden layer to the outputs: a
weight for each input, the offset last. What the outputs give are scores; from there on
they are as those of `coupled_rule`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.training.loops.coupled_rule import class_weight, is_behind, loss, pull
from engine.training.loops.schedule import rate
from engine.training.loops.structures import MISTAKE, UPDATE, WEIGHTED


def activate(z: float, h: Any) -> float:
    """Stand in for what a hidden unit gives for its input z."""
    raise NotImplementedError


def slope(a: float, h: Any) -> float:
    """Stand in for the activation's derivative where it gives a."""
    raise NotImplementedError


def layer_sizes(d: int, outputs: int, h: Any) -> Any:
    """Give the number of inputs, then those of the units of each layer."""
    sizes = np.empty(4 if h.second > 0 else 3, np.int64)
    sizes[0], sizes[1], sizes[-1] = d, int(h.hidden), outputs
    if h.second > 0:
        sizes[2] = int(h.second)
    return sizes


def forward(a: Any, parameters: Any, sizes: Any, x: Any, h: Any) -> None:
    """Fill a with x, then with what each unit gives: f(w·a + b), at the outputs z."""
    for j in range(x.size):
        a[j] = x[j]
    row = below = 0
    for layer in range(1, sizes.size):
        n = sizes[layer - 1]
        here = below + n
        for unit in range(here, here + sizes[layer]):
            z = parameters[row + n]
            for j in range(n):
                z += parameters[row + j] * a[below + j]
            a[unit] = z if layer == sizes.size - 1 else activate(z, h)
            row += n + 1
        below = here


def backward(delta: Any, a: Any, parameters: Any, sizes: Any, h: Any) -> None:
    """Pass the outputs' δ back to each hidden unit: δ = f′(z) · Σ w·δ of the next."""
    row, here = parameters.size, a.size - sizes[-1]
    for layer in range(sizes.size - 1, 1, -1):
        n = sizes[layer - 1]
        below = here - n
        row -= sizes[layer] * (n + 1)
        for j in range(n):
            passed = 0.0
            for k in range(sizes[layer]):
                passed += parameters[row + k * (n + 1) + j] * delta[here + k]
            delta[below + j] = slope(a[below + j], h) * passed
        here = below


def add_shares(total: Any, delta: Any, a: Any, sizes: Any, offset_input: float) -> None:
    """Add what a sample adds to each weight, δ·a, and to each offset, δ."""
    row = below = 0
    for layer in range(1, sizes.size):
        n = sizes[layer - 1]
        here = below + n
        for unit in range(here, here + sizes[layer]):
            for j in range(n):
                total[row + j] += delta[unit] * a[below + j]
            total[row + n] += delta[unit] * offset_input
            row += n + 1
        below = here


def descend(
    parameters: Any, velocity: Any, total: Any, sizes: Any, eta: float, m: int, h: Any
) -> bool:
    """Go η down the cost's slope, with momentum; tell whether a parameter changed.

    v ← μ·v + η/m · Σ δ·a − η·λ·w,  w ← w + v; an offset is not penalised.
    """
    changed = False
    scale, shrink = eta / float(m), eta * h.strength
    row = 0
    for layer in range(1, sizes.size):
        n = sizes[layer - 1]
        for _ in range(sizes[layer]):
            for j in range(row, row + n + 1):
                before = parameters[j]
                added = scale * total[j]
                if j < row + n:
                    added -= shrink * before
                velocity[j] = h.momentum * velocity[j] + added
                parameters[j] = before + velocity[j]
                changed |= parameters[j] != before
            row += n + 1
    return changed


def read_outputs(z: Any, a: Any, sizes: Any) -> None:
    """Fill z with the scores of all classes; of two classes the first's stays 0."""
    outputs = sizes[-1]
    for k in range(outputs):
        z[z.size - outputs + k] = a[a.size - outputs + k]


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Learn from a block, a sample or `plan.batch` of them at a time."""
    outputs = samples.class_weights.shape[0]
    sizes = layer_sizes(block.X.shape[1], outputs, h)
    classes = max(outputs, 2)
    z, c = np.zeros(classes), np.zeros(classes)
    a, delta = np.zeros(sizes.sum()), np.zeros(sizes.sum())
    total, velocity = np.empty_like(parameters), combination.memory
    n = block.steps_before
    for start in range(0, block.codes.size, plan.batch):
        n += 1
        end = min(start + plan.batch, block.codes.size)
        total[:] = 0.0
        for i in range(start, end):
            own = int(block.codes[i])
            forward(a, parameters, sizes, block.X[i], h)
            read_outputs(z, a, sizes)
            if is_behind(z, own):
                block.marks[i] |= MISTAKE
            pull(z, own, c, h)
            counts = 1.0
            if WEIGHTED:
                counts = block.sample_weights[i]
                counts *= class_weight(samples.class_weights, own)
            for k in range(outputs):
                delta[a.size - outputs + k] = counts * c[classes - outputs + k]
            backward(delta, a, parameters, sizes, h)
            add_shares(total, delta, a, sizes, plan.offset_input)
        eta = rate(plan, n)
        if descend(parameters, velocity, total, sizes, eta, end - start, h):
            block.marks[start] |= UPDATE


def evaluate(
    parameters: Any, X: Any, codes: Any, sample_weights: Any, class_weights: Any, h: Any
) -> tuple[float, float]:
    """Count the samples whose own class is not strictly ahead and sum the losses.

    With weights of the samples these are summed; those of the classes are for the
    losses alone.
    """
    sizes = layer_sizes(X.shape[1], class_weights.shape[0], h)
    a, z = np.zeros(sizes.sum()), np.zeros(max(class_weights.shape[0], 2))
    errors: float = 0
    total = 0.0
    for i in range(X.shape[0]):
        own = int(codes[i])
        forward(a, parameters, sizes, X[i], h)
        read_outputs(z, a, sizes)
        if WEIGHTED:
            weight = sample_weights[i]
            errors += weight * is_behind(z, own)
            total += weight * class_weight(class_weights, own) * loss(z, own, h)
        else:
            errors += is_behind(z, own)
            total += loss(z, own, h)
    return errors, total


def penalised(parameters: Any, class_weights: Any, X: Any, h: Any) -> float:
    """Sum the squares of the weights of all units, but not of the offsets."""
    sizes = layer_sizes(X.shape[1], class_weights.shape[0], h)
    total = 0.0
    row = 0
    for layer in range(1, sizes.size):
        for _ in range(sizes[layer]):
            for j in range(row, row + sizes[layer - 1]):
                total += parameters[j] * parameters[j]
            row += sizes[layer - 1] + 1
    return total
