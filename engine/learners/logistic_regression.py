"""Logistic regression: follow the gradient of the log loss."""

from __future__ import annotations

from engine.elementary import FAR, exp, softplus
from engine.learners.learner import Learner
from engine.learners.linear_svm import SHRINKING, RegularisedSettings, decay, safe_rate
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import (
    batch_size,
    learning_rate,
    stop_without_mistake,
    strength,
)


def pull(z: float, y: float, xx: float, h: RegularisedSettings) -> float:
    """Add y·x by the probability of the other class:  η·y·σ(−y·z)·x."""
    margin = y * z
    if abs(margin) > FAR:
        return y if margin < 0.0 else 0.0
    return y / (1.0 + exp(margin))


def loss(z: float, y: float, h: RegularisedSettings) -> float:
    """Log loss, log(1 + exp(−y·z))."""
    return softplus(-y * z)


LEARNER = Learner(
    name="logistic-regression",
    title="Logistic regression",
    line="Make the probability of every sample's own class large.",
    source="D. R. Cox, The regression analysis of binary sequences, JRSS B 20 (1958)",
    heading="Gradient learners",
    hyperparameters=(
        *learning_rate(0.1),
        strength(0.0, low=0.0),
        batch_size(1),
        stop_without_mistake(default=False),
    ),
    formulas=Formulas(
        pull=r"y\,\sigma(-y\,z)",
        where=r"\sigma(a) = \frac{1}{1 + e^{-a}}",
        decay=SHRINKING,
        symbols=((r"\lambda", "strength"),),
        cost=r"\sum \ln(1 + e^{-y\,z})",
    ),
    settings=RegularisedSettings,
    pull=pull,
    loss=loss,
    decay=decay,
    mean=True,
    has_probabilities=True,
    safe_rate=safe_rate,
    nearest=NearestEstimator("SGDClassifier", loss="log_loss"),
)
