"""The perceptron: on a mistake, add the sample to the weights."""

from __future__ import annotations

from engine.learners.learner import Learner, RuleSettings, is_mistake
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import ON_MISTAKE, Formulas
from engine.learners.shared_hyperparameters import (
    DOUBLED,
    TIE,
    TOLERANCE,
    learning_rate,
    stop_without_mistake,
)


def pull(z: float, y: float, xx: float, h: RuleSettings) -> float:
    """Add on a mistake:  w ← w + η·y·x,  b ← b + η·y."""
    return y if is_mistake(z, y, h) else 0.0


def loss(z: float, y: float, h: RuleSettings) -> float:
    """Perceptron criterion: how far y·z is below the tolerance, as a rule 0.

    The rule is a step down its gradient for one sample (Duda, Hart & Stork, Pattern
    Classification, 2001, §5.5). Its least value, 0, is also that of w = 0.
    """
    return max(0.0, h.tolerance - y * z)


FORMULAS = Formulas(pull="y", condition=ON_MISTAKE, cost=r"\sum \max(0, -y\,z)")

LEARNER = Learner(
    name="perceptron",
    title="Perceptron",
    line="On a mistake, turn the weights towards the sample.",
    source="F. Rosenblatt, The perceptron, Psychological Review 65 (1958)",
    heading="Perceptrons",
    hyperparameters=(
        *learning_rate(1.0, more=DOUBLED),
        TOLERANCE,
        TIE,
        stop_without_mistake(default=True),
    ),
    formulas=FORMULAS,
    pull=pull,
    loss=loss,
    nearest=NearestEstimator("SGDClassifier", loss="perceptron"),
)
