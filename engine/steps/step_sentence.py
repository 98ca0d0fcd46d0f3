"""A step in one sentence, for those who hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.classes import is_plain, spoken_class
from engine.errors import excerpt
from engine.learners.latex import number, plain, vector
from engine.numbers import counted
from engine.steps.explained_step import as_read

if TYPE_CHECKING:
    from engine.steps.explained_step import ExplainedStep

MOST_NAMED = 3
"""Classes whose weights are told; where more changed, it is said how many."""


def step_sentence(step: ExplainedStep, last: int) -> str:
    """Tell which step it is, what it looked at, what it found and what it did.

    Parameters
    ----------
    step : ExplainedStep
    last : int
        The last step of the run.
    """
    frame = step.frame
    where = f"step {frame.step:,} of {last:,}, epoch {frame.epoch:,}"
    return f"{where}, {_verdict(step)}; {_change(step)}"


def _verdict(step: ExplainedStep) -> str:
    if step.batch:
        points = counted(len(step.X), "point")
        return f"a batch of {points}, {counted(int(step.mistake.sum()), 'mistake')}"
    row = int(step.frame.rows[0])
    label = step.data.class_names[step.data.y[row]]
    if is_plain(label):  # else one number would follow another
        label = spoken_class(label)
    name = excerpt(step.data.name_of(row))
    point = f"{label} point {row + 1:,}" + (f", {name}" if name else "")
    return f"{point}, {'a mistake' if step.frame.mistake else 'right'}"


def _change(step: ExplainedStep) -> str:
    frame = step.frame
    if not frame.update:
        return "no change"
    if not step.rule.family.is_linear:
        return "the weights change"
    if len(step.outputs) == 1:
        return _from_to(step, 0)
    rows = np.flatnonzero((frame.weights_before != frame.weights).any(axis=1)).tolist()
    if len(rows) > MOST_NAMED:
        return f"the weights of {len(rows)} classes change"
    names = [step.data.class_names[row] for row in rows]
    return "; ".join(
        f"{spoken_class(name) if is_plain(name) else name}: {_from_to(step, row)}"
        for name, row in zip(names, rows, strict=True)
    )


def _from_to(step: ExplainedStep, output: int) -> str:
    """Say what weights and offset were before, and are now."""
    frame = step.frame
    before, after = as_read(frame.weights_before[output], frame.weights[output])
    change = f"w from {vector(before[:-1])} to {vector(after[:-1])}"
    if step.problem.plan.offset_input:
        change += f", b from {number(before[-1])} to {number(after[-1])}"
    return plain(change)
