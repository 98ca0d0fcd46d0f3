"""The perceptron criterion: follow its gradient over a batch."""

from __future__ import annotations

from typing import NamedTuple

from engine.learners.base import (
    TOLERANCE,
    Learner,
    batch_size,
    learning_rate,
    stop_without_mistake,
)


class Settings(NamedTuple):
    """What the rule reads."""

    tolerance: float


def pull(z: float, y: float, xx: float, h: Settings) -> float:
    """Sum over the batch's mistakes:  w ← w + η·Σ y·x,  b ← b + η·Σ y."""
    return y if y * z <= h.tolerance else 0.0


def loss(z: float, y: float, h: Settings) -> float:
    """Perceptron criterion max(0, −y·z), summed."""
    return max(0.0, -y * z)


LEARNER = Learner(
    name="perceptron-criterion",
    title="Perceptron criterion",
    line="Move the weights down the gradient of Σ max(0, −y·z).",
    rule="on each batch, over its mistakes:  w ← w + η·Σ y·x,  b ← b + η·Σ y",
    source="R. Duda & P. Hart, Pattern Classification and Scene Analysis (1973)",
    hyperparameters=(
        *learning_rate(0.1),
        batch_size(0),
        TOLERANCE,
        stop_without_mistake(True),
    ),
    settings=Settings,
    pull=pull,
    loss=loss,
)
