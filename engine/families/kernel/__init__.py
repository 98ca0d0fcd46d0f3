"""Samples that count, each with its kernel: kernel perceptrons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.learners.family import Family

if TYPE_CHECKING:
    from engine.families.kernel.step import KernelStep
    from engine.models.predictor import Predictor
    from engine.steps.formula_lines import FormulaLine


class KernelFamily(Family):
    """In the place of weights, how often each sample was a mistake."""

    loops: ClassVar[tuple[str, ...]] = ("engine.families.kernel.loops",)
    entry: ClassVar = "kernel"
    is_printed: ClassVar = True

    def model(self) -> type[Predictor]:
        """Give the class of its models."""
        from engine.families.kernel.model import KernelModel

        return KernelModel

    def why_no_row(self, n_outputs: int) -> str:
        """Say what is in the place of weights."""
        return "there are no weights: the model is how often each sample was a mistake"

    def step(self, **run: Any) -> KernelStep:
        """Explain which mistakes make a score, and what a step counts."""
        from engine.families.kernel.step import KernelOutput, KernelStep
        from engine.steps.explained_step import outputs_of

        return KernelStep(outputs=outputs_of(KernelOutput, run), **run)

    def step_lines(self, step: Any, *, tabled: bool) -> list[FormulaLine]:
        """Write the sum over the mistakes, the condition and what is counted."""
        from engine.families.kernel.formulas import kernel_lines

        return kernel_lines(step, tabled=tabled)


FAMILY = KernelFamily()
