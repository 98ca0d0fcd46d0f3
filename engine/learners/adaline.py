"""Adaline: follow the gradient of the squared error of the score itself."""

from __future__ import annotations

from engine.learners.learner import Learner, RuleSettings
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import (
    batch_size,
    learning_rate,
    stop_without_mistake,
)


def pull(z: float, y: float, xx: float, h: RuleSettings) -> float:
    """Follow w ← w + η·Σ (y − z)·x,  b ← b + η·Σ (y − z): a sum, not a mean."""
    return y - z


def loss(z: float, y: float, h: RuleSettings) -> float:
    """Half the squared error, J(w) = ½ Σ (y − z)²."""
    return 0.5 * (y - z) ** 2


def safe_rate(curvature: float, h: RuleSettings) -> tuple[str, float]:
    """Give η below which no step makes the error along any direction larger."""
    return "2/λmax", 2.0 / curvature


LEARNER = Learner(
    name="adaline",
    title="Adaline",
    line="Move the weights down the gradient of the squared error.",
    source="B. Widrow & M. Hoff, Adaptive switching circuits, IRE WESCON (1960)",
    hyperparameters=(
        *learning_rate(0.01),
        batch_size(1),
        stop_without_mistake(default=False),
    ),
    formulas=Formulas(pull="(y - z)"),
    pull=pull,
    loss=loss,
    safe_rate=safe_rate,
)
