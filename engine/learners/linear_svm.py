"""The linear support vector machine, by stochastic sub-gradients (Pegasos)."""

from __future__ import annotations

from typing import NamedTuple

from engine.learners.learner import Learner
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import INSIDE_MARGIN, Formulas
from engine.learners.shared_hyperparameters import (
    AVERAGED,
    batch_size,
    learning_rate,
    stop_without_mistake,
    strength,
)


class RegularisedSettings(NamedTuple):
    """What a rule with λ/2·‖w‖² in its loss reads of a recipe."""

    tolerance: float
    tie: float
    strength: float


def pull(z: float, y: float, xx: float, h: RegularisedSettings) -> float:
    """Add where the margin is not reached, y·z < 1:  w ← (1 − ηλ)·w + η·y·x."""
    return y if y * z < 1.0 else 0.0


def loss(z: float, y: float, h: RegularisedSettings) -> float:
    """Hinge loss, max(0, 1 − y·z)."""
    return max(0.0, 1.0 - y * z)


def decay(eta: float, h: RegularisedSettings) -> float:
    """Shrink by the gradient of λ/2·‖w‖²."""
    return 1.0 - eta * h.strength


def safe_rate(curvature: float, h: RegularisedSettings) -> tuple[str, float]:
    """Give η below which the shrinking, by |1 − ηλ|, is one; the pulls are bounded."""
    return "2/λ", 2.0 / h.strength


HINGE = r"\sum \max(0, 1 - y\,z)"
SHRINKING = r"(1 - \eta\,\lambda)"

LEARNER = Learner(
    name="linear-svm",
    title="Linear SVM",
    line="Keep every sample at a margin, with weights as small as possible.",
    source="S. Shalev-Shwartz, Y. Singer & N. Srebro, Pegasos, ICML (2007)",
    heading="Margins",
    hyperparameters=(
        strength(0.1),
        *learning_rate(0.01, "pegasos"),
        batch_size(1),
        AVERAGED,
        stop_without_mistake(default=False),
    ),
    formulas=Formulas(
        pull="y",
        condition=INSIDE_MARGIN,
        decay=SHRINKING,
        symbols=((r"\lambda", "strength"),),
        cost=HINGE,
    ),
    settings=RegularisedSettings,
    pull=pull,
    loss=loss,
    decay=decay,
    mean=True,
    safe_rate=safe_rate,
    nearest=NearestEstimator(
        "SGDClassifier",
        loss="hinge",
        seldom="Where y·z is exactly 1 it adds; here not.",
    ),
)
