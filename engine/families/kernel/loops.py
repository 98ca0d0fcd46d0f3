"""A learner whose weights are those of the samples: each output counts mistakes.

The parameters of an output are y·α of each sample to learn from, then the offset. The
scores of all these samples are kept up as mistakes come: a sample that is right costs
no kernel at all. They stand in the memory, a row for each output, and after them the
mistakes that count, if only so many are remembered: first how often one was put there,
then the samples, the newest in place of the oldest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.learners.learner import TIES, is_mistake
from engine.training.loops.structures import MISTAKE, UPDATE, WEIGHTED


def kernel(u: Any, v: Any, h: Any) -> float:
    """Stand in for the learner's kernel."""
    raise NotImplementedError


def pull(z: float, y: float, xx: float, h: Any) -> float:
    """Stand in for the learner's rule."""
    raise NotImplementedError


def loss(z: float, y: float, h: Any) -> float:
    """Stand in for the learner's loss."""
    raise NotImplementedError


def count_mistake(
    alpha: Any, z: Any, i: int, times: float, offset_input: float, h: Any
) -> None:
    """Add to the weight of sample i, and to the scores of all samples what follows."""
    n = h.samples.shape[0]
    alpha[i] += times
    alpha[n] += times * offset_input
    x = h.samples[i]
    for j in range(n):
        z[j] += times * (kernel(x, h.samples[j], h) + offset_input)


def weight_of(samples: Any, i: int, k: int, y: float) -> float:
    """Give how much a mistake of sample i counts for output k."""
    if WEIGHTED:
        by_class = samples.class_weights[k, int(y > 0.0)]
        both: float = samples.sample_weights[i] * by_class
        return both
    return 1.0


def label(samples: Any, i: int, k: int) -> float:
    """Give y = ±1 of sample i as output k learns it."""
    positive = 1 if samples.class_weights.shape[0] == 1 else k
    return 1.0 if samples.codes[i] == positive else -1.0


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Let each output count the mistakes in a block of samples, one at a time."""
    n, outputs = samples.codes.size, samples.class_weights.shape[0]
    alpha = parameters.reshape(outputs, n + 1)
    z = combination.memory[: parameters.size].reshape(outputs, n + 1)
    remembered = combination.memory[parameters.size :].reshape(outputs, -1)
    budget = int(h.budget)
    first = (block.steps_before - plan.steps_before) % n
    for place in range(block.codes.size):
        i = first + place
        if plan.reordered:
            i = samples.order[i]
        for k in range(outputs):
            y = label(samples, i, k)
            c = pull(z[k, i], y, 1.0, h) * weight_of(samples, i, k, y)
            if is_mistake(z[k, i], y, h):
                block.marks[place] |= MISTAKE
            if c == 0.0:
                continue
            block.marks[place] |= UPDATE
            count_mistake(alpha[k], z[k], i, c, plan.offset_input, h)
            if budget > 0:
                made = int(remembered[k, 0])
                place_of_oldest = 1 + made % budget
                if made >= budget:
                    oldest = int(remembered[k, place_of_oldest])
                    y = label(samples, oldest, k)
                    c = -y * weight_of(samples, oldest, k, y)
                    count_mistake(alpha[k], z[k], oldest, c, plan.offset_input, h)
                remembered[k, place_of_oldest] = i
                remembered[k, 0] = made + 1


def score(alpha: Any, x: Any, h: Any) -> float:
    """Give Σᵢ αᵢ·yᵢ·K(xᵢ, x) + b."""
    n = h.samples.shape[0]
    z: float = alpha[n]
    for i in range(n):
        if alpha[i] != 0.0:
            z += alpha[i] * kernel(h.samples[i], x, h)
    return z


def evaluate(
    parameters: Any, kept: Any, X: Any, codes: Any, sample_weights: Any,
    class_weights: Any, h: Any,
) -> tuple[float, float]:  # fmt: skip
    """Count the samples not strictly on their class's side and sum the losses.

    With weights of the samples these are summed; those of the classes are for the
    losses alone. The scores of those learned from are kept: no kernel is needed. Where
    mistakes are forgotten, what was added and taken back leaves its rounding.
    """
    outputs, n = class_weights.shape[0], h.samples.shape[0]
    are_kept = kept.size > 0 and h.budget == 0
    alpha = parameters.reshape(outputs, n + 1)
    errors: float = 0
    total = 0.0
    for i in range(X.shape[0]):
        own, highest = -np.inf, -np.inf
        weight = sample_weights[i] if WEIGHTED else 1.0
        for k in range(outputs):
            z = kept[k * (n + 1) + i] if are_kept else score(alpha[k], X[i], h)
            is_own = codes[i] == (1 if outputs == 1 else k)
            y = 1.0 if is_own else -1.0
            counts = weight * class_weights[k, int(is_own)] if WEIGHTED else 1.0
            total += counts * loss(z, y, h)
            if outputs == 1:
                own, highest = y * z, 0.0
                if TIES and h.tie != 0.0 and is_own and z == 0.0:
                    own = 1.0
            elif is_own:
                own = z
            else:
                highest = max(highest, z)
        errors += weight * (own <= highest)
    return errors, total
