"""How a network learns, as a textbook writes it, in LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.learners.rule_formulas import Formulas


@dataclass(frozen=True)
class NetworkFormulas(Formulas):
    """Forward pass, what is passed back, and the step; x is the first a."""

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Write forward pass, δ of outputs and hidden units, and the update."""
        plus = " + b" if offset else ""
        momentum = not hasattr(settings, "momentum") or settings.momentum > 0.0
        return (
            rf"z = w \cdot a{plus},\; a = f(z)",
            r"p = e^z / \sum e^z",
            r"\delta = t - p \text{ at the outputs}",
            r"\delta = f'(z)\,\sum w\,\delta \text{ of the next layer}",
            *self.update_lines(scale=scale, shrinks=shrinks, momentum=momentum),
            *((rf"b \leftarrow b + {scale}\delta",) if offset and not momentum else ()),
        )

    def update_lines(
        self, *, scale: str, shrinks: bool, momentum: bool
    ) -> tuple[str, ...]:
        """Write how a step changes a weight; with momentum by way of v."""
        step = rf"{scale}\delta\,a"
        penalty = r" - \eta\,\lambda\,w" if shrinks else ""
        if not momentum:
            return (rf"w \leftarrow w + {step}{penalty}",)
        return (rf"v \leftarrow \mu\,v + {step}{penalty}", r"w \leftarrow w + v")
