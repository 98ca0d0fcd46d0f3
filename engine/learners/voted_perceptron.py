"""The voted perceptron: all the weights gone through vote."""

from __future__ import annotations

from dataclasses import replace

from engine.learners.base import Learner
from engine.learners.knobs import TOLERANCE, learning_rate, stop_without_mistake
from engine.learners.perceptron import FORMULAS, Settings, loss, pull

LEARNER = Learner(
    name="voted-perceptron",
    title="Voted perceptron",
    line="Learn as the perceptron; all weights gone through vote on a class.",
    source="Y. Freund & R. Schapire, Large margin classification using the perceptron "
    "algorithm, Machine Learning 37 (1999)",
    hyperparameters=(*learning_rate(1.0), TOLERANCE, stop_without_mistake(True)),
    formulas=replace(
        FORMULAS,
        words="used: sign Σᵢ cᵢ·sign(wᵢ·x + bᵢ), cᵢ the samples that wᵢ survived",
    ),
    settings=Settings,
    pull=pull,
    loss=loss,
    combination="voted",
)
