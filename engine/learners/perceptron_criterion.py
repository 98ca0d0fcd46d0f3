"""The perceptron criterion: follow its gradient over a batch."""

from __future__ import annotations

from engine.learners.learner import Learner
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.perceptron import FORMULAS, loss, pull
from engine.learners.shared_hyperparameters import (
    DOUBLED,
    TIE,
    TOLERANCE,
    batch_size,
    learning_rate,
    stop_without_mistake,
)

LEARNER = Learner(
    name="perceptron-criterion",
    title="Perceptron criterion",
    line="Move the weights down the gradient of Σ max(0, −y·z).",
    source="R. Duda & P. Hart, Pattern Classification and Scene Analysis (1973)",
    heading="Gradient learners",
    hyperparameters=(
        *learning_rate(0.1, more=DOUBLED),
        batch_size(0),
        TOLERANCE,
        TIE,
        stop_without_mistake(default=True),
    ),
    formulas=FORMULAS,
    pull=pull,
    loss=loss,
    nearest=NearestEstimator("SGDClassifier", loss="perceptron"),
)
