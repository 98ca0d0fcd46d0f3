"""One pass of the rule over a block of samples, for one output."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.learners.learner import is_mistake
from engine.training.loops.measures import errors_of
from engine.training.loops.rate_schedule import rate
from engine.training.loops.scores import dot, exact_scores, square
from engine.training.loops.step import add
from engine.training.loops.structures import (
    AVERAGED,
    AVERAGES,
    DECAYS,
    MISTAKE,
    READS_LENGTH,
    SAMPLES_IN_CACHE,
    UPDATE,
    VOTED,
    VOTES,
    WEIGHTED,
)

RUN, BEST_RUN, BEST_ERRORS, CHECKED = range(4)
"""What the pocket counts."""

LARGE_BATCH = 16
"""From so many samples on it is worth while to look at all of them together."""


def pull(z: float, y: float, xx: float, h: Any) -> float:
    """Stand in for the learner's rule."""
    raise NotImplementedError


def decay(eta: float, h: Any) -> float:
    """Stand in for the learner's regularisation."""
    raise NotImplementedError


def weight(block: Any, i: int, y: float) -> float:
    """Give how much a sample counts: its own weight times its class's."""
    both: float = block.sample_weights[i] * block.class_weights[int(y > 0.0)]
    return both


def each_sample(w: Any, combination: Any, block: Any, plan: Any, h: Any) -> None:
    """Learn from one sample at a time."""
    X, codes, marks = block.X, block.codes, block.marks
    positive, n = block.positive, block.steps_before
    memory, updates = combination.memory, combination.updates
    n_updates = combination.n_updates
    d = X.shape[1]
    for i in range(codes.size):
        n += 1
        y = 1.0 if codes[i] == positive else -1.0
        z = dot(w[d], w, X[i])
        if is_mistake(z, y, h):
            marks[i] |= MISTAKE
        c = pull(z, y, 1.0, h)
        # Whether a sample pulls does not hang on its length, which takes as long as
        # the score: it is computed only of those that do.
        if READS_LENGTH and c != 0.0:
            c = pull(z, y, square(plan.offset_input, X[i]), h)
        if WEIGHTED:
            c *= weight(block, i, y)
        if c != 0.0 or DECAYS:
            eta = rate(plan, n)
            keep = decay(eta, h)
            step = eta * c
            if add(w, keep, step, X, i, plan.offset_input):
                marks[i] |= UPDATE
                if VOTES and plan.combination == VOTED:
                    updates[n_updates[0], 0] = n
                    updates[n_updates[0], 1] = step
                    n_updates[0] += 1
            # What step n adds is in all weights but those after the n − 1 steps before
            # it: the mean is w less the sum of (n − 1)·change, over the steps.
            if AVERAGES and plan.combination == AVERAGED and not plan.decays:
                for j in range(d):
                    memory[j] += (n - 1) * step * X[i, j]
                memory[d] += (n - 1) * step * plan.offset_input
        if AVERAGES and plan.combination == AVERAGED and plan.decays:
            for j in range(d + 1):
                memory[j] += w[j]


def each_sample_of_the_plane(
    w: Any, combination: Any, block: Any, plan: Any, h: Any
) -> None:
    """Learn as `each_sample` does, for two terms, with the weights in registers."""
    X, codes, marks = block.X, block.codes, block.marks
    positive, n = block.positive, block.steps_before
    memory, updates = combination.memory, combination.updates
    n_updates = combination.n_updates
    flat = X.ravel()
    w1, w2, b = w[0], w[1], w[2]
    for i in range(codes.size):
        n += 1
        x1, x2 = flat[2 * i], flat[2 * i + 1]
        y = 1.0 if codes[i] == positive else -1.0
        z = b + w1 * x1 + w2 * x2
        # What learns from mistakes alone branches there in any case.
        if DECAYS:
            marks[i] |= MISTAKE * is_mistake(z, y, h)
        elif is_mistake(z, y, h):
            marks[i] |= MISTAKE
        c = pull(z, y, plan.offset_input + x1 * x1 + x2 * x2, h)
        if WEIGHTED:
            c *= weight(block, i, y)
        if c != 0.0 or DECAYS:
            eta = rate(plan, n)
            keep = decay(eta, h)
            step = eta * c
            before1, before2, before = w1, w2, b
            w1 = keep * w1 + step * x1
            w2 = keep * w2 + step * x2
            b += step * plan.offset_input
            if w1 != before1 or w2 != before2 or b != before:
                marks[i] |= UPDATE
                if VOTES and plan.combination == VOTED:
                    updates[n_updates[0], 0] = n
                    updates[n_updates[0], 1] = step
                    n_updates[0] += 1
            if AVERAGES and plan.combination == AVERAGED and not plan.decays:
                memory[0] += (n - 1) * step * x1
                memory[1] += (n - 1) * step * x2
                memory[2] += (n - 1) * step * plan.offset_input
        if AVERAGES and plan.combination == AVERAGED and plan.decays:
            memory[0] += w1
            memory[1] += w2
            memory[2] += b
    w[0], w[1], w[2] = w1, w2, b


