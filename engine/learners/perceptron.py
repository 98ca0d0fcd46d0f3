"""The perceptron: on a mistake, add the sample to the weights."""

from __future__ import annotations

from typing import NamedTuple

from engine.learners.formulas import ON_MISTAKE, Formulas
from engine.learners.learner import Learner
from engine.learners.shared_hyperparameters import (
    TOLERANCE,
    learning_rate,
    stop_without_mistake,
)


class Settings(NamedTuple):
    """What the rule reads."""

    tolerance: float


def pull(z: float, y: float, xx: float, h: Settings) -> float:
    """Add on a mistake, y·z ≤ tolerance:  w ← w + η·y·x,  b ← b + η·y."""
    return y if y * z <= h.tolerance else 0.0


def loss(z: float, y: float, h: Settings) -> float:
    """Perceptron criterion: how far on the wrong side the score is."""
    return max(0.0, -y * z)


FORMULAS = Formulas(pull="y", condition=ON_MISTAKE)

LEARNER = Learner(
    name="perceptron",
    title="Perceptron",
    line="On a mistake, turn the weights towards the sample.",
    source="F. Rosenblatt, The perceptron, Psychological Review 65 (1958)",
    hyperparameters=(*learning_rate(1.0), TOLERANCE, stop_without_mistake(True)),
    formulas=FORMULAS,
    settings=Settings,
    pull=pull,
    loss=loss,
)
