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
from engine.training.loops.rate_schedule import rate
from engine.training.loops.scores import dot, is_behind, scores
from engine.training.loops.step import add
from engine.training.loops.structures import (
    AVERAGED,
    AVERAGES,
    MISTAKE,
    SAMPLES_IN_CACHE,
    UPDATE,
    WEIGHTED,
)


def pull(z: Any, own: int, c: Any, h: Any) -> None:
    """Stand in for the learner's rule."""
    raise NotImplementedError


def loss(z: Any, own: int, h: Any) -> float:
    """Stand in for the learner's loss."""
    raise NotImplementedError


def class_weight(class_weights: Any, code: int) -> float:
    """Give how much the samples of a class count."""
    first = class_weights.shape[0] == 1
    weight: float = class_weights[0, code] if first else class_weights[code, 1]
    return weight


def pull_by_scores(
    weights: Any, z: Any, c: Any, i: int, block: Any, samples: Any, h: Any
) -> bool:
    """Fill z with a sample's scores and c with what it adds; tell of a mistake.

    Of two classes the second's are last in z and c, and the first's score is 0.
    """
    outputs, d = weights.shape[0], block.X.shape[1]
    first = z.size - outputs
    for k in range(outputs):
        z[first + k] = dot(weights[k, d], weights[k], block.X[i])
    own = int(block.codes[i])
    pull(z, own, c, h)
    if WEIGHTED:
        counts = block.sample_weights[i] * class_weight(samples.class_weights, own)
        for k in range(c.size):
            c[k] *= counts
    return is_behind(z, own)


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Learn from a block, a sample or `plan.batch` of them at a time."""
    weights = rows_of(parameters, samples.class_weights, samples.X)
    memory = rows_of(combination.memory, samples.class_weights, samples.X)
    if plan.batch > 1:
        each_batch_together(weights, memory, block, samples, plan, h)
    else:
        each_sample_together(weights, memory, block, samples, plan, h)


def each_sample_together(
    weights: Any, memory: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Let all outputs learn from one sample at a time."""
    X, marks, n = block.X, block.marks, block.steps_before
    d, outputs = X.shape[1], weights.shape[0]
    first = 1 if outputs == 1 else 0
    z, c = np.zeros(first + outputs), np.zeros(first + outputs)
    for i in range(block.codes.size):
        n += 1
        if pull_by_scores(weights, z, c, i, block, samples, h):
            marks[i] |= MISTAKE
        eta = rate(plan, n)
        keep = decay(eta, h)
        for k in range(outputs):
            step = eta * c[first + k]
            if add(weights[k], keep, step, X, i, plan.offset_input):
                marks[i] |= UPDATE
            if AVERAGES and plan.combination == AVERAGED:
                for j in range(d + 1):
                    added = step * (X[i, j] if j < d else plan.offset_input)
                    memory[k, j] += weights[k, j] if plan.decays else (n - 1) * added


def each_batch_together(
    weights: Any, memory: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Let all outputs learn from a batch at a time, its pulls summed or averaged."""
    X, marks, n = block.X, block.marks, block.steps_before
    d, outputs = X.shape[1], weights.shape[0]
    first = 1 if outputs == 1 else 0
    z, c = np.zeros(first + outputs), np.zeros(first + outputs)
    total, before = np.empty((outputs, d + 1)), np.empty(d + 1)
    for start in range(0, block.codes.size, plan.batch):
        n += 1
        end = min(start + plan.batch, block.codes.size)
        total[:] = 0.0
        for i in range(start, end):
            if pull_by_scores(weights, z, c, i, block, samples, h):
                marks[i] |= MISTAKE
            for k in range(outputs):
                for j in range(d):
                    total[k, j] += c[first + k] * X[i, j]
                total[k, d] += c[first + k] * plan.offset_input
        eta = rate(plan, n)
        keep = decay(eta, h)
        step = eta / float(end - start) if plan.mean else eta
        for k in range(outputs):
            w = weights[k]
            if AVERAGES:
                before[:] = w
            if add(w, keep, step, total, k, total[k, d]):
                marks[start] |= UPDATE
            if AVERAGES and plan.combination == AVERAGED:
                for j in range(d + 1):
                    change = (n - 1) * (w[j] - before[j])
                    memory[k, j] += w[j] if plan.decays else change


def evaluate(
    parameters: Any, kept: Any, X: Any, codes: Any, sample_weights: Any,
    class_weights: Any, h: Any,
) -> tuple[float, float]:  # fmt: skip
    """Count the samples whose own class is not strictly ahead and sum the losses.

    With weights of the samples these are summed; those of the classes are for the
    losses alone.
    """
    weights = rows_of(parameters, class_weights, X)
    outputs = weights.shape[0]
    first_output = 1 if outputs == 1 else 0
    by_output, z = (
        np.empty((outputs, SAMPLES_IN_CACHE)),
        np.zeros(first_output + outputs),
    )
    errors: float = 0
    total = 0.0
    for first in range(0, X.shape[0], SAMPLES_IN_CACHE):
        rows = X[first : first + SAMPLES_IN_CACHE]
        for k in range(outputs):
            scores(by_output[k], weights[k], rows)
        for i in range(rows.shape[0]):
            for k in range(outputs):
                z[first_output + k] = by_output[k, i]
            own = int(codes[first + i])
            if WEIGHTED:
                weight = sample_weights[first + i]
                errors += weight * is_behind(z, own)
                total += weight * class_weight(class_weights, own) * loss(z, own, h)
            else:
                errors += is_behind(z, own)
                total += loss(z, own, h)
    return errors, total
