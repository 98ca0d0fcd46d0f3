"""What is measured of the weights: errors and losses over all samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.training.loops.plan import AVERAGED, AVERAGES, POCKET, POCKETS, TOO_LARGE

AT_ONCE = 1024
"""Samples between two looks at whether to count on."""


def loss(z: float, y: float, h: Any) -> float:
    """Stand in for the learner's loss."""
    raise NotImplementedError


def combined(weights: Any, memory: Any, plan: Any, steps: int) -> Any:
    """Give the weights that the combination uses after so many steps."""
    if POCKETS and plan.combination == POCKET:
        return memory
    if AVERAGES and plan.combination == AVERAGED and steps > 0:
        mean = np.empty_like(weights)
        for k in range(weights.shape[0]):
            for j in range(weights.shape[1]):
                share = memory[k, j] / steps
                mean[k, j] = share if plan.decays else weights[k, j] - share
        return mean
    return weights


def errors_of(w: Any, X: Any, codes: Any, positive: int, most: int) -> int:
    """Count the samples on the wrong side of one output's boundary, or on it.

    Once there are `most`, the count may end.
    """
    d = X.shape[1]
    errors = 0
    for first in range(0, X.shape[0], AT_ONCE):
        last = min(first + AT_ONCE, X.shape[0])
        if d == 2:
            errors += errors_of_the_plane(w, X, codes, positive, first, last)
        else:
            for i in range(first, last):
                z = w[d]
                for j in range(d):
                    z += w[j] * X[i, j]
                errors += (z if codes[i] == positive else -z) <= 0.0
        if errors >= most:
            break
    return errors


def errors_of_the_plane(
    w: Any, X: Any, codes: Any, positive: int, first: int, last: int
) -> int:
    """Count among some of the samples, for two terms, in a loop that vectorises."""
    flat = X.ravel()
    w1, w2, b = w[0], w[1], w[2]
    errors = 0
    for i in range(first, last):
        z = b + w1 * flat[2 * i] + w2 * flat[2 * i + 1]
        errors += (z if codes[i] == positive else -z) <= 0.0
    return errors


def evaluate(weights: Any, X: Any, codes: Any, h: Any) -> tuple[int, float]:
    """Count the samples not strictly on their class's side and sum the losses."""
    outputs = weights.shape[0]
    d = X.shape[1]
    if outputs == 1 and d == 2:
        return evaluate_the_plane(weights[0], X, codes, h)
    errors = 0
    total = 0.0
    for i in range(X.shape[0]):
        own = 0.0
        other = -np.inf
        for k in range(outputs):
            z = weights[k, d]
            for j in range(d):
                z += weights[k, j] * X[i, j]
            y = 1.0 if codes[i] == (1 if outputs == 1 else k) else -1.0
            total += loss(z, y, h)
            if outputs == 1:
                own, other = y * z, 0.0
            elif y > 0.0:
                own = z
            else:
                other = max(other, z)
        errors += own <= other
    return errors, total


def evaluate_the_plane(w: Any, X: Any, codes: Any, h: Any) -> tuple[int, float]:
    """Evaluate as `evaluate` does, for two classes and two terms.

    LLVM vectorises the loop over the flat samples, not over rows of two.
    """
    flat = X.ravel()
    w1, w2, b = w[0], w[1], w[2]
    errors = 0
    total = 0.0
    for i in range(X.shape[0]):
        z = b + w1 * flat[2 * i] + w2 * flat[2 * i + 1]
        y = 1.0 if codes[i] == 1 else -1.0
        errors += y * z <= 0.0
        total += loss(z, y, h)
    return errors, total


def too_large(weights: Any) -> bool:
    """Tell whether a weight is no number any more, or about to be none."""
    for k in range(weights.shape[0]):
        for weight in weights[k]:
            if not abs(weight) <= TOO_LARGE:
                return True
    return False
