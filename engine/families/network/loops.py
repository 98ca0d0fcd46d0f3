"""A network of units in layers that learns by back-propagation.

Its parameters are the rows of all units, from the first hidden layer to the outputs: a
weight for each input, the offset last. What the outputs give are scores; from there on
they are as those of the family `coupled`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.families.coupled.loops import class_weight, loss, pull
from engine.training.loops.rate_schedule import rate
from engine.training.loops.scores import is_behind
from engine.training.loops.structures import MISTAKE, UPDATE, WEIGHTED


def activate(z: float, h: Any) -> float:
    """Stand in for what a hidden unit gives for its input z."""
    raise NotImplementedError


def slope(a: float, h: Any) -> float:
    """Stand in for the activation's derivative where it gives a."""
    raise NotImplementedError


ONE, TWO, FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
"""Indices are unsigned, as in `shuffle.gather`: a signed one may count from the end."""

SAMPLES_TOGETHER = 64
"""Samples that run through all layers side by side; they stay in the near cache."""


def pull_of_two(z: float, y: float, xx: float, h: Any) -> float:
    """Stand in for the rule of a single output."""
    raise NotImplementedError


def loss_of_two(z: float, y: float, h: Any) -> float:
    """Stand in for the loss of a single output."""
    raise NotImplementedError


def layer_sizes(d: int, outputs: int, h: Any) -> Any:
    """Give the number of inputs, then those of the units of each layer."""
    sizes = np.empty(4 if h.second > 0 else 3, np.uint64)
    sizes[0], sizes[1], sizes[sizes.size - 1] = d, int(h.hidden), outputs
    if h.second > 0:
        sizes[2] = int(h.second)
    return sizes


def count_units(sizes: Any) -> Any:
    """Count the inputs and the units of all layers."""
    units = np.uint64(0)
    for layer in range(sizes.size):
        units += sizes[layer]
    return units


def forward(a: Any, parameters: Any, sizes: Any, X: Any, i: int, h: Any) -> None:
    """Fill a with x, then with what each unit gives: f(w·a + b), at the outputs z."""
    for j in range(X.shape[1]):
        a[j] = X[i, j]
    row = below = np.uint64(0)
    for layer in range(1, sizes.size):
        n = sizes[layer - 1]
        here = below + n
        for unit in range(here, here + sizes[layer]):
            z = parameters[row + n]
            for j in range(n):
                z += parameters[row + j] * a[below + j]
            a[unit] = z
            row += n + ONE
        if layer < sizes.size - 1:
            for unit in range(here, here + sizes[layer]):
                a[unit] = activate(a[unit], h)
        below = here


def output_deltas(
    delta: Any, a: Any, z: Any, c: Any, own: int, counts: float, h: Any
) -> bool:
    """Fill in δ = t − p of the outputs, as often as a sample counts; tell of a mistake.

    z and c are room for the scores of all classes, and for what they are to add.
    """
    outputs = z.size
    first = a.size - outputs
    if outputs == 1:
        y = 1.0 if own == 1 else -1.0
        delta[first] = counts * pull_of_two(a[first], y, 1.0, h)
        wrong: bool = y * a[first] <= 0.0
        return wrong
    for k in range(outputs):
        z[k] = a[first + k]
    pull(z, own, c, h)
    for k in range(outputs):
        delta[first + k] = counts * c[k]
    return is_behind(z, own)


def backward(delta: Any, a: Any, parameters: Any, sizes: Any, h: Any) -> None:
    """Pass the outputs' δ back to each hidden unit: δ = f′(z) · Σ w·δ of the next."""
    row, here = np.uint64(parameters.size), np.uint64(a.size) - sizes[sizes.size - 1]
    for layer in range(sizes.size - 1, 1, -1):
        n = sizes[layer - 1]
        below = here - n
        row -= sizes[layer] * (n + ONE)
        for j in range(n):
            passed, w = 0.0, row + j
            for unit in range(here, here + sizes[layer]):
                passed += parameters[w] * delta[unit]
                w += n + ONE
            delta[below + j] = slope(a[below + j], h) * passed
        here = below


