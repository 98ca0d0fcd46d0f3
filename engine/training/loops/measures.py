"""What is asked of parameters, and of the errors of one output's weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.learners.learner import TIES
from engine.training.loops.scores import scores
from engine.training.loops.structures import (
    AVERAGED,
    AVERAGES,
    POCKET,
    POCKETS,
    SAMPLES_IN_CACHE,
    TOO_LARGE,
    WEIGHTED,
)


def combined(parameters: Any, memory: Any, plan: Any, steps: int) -> Any:
    """Give the parameters that the combination uses after so many steps."""
    if POCKETS and plan.combination == POCKET:
        return memory
    if AVERAGES and plan.combination == AVERAGED and steps > 0:
        mean = np.empty_like(parameters)
        for j in range(parameters.size):
            share = memory[j] / steps
            mean[j] = share if plan.decays else parameters[j] - share
        return mean
    return parameters


def errors_of(
    w: Any, samples: Any, class_weights: Any, positive: int, most: float, h: Any
) -> float:
    """Count the samples on the wrong side of one output's boundary, or on it.

    Once there are `most`, the count may end. With weights it is their sum.
    """
    X, codes = samples.X, samples.codes
    z = np.empty(SAMPLES_IN_CACHE)
    errors: float = 0
    for first in range(0, X.shape[0], SAMPLES_IN_CACHE):
        last = min(first + SAMPLES_IN_CACHE, X.shape[0])
        scores(z, w, X[first:last])
        block_codes = codes[first:last]
        for i in range(block_codes.size):
            y = 1.0 if block_codes[i] == positive else -1.0
            if WEIGHTED:
                weight = samples.sample_weights[first + i] * class_weights[int(y > 0.0)]
                errors += weight * (y * z[i] <= 0.0)
            else:
                errors += y * z[i] <= 0.0
        if TIES:
            tied = samples.sample_weights[first:last]
            ties = right_ties(z, block_codes, tied, positive, h)
            errors -= ties * (class_weights[1] if WEIGHTED else 1)
        if errors >= most:
            break
    return errors


def right_ties(z: Any, codes: Any, sample_weights: Any, positive: int, h: Any) -> float:
    """Count the positive samples on the boundary, where these are right."""
    ties: float = 0
    if h.tie != 0.0:
        for i in range(codes.size):
            is_right = z[i] == 0.0 and codes[i] == positive
            if WEIGHTED:
                ties += sample_weights[i] * is_right
            else:
                ties += is_right
    return ties


def rows_of(parameters: Any, class_weights: Any, X: Any) -> Any:
    """Give parameters as a row of weights for each output, the offset last."""
    return parameters.reshape(class_weights.shape[0], X.shape[1] + 1)


def penalised(parameters: Any, class_weights: Any, X: Any, h: Any) -> float:
    """Sum the squares of the weights of all outputs, but not of the offsets."""
    weights = rows_of(parameters, class_weights, X)
    total = 0.0
    for k in range(weights.shape[0]):
        for j in range(weights.shape[1] - 1):
            total += weights[k, j] * weights[k, j]
    return total


def too_large(parameters: Any) -> bool:
    """Tell whether a parameter is no number any more, or about to be none."""
    sound = True
    for parameter in parameters:
        sound &= abs(parameter) <= TOO_LARGE
    return not sound
