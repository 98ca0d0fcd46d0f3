"""The multi-layer perceptron: back-propagation through one or two hidden layers."""

from __future__ import annotations

from typing import Any

from engine.elementary import FAR, exp, tanh
from engine.families.network.network_learner import (
    NetworkFormulas,
    NetworkLearner,
    NetworkSettings,
)
from engine.hyperparameter import Hyperparameter
from engine.learners import logistic_regression, softmax_regression
from engine.learners.linear_svm import decay
from engine.learners.nearest_estimator import NearestEstimator
from engine.learners.shared_hyperparameters import (
    COMMON,
    batch_size,
    learning_rate,
    stop_without_mistake,
    strength,
)

TANH, SIGMOID, RELU = range(3)


def activate(z: float, h: Any) -> float:
    """Give tanh(z), 1/(1 + e⁻ᶻ), or z where it is positive."""
    if h.activation == TANH:
        return tanh(z)
    if h.activation == SIGMOID:
        return 1.0 / (1.0 + exp(max(-FAR, min(FAR, -z))))
    return max(z, 0.0)


def slope(a: float, h: Any) -> float:
    """Give the activation's derivative where it gives a: 1 − a², a·(1 − a), or 1."""
    if h.activation == TANH:
        return 1.0 - a * a
    if h.activation == SIGMOID:
        return a * (1.0 - a)
    return 1.0 if a > 0.0 else 0.0


LEARNER = NetworkLearner(
    name="multi-layer-perceptron",
    title="Multi-layer perceptron",
    line="Units in layers; each learns by what the units after it pass back.",
    source="D. E. Rumelhart, G. E. Hinton & R. J. Williams, Learning representations "
    "by back-propagating errors, Nature 323 (1986)",
    heading="Networks",
    hyperparameters=(
        Hyperparameter(
            "hidden", "Hidden units", "int", default=4, low=1, high=16,
            help="Units of the hidden layer: each draws a line of its own.",
        ),
        Hyperparameter(
            "second", "Second layer", "int", default=0, low=0, high=16,
            help="Units of a second hidden layer; 0 for none.", zero_text="none",
        ),
        Hyperparameter(
            "activation", "Activation", "choice", default="tanh",
            choices=("tanh", "sigmoid", "relu"),
            help="What a hidden unit gives for its input z: tanh z, 1/(1 + e⁻ᶻ), or "
            "max(0, z).",
        ),
        *learning_rate(0.1),
        Hyperparameter(
            "momentum", "Momentum μ", "float", default=0.0, low=0.0, high=0.999,
            help="How much of the last step the next one goes on with: "
            "v ← μ·v − η·∇J, w ← w + v.",
            group="training",
        ),
        strength(0.0, low=0.0),
        batch_size(1),
        stop_without_mistake(default=False),
        Hyperparameter(
            "start", "Start", "start", default="random", choices=("random", "zero"),
            help="Weights before the first step: random, from −r to r, r² = 6/(inputs "
            "+ units) of a layer, for relu 6/inputs; from zero all units stay alike.",
            group="start",
        ),
    ),
    formulas=NetworkFormulas(
        pull=r"\delta\,a", symbols=((r"\lambda", "strength"), (r"\mu", "momentum")),
        cost=r"\sum \ln(1 / p_y)",
    ),
    settings=NetworkSettings,
    pull=softmax_regression.pull,
    loss=softmax_regression.loss,
    pull_of_two=logistic_regression.pull,
    loss_of_two=logistic_regression.loss,
    decay=decay,
    activate=activate,
    slope=slope,
    activations=("tanh", "sigmoid", "relu"),
    coupled=True,
    mean=True,
    has_probabilities=True,
    common=tuple(parameter for parameter in COMMON if parameter.name != "start"),
    nearest=NearestEstimator("MLPClassifier"),
)  # fmt: skip