def add_shares(total: Any, delta: Any, a: Any, sizes: Any, offset_input: float) -> None:
    """Add what a sample adds to each weight, δ·a, and to each offset, δ."""
    row = below = np.uint64(0)
    for layer in range(1, sizes.size):
        n = sizes[layer - 1]
        here = below + n
        for unit in range(here, here + sizes[layer]):
            for j in range(n):
                total[row + j] += delta[unit] * a[below + j]
            total[row + n] += delta[unit] * offset_input
            row += n + ONE
        below = here


def descend(
    parameters: Any, velocity: Any, total: Any, sizes: Any, eta: float, m: int, h: Any
) -> bool:
    """Go η down the cost's slope, with momentum; tell whether a parameter changed.

    v ← μ·v + η/m · Σ δ·a − η·λ·w,  w ← w + v; an offset is not penalised.
    """
    changed = False
    scale, shrink = eta / float(m), eta * h.strength
    for j in range(total.size):
        total[j] *= scale
    if shrink > 0.0:
        row = np.uint64(0)
        for layer in range(1, sizes.size):
            n = sizes[layer - 1]
            for _ in range(sizes[layer]):
                for j in range(row, row + n):
                    total[j] -= shrink * parameters[j]
                row += n + ONE
    for j in range(total.size):
        before = parameters[j]
        velocity[j] = h.momentum * velocity[j] + total[j]
        parameters[j] = before + velocity[j]
        changed |= parameters[j] != before
    return changed


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Learn from a block, a sample or `plan.batch` of them at a time."""
    if plan.batch > 1:
        learn_together(parameters, combination, block, samples, plan, h)
        return
    outputs = samples.class_weights.shape[0]
    sizes = layer_sizes(block.X.shape[1], outputs, h)
    units = count_units(sizes)
    a, delta = np.zeros(units), np.zeros(units)
    z, c = np.zeros(outputs), np.zeros(outputs)
    total, velocity = np.empty_like(parameters), combination.memory
    n = block.steps_before
    for i in range(block.codes.size):
        n += 1
        total[:] = 0.0
        counts = 1.0
        if WEIGHTED:
            counts = block.sample_weights[i]
            counts *= class_weight(samples.class_weights, int(block.codes[i]))
        forward(a, parameters, sizes, block.X, i, h)
        if output_deltas(delta, a, z, c, int(block.codes[i]), counts, h):
            block.marks[i] |= MISTAKE
        backward(delta, a, parameters, sizes, h)
        add_shares(total, delta, a, sizes, plan.offset_input)
        if descend(parameters, velocity, total, sizes, rate(plan, n), 1, h):
            block.marks[i] |= UPDATE


def learn_together(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Learn from a block in batches: a column for each sample, a row for each unit."""
    outputs = samples.class_weights.shape[0]
    sizes = layer_sizes(block.X.shape[1], outputs, h)
    units, most = count_units(sizes), min(plan.batch, SAMPLES_TOGETHER)
    a, delta = np.empty((units, most)), np.empty((units, most))
    rows, sums = np.empty((most, units)), np.empty(units)
    offsets = np.full(most, plan.offset_input)
    z, c, counts = np.empty(outputs), np.empty(outputs), np.ones(most)
    total, velocity = np.empty_like(parameters), combination.memory
    n = block.steps_before
    for start in range(0, block.codes.size, plan.batch):
        n += 1
        end = min(start + plan.batch, block.codes.size)
        total[:] = 0.0
        for first in range(start, end, most):
            last = min(first + most, end)
            codes, marks = block.codes[first:last], block.marks[first:last]
            if WEIGHTED:
                for i in range(last - first):
                    counts[i] = block.sample_weights[first + i]
                    counts[i] *= class_weight(samples.class_weights, int(codes[i]))
            forward_together(a, parameters, sizes, block.X[first:last], h)
            output_deltas_together(delta, a, z, c, codes, marks, counts, h)
            backward_together(delta, a, parameters, sizes, last - first, h)
            add_shares_together(
                total, delta, a, rows, sums, block.X[first:last], sizes, offsets
            )
        eta = rate(plan, n)
        if descend(parameters, velocity, total, sizes, eta, end - start, h):
            block.marks[start] |= UPDATE


