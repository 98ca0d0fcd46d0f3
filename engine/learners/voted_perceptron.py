"""The voted perceptron: all the weights gone through vote."""

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
    name="voted-perceptron",
    title="Voted perceptron",
    line="Learn as the perceptron; all weights gone through vote on a class.",
    source="Y. Freund & R. Schapire, Large margin classification using the perceptron "
    "algorithm, Machine Learning 37 (1999)",
    heading="Perceptrons",
    hyperparameters=(
        *learning_rate(1.0, more=DOUBLED),
        TOLERANCE,
        TIE,
        stop_without_mistake(default=True),
    ),
    formulas=replace(
        FORMULAS,
        words="used: sign Σᵢ cᵢ·sign(wᵢ·x + bᵢ), cᵢ the samples that wᵢ survived",
    ),
    pull=pull,
    loss=loss,
    combination="voted",
    nearest=NearestEstimator("SGDClassifier", loss="perceptron"),
)
