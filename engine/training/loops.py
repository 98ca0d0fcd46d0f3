"""The loops of a run, in the subset of Python that numba compiles.

`pull`, `loss` and `decay` are the learner's own; `engine.training.compiler` puts them
in place of the stand-ins below and compiles the rest around them. A position is a
place in the epoch's order, a row a place in the data.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

STEP, UPDATES, MISTAKES, EPOCH_MISTAKES = range(4)
"""What the entries of a tally count, from the start of the run or of the epoch."""

MISTAKE, UPDATE = 1, 2
"""Bits of a position's mark."""

RUNNING, CONVERGED, DIVERGED = range(3)
"""How `run` came back."""

TOO_LARGE = 1e100


class Plan(NamedTuple):
    """What the loops read of the recipe.

    `one` is what the offset is multiplied by: 1, or 0 for a boundary through the
    origin, so that the offset is one more weight that stays 0.
    """

    batch: int
    shuffled: bool
    seed: int
    eta: float
    one: float
    stop_without_mistake: bool


def pull(z: float, y: float, xx: float, h: Any) -> float:
    """Stand in for the learner's rule."""
    raise NotImplementedError


def loss(z: float, y: float, h: Any) -> float:
    """Stand in for the learner's loss."""
    raise NotImplementedError


def decay(eta: float, h: Any) -> float:
    """Stand in for the learner's regularisation."""
    raise NotImplementedError


