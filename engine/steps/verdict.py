"""What a step comes to, in one short sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from engine.steps.explained_step import ExplainedStep


class StepVerdict(NamedTuple):
    """Whether the step's samples were right, and why not.

    Attributes
    ----------
    text : str
    tone : {"mistake", "good"}
    """

    text: str
    tone: Literal["mistake", "good"]


def verdict(step: ExplainedStep) -> StepVerdict:
    """Say whether the samples of a step were right before it, and what followed.

    Parameters
    ----------
    step : ExplainedStep
    """
    wrong = step.mistake
    if step.batch:
        count = int(wrong.sum())
        text = f"{count:,} of {len(wrong):,} in this batch wrong"
        return StepVerdict(text, "mistake" if count else "good")
    if not wrong[0]:
        follows = "the weights still move" if step.frame.update else "no change"
        return StepVerdict(f"Right: {follows}", "good")
    return StepVerdict(f"Mistake: {_why(step)}", "mistake")


def _why(step: ExplainedStep) -> str:
    """Say where the sample lies, or for what it is taken."""
    names, own = step.data.class_names, int(step.data.y[step.frame.rows[0]])
    scores = np.array([float(output.scores[0]) for output in step.outputs])
    if len(scores) > 1:
        highest = int(step.outputs[int(scores.argmax())].code)
        if highest == own or np.count_nonzero(scores == scores.max()) > 1:
            return f"{names[own]} is not alone ahead"
        return f"{names[own]} is taken for {names[highest]}"
    margin = float(step.outputs[0].y[0]) * float(scores[0])
    if margin > 0:
        return f"{names[own]} lies too near the boundary"
    if margin == 0:
        return f"{names[own]} lies on the boundary"
    other = next(name for code, name in enumerate(names) if code != own)
    return f"{names[own]} lies on {other}’s side"
