"""What a step comes to, in one short sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.numbers import with_power as number

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

    What was wrong is told as past: picture and counts are of after the step.

    Parameters
    ----------
    step : ExplainedStep
    """
    wrong = step.mistake
    if step.batch:
        count = int(wrong.sum())
        text = f"{count:,} of {len(wrong):,} in this batch were wrong"
        return StepVerdict(text, "mistake" if count else "good")
    if not wrong[0]:
        follows = "the weights still move" if step.frame.update else "no change"
        return StepVerdict(f"Right: {follows}", "good")
    return StepVerdict(f"Mistake: {_why(step)}", "mistake")


def _why(step: ExplainedStep) -> str:
    """Say where the sample lay, or for what it was taken."""
    names, own = step.data.class_names, int(step.data.y[step.frame.rows[0]])
    if len(step.outputs) > 1:
        return _why_of_several(step, own)
    margin = float(step.outputs[0].y[0]) * float(step.outputs[0].scores[0])
    if margin > 0:
        return f"{names[own]} lay too near the boundary"
    if margin == 0:
        return f"{names[own]} lay on the boundary"
    other = next(name for code, name in enumerate(names) if code != own)
    return f"{names[own]} lay on {other}’s side"


def _why_of_several(step: ExplainedStep, own: int) -> str:
    """Compare the scores; where the own is the highest, a class alone is wrong."""
    names = step.data.class_names
    scores = {output.code: float(output.scores[0]) for output in step.outputs}
    most = max(scores.values())
    if scores[own] < most:
        highest = next(code for code, score in scores.items() if score == most)
        return f"{names[own]} was taken for {names[highest]}"
    if [*scores.values()].count(most) > 1:
        return f"{names[own]} shared the highest score"
    wrong = next(output.code for output in step.outputs if output.mistake[0])
    limit = step.settings.tolerance
    if wrong == own:
        return f"{names[own]}’s score was not above {number(limit)}"
    return f"{names[wrong]}’s score was not below {number(-limit)}"
