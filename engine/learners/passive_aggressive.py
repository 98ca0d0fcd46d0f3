"""Passive-aggressive: the smallest change that is just enough."""

from __future__ import annotations

from typing import NamedTuple

from engine.hyperparameter import Hyperparameter
from engine.learners.learner import Learner
from engine.learners.linear_svm import HINGE
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.rule_formulas import INSIDE_MARGIN, Formulas
from engine.learners.shared_hyperparameters import stop_without_mistake


class PassiveAggressiveSettings(NamedTuple):
    """What the rule reads of a recipe."""

    tolerance: float
    tie: float
    aggressiveness: float


def pull(z: float, y: float, xx: float, h: PassiveAggressiveSettings) -> float:
    """Add τ·y·x with τ = min(C, max(0, 1 − y·z) / xx): the margin is just met.

    xx is ‖x‖², with an offset ‖x‖² + 1: b is learned as the weight of a feature that
    is always 1.
    """
    lack = 1.0 - y * z
    if lack <= 0.0 or xx == 0.0:
        return 0.0
    return y * min(h.aggressiveness, lack / xx)


def loss(z: float, y: float, h: PassiveAggressiveSettings) -> float:
    """Hinge loss, max(0, 1 − y·z).

    Each update goes down its gradient for one sample, so far that C·loss +
    ½‖w − wₜ‖² is least; the sum over the samples is what is shown as J, though none
    but the sample's own counts for an update.
    """
    return max(0.0, 1.0 - y * z)


LEARNER = Learner(
    name="passive-aggressive",
    title="Passive-aggressive (PA-I)",
    line="Where the margin is not reached, make the smallest change that reaches it.",
    source="K. Crammer et al., Online passive-aggressive algorithms, JMLR 7 (2006)",
    heading="Margins",
    hyperparameters=(
        Hyperparameter(
            "aggressiveness",
            "Aggressiveness C",
            "float",
            default=1.0,
            low=1e-9,
            high=1e9,
            log=True,
            help="The largest τ: how far one sample may move the weights.",
        ),
        stop_without_mistake(default=False),
    ),
    formulas=Formulas(
        pull=r"\tau\,y",
        condition=INSIDE_MARGIN,
        where=r"\tau = \min\left(C, \frac{1 - y\,z}{\lVert x\rVert^2}\right)",
        symbols=(("C", "aggressiveness"),),
        cost=HINGE,
    ),
    settings=PassiveAggressiveSettings,
    pull=pull,
    reads_length=True,
    loss=loss,
    nearest=NearestEstimator(
        "SGDClassifier",
        loss="hinge",
        schedule="pa1",
        settings=(("eta0", "aggressiveness"),),
    ),
)
