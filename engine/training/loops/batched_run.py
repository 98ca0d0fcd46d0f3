"""Runs side by side: many weight vectors learn from the same samples in turn.

A run waits most of its time for the step before, which has to be through; the steps of
others, of which none waits for another, fill that time. Arrays have a column for each
output of each run, so that the processor takes several at once, and all runs come, to
the bit, to where each would come alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.learners.learner import is_mistake
from engine.training.loops.measures import too_large
from engine.training.loops.passes import decay, pull
from engine.training.loops.rate_schedule import CONSTANT, rate
from engine.training.loops.run import settled
from engine.training.loops.scores import IN_ORDER, square
from engine.training.loops.shuffle import shuffle
from engine.training.loops.structures import (
    AVERAGED,
    AVERAGES,
    DIVERGED,
    RUNNING,
    SETTLED,
    WEIGHTED,
    WITHOUT_MISTAKE,
    Span,
)


def score_batched(z: Any, parts: Any, weights: Any, x: Any) -> None:
    """Fill z with each column's score of x, its terms added in the order of `dot`.

    `parts` is room for the four sums of many terms.
    """
    d = x.size
    for k in range(z.size):
        z[k] = weights[d, k]
    fours = d - d % 4 if d > IN_ORDER else 0
    if fours:
        parts[:] = 0.0
    for j in range(d):
        total = parts[j % 4] if j < fours else z
        for k in range(z.size):
            total[k] += weights[j, k] * x[j]
    if fours:
        for k in range(z.size):
            z[k] += (parts[0, k] + parts[1, k]) + (parts[2, k] + parts[3, k])


def pass_batched(runs: Any, samples: Any, at: Any, plan: Any) -> None:
    """Let every column learn from one sample at a time, as `each_sample` does."""
    weights, memory, mistakes, positive, class_weights, schedules, settings = runs
    count, d = weights.shape[1], weights.shape[0] - 1
    z, eta = np.empty(count), np.empty(count)
    keep, step = np.empty(count), np.empty(count)
    parts = np.empty((4, count))
    n = at.steps_before
    rates_vary = False
    for k in range(count):
        rates_vary |= schedules[k].schedule != CONSTANT
        eta[k] = rate(schedules[k], n + 1)
        keep[k] = decay(eta[k], settings[k])
    for p in range(at.first, at.last):
        n += 1
        i = samples.order[p]
        x, code = samples.X[i], samples.codes[i]
        xx = square(plan.offset_input, x)
        score_batched(z, parts, weights, x)
        if rates_vary:
            for k in range(count):
                eta[k] = rate(schedules[k], n)
                keep[k] = decay(eta[k], settings[k])
        for k in range(count):
            y = 1.0 if code == positive[k] else -1.0
            h = settings[k]
            mistakes[k] += is_mistake(z[k], y, h)
            c = pull(z[k], y, xx, h)
            if WEIGHTED:
                c *= samples.sample_weights[i] * class_weights[int(y > 0.0), k]
            step[k] = eta[k] * c
            weights[d, k] += step[k] * plan.offset_input
        for j in range(d):
            for k in range(count):
                weights[j, k] = keep[k] * weights[j, k] + step[k] * x[j]
        if AVERAGES and plan.combination == AVERAGED:
            for j in range(d + 1):
                term = x[j] if j < d else plan.offset_input
                for k in range(count):
                    part = (n - 1) * step[k] * term
                    memory[j, k] += weights[j, k] if plan.decays else part


def end_of_batched_epoch(runs: Any, former: Any, endings: Any, plan: Any) -> bool:
    """Fill in which runs are over at the end of an epoch; tell whether any is."""
    outputs = former.shape[1]
    over = False
    for r in range(endings.size):
        first, last = r * outputs, (r + 1) * outputs
        # A copy that is in order, run by run.
        weights = runs.weights.T[first:last].copy().ravel()
        mistakes = 0
        for k in range(first, last):
            mistakes += runs.mistakes[k]
            runs.mistakes[k] = 0
        if too_large(weights):
            endings[r] = DIVERGED
        elif plan.stop_without_mistake and mistakes == 0:
            endings[r] = WITHOUT_MISTAKE
        elif settled(weights, former[r].ravel(), plan):
            endings[r] = SETTLED
        over |= endings[r] != RUNNING
    return over


def run_batched(
    runs: Any, former: Any, endings: Any, samples: Any, order_epoch: Any, plan: Any,
    step: int, until: int,
) -> int:  # fmt: skip
    """Go on from `step` to step `until`, or to the end of an epoch that ends a run.

    Parameters
    ----------
    runs : BatchedRuns
        The outputs of the first run, of the second, …
    former : (m, n_outputs, d + 1), the weights of each run an epoch before
    endings : (m,), to be filled: RUNNING, or why a run is over
    samples : Samples
    order_epoch : (1,), the epoch whose order `samples.order` holds
    plan : Plan
        Of all of them, but for the learning rate.
    step, until : int

    Returns
    -------
    int
        The step come to.
    """
    n = samples.X.shape[0]
    while step < until:
        epoch = step // n
        first = step - epoch * n
        last = min(n, first + until - step)
        if plan.shuffled and order_epoch[0] != epoch:
            shuffle(samples.order, plan.seed, epoch + plan.epochs_before)
            order_epoch[0] = epoch
        at = Span(first, last, step + plan.steps_before)
        pass_batched(runs, samples, at, plan)
        step += last - first
        if last == n and end_of_batched_epoch(runs, former, endings, plan):
            break
    return step
