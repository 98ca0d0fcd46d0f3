"""The pocket perceptron: keep the best weights so far."""

from __future__ import annotations

from engine.learners.base import Learner
from engine.learners.knobs import TOLERANCE, learning_rate, stop_without_mistake
from engine.learners.perceptron import Settings, loss, pull

LEARNER = Learner(
    name="pocket-perceptron",
    title="Pocket perceptron",
    line="Learn as the perceptron, keep the weights with the fewest errors.",
    rule="on a mistake (y·z ≤ 0):  w ← w + η·y·x,  b ← b + η·y;  "
    "used: the best w so far",
    source="S. Gallant, Perceptron-based learning algorithms, IEEE Transactions on "
    "Neural Networks 1 (1990)",
    hyperparameters=(*learning_rate(1.0), TOLERANCE, stop_without_mistake(True)),
    settings=Settings,
    pull=pull,
    loss=loss,
    combination="pocket",
)