def output_deltas_together(
    delta: Any, a: Any, z: Any, c: Any, codes: Any, marks: Any, counts: Any, h: Any
) -> None:
    """Fill in δ of the outputs, and mark mistakes, as `output_deltas` does."""
    outputs = z.size
    first = a.shape[0] - outputs
    if outputs == 1:
        scores, deltas = a[first], delta[first]
        for i in range(codes.size):
            y = 1.0 if codes[i] == 1 else -1.0
            deltas[i] = counts[i] * pull_of_two(scores[i], y, 1.0, h)
        for i in range(codes.size):
            y = 1.0 if codes[i] == 1 else -1.0
            if y * scores[i] <= 0.0:
                marks[i] |= MISTAKE
        return
    for i in range(codes.size):
        own = int(codes[i])
        for k in range(outputs):
            z[k] = a[first + k, i]
        pull(z, own, c, h)
        for k in range(outputs):
            delta[first + k, i] = counts[i] * c[k]
        if is_behind(z, own):
            marks[i] |= MISTAKE


def backward_together(
    delta: Any, a: Any, parameters: Any, sizes: Any, m: int, h: Any
) -> None:
    """Pass δ of m samples back, as `backward` does."""
    row = np.uint64(parameters.size)
    here = np.uint64(a.shape[0]) - sizes[sizes.size - 1]
    for layer in range(sizes.size - 1, 1, -1):
        n = sizes[layer - 1]
        below = here - n
        row -= sizes[layer] * (n + ONE)
        for j in range(n):
            passed, given, w = delta[below + j], a[below + j], row + j
            for i in range(m):
                passed[i] = 0.0
            for unit in range(here, here + sizes[layer]):
                weight, above = parameters[w], delta[unit]
                for i in range(m):
                    passed[i] += weight * above[i]
                w += n + ONE
            for i in range(m):
                passed[i] *= slope(given[i], h)
        here = below


def add_shares_together(
    total: Any, delta: Any, a: Any, rows: Any, sums: Any, X: Any, sizes: Any,
    offsets: Any,
) -> None:  # fmt: skip
    """Add what samples add, in their order, as `add_shares` does.

    A sum waits for the sum before it; so those of many weights are formed side by side:
    of all inputs of a unit or, where there are fewer, of all units for an input. `rows`
    is room for what each sample has for them, `sums` for the sums. `offsets` are what
    each sample multiplies the offset by.
    """
    m = X.shape[0]
    row = below = np.uint64(0)
    for layer in range(1, sizes.size):
        n, units = sizes[layer - 1], sizes[layer]
        here, width = below + n, n + ONE
        if FOUR * n <= units:
            by_sample(rows, delta, here, units, m)
            for j in range(width):
                for unit in range(units):
                    sums[unit] = total[row + unit * width + j]
                factors = a[below + j] if j < n else offsets
                add_products(sums[:units], 0.0, factors, rows, offsets, m)
                for unit in range(units):
                    total[row + unit * width + j] = sums[unit]
            row += units * width
        else:
            if layer > 1:
                by_sample(rows, a, below, n, m)
            given = X if layer == 1 else rows
            for unit in range(here, here + units):
                total[row + n] = add_products(
                    total[row : row + n], total[row + n], delta[unit], given, offsets, m
                )
                row += width
        below = here


def by_sample(rows: Any, a: Any, first: Any, n: Any, m: int) -> None:
    """Turn n rows of a, from the first, into columns."""
    for j in range(n):
        values = a[first + j]
        for i in range(m):
            rows[i, j] = values[i]


def add_products(
    sums: Any, last: float, factors: Any, rows: Any, ends: Any, m: int
) -> float:
    """Add m rows to the sums, each by its factor, in their order.

    The last sum, and what is to be added to it, are apart; it is given back.
    """
    fours = m - m % 4
    for i in range(0, fours, 4):
        f0, f1, f2, f3 = factors[i], factors[i + 1], factors[i + 2], factors[i + 3]
        r0, r1, r2, r3 = rows[i], rows[i + 1], rows[i + 2], rows[i + 3]
        for j in range(sums.size):
            sums[j] = sums[j] + f0 * r0[j] + f1 * r1[j] + f2 * r2[j] + f3 * r3[j]
        last = last + f0 * ends[i] + f1 * ends[i + 1]
        last = last + f2 * ends[i + 2] + f3 * ends[i + 3]
    for i in range(fours, m):
        f0, r0 = factors[i], rows[i]
        for j in range(sums.size):
            sums[j] += f0 * r0[j]
        last += f0 * ends[i]
    return last


