"""The voted perceptron: all the weights gone through vote."""

from __future__ import annotations

from engine.learners.base import Learner
from engine.learners.knobs import TOLERANCE, learning_rate, stop_without_mistake
from engine.learners.perceptron import Settings, loss, pull

LEARNER = Learner(
    name="voted-perceptron",
    title="Voted perceptron",
    line="Learn as the perceptron; all weights gone through vote on a class.",
    rule="on a mistake (y·z ≤ 0):  w ← w + η·y·x,  b ← b + η·y;  "
    "used: sign Σᵢ cᵢ·sign(wᵢ·x + bᵢ), cᵢ the samples that wᵢ survived",
    source="Y. Freund & R. Schapire, Large margin classification using the perceptron "
    "algorithm, Machine Learning 37 (1999)",
    hyperparameters=(*learning_rate(1.0), TOLERANCE, stop_without_mistake(True)),
    settings=Settings,
    pull=pull,
    loss=loss,
    combination="voted",
)
