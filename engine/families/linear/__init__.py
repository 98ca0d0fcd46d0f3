"""Rows of weights, one for each output, which learns by its own score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.learners.family import Family

if TYPE_CHECKING:
    from engine.models.predictor import Predictor
    from engine.steps.explained_step import Step
    from engine.steps.formula_lines import FormulaLine


class LinearFamily(Family):
    """Weights with which the terms are multiplied."""

    loops: ClassVar[tuple[str, ...]] = (
        "engine.families.linear.loops",
        "engine.training.loops.batched_run",
    )
    is_printed: ClassVar = True

    def model(self) -> type[Predictor]:
        """Give the class of its models."""
        from engine.families.linear.model import LinearModel

        return LinearModel

    def step(self, **run: Any) -> Step:
        """Explain a step, output by output."""
        from engine.steps.explained_step import OutputStep, Step, outputs_of

        return Step(outputs=outputs_of(OutputStep, run), **run)

    def step_lines(self, step: Any, *, tabled: bool) -> list[FormulaLine]:
        """Write score, condition, rule, update, margins and mean."""
        from engine.families.linear.formulas import linear_lines

        return linear_lines(step, tabled=tabled)


FAMILY = LinearFamily()