def shuffle(order: Any, seed: int, epoch: int) -> None:
    """Fill `order` with the permutation of (seed, epoch): Fisher & Yates (1938).

    The random numbers are SplitMix64's (Steele, Lea & Flood 2014).
    """
    golden = np.uint64(0x9E3779B97F4A7C15)
    state = np.uint64(seed) * np.uint64(0xD1B54A32D192ED03) + np.uint64(epoch)
    for j in range(order.size):
        order[j] = j
    for j in range(order.size - 1, 0, -1):
        state += golden
        r = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        r = (r ^ (r >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        r ^= r >> np.uint64(31)
        i = np.int64(((r >> np.uint64(32)) * np.uint64(j + 1)) >> np.uint64(32))
        order[i], order[j] = order[j], order[i]


def each_sample(
    w: Any,
    X: Any,
    codes: Any,
    positive: int,
    order: Any,
    first: int,
    last: int,
    plan: Plan,
    h: Any,
    marks: Any,
) -> None:
    """Learn from one sample at a time."""
    d = X.shape[1]
    for position in range(first, last):
        i = order[position] if plan.shuffled else position
        y = 1.0 if codes[i] == positive else -1.0
        z = w[d]
        xx = plan.one
        for j in range(d):
            z += w[j] * X[i, j]
            xx += X[i, j] * X[i, j]
        if y * z <= h.tolerance:
            marks[position] |= MISTAKE
        keep = decay(plan.eta, h)
        step = plan.eta * pull(z, y, xx, h)
        if step != 0.0 or keep != 1.0:
            changed = False
            for j in range(d):
                before = w[j]
                w[j] = keep * before + step * X[i, j]
                changed |= w[j] != before
            before = w[d]
            w[d] = before + step * plan.one
            if changed or w[d] != before:
                marks[position] |= UPDATE


def each_sample_of_the_plane(
    w: Any,
    X: Any,
    codes: Any,
    positive: int,
    order: Any,
    first: int,
    last: int,
    plan: Plan,
    h: Any,
    marks: Any,
) -> None:
    """Learn as `each_sample` does, for two terms, with the weights in registers."""
    flat = X.ravel()
    w1, w2, b = w[0], w[1], w[2]
    for position in range(first, last):
        i = order[position] if plan.shuffled else position
        x1, x2 = flat[2 * i], flat[2 * i + 1]
        y = 1.0 if codes[i] == positive else -1.0
        z = b + w1 * x1 + w2 * x2
        if y * z <= h.tolerance:
            marks[position] |= MISTAKE
        keep = decay(plan.eta, h)
        step = plan.eta * pull(z, y, plan.one + x1 * x1 + x2 * x2, h)
        if step != 0.0 or keep != 1.0:
            before1, before2, before = w1, w2, b
            w1 = keep * w1 + step * x1
            w2 = keep * w2 + step * x2
            b += step * plan.one
            if w1 != before1 or w2 != before2 or b != before:
                marks[position] |= UPDATE
    w[0], w[1], w[2] = w1, w2, b


def each_batch(
    w: Any,
    X: Any,
    codes: Any,
    positive: int,
    order: Any,
    first: int,
    last: int,
    plan: Plan,
    h: Any,
    marks: Any,
) -> None:
    """Learn from `plan.batch` samples at a time, their pulls summed."""
    d = X.shape[1]
    total = np.empty(d + 1)
    for start in range(first, last, plan.batch):
        total[:] = 0.0
        for position in range(start, min(start + plan.batch, last)):
            i = order[position] if plan.shuffled else position
            y = 1.0 if codes[i] == positive else -1.0
            z = w[d]
            xx = plan.one
            for j in range(d):
                z += w[j] * X[i, j]
                xx += X[i, j] * X[i, j]
            if y * z <= h.tolerance:
                marks[position] |= MISTAKE
            c = pull(z, y, xx, h)
            for j in range(d):
                total[j] += c * X[i, j]
            total[d] += c * plan.one
        keep = decay(plan.eta, h)
        for j in range(d + 1):
            before = w[j]
            w[j] = (before * keep if j < d else before) + plan.eta * total[j]
            if w[j] != before:
                marks[start] |= UPDATE


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
    return not (np.abs(weights) <= TOO_LARGE).all()


def run(
    weights: Any,
    tally: Any,
    X: Any,
    codes: Any,
    order: Any,
    held: Any,
    marks: Any,
    log: Any,
    losses: Any,
    plan: Plan,
    h: Any,
    until: int,
    recording: bool,
) -> int:
    """Go on from the state (weights, tally) to step `until`, changing it in place.

    Parameters
    ----------
    weights : (n_outputs, d + 1), the offset last
    tally : (4,) int64
    X : (n, d)
    codes : (n,) class indices
    order : (n,) scratch for the epoch's order; `held`, (1,), the epoch it holds
    marks : (n,) uint8, the marks of the last epoch visited
    log : (epochs, 2) int64, mistakes and errors; `losses` (epochs,)
    plan : Plan
    h : the learner's settings
    until : step to stop at
    recording : write the log and look whether the run is over

    Returns
    -------
    int
        RUNNING, CONVERGED or DIVERGED.
    """
    n = X.shape[0]
    batch = plan.batch
    per_epoch = (n + batch - 1) // batch
    while tally[STEP] < until:
        epoch = tally[STEP] // per_epoch
        begin = tally[STEP] - epoch * per_epoch
        end = min(per_epoch, begin + until - tally[STEP])
        if plan.shuffled and held[0] != epoch:
            shuffle(order, plan.seed, epoch)
            held[0] = epoch
        first, last = begin * batch, min(end * batch, n)
        marks[first:last] = 0
        for k in range(weights.shape[0]):
            w = weights[k]
            positive = 1 if weights.shape[0] == 1 else k
            if batch > 1:
                each_batch(w, X, codes, positive, order, first, last, plan, h, marks)
            elif X.shape[1] == 2:
                each_sample_of_the_plane(
                    w, X, codes, positive, order, first, last, plan, h, marks
                )
            else:
                each_sample(w, X, codes, positive, order, first, last, plan, h, marks)
        mistakes = 0
        updates = 0
        for position in range(first, last):
            mistakes += marks[position] & MISTAKE
            updates += marks[position] >> 1
        tally[STEP] += end - begin
        tally[UPDATES] += updates
        tally[MISTAKES] += mistakes
        tally[EPOCH_MISTAKES] = mistakes + (tally[EPOCH_MISTAKES] if begin else 0)
        if end == per_epoch and recording:
            if too_large(weights):
                return DIVERGED
            log[epoch, 0] = tally[EPOCH_MISTAKES]
            log[epoch, 1], losses[epoch] = evaluate(weights, X, codes, h)
            if plan.stop_without_mistake and tally[EPOCH_MISTAKES] == 0:
                return CONVERGED
    return RUNNING