def each_sample_with_a_pocket(
    w: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Learn one sample at a time; keep the best weights so far in the pocket.

    With the ratchet: weights that have survived longer than those in the pocket take
    their place if they are right on more samples (Gallant 1990).
    """
    X, codes, marks = block.X, block.codes, block.marks
    positive, n = block.positive, block.steps_before
    pocket, counts = combination.memory, combination.counts
    d = X.shape[1]
    for i in range(codes.size):
        n += 1
        y = 1.0 if codes[i] == positive else -1.0
        z = dot(w[d], w, X[i])
        if is_mistake(z, y, h):
            marks[i] |= MISTAKE
            c = pull(z, y, square(plan.offset_input, X[i]), h)
            if WEIGHTED:
                c *= weight(block, i, y)
            if add(w, 1.0, rate(plan, n) * c, X, i, plan.offset_input):
                marks[i] |= UPDATE
            counts[RUN] = 0
            counts[CHECKED] = 0
            continue
        counts[RUN] += 1
        if counts[RUN] > counts[BEST_RUN] and not counts[CHECKED]:
            counts[CHECKED] = 1
            errors = errors_of(
                w, samples, block.class_weights, positive, counts[BEST_ERRORS], h
            )
            if errors < counts[BEST_ERRORS]:
                counts[BEST_ERRORS] = errors
                counts[BEST_RUN] = counts[RUN]
                for j in range(d + 1):
                    pocket[j] = w[j]


def each_batch(w: Any, combination: Any, block: Any, plan: Any, h: Any) -> None:
    """Learn from `plan.batch` samples at a time, their pulls summed or averaged.

    A mean is over the samples, whatever their weights: over these it would be another
    in each batch, and no cost would be gone down.
    """
    marks, n = block.marks, block.steps_before
    memory = combination.memory
    d = block.X.shape[1]
    sums, before = np.empty((1, d + 1)), np.empty(d + 1)
    total = sums[0]
    most = min(plan.batch, SAMPLES_IN_CACHE)
    z, c = np.empty(most), np.empty(most)
    for start in range(0, marks.size, plan.batch):
        n += 1
        end = min(start + plan.batch, marks.size)
        total[:] = 0.0
        if end - start < LARGE_BATCH:
            add_pulls(total, w, block, start, end, plan, h)
        else:
            for first in range(start, end, SAMPLES_IN_CACHE):
                last = min(first + SAMPLES_IN_CACHE, end)
                add_pulls_together(total, z, c, w, block, first, last, plan, h)
        eta = rate(plan, n)
        keep = decay(eta, h)
        step = eta / float(end - start) if plan.mean else eta
        if AVERAGES:
            before[:] = w
        if add(w, keep, step, sums, 0, total[d]):
            marks[start] |= UPDATE
        if AVERAGES and plan.combination == AVERAGED:
            for j in range(d + 1):
                memory[j] += w[j] if plan.decays else (n - 1) * (w[j] - before[j])


def add_pulls(
    total: Any, w: Any, block: Any, first: int, last: int, plan: Any, h: Any
) -> None:
    """Add what each sample of a batch, or of a part of it, adds."""
    X, codes, marks = block.X, block.codes, block.marks
    d, positive = X.shape[1], block.positive
    for i in range(first, last):
        y = 1.0 if codes[i] == positive else -1.0
        z = dot(w[d], w, X[i])
        if is_mistake(z, y, h):
            marks[i] |= MISTAKE
        c = pull(z, y, 1.0, h)
        if READS_LENGTH and c != 0.0:
            c = pull(z, y, square(plan.offset_input, X[i]), h)
        if WEIGHTED:
            c *= weight(block, i, y)
        if c != 0.0:
            for j in range(d):
                total[j] += c * X[i, j]
            total[d] += c * plan.offset_input


def add_pulls_together(
    total: Any, z: Any, c: Any, w: Any, block: Any, first: int, last: int, plan: Any,
    h: Any,
) -> None:  # fmt: skip
    """Add the same of many samples; z and c are room for their scores and pulls.

    Scores and the rule have loops of their own, which become vector instructions. In
    small batches that is slower. Sums go in the same order, so both have the same bits.
    """
    X, codes, marks = block.X[first:last], block.codes[first:last], block.marks
    d, positive = X.shape[1], block.positive
    exact_scores(z, w, X)
    for i in range(codes.size):
        y = 1.0 if codes[i] == positive else -1.0
        c[i] = pull(z[i], y, 1.0, h)
    for i in range(codes.size):
        y = 1.0 if codes[i] == positive else -1.0
        marks[first + i] |= MISTAKE * is_mistake(z[i], y, h)
        if READS_LENGTH and c[i] != 0.0:
            c[i] = pull(z[i], y, square(plan.offset_input, X[i]), h)
        if WEIGHTED:
            c[i] *= weight(block, first + i, y)
    for i in range(codes.size):
        if c[i] != 0.0:
            for j in range(d):
                total[j] += c[i] * X[i, j]
            total[d] += c[i] * plan.offset_input
