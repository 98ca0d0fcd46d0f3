"""Layers of units: multi-layer perceptrons, and networks set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.learners.family import Family

if TYPE_CHECKING:
    from engine.families.network.step import NetworkStep
    from engine.models.predictor import Predictor
    from engine.steps.formula_lines import FormulaLine


class NetworkFamily(Family):
    """Units in layers; at the outputs a rule for all scores."""

    loops: ClassVar[tuple[str, ...]] = (
        "engine.families.coupled.loops",
        "engine.families.network.loops",
    )
    entry: ClassVar = "layers"
    is_printed: ClassVar = True

    def model(self) -> type[Predictor]:
        """Give the class of its models."""
        from engine.families.network.model import NetworkModel

        return NetworkModel

    def why_no_row(self, n_outputs: int) -> str:
        """Say that there are units between."""
        return (
            "the weights are those of many units in layers: none of them makes the "
            "score alone"
        )

    def step(self, **run: Any) -> NetworkStep:
        """Explain what ran through the network in a step, forth and back."""
        from engine.families.network.step import NetworkStep

        return NetworkStep(**run)

    def step_lines(self, step: Any, *, tabled: bool) -> list[FormulaLine]:
        """Write forward pass, mistake, δ, new weights and loss."""
        from engine.families.network.formulas import network_lines

        return network_lines(step, tabled=tabled)


FAMILY = NetworkFamily()