def evaluate(
    parameters: Any, kept: Any, X: Any, codes: Any, sample_weights: Any,
    class_weights: Any, h: Any,
) -> tuple[float, float]:  # fmt: skip
    """Count the samples whose own class is not strictly ahead and sum the losses.

    With weights of the samples these are summed; those of the classes are for the
    losses alone.
    """
    sizes = layer_sizes(X.shape[1], class_weights.shape[0], h)
    outputs = class_weights.shape[0]
    a, z = np.empty((count_units(sizes), SAMPLES_TOGETHER)), np.empty(outputs)
    losses = np.empty(SAMPLES_TOGETHER)
    errors: float = 0
    total = 0.0
    for first in range(0, X.shape[0], SAMPLES_TOGETHER):
        rows = X[first : first + SAMPLES_TOGETHER]
        forward_together(a, parameters, sizes, rows, h)
        scores = a[a.shape[0] - outputs :]
        if outputs == 1:
            # Losses first, their sum then: side by side, not one after the other.
            for i in range(rows.shape[0]):
                y = 1.0 if codes[first + i] == 1 else -1.0
                losses[i] = loss_of_two(scores[0, i], y, h)
            for i in range(rows.shape[0]):
                y = 1.0 if codes[first + i] == 1 else -1.0
                wrong = y * scores[0, i] <= 0.0
                if WEIGHTED:
                    weight = sample_weights[first + i]
                    errors += weight * wrong
                    total += weight * class_weights[0, int(y > 0.0)] * losses[i]
                else:
                    errors += wrong
                    total += losses[i]
            continue
        for i in range(rows.shape[0]):
            for k in range(outputs):
                z[k] = scores[k, i]
            own = int(codes[first + i])
            if WEIGHTED:
                weight = sample_weights[first + i]
                errors += weight * is_behind(z, own)
                total += weight * class_weight(class_weights, own) * loss(z, own, h)
            else:
                errors += is_behind(z, own)
                total += loss(z, own, h)
    return errors, total


def forward_together(a: Any, parameters: Any, sizes: Any, X: Any, h: Any) -> None:
    """Fill a row of a for each unit, a column for each sample, as `forward` does."""
    m = X.shape[0]
    for j in range(X.shape[1]):
        for i in range(m):
            a[j, i] = X[i, j]
    row = below = np.uint64(0)
    for layer in range(1, sizes.size):
        n = sizes[layer - 1]
        here = below + n
        for unit in range(here, here + sizes[layer]):
            given, offset = a[unit], parameters[row + n]
            w, before = parameters[row], a[below]
            for i in range(m):
                given[i] = offset + w * before[i]
            nth = ONE
            while nth + ONE < n:  # two at a time: each reads and writes what is given
                w, before = parameters[row + nth], a[below + nth]
                w_next, after = parameters[row + nth + ONE], a[below + nth + ONE]
                for i in range(m):
                    given[i] = given[i] + w * before[i] + w_next * after[i]
                nth += TWO
            if nth < n:
                w, before = parameters[row + nth], a[below + nth]
                for i in range(m):
                    given[i] += w * before[i]
            if layer < sizes.size - 1:
                for i in range(m):
                    given[i] = activate(given[i], h)
            row += n + ONE
        below = here


def penalised(parameters: Any, class_weights: Any, X: Any, h: Any) -> float:
    """Sum the squares of the weights of all units, but not of the offsets."""
    sizes = layer_sizes(X.shape[1], class_weights.shape[0], h)
    total = 0.0
    row = np.uint64(0)
    for layer in range(1, sizes.size):
        for _ in range(sizes[layer]):
            for j in range(row, row + sizes[layer - 1]):
                total += parameters[j] * parameters[j]
            row += sizes[layer - 1] + ONE
    return total
