"""How a kernel perceptron learns, as a textbook writes it, in LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.learners.rule_formulas import ON_MISTAKE, Condition, Formulas

KERNELS = (
    r"K(u, v) = e^{-\gamma\,\lVert u - v\rVert^2}",
    r"K(u, v) = (u \cdot v + c)^d",
    r"K(u, v) = u \cdot v",
)
"""By the setting `kernel`."""


@dataclass(frozen=True)
class KernelFormulas(Formulas):
    """The score as a sum over the mistakes, and how one is counted."""

    condition: Condition | None = ON_MISTAKE
    cost: str = r"\sum \max(0, -y\,z)"

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Write score, kernel, and what a mistake does."""
        plus = " + b" if offset else ""
        kernel = getattr(settings, "kernel", None)
        return (
            rf"z = \sum \alpha_i\,y_i\,K(x_i, x){plus}",
            *(KERNELS if kernel is None else (KERNELS[int(kernel)],)),
            r"\alpha_i \leftarrow \alpha_i + 1",
            *((r"b \leftarrow b + y_i",) if offset else ()),
            *self._condition(settings, summed=False),
        )
