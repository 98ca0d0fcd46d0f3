"""Softmax regression: logistic regression of several classes that learn together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.elementary import FAR, exp, log
from engine.learners.learner import Learner
from engine.learners.linear_svm import SHRINKING, RegularisedSettings, decay, safe_rate
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import (
    batch_size,
    learning_rate,
    stop_without_mistake,
    strength,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pull(
    z: NDArray[np.float64], own: int, c: NDArray[np.float64], h: RegularisedSettings
) -> None:
    """Add to the own class x less its probability:  η·(t − p)·x,  p = eᶻ / Σ eᶻ."""
    highest, total = z.max(), 0.0
    for k in range(z.size):
        c[k] = exp(max(z[k] - highest, -FAR))
        total += c[k]
    for k in range(z.size):
        c[k] = (1.0 if k == own else 0.0) - c[k] / total


def loss(z: NDArray[np.float64], own: int, h: RegularisedSettings) -> float:
    """Cross-entropy, −log p of the own class."""
    highest, total = z.max(), 0.0
    for k in range(z.size):
        total += exp(max(z[k] - highest, -FAR))
    surprise: float = log(total) + highest - z[own]
    return surprise


LEARNER = Learner(
    name="softmax-regression",
    title="Softmax regression",
    line="Make the probability of every sample's own class large, of all at once.",
    source="D. Böhning, Multinomial logistic regression algorithm, AISM 44 (1992)",
    heading="Gradient learners",
    hyperparameters=(
        *learning_rate(0.1),
        strength(0.0, low=0.0),
        batch_size(1),
        stop_without_mistake(default=False),
    ),
    formulas=Formulas(
        pull=r"(t - p)",
        where=r"p = e^z / \sum e^z",
        decay=SHRINKING,
        symbols=((r"\lambda", "strength"),),
        words="t is 1 for the own class y, else 0; the sum is over all classes",
        cost=r"\sum \ln(1 / p_y)",
    ),
    settings=RegularisedSettings,
    pull=pull,
    loss=loss,
    decay=decay,
    coupled=True,
    mean=True,
    has_probabilities=True,
    safe_rate=safe_rate,
    nearest=NearestEstimator("LogisticRegression"),
)
