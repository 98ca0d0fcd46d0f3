"""The multiclass perceptron: a mistake moves the right class and the wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import perceptron
from engine.learners.learner import Learner, RuleSettings
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import (
    AVERAGED,
    learning_rate,
    stop_without_mistake,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def highest_other(z: NDArray[np.float64], own: int) -> int:
    """Give the class, but for the own, whose score is highest; the first of equals."""
    rival = 1 if own == 0 else 0
    for k in range(z.size):
        if k != own and z[k] > z[rival]:
            rival = k
    return rival


def pull(
    z: NDArray[np.float64], own: int, c: NDArray[np.float64], h: RuleSettings
) -> None:
    """On a mistake add x to the own class and take it from the highest other one."""
    rival = highest_other(z, own)
    for k in range(z.size):
        c[k] = 0.0
    if not z[own] > z[rival]:
        c[own] = 1.0
        c[rival] = -1.0


def loss(z: NDArray[np.float64], own: int, h: RuleSettings) -> float:
    """Give by how much the highest other class is ahead of the own."""
    behind: float = max(0.0, z[highest_other(z, own)] - z[own])
    return behind


PERCEPTRONS = perceptron.pull, pull
"""The rules of which the perceptron theorem tells, the kernel perceptron's too."""

LEARNER = Learner(
    name="multiclass-perceptron",
    title="Multiclass perceptron",
    line="On a mistake move the right class's weights and the wrongly highest one's.",
    source="K. Crammer & Y. Singer, Ultraconservative online algorithms for multiclass "
    "problems, JMLR 3 (2003)",
    heading="Perceptrons",
    hyperparameters=(
        *learning_rate(1.0),
        AVERAGED,
        stop_without_mistake(default=True),
    ),
    formulas=Formulas(
        pull=r"(t - r)",
        words="on a mistake; t is 1 for the own class y, r for the highest other one",
        cost=r"\sum \max(0, z_r - z_y)",
    ),
    pull=pull,
    loss=loss,
    coupled=True,
    nearest=NearestEstimator("SGDClassifier", loss="perceptron"),
)
