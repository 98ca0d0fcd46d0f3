"""Adaline: follow the gradient of the squared error of the score itself."""

from __future__ import annotations

from engine.learners.learner import Learner
from engine.learners.linear_svm import SHRINKING, RegularisedSettings, decay
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import (
    AVERAGED,
    batch_size,
    learning_rate,
    stop_without_mistake,
    strength,
)


def pull(z: float, y: float, xx: float, h: RegularisedSettings) -> float:
    """Follow w ← w + η·Σ (y − z)·x,  b ← b + η·Σ (y − z): a sum, not a mean."""
    return y - z


def loss(z: float, y: float, h: RegularisedSettings) -> float:
    """Half the squared error: J(w) = ½ Σ (y − z)², with λ λ/2·‖w‖² for each step."""
    return 0.5 * (y - z) ** 2


def safe_rate(curvature: float, h: RegularisedSettings) -> tuple[str, float]:
    """Give η below which no step makes the error along any direction larger."""
    return "2/λmax", 2.0 / curvature


LEARNER = Learner(
    name="adaline",
    title="Adaline",
    line="Move the weights down the gradient of the squared error.",
    source="B. Widrow & M. Hoff, Adaptive switching circuits, IRE WESCON (1960)",
    heading="Gradient learners",
    hyperparameters=(
        *learning_rate(0.01),
        strength(0.0, low=0.0, beside="the loss of a step"),
        batch_size(1),
        AVERAGED,
        stop_without_mistake(default=False),
    ),
    formulas=Formulas(
        pull="(y - z)",
        decay=SHRINKING,
        symbols=((r"\lambda", "strength"),),
        cost=r"\tfrac{1}{2}\,\sum (y - z)^2",
    ),
    settings=RegularisedSettings,
    pull=pull,
    loss=loss,
    decay=decay,
    safe_rate=safe_rate,
    nearest=NearestEstimator(
        "SGDClassifier",
        loss="squared_error",
        seldom="An error above 10¹² it takes as 10¹².",
    ),
)
