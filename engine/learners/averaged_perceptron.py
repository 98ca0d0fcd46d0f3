"""The averaged perceptron: use the mean of all the weights gone through."""

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
    name="averaged-perceptron",
    title="Averaged perceptron",
    line="Learn as the perceptron, use the mean of the weights after every sample.",
    source="Y. Freund & R. Schapire, Large margin classification using the perceptron "
    "algorithm, Machine Learning 37 (1999)",
    heading="Perceptrons",
    hyperparameters=(
        *learning_rate(1.0, more=DOUBLED),
        TOLERANCE,
        TIE,
        stop_without_mistake(default=True),
    ),
    formulas=replace(FORMULAS, words="used: the mean of all w"),
    pull=pull,
    loss=loss,
    combination="averaged",
    nearest=NearestEstimator("SGDClassifier", loss="perceptron"),
)
