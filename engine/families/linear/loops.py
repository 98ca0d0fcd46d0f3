"""A learner of linear outputs that learn each by itself, made of one output's rule.

`pull`, `loss` and `decay` speak of a single score and a label y = ±1. Of more than two
classes each has an output, for which its own samples are +1 and all others −1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.learners.learner import TIES
from engine.training.loops.measures import right_ties, rows_of
from engine.training.loops.passes import (
    each_batch,
    each_sample,
    each_sample_of_the_plane,
    each_sample_with_a_pocket,
)
from engine.training.loops.scores import scores
from engine.training.loops.structures import (
    BATCHES,
    POCKET,
    POCKETS,
    SAMPLES_IN_CACHE,
    WEIGHTED,
    CombinationState,
    OutputBlock,
)


def loss(z: float, y: float, h: Any) -> float:
    """Stand in for the learner's loss."""
    raise NotImplementedError


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Let every output learn from the same block of samples."""
    weights = rows_of(parameters, samples.class_weights, samples.X)
    memory = rows_of(combination.memory, samples.class_weights, samples.X)
    for k in range(weights.shape[0]):
        of_output = OutputBlock(
            block.X, block.codes, block.sample_weights, samples.class_weights[k],
            block.marks, 1 if weights.shape[0] == 1 else k, block.steps_before,
        )  # fmt: skip
        own = CombinationState(
            memory[k],
            combination.counts[k],
            combination.updates[k],
            combination.n_updates[k],
        )
        learn_output(weights[k], own, of_output, samples, plan, h)


def learn_output(
    w: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Let one output learn from a block, in the way that the recipe asks for."""
    if POCKETS and plan.combination == POCKET:
        each_sample_with_a_pocket(w, combination, block, samples, plan, h)
    elif BATCHES and plan.batch > 1:
        each_batch(w, combination, block, plan, h)
    elif samples.X.shape[1] == 2:
        each_sample_of_the_plane(w, combination, block, plan, h)
    else:
        each_sample(w, combination, block, plan, h)


def evaluate(
    parameters: Any, kept: Any, X: Any, codes: Any, sample_weights: Any,
    class_weights: Any, h: Any,
) -> tuple[float, float]:  # fmt: skip
    """Count the samples not strictly on their class's side and sum the losses.

    With weights of the samples these are summed; those of the classes are for the
    losses alone.
    """
    weights = rows_of(parameters, class_weights, X)
    z, own, highest = (
        np.empty(SAMPLES_IN_CACHE),
        np.empty(SAMPLES_IN_CACHE),
        np.empty(SAMPLES_IN_CACHE),
    )
    errors: float = 0
    total = 0.0
    # From the end: the samples learned from last, and the next first, are in a cache.
    for first in range(
        (X.shape[0] - 1) // SAMPLES_IN_CACHE * SAMPLES_IN_CACHE, -1, -SAMPLES_IN_CACHE
    ):
        rows, block_codes = (
            X[first : first + SAMPLES_IN_CACHE],
            codes[first : first + SAMPLES_IN_CACHE],
        )
        if weights.shape[0] == 1:
            scores(z, weights[0], rows)
            for i in range(block_codes.size):
                y = 1.0 if block_codes[i] == 1 else -1.0
                if WEIGHTED:
                    weight = sample_weights[first + i]
                    errors += weight * (y * z[i] <= 0.0)
                    total += weight * class_weights[0, int(y > 0.0)] * loss(z[i], y, h)
                else:
                    errors += y * z[i] <= 0.0
                    total += loss(z[i], y, h)
            if TIES:
                errors -= right_ties(z, block_codes, sample_weights[first:], 1, h)
            continue
        for i in range(block_codes.size):
            own[i] = highest[i] = -np.inf
        for k in range(weights.shape[0]):
            scores(z, weights[k], rows)
            for i in range(block_codes.size):
                is_own = block_codes[i] == k
                if WEIGHTED:
                    weight = sample_weights[first + i] * class_weights[k, int(is_own)]
                    total += weight * loss(z[i], 1.0 if is_own else -1.0, h)
                else:
                    total += loss(z[i], 1.0 if is_own else -1.0, h)
                own[i] = max(own[i], z[i] if is_own else -np.inf)
                highest[i] = max(highest[i], -np.inf if is_own else z[i])
        for i in range(block_codes.size):
            if WEIGHTED:
                errors += sample_weights[first + i] * (own[i] <= highest[i])
            else:
                errors += own[i] <= highest[i]
    return errors, total
