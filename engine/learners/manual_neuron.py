"""The McCulloch–Pitts neuron: weights and threshold are set by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.hyperparameter import Hyperparameter
from engine.learners.latex import words
from engine.learners.learner import Learner, RuleSettings, is_mistake
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import MAP, TIE


def pull(z: float, y: float, xx: float, h: RuleSettings) -> float:
    """Add nothing: the neuron does not learn."""
    return 0.0


def loss(z: float, y: float, h: RuleSettings) -> float:
    """Count a mistake as 1: a sample on the wrong side, or on the boundary."""
    return 1.0 if is_mistake(z, y, h) else 0.0


@dataclass(frozen=True)
class NeuronFormulas(Formulas):
    """Where the neuron fires; there is no rule by which it learns."""

    def losses(self, settings: Any) -> str:
        """Write the mistakes, counted."""
        mistake = r"y\,z < 0 \text{ or } z = 0 > y" if settings.tie else r"y\,z \le 0"
        return rf"\sum [{mistake}]"

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Say where it fires."""
        above = "≥" if settings.tie else ">"
        score = "w·x + b" if offset else "w·x"
        return (words(f"nothing is learned: the neuron fires where {score} {above} 0"),)


LEARNER = Learner(
    name="manual-neuron",
    title="Manual neuron",
    line="Set weights and threshold yourself; the neuron fires where w·x > −b, or ≥.",
    source="W. McCulloch & W. Pitts, A logical calculus of the ideas immanent in "
    "nervous activity, Bulletin of Mathematical Biophysics 5 (1943)",
    heading="By hand",
    hyperparameters=(
        Hyperparameter(
            "start",
            "Weights",
            "start",
            default="zero",
            choices=("zero",),
            help="One row per output: a weight for each term, then the offset b, "
            "which is the negative threshold.",
            group="weights",
        ),
        TIE,
    ),
    formulas=NeuronFormulas(pull=""),
    pull=pull,
    loss=loss,
    # Weights are set in the units of the data, so nothing is standardised.
    common=tuple(
        parameter for parameter in MAP if parameter.name in ("offset", "squares")
    ),
)
