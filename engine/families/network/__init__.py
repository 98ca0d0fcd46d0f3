"""Layers of units: multi-layer perceptrons, and networks set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.learners.family import Family

if TYPE_CHECKING:
    from engine.models.predictor import Predictor
    from engine.steps.formula_lines import FormulaLine
    from engine.steps.network_step import NetworkStep


class NetworkFamily(Family):
    """Units in layers; at the outputs a rule for all scores."""

    loops: ClassVar[tuple[str, ...]] = (
        "engine.training.loops.coupled_rule",
        "engine.training.loops.network",
    )
    entry: ClassVar = "layers"

    def model(self) -> type[Predictor]:
        """Give the class of its models."""
        from engine.models.network_model import NetworkModel

        return NetworkModel

    def why_no_row(self, n_outputs: int) -> str:
        """Say that there are units between."""
        return (
            "the weights are those of many units in layers: none of them makes the "
            "score alone"
        )

    def step(self, **run: Any) -> NetworkStep:
        """Explain what ran through the network in a step, forth and back."""
        from engine.steps.network_step import NetworkStep

        return NetworkStep(**run)

    def step_lines(self, step: Any, *, tabled: bool) -> list[FormulaLine]:
        """Write forward pass, mistake, δ, new weights and loss."""
        from engine.steps.network_formulas import network_lines

        return network_lines(step, tabled=tabled)


FAMILY = NetworkFamily()
