"""A learner of linear outputs that learn together, made of a rule for all scores.

`pull` fills in what a sample adds to the weights of each class, `loss` is that of all
its scores. Of two classes there is one row of weights, for the second: the first's are
always 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.training.loops.measures import rows_of
from engine.training.loops.passes import decay
from engine.training.loops.schedule import rate
from engine.training.loops.scores import dot, scores
from engine.training.loops.structures import (
    AT_ONCE,
    AVERAGED,
    AVERAGES,
    MISTAKE,
    UPDATE,
    WEIGHTED,
)


def pull(z: Any, own: int, c: Any, h: Any) -> None:
    """Stand in for the learner's rule."""
    raise NotImplementedError


def loss(z: Any, own: int, h: Any) -> float:
    """Stand in for the learner's loss."""
    raise NotImplementedError


def is_behind(z: Any, own: int) -> bool:
    """Tell whether a sample's own class is not strictly ahead of all others."""
    behind = False
    for k in range(z.size):
        behind |= k != own and not z[own] > z[k]
    return behind


def class_weight(class_weights: Any, code: int) -> float:
    """Give how much the samples of a class count."""
    first = class_weights.shape[0] == 1
    weight: float = class_weights[0, code] if first else class_weights[code, 1]
    return weight


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Learn from `plan.batch` samples at a time, their pulls summed or averaged."""
    X, codes, marks = block.X, block.codes, block.marks
    weights = rows_of(parameters, samples.class_weights, samples.X)
    memory = rows_of(combination.memory, samples.class_weights, samples.X)
    n, d, outputs = block.steps_before, X.shape[1], weights.shape[0]
    # The class without weights of its own comes first: of two, the first.
    before = 1 if outputs == 1 else 0
    z, c = np.zeros(before + outputs), np.zeros(before + outputs)
    total = np.empty((outputs, d + 1))
    for start in range(0, codes.size, plan.batch):
        n += 1
        end = min(start + plan.batch, codes.size)
        total[:] = 0.0
        for i in range(start, end):
            for k in range(outputs):
                z[before + k] = dot(weights[k, d], weights[k], X[i])
            own = int(codes[i])
            if is_behind(z, own):
                marks[i] |= MISTAKE
            pull(z, own, c, h)
            counts = 1.0
            if WEIGHTED:
                by_class = class_weight(samples.class_weights, own)
                counts = block.sample_weights[i] * by_class
            for k in range(outputs):
                added = c[before + k] * counts
                for j in range(d):
                    total[k, j] += added * X[i, j]
                total[k, d] += added * plan.one
        eta = rate(plan, n)
        keep = decay(eta, h)
        step = eta / float(end - start) if plan.mean else eta
        for k in range(outputs):
            for j in range(d + 1):
                former = weights[k, j]
                kept = former * keep if j < d else former
                weights[k, j] = kept + step * total[k, j]
                if weights[k, j] != former:
                    marks[start] |= UPDATE
                if AVERAGES and plan.combination == AVERAGED:
                    change = (n - 1) * (weights[k, j] - former)
                    memory[k, j] += weights[k, j] if plan.decays else change


def evaluate(
    parameters: Any, X: Any, codes: Any, sample_weights: Any, class_weights: Any, h: Any
) -> tuple[float, float]:
    """Count the samples whose own class is not strictly ahead and sum the losses.

    With weights of the samples these are summed; those of the classes are for the
    losses alone.
    """
    weights = rows_of(parameters, class_weights, X)
    outputs = weights.shape[0]
    before = 1 if outputs == 1 else 0
    by_output, z = np.empty((outputs, AT_ONCE)), np.zeros(before + outputs)
    errors: float = 0
    total = 0.0
    for first in range(0, X.shape[0], AT_ONCE):
        rows = X[first : first + AT_ONCE]
        for k in range(outputs):
            scores(by_output[k], weights[k], rows)
        for i in range(rows.shape[0]):
            for k in range(outputs):
                z[before + k] = by_output[k, i]
            own = int(codes[first + i])
            if WEIGHTED:
                weight = sample_weights[first + i]
                errors += weight * is_behind(z, own)
                total += weight * class_weight(class_weights, own) * loss(z, own, h)
            else:
                errors += is_behind(z, own)
                total += loss(z, own, h)
    return errors, total
