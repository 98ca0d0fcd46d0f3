"""The run: epochs of passes, their measures, and the reasons to end."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.training.loops.measures import (
    combined,
    penalised,
    too_large,
)
from engine.training.loops.shuffle import gather, shuffle
from engine.training.loops.structures import (
    DECAYS,
    DIVERGED,
    EPOCH_MISTAKES,
    ERRORS,
    MADE,
    MISTAKE,
    MISTAKES,
    ON_TARGET,
    RUNNING,
    SAMPLES_IN_CACHE,
    SETTLED,
    SQUARES,
    STEP,
    UPDATES,
    VALIDATION_ERRORS,
    VOTED,
    WEIGHTED,
    WITHOUT_MISTAKE,
    Block,
    Span,
)


def learn(
    parameters: Any, combination: Any, block: Any, samples: Any, plan: Any, h: Any
) -> None:
    """Stand in for how the learner changes its parameters by a block of samples."""
    raise NotImplementedError


def evaluate(
    parameters: Any, kept: Any, X: Any, codes: Any, sample_weights: Any,
    class_weights: Any, h: Any,
) -> tuple[float, float]:  # fmt: skip
    """Stand in for how the learner's errors are counted and its losses summed.

    `kept` is what a learner keeps besides its parameters, of samples to learn from.
    """
    raise NotImplementedError


def one_pass(state: Any, samples: Any, at: Any, marks: Any, plan: Any, h: Any) -> None:
    """Let the learner see positions of an epoch, a block of them at a time."""
    size = max(1, SAMPLES_IN_CACHE // plan.batch) * plan.batch
    room = min(size, at.last - at.first) if plan.reordered else 0
    gathered, classes = np.empty((room, samples.X.shape[1])), np.empty(room, np.uint8)
    gathered_weights = np.empty(room if WEIGHTED else 0)
    for first in range(at.first, at.last, size):
        last = min(first + size, at.last)
        X, codes = samples.X[first:last], samples.codes[first:last]
        sample_weights = samples.sample_weights
        if WEIGHTED:
            sample_weights = sample_weights[first:last]
        if plan.reordered:
            X, codes = gathered[: last - first], classes[: last - first]
            sample_weights = gathered_weights[: last - first]
            gather(X, codes, sample_weights, samples, first)
        n = at.steps_before + (first - at.first) // plan.batch
        block = Block(X, codes, sample_weights, marks[first:last], n)
        learn(state.parameters, state.combination, block, samples, plan, h)


def next_span(step: int, until: int, n: int, plan: Any) -> Any:
    """Give the positions from here to step `until`, or to the end of the epoch."""
    per_epoch = (n + plan.batch - 1) // plan.batch
    begin = step % per_epoch
    end = min(per_epoch, begin + until - step)
    return Span(begin * plan.batch, min(end * plan.batch, n), step + plan.steps_before)


def count(tally: Any, marks: Any, at: Any, batch: int) -> None:
    """Add what the marks of a pass say to the tally."""
    mistakes = 0
    updates = 0
    for mark in marks[at.first : at.last]:
        mistakes += int(mark & MISTAKE)
        updates += int(mark >> 1)
    tally[STEP] += (at.last - at.first + batch - 1) // batch
    tally[UPDATES] += updates
    tally[MISTAKES] += mistakes
    tally[EPOCH_MISTAKES] = mistakes + (tally[EPOCH_MISTAKES] if at.first else 0)


def end_of_epoch(
    state: Any, samples: Any, held_out: Any, record: Any, plan: Any, h: Any, epoch: int
) -> int:
    """Write down the epoch's measures, if asked, and look whether the run is over."""
    parameters, combination, former, tally = state
    log, losses = record.log, record.losses
    if too_large(parameters):
        return DIVERGED
    measured = epoch < log.shape[0]
    if measured:
        n = tally[STEP] + plan.steps_before
        model = combined(parameters, combination.memory, plan, n)
        log[epoch, MADE] = tally[EPOCH_MISTAKES]
        by_class = samples.class_weights
        log[epoch, ERRORS], losses[epoch, 0] = evaluate(
            model, combination.memory, samples.X, samples.codes,
            samples.sample_weights, by_class, h,
        )  # fmt: skip
        for i in range(2):
            X, codes, sample_weights = held_out[i]
            log[epoch, VALIDATION_ERRORS + i] = losses[epoch, 1 + i] = 0.0
            if codes.size:
                log[epoch, VALIDATION_ERRORS + i], losses[epoch, 1 + i] = evaluate(
                    model, combination.memory[:0], X, codes, sample_weights, by_class, h
                )
        if DECAYS:
            losses[epoch, SQUARES] = penalised(model, by_class, samples.X, h)
    if plan.stop_without_mistake and tally[EPOCH_MISTAKES] == 0:
        return WITHOUT_MISTAKE
    counted = measured and plan.combination != VOTED
    if counted and log[epoch, ERRORS] <= plan.target_error * plan.total:
        return ON_TARGET
    if settled(parameters, former, plan):
        return SETTLED
    return RUNNING


def settled(parameters: Any, former: Any, plan: Any) -> bool:
    """Tell whether they moved too little since the epoch before, if asked."""
    if plan.least_change < 0.0:
        return False
    moved = 0.0
    for j in range(parameters.size):
        change = parameters[j] - former[j]
        moved += change * change
        former[j] = parameters[j]
    still: bool = moved < plan.least_change * plan.least_change
    return still


def run(
    state: Any, samples: Any, held_out: Any, record: Any, plan: Any, h: Any,
    until: int, recording: bool,
) -> int:  # fmt: skip
    """Go on from a state to step `until`, changing it.

    Parameters
    ----------
    state : RunState
    samples : TrainingSamples
    held_out : two LabelledSamples, to validate and to test with
    record : RunRecord
    plan : Plan
    h : the learner's settings
    until : step to stop at
    recording : at each epoch's end write the log and look whether the run is over

    Returns
    -------
    int
        RUNNING, or why the run is over.
    """
    n, tally, marks = samples.X.shape[0], state.tally, record.marks
    while tally[STEP] < until:
        epoch = tally[STEP] // ((n + plan.batch - 1) // plan.batch)
        if plan.shuffled and record.order_epoch[0] != epoch:
            shuffle(samples.order, plan.seed, epoch + plan.epochs_before)
            record.order_epoch[0] = epoch
        at = next_span(tally[STEP], until, n, plan)
        marks[at.first : at.last] = 0
        one_pass(state, samples, at, marks, plan, h)
        count(tally, marks, at, plan.batch)
        if recording and at.last == n:
            ending = end_of_epoch(state, samples, held_out, record, plan, h, epoch)
            if ending != RUNNING:
                return ending
    return RUNNING
