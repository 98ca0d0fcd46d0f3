"""A network of McCulloch–Pitts neurons: every unit's weights are set by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.families.network.network_learner import (
    NetworkFormulas,
    NetworkLearner,
    NetworkSettings,
)
from engine.hyperparameter import Hyperparameter
from engine.learners.latex import words
from engine.learners.manual_neuron import LEARNER as NEURON

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def activate(z: float, h: Any) -> float:
    """Fire, 1, where z > 0; else 0."""
    return 1.0 if z > 0.0 else 0.0


def slope(a: float, h: Any) -> float:
    """Pass nothing back: the step is level on both sides."""
    return 0.0


def pull(z: NDArray[np.float64], own: int, c: NDArray[np.float64], h: Any) -> None:
    """Add nothing: the network does not learn."""
    for k in range(z.size):
        c[k] = 0.0


def pull_of_two(z: float, y: float, xx: float, h: Any) -> float:
    """Add nothing, where two classes have a single output."""
    return 0.0


def loss_of_two(z: float, y: float, h: Any) -> float:
    """Count a mistake of a single output as 1."""
    return 1.0 if y * z <= 0.0 else 0.0


def loss(z: NDArray[np.float64], own: int, h: Any) -> float:
    """Count a mistake as 1: a sample whose own class is not ahead of all others."""
    for k in range(z.size):
        if k != own and not z[own] > z[k]:
            return 1.0
    return 0.0


@dataclass(frozen=True)
class ManualFormulas(NetworkFormulas):
    """What each unit gives; there is no rule by which it learns."""

    def losses(self, settings: Any) -> str:
        """Write the mistakes, counted."""
        return r"\sum [y\,z \le 0]"

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Say where a unit fires."""
        score = "w·x + b" if offset else "w·x"
        return (
            words(f"nothing is learned: a unit gives 1 where {score} > 0, else 0"),
            words("the output scores what the units give"),
        )


LEARNER = NetworkLearner(
    name="manual-network",
    title="Manual network",
    line="Stack neurons: each unit fires on one side of a line that you set.",
    source="W. McCulloch & W. Pitts, A logical calculus of the ideas immanent in "
    "nervous activity, Bulletin of Mathematical Biophysics 5 (1943)",
    heading="By hand",
    hyperparameters=(
        Hyperparameter(
            "hidden", "Hidden units", "int", default=2, low=1, high=16,
            help="Units of the hidden layer: each draws a line of its own.",
        ),
        Hyperparameter(
            "start", "Weights", "start", default="zero", choices=("zero",),
            help="One row per unit, the outputs last: a weight for each input, then "
            "the offset b, which is the negative threshold.",
            group="weights",
        ),
    ),
    formulas=ManualFormulas(pull=""),
    settings=NetworkSettings,
    pull=pull,
    loss=loss,
    pull_of_two=pull_of_two,
    loss_of_two=loss_of_two,
    activate=activate,
    slope=slope,
    activations=("step",),
    coupled=True,
    common=NEURON.common,
)  # fmt: skip
