"""The kernel perceptron: on a mistake, count it; the counts are the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.elementary import FAR, exp
from engine.families.kernel.kernel_learner import (
    KernelFormulas,
    KernelLearner,
    KernelSettings,
)
from engine.hyperparameter import Hyperparameter
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.perceptron import loss, pull
from engine.learners.shared_hyperparameters import (
    COMMON,
    TIE,
    TOLERANCE,
    stop_without_mistake,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RBF, POLYNOMIAL, LINEAR = range(3)


def kernel(u: NDArray[np.float64], v: NDArray[np.float64], h: Any) -> float:
    """Give e^(−γ‖u − v‖²), (u·v + c)^degree, or u·v."""
    if h.kernel == RBF:
        squared = 0.0
        for j in range(u.size):
            squared += (u[j] - v[j]) * (u[j] - v[j])
        return exp(max(-FAR, -h.gamma * squared))
    product = 0.0
    for j in range(u.size):
        product += u[j] * v[j]
    if h.kernel == LINEAR:
        return product
    power = 1.0
    for _ in range(int(h.kernel_degree)):
        power *= product + h.constant
    return power


LEARNER = KernelLearner(
    name="kernel-perceptron",
    title="Kernel perceptron",
    line="Count each sample's mistakes: the counts are the model.",
    source="M. A. Aizerman, E. M. Braverman & L. I. Rozonoer, Theoretical foundations "
    "of the potential function method, Automation and Remote Control 25 (1964); "
    "Y. Freund & R. E. Schapire, Machine Learning 37 (1999)",
    heading="Kernels",
    hyperparameters=(
        Hyperparameter(
            "kernel", "Kernel", "choice", default="rbf",
            choices=("rbf", "polynomial", "linear"),
            help="How alike two samples are: e^(−γ‖u − v‖²), (u·v + c)^degree, or u·v.",
        ),
        Hyperparameter(
            "gamma", "RBF γ", "float", default=1.0, low=1e-6, high=1e6, log=True,
            help="How soon e^(−γ‖u − v‖²) falls: large, and each sample speaks for "
            "its own surroundings only.",
            shown_if=(("kernel", "rbf"),),
        ),
        Hyperparameter(
            "kernel_degree", "Degree", "int", default=2, low=1, high=9,
            help="Of (u·v + c)^degree: 2 is as if all squares and products were "
            "features.",
            shown_if=(("kernel", "polynomial"),),
        ),
        Hyperparameter(
            "constant", "Constant c", "float", default=1.0, low=0.0, high=1e6,
            help="Of (u·v + c)^degree: 0 leaves out the terms below the degree.",
            shown_if=(("kernel", "polynomial"),),
        ),
        Hyperparameter(
            "budget", "Budget", "int", default=0, low=0, high=10_000,
            help="Mistakes that are remembered: with one more, the oldest is "
            "forgotten; 0 remembers all.",
            zero_text="all", group="training",
        ),
        TOLERANCE,
        TIE,
        stop_without_mistake(default=True),
    ),
    formulas=KernelFormulas(pull="y"),
    settings=KernelSettings,
    pull=pull,
    loss=loss,
    kernel=kernel,
    kernels=("rbf", "polynomial", "linear"),
    common=tuple(parameter for parameter in COMMON if parameter.name != "start"),
    nearest=NearestEstimator("SVC"),
)  # fmt: skip
