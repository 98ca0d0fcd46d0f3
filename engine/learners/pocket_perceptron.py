"""The pocket perceptron: keep the best weights so far."""

from __future__ import annotations

from dataclasses import replace

from engine.learners.learner import Learner
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.perceptron import FORMULAS, loss, pull
from engine.learners.shared_hyperparameters import (
    DOUBLED,
    TIE,
    TOLERANCE,
    learning_rate,
    stop_without_mistake,
)

LEARNER = Learner(
    name="pocket-perceptron",
    title="Pocket perceptron",
    line="Learn as the perceptron, keep the weights with the fewest errors.",
    source="S. Gallant, Perceptron-based learning algorithms, IEEE Transactions on "
    "Neural Networks 1 (1990)",
    heading="Perceptrons",
    hyperparameters=(
        *learning_rate(1.0, more=DOUBLED),
        TOLERANCE,
        TIE,
        stop_without_mistake(default=True),
    ),
    formulas=replace(FORMULAS, words="used: the best w so far"),
    pull=pull,
    loss=loss,
    combination="pocket",
    nearest=NearestEstimator("SGDClassifier", loss="perceptron"),
)
